import { startProcess } from '../../sequences/n8nProcess';
import { chosen, form, payin, QUICK } from '../action/orders';
import { runNode, runWorkflow } from '../engine/execution';
import { ACTION, LOOP, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { outputsOf } from '../engine/workflow';
import { run } from '../resources/resourceRun';

/** The parameters of a method tell one payin from another, such as the phone that is asked to pay, though no record shows them. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const order = (externalId: string, phone: string) =>
	payin({
		payinMethodName: chosen('ke_mobile_money_kes'),
		amount: '100',
		customerName: 'Shop Customer',
		customerEmail: 'till@shop.example',
		externalId,
		methodParameters: form({ phone_number: phone, bank_code: 'KE_NETWORK_1' }),
		options: { ...QUICK, timeLimit: 4 },
	});
const made = () => service.emulator.account('KES').payins.payments().payins.length;

it('another number of the customer under the same External ID stops', async () => {
	const { nodeTypes } = startProcess();
	const customer = { user_name: 'Shop', first_name: 'Taro', last_name: 'Yamada', phone: '+81300000000' };
	const rest = { ...customer, email: 'till@shop.example', ip_address: '203.0.113.1', transliterate: true };
	const pay = async (user_id: string) =>
		await run(
			service,
			{
				...order('INV-1', ''),
				payinMethodName: chosen('jp_bank_jpy'),
				amount: '1000',
				methodParameters: form({ user_id, ...rest }),
			},
			{ currency: 'JPY', nodeTypes },
		);
	expect((await pay('user-1')).error).toBeUndefined();
	expect((await pay('user-2')).error?.message).toContain('INV-1 belongs to another payment');
});

it('another phone under the same External ID stops', async () => {
	const { nodeTypes } = startProcess();
	const first = await run(service, order('INV-1', '+254700000001'), { currency: 'KES', nodeTypes });
	expect(first.error).toBeUndefined();
	const { error } = await run(service, order('INV-1', '+254799999999'), { currency: 'KES', nodeTypes });
	expect(error?.message).toContain('INV-1 belongs to another payment');
	expect(made()).toBe(1);
});

it.each([
	['a return address of each execution', (run: number) => ({ callback_url: `https://shop.test/return?run=${run}` })],
	['the address of the customer’s device', (run: number) => ({ ip_address: `203.0.113.${run}` })],
])('%s makes no other payin, in a retry or anew', async (_what, changing) => {
	const pay = (run: number) => {
		const methodParameters = form({ phone_number: '+254700000001', bank_code: 'KE_NETWORK_1', ...changing(run) });
		return { ...order('={{ $json.key }}', ''), methodParameters };
	};
	service.fault({ endpoint: 'v2.payins.create', when: 'before', fault: 'status', status: 503, nth: 2 });
	const { nodeTypes } = startProcess();
	const credentials = service.credentials('KES');
	const failed = await runNode({ credentials, parameters: pay(1), items: [{ key: 'a' }, { key: 'b' }], nodeTypes });
	expect(failed.error).toBeDefined();
	const retried = await failed.retry({ parameters: pay(2) });
	expect(retried.items.map(({ json }) => json.idempotency)).toMatchObject([
		{ outcome: 'created' },
		{ outcome: 'created' },
	]);
	const anew = await runNode({ credentials, parameters: pay(3), items: [{ key: 'a' }], nodeTypes });
	expect(anew.items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
	expect(made()).toBe(2);
});

it('a loop does not take the payin of one customer, of which nobody knows, for that of another', async () => {
	service.fault({ endpoint: 'v2.payins.create', when: 'after', fault: 'reset', nth: 1 });
	service.fault({ endpoint: 'v2.payins.list', when: 'before', fault: 'status', status: 503, nth: { from: 1, to: 12 } });
	const phones = ['+254700000001', '+254700000002', '+254700000003'];
	const settings = { onError: 'continueRegularOutput' as const };
	const { runData } = await runWorkflow(
		{
			nodes: [
				{ name: 'Start', type: PASS_ON },
				{ name: 'Loop', type: LOOP },
				{ name: 'Pay', type: ACTION, parameters: order('', '={{ $json.phone }}'), settings },
			],
			wires: [
				['Start', 0, 'Loop'],
				['Loop', 0, 'Pay'],
				['Pay', 0, 'Loop'],
			],
		},
		phones.map((phone, item) => ({ json: { phone }, pairedItem: { item } })),
		{ credentials: service.credentials('KES'), nodeTypes: startProcess().nodeTypes },
	);
	const results = (runData.Pay ?? []).flatMap((each) => outputsOf(each).flat()).map(({ json }) => json);
	const uuids = results.map(({ uuid }) => uuid).filter(Boolean);
	expect(results).toHaveLength(3);
	expect(new Set(uuids).size).toBe(uuids.length);
	expect(results.filter(({ idempotency }) => (idempotency as { outcome?: string })?.outcome === 'found')).toEqual([]);
});
