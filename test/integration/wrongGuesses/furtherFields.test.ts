import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { payin } from '../action/orders';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import { MINUTE, startPolling } from '../pollingTrigger/polling';
import { believed, newPayin, newPayout, notificationsAbout } from '../trigger/payments';
import { StoredWorkflow } from '../trigger/triggerEngine';
import { WaitingN8n } from '../waiting/waitingN8n';

/**
 * The specification does not show every field of its records and notifications. One more, such as another object shows, must
 * not make something else of them.
 */

const polling = startPolling({ notificationRetries: 3 });
afterEach(() => jest.restoreAllMocks());

const OF_OTHERS = {
	'of an identity check': { kyc_status: 'approved' },
	'of a contact': { identity: { level: 2 } },
	'of a PayID': { id: 77, balance_id: '3F21', amount: '80.0' },
	'of a PayID, by its address': { request_payid: 'ada@pay.example.test' },
	'of a customer': { customer_notification: {} },
	'of a link': { payment_link_url: 'https://pay.example.test/x' },
	'of a link in the making': { payment_url: 'https://pay.example.test/x' },
	'of a gateway link': { payment_id: 5, order_id: 'o-1' },
	'of a payout': { payee: 'Shop', total_amount: '80.0' },
};
const FIELDS = Object.entries(OF_OTHERS);

/** Adds fields to every answer and notification that shows all of these. */
function add(fields: object, ...marks: string[]): void {
	const change = <T>(body: T): T =>
		everywhere(body, (each) => (marks.every((mark) => mark in each) ? { ...each, ...fields } : each));
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, _endpoint, answer) => change(answer));
	jest.spyOn(wire, 'notificationOtherwise').mockImplementation((_settings, _kind, body) => change(body));
}

const addToPayins = (fields: object) => add(fields, 'payment_method', 'paid_amount');
const addToPayouts = (fields: object) => add(fields, 'payout_transactions');
const account = () => polling.service.emulator.account('AUD');
const typesOf = (items: object[] = []) =>
	items.map((item) => (item as { event_type: string; is_final: boolean }).event_type);

/** Tells a trigger of the latest notification about a payment. */
async function delivered(uuid: string, options: object = {}): Promise<unknown[]> {
	const body = notificationsAbout(polling.service, uuid).at(-1);
	if (!body) throw new Error(`Nothing was told of ${uuid}`);
	const workflow = new StoredWorkflow(polling.service.credentials(), { webhook: { options: { ...options } } });
	const { items } = await workflow.deliver({ headers: believed(polling.service, body), body });
	return (items ?? []).map(({ json }) => [json.event_type, json.is_final, json.confirmed]);
}

describe.each(FIELDS)('a payin whose record and notification also show fields %s', (_, fields) => {
	beforeEach(() => addToPayins(fields));

	it('is found by polling when it is paid, and not before', async () => {
		const poller = polling.workflow({ events: ['payin'] }).poller();
		await poller.activate();
		const uuid = newPayin(polling.service);
		expect(await poller.poll()).toEqual([]);
		account().payins.simulate(uuid, 'completed');
		await polling.pass(MINUTE);
		expect(typesOf(await poller.poll())).toEqual(['payin.received']);
	});

	it('is told under its own name, with and without its record', async () => {
		const uuid = newPayin(polling.service, { external_id: 'ord-1' });
		account().payins.simulate(uuid, 'completed');
		expect(await delivered(uuid)).toEqual([['payin.received', true, undefined]]);
		expect(await delivered(uuid, { confirmWithService: true })).toEqual([['payin.received', true, true]]);
	});
});

describe.each([...FIELDS, ['of a payment by link', { transaction_info: { count: 1 } }] as const])(
	'a payout whose record and notification also show fields %s',
	(_, fields) => {
		beforeEach(() => addToPayouts(fields));

		it('is found by polling', async () => {
			const poller = polling.workflow({ events: ['payout'] }).poller();
			await poller.activate();
			newPayout(polling.service);
			await polling.pass(MINUTE);
			expect(typesOf(await poller.poll())).toEqual(['payout.completed']);
		});

		it('is told under its own name, with and without its record', async () => {
			const uuid = newPayout(polling.service, { external_id: 'run-1' });
			await polling.pass(MINUTE);
			expect(await delivered(uuid)).toEqual([['payout.completed', true, undefined]]);
			expect(await delivered(uuid, { confirmWithService: true })).toEqual([['payout.completed', true, true]]);
		});
	},
);

it.each(FIELDS)('a wait ends when its payin is paid, which also shows fields %s', async (_, fields) => {
	addToPayins(fields);
	const { n8n, close } = await WaitingN8n.listening(polling.service.credentials());
	const plan = {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: 'Wait', type: ACTION, parameters: payin({ operation: 'createAndWait' }) },
		],
		wires: [['Start', 0, 'Wait'] as [string, number, string]],
	};
	const id = await n8n.start(plan, [{ amount: '80', key: 'order-1' }]);
	expect(n8n.execution(id).status).toBe('waiting');
	account().payins.simulate(String(account().payins.recent(1)[0]?.uuid), 'completed');
	await polling.service.emulator.world.notifications.idle();
	await n8n.idle();
	expect(n8n.execution(id).status).toBe('success');
	await close();
});
