import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../emulator/engine/serviceError';
import * as wire from '../../../emulator/otherwise';
import { deriveAuthorization } from '../../../core/service/authorization';
import type { Service } from '../engine/service';
import { card, gatewayLink, payid } from '../../unit/core/events/notifications';
import { believed, newPayin, newPayout, notificationsAbout, paidLink, receivedPayin, refund } from './payments';
import { StoredWorkflow, type Answer } from './triggerEngine';
import { startWithoutWaits } from './waits';

const MINUTE = 60_000;

let service: Service;
startWithoutWaits((started) => (service = started));

const confirming = () =>
	new StoredWorkflow(service.credentials(), {
		webhook: { options: { confirmWithService: true, includeRawBody: true } },
	});
const deliver = async (workflow: StoredWorkflow, body: unknown): Promise<Answer> =>
	await workflow.deliver({ headers: believed(service, body), body });
const itemOf = ({ items }: Answer): IDataObject => items?.[0]?.json ?? {};

it('emits what the record says now, and what only the notification carried', async () => {
	const uuid = receivedPayin(service);
	refund(service, uuid);
	await service.advance(1_000);
	const [received, returnPending, returned] = notificationsAbout(service, uuid);
	const workflow = confirming();
	const item = itemOf(await deliver(workflow, { ...received, sender_details: { name: 'A Byron' } }));
	expect(item).toMatchObject({
		event_type: 'payin.return_received',
		status: 'return_received',
		payload: {
			status: 'return_received',
			stage: 'normal_stage',
			refunds: [{ amount: '80.0' }],
			sender_details: { name: 'A Byron' },
		},
		raw_body: expect.stringContaining('"received"'),
	});
	// The other notifications are about the same state of the record.
	expect((await deliver(workflow, returnPending)).items).toBeNull();
	expect((await deliver(workflow, returned)).items).toBeNull();
});

it('tells two refunds apart whose notifications arrive after both have happened', async () => {
	for (const [one, other] of [
		[30, 20],
		[30, 30],
	] as const) {
		const uuid = receivedPayin(service);
		await service.advance(31 * MINUTE);
		for (const amount of [one, other]) {
			refund(service, uuid, amount);
			await service.advance(1_000);
		}
		const told = notificationsAbout(service, uuid).filter(({ status }) => status === 'partially_refunded');
		expect(told).toHaveLength(2);
		const workflow = confirming();
		for (const body of [...told, ...told]) await deliver(workflow, body);
		expect(workflow.held).toHaveLength(2);
		expect(new Set(workflow.held.map(({ event_id: id }) => id)).size).toBe(2);
		expect(workflow.held.every(({ confirmed }) => confirmed === true)).toBe(true);
	}
});

it.each([
	['of different amounts, as they come', [10, 5], false],
	['of one amount, as they come', [10, 10], false],
	['of one amount, after both have happened', [10, 10], true],
])(
	'tells two refunds of a checkout link apart by its record, whose notifications show nothing of them: %s',
	async (_how, amounts, late) => {
		const { links } = service.emulator.account('AUD');
		const uuid = paidLink(service);
		await service.advance(60 * MINUTE);
		const workflow = confirming();
		const newest = () => notificationsAbout(service, uuid).at(-1);
		const bodies: unknown[] = [];
		for (const amount of amounts) {
			links.refund(uuid, { amount, description: 'Late parcel', external_id: `refund-${bodies.length}` });
			await service.advance(1_000);
			bodies.push(newest());
			if (!late) await deliver(workflow, newest());
		}
		expect(bodies[0]).toEqual(bodies[1]);
		for (const body of [...bodies, ...bodies]) await deliver(workflow, body);
		expect(new Set(workflow.held.map(({ event_id: id }) => id)).size).toBe(2);
		expect(workflow.held.map(({ status }) => status)).toEqual(['partially_refunded', 'partially_refunded']);
	},
);

describe('where the record of a checkout link shows no refunds', () => {
	/** A link whose whole amount is on its way back, and whose record differs at every reading. */
	const refundedLink = async (changes: object = {}) => {
		let readings = 0;
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
			if (endpoint !== 'v3.links.detail') return answer;
			const { refunds: _hidden, ...record } = answer as { refunds: unknown };
			return { ...record, ...changes, read: ++readings };
		});
		const uuid = paidLink(service);
		service.emulator.account('AUD').links.refund(uuid, { description: 'Late parcel', external_id: 'refund-1' });
		await service.advance(1_000);
		return notificationsAbout(service, uuid).at(-1) as { transaction_info: object };
	};

	it('copies of a notification are one event, however the record changes', async () => {
		const body = await refundedLink();
		expect(body).toMatchObject({ transaction_info: { status: 'return_received' } });
		for (const status of ['return_received', 'partially_refunded']) {
			const sent = { ...body, transaction_info: { ...body.transaction_info, status } };
			for (const workflow of [confirming(), new StoredWorkflow(service.credentials())]) {
				for (let copy = 0; copy < 3; copy++) await deliver(workflow, sent);
				expect(workflow.held).toHaveLength(1);
			}
		}
	});
});

