import { staticPayidPrefix } from '../../../contract';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { goOn, run } from './resourceRun';

let service: Service;
beforeAll(async () => void (service = await startService()));
afterAll(async () => await service.close());

const allowed = ['abc', 'a.1', '...', '007', 'a'.repeat(35)];
const forbidden = ['ab', 'a'.repeat(36), 'ada_byron', 'ada-byron', 'Ada', 'zoë', 'ada byron', 'ada@bank'];

it('sends a prefix exactly when it has 3 to 35 lower-case letters, digits, dots', async () => {
	const parameters = {
		...{ resource: 'staticPayid', operation: 'create', name: 'Ada Byron', email: 'ada@shop.test' },
		...{ prefixStaticPayid: '={{ $json.prefix }}', externalId: '={{ $json.prefix }}' },
	};
	const prefixes = [...allowed, ...forbidden];
	const items = prefixes.map((prefix) => ({ prefix }));
	const { items: output } = await run(service, parameters, { items, settings: goOn });
	const taken = prefixes.filter((_, index) => output[index]?.json.status === 'active');
	expect(taken).toEqual(allowed);
	expect(service.writes()).toBe(allowed.length);
	expect(prefixes.filter((prefix) => staticPayidPrefix.safeParse(prefix).success)).toEqual(allowed);
});
