import type { INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { chosen, form, payin } from '../action/orders';
import { agentWithTool } from '../engine/agentTool';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { goOn } from '../resources/resourceRun';
import { list, one, outcomes, paidKeys } from './payroll';
import { audPayoutPerItem, type BookedPayment } from './writes';

/** While a payment of this process is unclear, the same one under another External ID is not sent. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const MAYBE = 'may have been made under the External ID INV-1';
const invoices = (...keys: string[]) => keys.map((key) => ({ key, amount: '10.50' }));

const WAYS: [string, INodeParameters, 'v1.payouts.create' | 'v2.payouts.create' | 'v2.payins.create'][] = [
	['payout', one(), 'v2.payouts.create'],
	['payouts of a list, in requests of their own', list({ additionalFields: { maxPerBatch: 1 } }), 'v2.payouts.create'],
	['AUD payout', audPayoutPerItem.parameters, 'v1.payouts.create'],
	['payin', payin({ options: { settleSeconds: 0, concurrency: 1 } }), 'v2.payins.create'],
];

const books = (): BookedPayment[] => {
	const { payouts, payins, audPayouts } = service.emulator.account('AUD');
	return [...payouts.payments().payouts, ...payins.payments().payins, ...audPayouts.payments().aud_payouts];
};

/** Pays, and loses the answer to the first request before the list shows it. */
const pay = async (parameters: INodeParameters, keys: string[], nodeTypes = startProcess().nodeTypes) =>
	await runNode({
		credentials: service.credentials(),
		parameters,
		items: invoices(...keys),
		settings: goOn,
		nodeTypes,
	});

it.each(WAYS)('in the same run, with another remark: %s', async (_what, parameters, endpoint) => {
	service.emulator.world.settings.listLagMs = 3_600_000;
	service.fault({ endpoint, fault: 'reset', when: 'after', nth: 1 });
	const remark = { paymentDescription: '=Invoice {{ $json.key }}' };
	const told = outcomes(await pay({ ...parameters, ...remark }, ['INV-1', 'INV-2']));
	expect(told).toEqual(['unknown', expect.stringContaining(MAYBE)]);
	expect(books()).toHaveLength(1);
});

it.each(WAYS)(
	'in another execution, until the first is cleared up or ten minutes have passed: %s',
	async (_what, parameters, endpoint) => {
		const { nodeTypes } = startProcess();
		service.emulator.world.settings.listLagMs = 3_600_000;
		service.fault({ endpoint, fault: 'reset', when: 'after', nth: 1 });
		expect(outcomes(await pay(parameters, ['INV-1'], nodeTypes))).toEqual(['unknown']);
		expect(outcomes(await pay(parameters, ['INV-2'], nodeTypes))).toEqual([expect.stringContaining(MAYBE)]);
		expect(outcomes(await pay(parameters, ['INV-2']))).toEqual(['created']);
		const { now } = Date;
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 601_000);
		expect(outcomes(await pay(parameters, ['INV-3'], nodeTypes))).toEqual(['created']);
		expect(books().map(({ external_id }) => external_id)).toEqual(['INV-1', 'INV-2', 'INV-3']);
	},
);

it('as a tool of an agent, whatever remark its model gives', async () => {
	service.emulator.world.settings.listLagMs = 3_600_000;
	service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
	const tool = one({
		...{ amount: '10.50', externalId: "={{ $fromAI('key') }}", paymentDescription: "={{ $fromAI('note') }}" },
	});
	const { call, refusal } = await agentWithTool(tool, service.credentials());
	expect(await refusal({ key: 'INV-1', note: 'Wages' })).toContain('It is unknown whether');
	expect(await refusal({ key: 'INV-2', note: 'Wages, second try' })).toContain(MAYBE);
	service.emulator.world.settings.listLagMs = 0;
	expect(await call({ key: 'INV-1', note: 'Wages' })).toContain('"found"');
	expect(paidKeys(service)).toEqual(['INV-1']);
});

it('but a payin that asks another phone is another one', async () => {
	service.emulator.world.settings.listLagMs = 3_600_000;
	service.fault({ endpoint: 'v2.payins.create', fault: 'reset', when: 'after', nth: 1 });
	const run = await runNode({
		credentials: service.credentials('KES'),
		parameters: payin({
			payinMethodName: chosen('ke_mobile_money_kes'),
			amount: '100',
			methodParameters: form({ phone_number: '={{ $json.phone }}', bank_code: 'KE_NETWORK_1' }),
			options: { settleSeconds: 0, concurrency: 1 },
		}),
		items: [1, 2].map((number) => ({ key: `till-${number}`, phone: `+25470000000${number}` })),
		settings: goOn,
	});
	expect(outcomes(run)).toEqual(['unknown', 'created']);
});