it('confirms payouts', async () => {
	const uuid = newPayout(service);
	await service.advance(2_000);
	const [processing] = notificationsAbout(service, uuid);
	expect(processing).toMatchObject({ status: 'processing' });
	expect(itemOf(await deliver(confirming(), processing))).toMatchObject({
		event_type: 'payout.completed',
		is_final: true,
	});
});

it('leaves to the service what the record does not show yet, and loses nothing', async () => {
	const uuid = newPayin(service);
	const workflow = confirming();
	const received = { ...notification(uuid), status: 'received' };
	expect(await deliver(workflow, received)).toMatchObject({
		status: 503,
		body: { message: 'Try again later' },
		items: null,
	});
	expect(service.calls()['v2.payins.detail']).toBe(3);
	expect(workflow.saves).toBe(0);
	service.emulator.account('AUD').payins.simulate(uuid, 'completed');
	expect(itemOf(await deliver(workflow, received))).toMatchObject({ event_type: 'payin.received' });
});

it('does not believe in a payment that the service does not know', async () => {
	expect(await deliver(confirming(), notification('UNKNOWN1'))).toMatchObject({ status: 503, items: null });
});

it('asks again when the service fails for a moment, and puts the event off when it keeps failing', async () => {
	const uuid = receivedPayin(service);
	const [received] = notificationsAbout(service, uuid);
	service.fault({ endpoint: 'v2.payins.detail', when: 'before', fault: 'status', status: 503, nth: 1 });
	const workflow = confirming();
	expect((await deliver(workflow, received)).items).toHaveLength(1);
	service.fault({ endpoint: 'v2.payins.detail', when: 'before', fault: 'status', status: 500 });
	expect(await deliver(confirming(), received)).toMatchObject({ status: 503, items: null });
});

it.each([
	['a PayID', payid, 'payid.received'],
	['a gateway link', gatewayLink, 'gatewayLink.received'],
])('emits %s as it came, because the service offers no look-up', async (_case, body, type) => {
	expect(itemOf(await deliver(confirming(), body))).toMatchObject({
		event_type: type,
		payload: body,
		confirmed: false,
	});
	expect(service.calls()).toEqual({});
});

describe('a payout batch of v1, of which v2 shows no record', () => {
	const batch = {
		id: 5001,
		uuid: '0B1F22D7',
		status: 'completed',
		total_amount: '75.00',
		external_id: 'wages-1' as string | null,
		payout_transactions: [{ uuid: 'T0B1F22D', status: 'settled', external_id: 'w-1' }],
	};
	const bound = (workflow: StoredWorkflow, body: object) => {
		const { appId, secretKey } = service.emulator.account('AUD');
		const headers = { authorization: deriveAuthorization({ secret: secretKey, appId, externalId: 'wages-1' }) };
		return workflow.deliver({ headers, body });
	};

	it.each(['wages-1', null])('is told as it came, with External ID %s', async (external_id) => {
		const body = { ...batch, external_id };
		for (const workflow of [confirming(), new StoredWorkflow(service.credentials())]) {
			const item = itemOf(await bound(workflow, body));
			expect(item).toMatchObject({ event_type: 'payout.completed', external_id: 'wages-1', payload: body });
			expect(item.confirmed).not.toBe(true);
		}
	});

	it('is put off with the value of another payment', async () => {
		const body = { ...batch, external_id: 'wages-2' };
		expect(await bound(new StoredWorkflow(service.credentials()), body)).toMatchObject({ status: 503, items: null });
	});
});

describe('an account to which a place is closed where a record is only assumed', () => {
	const closed = () => {
		throw new ServiceError(401, 'REQUIRE_LOGIN', 'Not Authorised');
	};

	it('is told of a card payment as it came', async () => {
		jest.spyOn(service.emulator.account('AUD').cards, 'detail').mockImplementation(closed);
		const { items } = await deliver(confirming(), card);
		expect(items?.[0]?.json).toMatchObject({ event_type: 'card.authorised', confirmed: false });
	});

	it.each([
		['by its value alone', null],
		['with Confirm with Service', 'b-1'],
	])('is told of a payout of v1 %s', async (_how, external_id) => {
		const { payouts, appId, secretKey } = service.emulator.account('AUD');
		jest.spyOn(payouts, 'get').mockImplementation(closed);
		const body = { id: 77, uuid: '3F2504E04F89', status: 'completed', total_amount: '5.0', external_id };
		const headers = { authorization: deriveAuthorization({ secret: secretKey, appId, externalId: 'b-1' }) };
		const workflow = external_id === null ? new StoredWorkflow(service.credentials()) : confirming();
		const item = itemOf(await workflow.deliver({ headers, body }));
		expect(item).toMatchObject({ event_type: 'payout.completed', external_id: 'b-1' });
		expect(item.confirmed).not.toBe(true);
	});
});

it('a payin that was paid by card is confirmed by its own record', async () => {
	const uuid = receivedPayin(service, { external_id: 'o-1' });
	const details = { card: { card_type: 'credit', card_brand: 'visa', card_last_4: '4242', card_country: 'AU' } };
	const body = { ...notificationsAbout(service, uuid).at(-1), sender_details: details };
	const item = itemOf(await deliver(confirming(), body));
	expect(item).toMatchObject({ event_type: 'card.received', confirmed: true, payload: { sender_details: details } });
});

