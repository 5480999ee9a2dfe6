import type { IDataObject } from 'n8n-workflow';
import { deriveAuthorization } from '../../../core/service/authorization';
import { believed, newPayin, newPayout, notificationsAbout, receivedPayin, refund } from '../trigger/payments';
import { anotherProcess, StoredWorkflow } from '../trigger/triggerEngine';
import { DAY, HOUR, MINUTE, SECOND, startPolling, told } from './polling';

const polling = startPolling();
/** A payin whose account to pay to comes later. */
const inYen = {
	payin_method_name: 'jp_bank_jpy',
	payin_method_params: { first_name: 'アダ', last_name: 'バイロン' },
	amount: 5000,
	currency: 'JPY',
};
const notify = async (workflow: StoredWorkflow, body: unknown): Promise<IDataObject[]> =>
	((await workflow.deliver({ headers: believed(polling.service, body), body })).items ?? []).map(({ json }) => json);

describe('a payout whose notifications show no more than its status', () => {
	/** The notifications of a payout in short form, oldest first. */
	const shortly = (uuid: string) =>
		notificationsAbout(polling.service, uuid).map(({ external_id: externalId, status }) => ({
			uuid,
			external_id: externalId,
			status,
		}));

	it.each([[true], [false]])('starts the workflow once for each, by webhook first: %s', async (isToldFirst) => {
		const workflow = polling.workflow();
		const poller = workflow.poller();
		await poller.activate();
		const uuid = newPayout(polling.service, { external_id: 'wage-1' });
		const events: string[] = [];
		const tell = async () => {
			for (const body of shortly(uuid).slice(-1)) events.push(...told(await notify(workflow, body)));
		};
		const poll = async () => void events.push(...told(await poller.poll()));
		const steps = isToldFirst ? [tell, poll] : [poll, tell];
		for (let second = 0; second < 2; second += 1) {
			await polling.pass(SECOND);
			for (const step of steps) await step();
		}
		expect(events).toEqual([`${uuid} processing`, `${uuid} completed`]);
	});
});

describe('account details that come later', () => {
	/** A payin whose account to pay to was notified by itself, and what its notification says. */
	const withLateDetails = async () => {
		const workflow = new StoredWorkflow(polling.service.credentials('JPY'));
		const poller = workflow.poller();
		await poller.activate();
		const { appId, secretKey: secret } = polling.service.emulator.account('JPY');
		const uuid = newPayin(polling.service, { external_id: 'order-1', ...inYen }, 'JPY');
		await polling.pass(HOUR);
		const [body] = notificationsAbout(polling.service, uuid);
		const tell = async (externalId = 'order-1', beside: IDataObject = {}) => {
			const headers = { authorization: deriveAuthorization({ secret, appId, externalId }) };
			const { items } = await workflow.deliver({ headers, body: { ...body, ...beside } });
			return (items ?? []).map(({ json }) => json);
		};
		return { poller, tell, uuid };
	};

	it('are one event with those that the record shows, when they come by webhook first', async () => {
		const { poller, tell } = await withLateDetails();
		expect(await tell()).toMatchObject([{ uuid: null, external_id: 'order-1', source: 'payinCredentials' }]);
		expect(await poller.poll()).toEqual([]);
		await polling.pass(HOUR);
		expect(await poller.poll()).toEqual([]);
	});

	it('and when polling finds them first', async () => {
		const { poller, tell, uuid } = await withLateDetails();
		expect(await poller.poll()).toMatchObject([{ uuid, external_id: 'order-1', source: 'payinCredentials' }]);
		expect(await tell()).toEqual([]);
	});

	it.each([
		[['uuid']],
		[['uuid', 'external_id']],
		[['uuid', 'status', 'external_id']],
		[['uuid', 'status', 'payment_method']],
		[['status']],
	])('and where they come beside fields of their payin: %j', async (names) => {
		for (const isToldFirst of [true, false]) {
			const { poller, tell, uuid } = await withLateDetails();
			const payin: IDataObject = { uuid, status: 'pending', external_id: 'order-1', payment_method: 'jp_bank_jpy' };
			const beside = Object.fromEntries(names.map((name) => [name, payin[name]]));
			const notify = async () => await tell('order-1', beside);
			const first = isToldFirst ? await notify() : await poller.poll();
			const isNamed = !isToldFirst || names.includes('uuid');
			expect(first).toMatchObject([
				{ source: 'payinCredentials', uuid: isNamed ? uuid : null, external_id: 'order-1' },
			]);
			for (const again of [notify, poller.poll]) expect(await again()).toEqual([]);
			expect(await tell('order-2', beside)).toHaveLength(names.includes('uuid') ? 0 : 1);
		}
	});

	it('but not with those of another payment to the same account', async () => {
		const { poller, tell, uuid } = await withLateDetails();
		expect(await tell('order-2')).toMatchObject([{ external_id: 'order-2' }]);
		expect(await poller.poll()).toMatchObject([{ uuid, external_id: 'order-1' }]);
	});
});

it('emits a failure once, although the record shows the payment as expired', async () => {
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	const payin = newPayin(polling.service, { external_id: 'order-1' });
	polling.service.emulator.account('AUD').payins.simulate(payin, 'failed');
	await polling.pass(SECOND);
	const [failed] = notificationsAbout(polling.service, payin).slice(-1);
	// Only the notification shows why, and it may fail for another reason once more.
	for (const error_code of ['issuer_declined', 'expired_card', 'issuer_declined'])
		await notify(workflow, { ...failed, pay_code: { error_code } });
	expect(told(workflow.held)).toEqual([`${payin} failed`, `${payin} failed`]);
	expect(await poller.poll()).toEqual([]);
});

