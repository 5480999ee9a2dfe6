import { Stage } from './stage';
import type { Step } from './steps';
const stage = new Stage();
afterAll(async () => await stage.close());
const stop = { at: 'write', nth: 1, when: 'after', what: 'stop' } as const;
const cases: Record<string, Step[]> = {
	a: [{ do: 'run', retryOnFail: true, incidents: [stop] }],
	b: [{ do: 'run', retryOnFail: true, incidents: [stop] }],
	c: [{ do: 'run', way: 'payin', retryOnFail: true, incidents: [stop] }],
	d: [{ do: 'run', way: 'refund', retryOnFail: true, incidents: [stop] }],
	e: [{ do: 'run', way: 'aud', retryOnFail: true, incidents: [stop] }],
	f: [{ do: 'run', way: 'payoutList', retryOnFail: true, incidents: [stop] }],
	g: [{ do: 'run', way: 'link', retryOnFail: true, incidents: [stop] }],
};
it.each(Object.entries(cases))('%s', async (_, steps) => {
	await stage.play(steps).finally(() => process.stderr.write(JSON.stringify((stage as any).play_?.lineage?.told) + '\n'));
});
