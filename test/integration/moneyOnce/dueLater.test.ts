import * as wire from '../../../emulator/otherwise';
import { startProcess } from '../../sequences/n8nProcess';
import { batch, payout, QUICK } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { runNode } from '../engine/execution';
import { paidKeys } from './payroll';

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => {
	await service.reset();
	listByDue();
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const DAY = 86_400_000;

/** The list goes by the day on which a payout is due. Look-ups end tomorrow. */
function listByDue() {
	const real = wire.answerOtherwise;
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((world, endpoint, answer) => {
		const told = real(world, endpoint, answer) as { records: Record<string, unknown>[]; total_count: number };
		if (endpoint !== 'v2.payouts.list') return told;
		const records = told.records.filter(
			({ scheduled_at: due }) => due === null || Date.parse(String(due)) <= Date.now() + DAY,
		);
		const gone = told.records.length - records.length;
		return { ...told, records, total_count: told.total_count - gone, total_page: 1, next_page: null };
	});
}

const nextWeek = () => new Date(Date.now() + 7 * DAY).toISOString();
const options = { ...QUICK, settleSeconds: 0.2 };
const scheduled = (make: typeof payout, changes = {}) =>
	make({ additionalFields: { scheduledAt: nextWeek() }, options, ...changes });

describe.each([
	['one by one', payout],
	['all items', batch],
])('%s', (_, make) => {
	it.each([
		['own External ID', '={{ $json.key }}'],
		['empty External ID', ''],
	])('Retry On Fail in the same process, answer lost (%s)', async (_w, externalId) => {
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
		const run = await runNode({
			credentials: service.credentials(),
			parameters: scheduled(make, { externalId }),
			items: [{ key: 'wage-1', amount: 10 }],
			settings: { retryOnFail: true, maxTries: 2 },
		});
		expect(run.error?.message).toContain('It is unknown whether');
		expect(paidKeys(service)).toHaveLength(1);
	});

	it('another execution of the same process, eleven minutes later', async () => {
		const { nodeTypes } = startProcess();
		const pay = async (key: string) =>
			await runNode({
				credentials: service.credentials(),
				parameters: scheduled(make),
				items: [{ key, amount: 10 }],
				nodeTypes,
			});
		await pay('wage-1');
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 11 * 60_000);
		await pay('wage-2');
		const again = await pay('wage-1');
		expect(again.items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
		expect(paidKeys(service)).toEqual(['wage-1', 'wage-2']);
	});
});
