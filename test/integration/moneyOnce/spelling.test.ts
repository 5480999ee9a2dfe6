import type { INodeParameters } from 'n8n-workflow';
import type { EndpointId } from '../../../contract/endpoints';
import * as wire from '../../../emulator/otherwise';
import { everywhere, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, payin } from '../action/orders';
import { startService, type Service } from '../engine/service';
import { goOn, run } from '../resources/resourceRun';
import { pass, startWire } from '../transport/wire';
import { list, one } from './payroll';
import { audPayoutPerItem } from './writes';

/** A service that stores External IDs in a spelling of its own. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

type Spelling = (key: string) => string;

/** The service shows every External ID as `spell` does, in the answers of these endpoints or of all. */
const showKeys = (spell: Spelling, ...endpoints: EndpointId[]) =>
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			endpoints.length > 0 && !endpoints.includes(endpoint)
				? answer
				: everywhere(answer as Fields, (fields) =>
						typeof fields.external_id === 'string' ? { ...fields, external_id: spell(fields.external_id) } : fields,
					),
		);

const anew = () => startProcess().nodeTypes;
const cutShort: Spelling = (key) => key.slice(0, 3);

describe.each<[string, EndpointId, INodeParameters]>([
	['payout', 'v2.payouts.create', one()],
	['payout of a list', 'v2.payouts.create', list()],
	['payin', 'v2.payins.create', payin({ options: AT_ONCE })],
])('a %s under an External ID', (_, create, parameters) => {
	const pay = async (key = 'INV-7é', nodeTypes = anew()) => {
		const settings = { retryOnFail: true, maxTries: 3 };
		return (await run(service, parameters, { items: [{ amount: 10, key }], nodeTypes, settings })).error;
	};

	it.each<[string, Spelling]>([
		['case', (key) => key.toLowerCase()],
		['form of Unicode', (key) => key.normalize('NFD')],
	])('that the service stores in another %s stops, and is not sent again', async (_what, spell) => {
		showKeys(spell);
		for (const _time of [1, 2]) {
			const error = await pay();
			expect(error?.message).toMatch(
				/^The service has a payment under the External ID .*, which differs from .* in its spelling only$/,
			);
			expect(error?.description).toContain('If it is another one, use an External ID that differs in more.');
		}
		expect(service.writes()).toBe(1);
	});

	it('that the answer shows cut short stays unknown, and is not sent again', async () => {
		showKeys(cutShort, create);
		service.emulator.world.settings.listLagMs = 3_600_000;
		expect((await pay())?.message).toContain('unknown whether');
		expect(service.writes()).toBe(1);
	});

	it('that the service stores cut short is not sent again by this process, an hour and another payment later', async () => {
		const { now } = Date;
		const nodeTypes = anew();
		showKeys(cutShort);
		await pay('INV-7', nodeTypes);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
		await pay('OTHER-8', nodeTypes);
		expect((await pay('INV-7', nodeTypes))?.message).toContain('unknown whether');
		expect(service.writes()).toBe(2);
	});
});

it('of two in a list, stored in capitals, both stop, and nobody is paid again', async () => {
	showKeys((key) => key.toUpperCase());
	const items = ['inv-7', 'inv-8'].map((key) => ({ amount: 10, key }));
	for (const _time of [1, 2]) {
		const { error } = await run(service, list(), { items, nodeTypes: anew() });
		const { message, description } = error as Error & { description?: string };
		expect(`${message} ${description}`).toContain('in its spelling only');
	}
	expect(service.writes()).toBe(1);
});

it('a Batch External ID that the service cuts leaves the payments unknown, and they are not made again', async () => {
	const cutting = await startWire((answer, request) => {
		let { body } = request;
		if (request.method === 'POST') {
			const sent = JSON.parse(body) as { external_id: string };
			body = JSON.stringify({ ...sent, external_id: sent.external_id.slice(0, 16) });
		}
		void pass({ ...request, body }, service.emulator.apiUrl).then(({ status, text }) =>
			answer.writeHead(status, { 'content-type': 'application/json' }).end(text),
		);
	});
	const where = {
		nodeTypes: anew(),
		credentials: { ...service.credentials(), baseUrl: `${cutting.address}/api` },
		items: [{ amount: 1, key: 'w-1' }],
	};
	for (const _time of [1, 2]) {
		const { error } = await run(service, list({ batchExternalId: 'payroll-2031-03-head-office' }), where);
		expect(error?.message).toBe('It is unknown whether the payment w-1 was made');
	}
	await cutting.close();
	expect(service.writes()).toBe(1);
});

it.each<[string, INodeParameters]>([
	['payout, while lists lag', one({ options: AT_ONCE })],
	['payin, while lists lag', payin({ options: AT_ONCE })],
	['payout of a list', list()],
	['AUD payout, which cannot be asked for', audPayoutPerItem.parameters],
])('two External IDs that look the same are one %s', async (_what, parameters) => {
	service.emulator.world.settings.listLagMs = 3_600_000;
	const keys = ['INV-7', 'inv–7', 'ＩＮＶ－７', 'INV-0042'];
	const items = keys.map((key) => ({ amount: 10, key }));
	const { items: output } = await run(service, parameters, { items, nodeTypes: anew(), settings: goOn });
	expect(output.map(({ json }) => ('error' in json ? 'stopped' : 'made'))).toEqual([
		'made',
		'stopped',
		'stopped',
		'made',
	]);
});
