import type { INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { everywhere, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { batch, chosen, form, operation, payin, payout, QUICK } from '../action/orders';
import { runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, CALL_WORKFLOW, PASS_ON } from '../engine/nodeTypes';
import { startService, type Service } from '../engine/service';
import type { WorkflowPlan } from '../engine/workflow';
import { run } from '../resources/resourceRun';
import { pass, startWire } from '../transport/wire';
import { audPayoutPerItem } from './writes';

/** What users, or the service, write in other words the second time. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const options = { ...QUICK, settleSeconds: 0 };
/** A process that remembers nothing of the payments before. */
const anew = () => ({ nodeTypes: startProcess().nodeTypes });

function made(): number {
	const { audPayouts, payouts, payins } = service.emulator.account('AUD');
	return (
		audPayouts.payments().aud_payouts.length +
		payouts.payments().payouts.length +
		payins.payments().payins.length +
		(service.calls()['v1.oneTimePayid.create'] ?? 0)
	);
}

/** A node whose failed items come to it once more. */
const errorLoop = (parameters: INodeParameters): WorkflowPlan => ({
	nodes: [
		{ name: 'Start', type: PASS_ON },
		{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueErrorOutput' } },
		{ name: 'Again', type: AT_MOST, parameters: { times: 1 } },
	],
	wires: [
		['Start', 0, 'Pay'],
		['Pay', 1, 'Again'],
		['Again', 0, 'Pay'],
	],
});

const account = (bsb: string, number: string) => form({ bsb, account_number: number, account_name: 'Nathan Smith' });
const second = (first: string, other: string) => `={{ $runIndex ? "${other}" : "${first}" }}`;
const unnamed = { externalId: '', amount: '10.50', options };
const ofV1 = { ...audPayoutPerItem.parameters, ...unnamed } as INodeParameters;

it.each<[string, INodeParameters]>([
	['a BSB', payout({ ...unnamed, methodParameters: account(second('062000', '062-000'), '12345678') })],
	['an account number', payout({ ...unnamed, methodParameters: account('062000', second('12345678', '1234 5678')) })],
	['a BSB of v1', { ...ofV1, addressing: 'bankAccount', bsb: second('062000', '062-000'), accountNumber: '12345678' }],
	['a PayID of v1', { ...ofV1, payid: second('Ada@shop.test', 'ada@shop.test') }],
	['the name of a payer', payin({ ...unnamed, customerName: second('Nathan Smith', 'Nathan A Smith') })],
	[
		'the name for a one-time PayID',
		operation('oneTimePayid', 'create', {
			...{ ...unnamed, name: second('Nathan Smith', 'Nathan A Smith'), emails: 'ada@shop.test' },
			...{ gst: false, paymentDescription: 'Order 77', notify: 'none' },
		}),
	],
])(
	'an unclear payment comes again by the error output with %s in another spelling: stops',
	async (_what, parameters) => {
		Object.assign(service.emulator.world.settings, { listLagMs: 3_600_000 });
		const creates = ['v1.payouts.create', 'v2.payouts.create', 'v2.payins.create', 'v1.oneTimePayid.create'] as const;
		for (const endpoint of creates) service.fault({ endpoint, fault: 'reset', when: 'after', nth: 1 });
		await runWorkflow(errorLoop(parameters), [{ json: {} }], { credentials: service.credentials() });
		Object.assign(service.emulator.world.settings, { listLagMs: 0 });
		expect(made()).toBe(1);
	},
);

it('a call is repeated with the account in another spelling: stops', async () => {
	const bsb = '={{ $execution.id % 2 ? "062-000" : "062000" }}';
	const plan: WorkflowPlan = {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{
				name: 'Call',
				type: CALL_WORKFLOW,
				parameters: { workflow: 'called' },
				settings: { retryOnFail: true, maxTries: 2 },
			},
		],
		wires: [['Start', 0, 'Call']],
		others: [
			{
				id: 'called',
				nodes: [
					{ name: 'Start', type: PASS_ON },
					{ name: 'Pay', type: ACTION, parameters: payout({ ...unnamed, methodParameters: account(bsb, '12345678') }) },
					{ name: 'Fail', type: CALL_WORKFLOW },
				],
				wires: [
					['Start', 0, 'Pay'],
					['Pay', 0, 'Fail'],
				],
			},
		],
	};
	await runWorkflow(plan, [{ json: {} }], { credentials: service.credentials() });
	expect(made()).toBe(1);
});

it('a PayID that was corrected by a hyphen is another account: stops', async () => {
	const pay = async (payid: string) =>
		await run(
			service,
			payout({
				...{ externalId: 'INV-1', amount: 10, options, payoutMethodName: chosen('au_payid_npp_aud') },
				methodParameters: form({ pay_id: payid, pay_id_type: 'EMAIL' }),
			}),
			anew(),
		);
	await pay('anna-lee@mail.test');
	const { error } = await pay('annalee@mail.test');
	expect(error?.message).toBe('The external ID INV-1 belongs to another payment');
	expect(made()).toBe(1);
});

it('under a Batch External ID, a payee whose name the service writes in another order, and whose account and email were corrected: stops', async () => {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, _endpoint, answer) =>
			everywhere(answer as Fields, (fields) =>
				typeof fields.payee === 'string'
					? { ...fields, payee: fields.payee.split(' ').reverse().join(' ').toUpperCase() }
					: fields,
			),
		);
	const pay = async (number: string, email: string) =>
		await run(
			service,
			payout({
				...{ externalId: '', amount: 10, email, options, methodParameters: account('062000', number) },
				additionalFields: { batchExternalId: 'MARCH' },
			}),
			anew(),
		);
	await pay('11112222', 'nathan@exmaple.com');
	const { error } = await pay('11112223', 'nathan@example.com');
	expect(error?.message).toContain('Whether this is a repeat or a second payment cannot be told');
	expect(made()).toBe(1);
});

