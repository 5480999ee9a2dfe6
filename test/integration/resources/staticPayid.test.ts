import { staticPayidCreateBody, staticPayidPrefix } from '../../../contract';
import { ServiceError } from '../../../emulator/engine/serviceError';
import { serviceOfFile } from '../engine/serviceOfFile';
import { goOn, run } from './resourceRun';

const service = serviceOfFile();

const parameters = {
	...{ resource: 'staticPayid', operation: 'create', email: 'ada@shop.test' },
	name: '={{ $json.name ?? "Ada Byron" }}',
	...{ prefixStaticPayid: '={{ $json.prefix }}', externalId: '={{ "customer " + $json.prefix }}' },
};

const allowed = ['abc', 'a.1', '...', '007', 'a'.repeat(35)];
const forbidden = ['ab', 'a'.repeat(36), 'ada_byron', 'ada-byron', 'Ada', 'zoë', 'ada byron', 'ada@bank'];

it('sends a prefix exactly when it has 3 to 35 lower-case letters, digits, dots', async () => {
	const prefixes = [...allowed, ...forbidden];
	const items = prefixes.map((prefix) => ({ prefix }));
	const { items: output } = await run(service, parameters, { items, settings: goOn });
	const taken = prefixes.filter((_, index) => output[index]?.json.status === 'active');
	expect(taken).toEqual(allowed);
	const refused = { error: expect.stringMatching(/must be 3 to 35 /), remedy: expect.stringMatching(/Choose/) };
	for (const { json } of output.slice(allowed.length)) expect(json).toMatchObject(refused);
	expect(service.writes()).toBe(allowed.length);
	expect(prefixes.filter((prefix) => staticPayidPrefix.safeParse(prefix).success)).toEqual(allowed);
});

it('sends a name exactly when it holds letters without accents, digits, spaces', async () => {
	const right = ['Ada', 'ada byron', 'ADA  LOVELACE', 'A 1', '007'];
	const wrong = [
		'Zoë',
		"O'Brien",
		'O’Brien',
		'Ada-Mae',
		'Ada_Byron',
		'Ada B.',
		'!Ada',
		'Ada!',
		'Ада',
		'山田',
		'A\u00a0B',
	];
	const names = [...right, ...wrong];
	const items = names.map((name, index) => ({ name, prefix: `customer.${index}` }));
	const { items: output } = await run(service, parameters, { items, settings: goOn });
	expect(names.filter((_, index) => output[index]?.json.status === 'active')).toEqual(right);
	expect(service.writes()).toBe(right.length);
	expect(names.filter((name) => staticPayidCreateBody.shape.name.safeParse(name).success)).toEqual(right);
});

it.each([
	[400, 'The payment service refused this: No'],
	[401, 'The payment service did not accept the credential'],
	[422, 'The payment service refused this: No'],
] as const)(
	'tells a refusal with %i, after which nothing keeps the PayID from being created',
	async (status, message) => {
		const items = [{ prefix: 'ada' }];
		jest.spyOn(service.emulator.account('AUD').staticPayids, 'create').mockImplementationOnce(() => {
			throw new ServiceError(status, 'REFUSED', 'No');
		});
		const refused = await run(service, parameters, { items });
		expect(refused.error).toMatchObject({ message, description: expect.stringMatching(/The service says: No\.$/) });
		const again = await run(service, parameters, { items });
		expect(again.items[0]?.json).toMatchObject({ status: 'active' });
	},
);