it('emits a receipt again when more was paid, whichever trigger sees it, and once', async () => {
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	const uuid = receivedPayin(polling.service, { external_id: 'order-1' });
	const [received] = notificationsAbout(polling.service, uuid);
	const payin = polling.service.emulator.account('AUD').payins.get(uuid);
	const full = payin.paid;
	payin.paid = full / 2n;
	expect(told(await poller.poll())).toEqual([`${uuid} received`]);
	expect(await notify(workflow, { ...received, paid_amount: '40.00' })).toEqual([]);
	expect(told(await notify(workflow, received))).toEqual([`${uuid} received`]);
	payin.paid = full;
	expect(await poller.poll()).toEqual([]);
});

it('emits the expiry of a payment whose failure nobody has told', async () => {
	const poller = polling.workflow().poller();
	await poller.activate();
	const payin = newPayin(polling.service);
	polling.service.emulator.account('AUD').payins.simulate(payin, 'failed');
	await polling.pass(SECOND);
	expect(told(await poller.poll())).toEqual([`${payin} expired`]);
});

it('emits the receipt of a payment whose dispute was lost after it', async () => {
	const { payins } = polling.service.emulator.account('AUD');
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	const payin = receivedPayin(polling.service, { external_id: 'order-1' });
	await polling.pass(31 * MINUTE);
	refund(polling.service, payin, 10);
	await polling.pass(MINUTE);
	payins.openDispute(payin);
	payins.closeDispute(payin, 'lost');
	expect(told(await notify(workflow, notificationsAbout(polling.service, payin).at(-1)))).toEqual([
		`${payin} dispute_lost`,
	]);
	expect(told(await poller.poll())).toEqual([`${payin} received`]);
});

it('knows a late notification by what polling has seen', async () => {
	const workflow = polling.workflow();
	workflow.parameters.webhook = { options: { outOfOrder: 'drop' } };
	const poller = workflow.poller();
	await poller.activate();
	const payout = newPayout(polling.service);
	await polling.pass(2 * SECOND);
	expect(told(await poller.poll())).toEqual([`${payout} completed`]);
	expect(await notify(workflow, notificationsAbout(polling.service, payout)[0])).toEqual([]);
});

it('emits a notification of what existed when polling was published', async () => {
	const payin = receivedPayin(polling.service);
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	expect(await notify(workflow, notificationsAbout(polling.service, payin)[0])).toHaveLength(1);
	expect(await poller.poll()).toEqual([]);
});

it('emits each event once however the triggers take turns, restarts between them', async () => {
	const workflow = polling.workflow({ lookBack: 48 });
	let poller = workflow.poller();
	await poller.activate();
	const seen: string[] = [];
	const payins = Array.from({ length: 40 }, () => receivedPayin(polling.service));
	const note = (items: IDataObject[]) => items.forEach(({ event_id }) => seen.push(String(event_id)));
	for (const [index, uuid] of payins.entries()) {
		const [received] = notificationsAbout(polling.service, uuid);
		if (index % 3 === 0) note(await notify(workflow, received));
		if (index % 10 === 5) note(await poller.poll());
		if (index % 3 === 1) note(await notify(workflow, received));
		if (index % 16 === 15) {
			workflow.process = anotherProcess();
			poller = workflow.poller('init');
			note(await poller.activate());
		}
		await polling.pass(MINUTE);
	}
	note(await poller.poll());
	for (const uuid of payins) note(await notify(workflow, notificationsAbout(polling.service, uuid)[0]));
	expect(seen).toHaveLength(40);
	expect(new Set(seen).size).toBe(40);
});

it('remembers what came by webhook as long as polling can find it', async () => {
	const workflow = polling.workflow({ lookBack: 72 });
	await workflow.poller().activate();
	const payin = receivedPayin(polling.service);
	expect(await notify(workflow, notificationsAbout(polling.service, payin)[0])).toHaveLength(1);
	expect(await workflow.poller('update').activate()).toEqual([]);
	await polling.pass(40 * HOUR);
	workflow.process = anotherProcess();
	expect(await workflow.poller('init').activate()).toEqual([]);
});

it('remembers what came right before a pause until the next poll, a week later', async () => {
	const workflow = polling.workflow();
	await workflow.poller().activate();
	const uuids = [receivedPayin(polling.service), receivedPayin(polling.service)];
	for (const uuid of uuids)
		expect(await notify(workflow, notificationsAbout(polling.service, uuid)[0])).toHaveLength(1);
	await polling.pass(7 * DAY);
	workflow.process = anotherProcess();
	expect(await workflow.poller('init').activate()).toEqual([]);
});

it('tells of a status that returns after 72 hours, though polling remembers for longer', async () => {
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	const payin = receivedPayin(polling.service);
	const [received] = notificationsAbout(polling.service, payin);
	expect(await notify(workflow, received)).toHaveLength(1);
	expect(await poller.poll()).toEqual([]);
	await polling.pass(2 * DAY);
	expect(await notify(workflow, received)).toEqual([]);
	await polling.pass(2 * DAY);
	// As when a dispute is won.
	expect(await notify(workflow, received)).toHaveLength(1);
	expect(await poller.poll()).toEqual([]);
});

it.each([
	[1_000, true],
	[1_600, false],
])('finds by polling what came in a pause of %d hours in which notifications came: %s', async (hours, isFound) => {
	const workflow = polling.workflow();
	const poller = workflow.poller();
	await poller.activate();
	await polling.pass(hours * HOUR);
	const [notified, missed] = ['order-1', 'order-2'].map((id) => receivedPayin(polling.service, { external_id: id }));
	for (const body of notificationsAbout(polling.service, String(notified))) await notify(workflow, body);
	await polling.pass(HOUR);
	expect(told(await poller.poll())).toEqual(isFound ? [`${missed} received`] : []);
});