it('an External ID that is cut within a character is refused', async () => {
	const cut = payout({ externalId: '={{ "INV-" + $json.name.slice(0, 1) }}', amount: 10, options });
	const { error } = await run(service, cut, { items: [{ name: '𠮷野 太郎' }] });
	expect(error?.message).toContain('External ID is cut within a character');
	expect(made()).toBe(0);
});

it('a payin whose own External ID begins like those of n8n is found after more than a year', async () => {
	const pay = async () => await run(service, payin({ amount: 10, externalId: 'n8n-2031-7', options }), anew());
	await pay();
	const now = Date.now;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + 400 * 86_400_000);
	await service.advance(400 * 86_400_000);
	await pay();
	expect(made()).toBe(1);
});

describe('a Batch External ID that the service cuts', () => {
	it.each([
		['one by one', payout({ options, additionalFields: { batchExternalId: 'payroll-2031-03-head-office' } })],
		['in one request', batch({ options, additionalFields: { batchExternalId: 'payroll-2031-03-head-office' } })],
	])('leaves the payments unknown, and they are not made again by this process (%s)', async (_how, parameters) => {
		const cut = (key: string) => key.slice(0, 16);
		const cutting = await startWire((answer, request) => {
			let { body } = request;
			if (request.method === 'POST') {
				const sent = JSON.parse(body) as { external_id: string };
				body = JSON.stringify({ ...sent, external_id: cut(sent.external_id) });
			}
			void pass({ ...request, body }, service.emulator.apiUrl).then(({ status, text }) =>
				answer.writeHead(status, { 'content-type': 'application/json' }).end(text),
			);
		});
		const one = {
			...anew(),
			credentials: { ...service.credentials(), baseUrl: `${cutting.address}/api` },
			items: [{ amount: 1, key: 'w-1' }],
		};
		const first = await run(service, parameters, one);
		expect(first.error?.message).toBe('It is unknown whether the payment w-1 was made');
		const again = await run(service, parameters, one);
		await cutting.close();
		expect(again.error?.message).toContain('unknown');
		expect(made()).toBe(1);
	});
});