it('asks for card payments at their own place', async () => {
	const { items, status } = await deliver(confirming(), card);
	// The specification does not show this place: an event must not be lost where there is nothing.
	expect(status).toBe(200);
	expect(items?.[0]?.json).toMatchObject({ event_type: 'card.authorised', uuid: card.uuid, confirmed: false });
	expect(service.calls()).toEqual({ 'v2.cards.detail': 1, 'v2.payins.detail': 1 });
});

it('puts off a card payment that only its record could tell from another', async () => {
	const body = { ...card, external_id: undefined };
	const { appId, secretKey } = service.emulator.account('AUD');
	const headers = { authorization: deriveAuthorization({ secret: secretKey, appId, externalId: 'ord-77' }) };
	expect(await confirming().deliver({ headers, body })).toMatchObject({ status: 503, items: null });
});

it('asks nothing for an event that is not chosen', async () => {
	const uuid = receivedPayin(service);
	const workflow = confirming();
	workflow.parameters.webhook = { ...workflow.parameters.webhook, events: ['payout'] };
	expect(await deliver(workflow, notificationsAbout(service, uuid)[0])).toMatchObject({ status: 200, items: null });
	expect(service.calls()).toEqual({});
});

const notification = (uuid: string) => ({
	uuid,
	status: 'received',
	payment_method: 'au_bank_aud',
	amount: '80.0',
	currency: 'AUD',
});

describe('late bank details whose notification overtakes the record', () => {
	it.each([null, {}, { qr_string: null }])(
		'are told once, whose value it is, while the record shows %j',
		async (payCode) => {
			let isThere = false;
			const payment = { external_id: 'order-1', status: 'pending', payment_method: 'jp_bank_jpy' };
			const payCodes = { account_number: '1234567', bank_name: 'Mizuho' };
			jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
				if (endpoint !== 'v2.payins.detail') return answer;
				return { uuid: (answer as IDataObject).uuid, ...payment, pay_code: isThere ? payCodes : payCode };
			});
			const uuid = newPayin(service, { external_id: 'order-1' });
			const { external_id: _shown, ...bare } = payment;
			const headers = believed(service, { uuid, ...payment });
			for (const [body, options] of [
				[{ uuid, ...payment, pay_code: payCodes }, { confirmWithService: true }],
				[{ uuid, ...bare, pay_code: payCodes }, {}],
				[{ uuid, pay_code: payCodes }, {}],
				[{ uuid, pay_code: payCodes }, { confirmWithService: true }],
			] as const) {
				isThere = false;
				const workflow = new StoredWorkflow(service.credentials(), { webhook: { options } });
				expect(itemOf(await workflow.deliver({ headers, body }))).toMatchObject({
					source: 'payinCredentials',
					external_id: 'order-1',
					uuid,
					confirmed: false,
					payload: { pay_code: payCodes },
				});
				isThere = true;
				expect(await workflow.deliver({ headers, body })).toMatchObject({ status: 200, items: null });
				const forged = { authorization: believed(service, { uuid, ...payment, external_id: 'order-2' }).authorization };
				expect(await workflow.deliver({ headers: forged, body })).toMatchObject({ status: 401, items: null });
			}
		},
	);
});

describe('what only the notification shows inside an object of the payment', () => {
	it.each([null, {}, { reference: 'R-1', error_code: '' }])(
		'stays beside a pay_code of the record: %j',
		async (shown) => {
			const uuid = newPayin(service);
			jest
				.spyOn(wire, 'answerOtherwise')
				.mockImplementation((_world, endpoint, answer) =>
					endpoint === 'v2.payins.detail' ? { ...(answer as object), status: 'expired', pay_code: shown } : answer,
				);
			const told = { error_code: 'E1', error_message: 'Declined', reference: 'R-0' };
			const body = { uuid, status: 'failed', payment_method: 'au_bank_aud', pay_code: told };
			expect(itemOf(await deliver(confirming(), body))).toMatchObject({
				event_type: 'payin.failed',
				payload: { pay_code: { ...told, reference: shown?.reference ?? 'R-0' } },
			});
		},
	);
});

describe('while the record lags behind', () => {
	it('the end of a refund is left to the service to send again', async () => {
		const uuid = receivedPayin(service, { external_id: 'order-1' });
		await service.advance(31 * MINUTE);
		refund(service, uuid, 30);
		const [pending] = notificationsAbout(service, uuid).slice(-1);
		expect(pending).toMatchObject({ status: 'return_pending' });
		const workflow = confirming();
		expect(itemOf(await deliver(workflow, pending))).toMatchObject({ status: 'return_pending' });
		const ended = { ...pending, status: 'partially_refunded' };
		expect(await deliver(workflow, ended)).toMatchObject({ status: 503 });
		await service.advance(1_000);
		expect(itemOf(await deliver(workflow, ended))).toMatchObject({ status: 'partially_refunded', confirmed: true });
	});
});
