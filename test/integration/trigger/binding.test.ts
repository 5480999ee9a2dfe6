import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../emulator/engine/serviceError';
import { deriveAuthorization } from '../../../core/service/authorization';
import {
	card,
	checkoutLink,
	gatewayLink,
	identityCheck,
	latePayin,
	payid,
	payin,
	payout,
	virtualAccount,
} from '../../unit/core/events/notifications';
import type { Service } from '../engine/service';
import { credential } from './account';
import { newPayin, newPayout, notificationsAbout, receivedPayin } from './payments';
import { StoredWorkflow, type Answer } from './triggerEngine';
import { startWithoutWaits } from './waits';

/** The authorization value of a payment is valid for that payment alone. */

const long = 'order-'.repeat(20);
const valueOf = (externalId: string | null, account: { appId: string; secretKey: string } = credential) => ({
	authorization: deriveAuthorization({ secret: account.secretKey, appId: account.appId, externalId }),
});
const deliver = async (body: unknown, externalId: string | null, workflow = new StoredWorkflow(credential)) =>
	await workflow.deliver({ headers: valueOf(externalId), body });
const itemOf = ({ items }: Answer): IDataObject => items?.[0]?.json ?? {};

describe('a notification that shows its external id', () => {
	it.each<[string, object, string]>([
		['payin', payin, 'ord-77'],
		['payin with a long one', { ...payin, external_id: long }, long],
		['card', card, 'ord-77'],
		['late credentials in their payin', latePayin, 'ord-77'],
		['payout', payout, 'run-3'],
		['checkout link, in its metadata', checkoutLink, 'ord-78'],
		['PayID', payid, 'inv-5'],
		['gateway link, as its order', gatewayLink, 'ord-79'],
		['identity check', { ...identityCheck, external_id: 'ada-1' }, 'ada-1'],
	])('is believed with the value of that payment: %s', async (_source, body, externalId) => {
		expect(itemOf(await deliver(body, externalId))).toMatchObject({ external_id: externalId });
	});

	it.each<[string, object]>([
		['payin', payin],
		['payin with a long one', { ...payin, external_id: long }],
		['card', card],
		['late credentials in their payin', latePayin],
		['gateway link', gatewayLink],
		['identity check', { ...identityCheck, external_id: 'ada-1' }],
		['payout of v1, of which there is no record', { ...payout, id: 12, uuid: undefined }],
	])('is refused with the value of another, or of one without: %s', async (_source, body) => {
		for (const other of ['ord-78x', `${long}2`, null]) {
			const workflow = new StoredWorkflow(credential);
			expect(await deliver(body, other, workflow)).toEqual({
				status: 401,
				body: { message: 'Unauthorized' },
				items: null,
			});
			expect(workflow.held).toEqual([]);
		}
	});
});

// The specification does not show the external id of a PayID, and each payment of a static one may have its own.
it('one of a PayID that shows another is told under that of its value, unconfirmed, and as no event of the other', async () => {
	const workflow = new StoredWorkflow(credential);
	const told = async (value: string | null) => (await deliver(payid, value, workflow)).items?.map(({ json }) => json);
	const ids = new Set<unknown>();
	for (const other of ['cust-9', null, 'inv-5']) {
		const items = await told(other);
		const isOwn = other === 'inv-5';
		expect(items).toMatchObject([{ event_type: 'payid.received', uuid: '4411', external_id: other }]);
		expect(items?.[0]?.confirmed).toBe(isOwn ? undefined : false);
		ids.add(items?.[0]?.event_id);
		expect(await told(other)).toBeUndefined();
	}
	expect(ids.size).toBe(3);
});

describe('a notification that shows none', () => {
	it('has that of its value', async () => {
		expect(itemOf(await deliver(virtualAccount, 'ord-90'))).toMatchObject({
			event_type: 'payinCredentials.notification',
			uuid: null,
			external_id: 'ord-90',
		});
		expect(itemOf(await deliver({ ...payid, external_id: undefined }, 'inv-9'))).toMatchObject({
			external_id: 'inv-9',
		});
		expect(itemOf(await deliver(identityCheck, null))).toMatchObject({ external_id: null });
	});

	it('is told from that of another payment with the same bank account', async () => {
		const workflow = new StoredWorkflow(credential);
		for (const externalId of ['ord-90', 'ord-91', long]) {
			expect((await deliver(virtualAccount, externalId, workflow)).items).toHaveLength(1);
			expect((await deliver(virtualAccount, externalId, workflow)).items).toBeNull();
		}
	});

	it.each([
		['in Argentina', { cbu: '0170099220000067797370', alias: 'pago.ada.shop', holder: 'Ada SRL', cuit: null }],
		['as a number', { bankCode: 88, accountNo: 110_022_334_455, owner: 'Ada Byron' }],
		['by their alias alone', { alias: 'pago.ada.shop' }],
	])('tells of late credentials under names that nobody has listed: %s', async (_where, body) => {
		for (const externalId of ['ord-90', null]) {
			const answer = await deliver(body, externalId);
			expect(itemOf(answer)).toMatchObject({ source: 'payinCredentials', external_id: externalId, payload: body });
		}
	});

	it.each<[string, object]>([
		['holds nothing to pay to', { hello: 'world', ok: true }],
		['is not flat', { cbu2: { number: '0170099220000067797370' } }],
		['names a payment', { external_id: 'ord-90', note: '0170099220000067797370' }],
		['shows a status', { status: 'blocked', card: '4111111111111111' }],
		['tells what went wrong', { error_code: '1000000017', error_message: 'issuer_declined' }],
		['tells of an order', { orderId: 'A-1', paymentStatus: 'PAID', total: '1000.00' }],
		['holds only a time', { said: '2031-03-17T12:00:00Z', greeting: 'hello' }],
		['holds only an amount', { sum: '100000.00', words: 'one hundred thousand' }],
	])('is refused when it %s', async (_what, body) => {
		expect((await deliver(body, 'ord-90')).status).toBe(400);
	});

	it('is refused under names that nobody has listed when no payment of the account is known by its value', async () => {
		const workflow = new StoredWorkflow({ ...credential, acceptedAuthorization: 'Bearer shop' });
		const body = { clabe: '032180000118359719' };
		expect((await workflow.deliver({ headers: { authorization: 'Bearer shop' }, body })).status).toBe(400);
	});

	it('has none with a value that is accepted as it stands, which is bound to nothing', async () => {
		const workflow = new StoredWorkflow({ ...credential, acceptedAuthorization: 'Bearer shop' });
		for (const body of [virtualAccount, payin])
			expect((await workflow.deliver({ headers: { authorization: 'Bearer shop' }, body })).items).toHaveLength(1);
	});
});

describe('where the specification does not show an external id, the record decides', () => {
	let service: Service;
	startWithoutWaits((started) => (service = started));

	const notify = async (body: unknown, externalId: string | null) =>
		await new StoredWorkflow(service.credentials()).deliver({
			headers: valueOf(externalId, service.emulator.account('AUD')),
			body,
		});
	/** The notification of a batch as the service sends it, and the batch. */
	const batch = async (externalId: string) => {
		const uuid = newPayout(service, { external_id: externalId });
		await service.advance(1_000);
		return notificationsAbout(service, uuid)[0] ?? {};
	};

	it('a payout that shows nothing of it is confirmed by its record', async () => {
		const { external_id: _shown, ...body } = await batch('wages-1');
		expect(itemOf(await notify(body, 'wages-1'))).toMatchObject({ external_id: 'wages-1', confirmed: true });
		expect(service.calls()).toEqual({ 'v2.payouts.detail': 1 });
	});

	it('a payout that shows something else is believed when its record shows the right one', async () => {
		const body = { ...(await batch('wages-1')), external_id: 'w-7' };
		expect(itemOf(await notify(body, 'wages-1'))).toMatchObject({ external_id: 'wages-1', confirmed: true });
	});

	it('a payout is refused with the value of another one', async () => {
		const body = await batch('wages-1');
		const { external_id: _shown, ...bare } = body;
		// Batches of v1, of which there is no record, have an id in place of the uuid.
		for (const forged of [body, bare, { ...bare, id: 12 }])
			expect(await notify(forged, 'wages-2')).toMatchObject({ status: 401, items: null });
	});

	it('a payout is put off while its record cannot be had', async () => {
		const { external_id: _shown, ...body } = await batch('wages-1');
		service.fault({ endpoint: 'v2.payouts.detail', when: 'before', fault: 'status', status: 500 });
		expect(await notify(body, 'wages-1')).toMatchObject({ status: 503, items: null });
	});

	it('a payout that shows nothing else is told when it is repeated and there is still no record of it', async () => {
		const workflow = new StoredWorkflow(service.credentials());
		const headers = valueOf('wages-1', service.emulator.account('AUD'));
		const body = { uuid: 'UNKNOWN1', external_id: 'wages-1', status: 'completed' };
		expect(await workflow.deliver({ headers, body })).toMatchObject({ status: 503, items: null });
		const item = itemOf(await workflow.deliver({ headers, body }));
		expect(item).toMatchObject({ event_type: 'payout.completed', confirmed: false });
	});

	it.each(['wages-1', 'wages-'.repeat(20)])(
		'one transaction by itself is believed when a batch of its value has it: %s',
		async (key) => {
			const { payout_transactions: own } = (await batch(key)) as { payout_transactions: IDataObject[] };
			const body: IDataObject = { ...own[0], external_id: 'w-1' };
			const { items } = await notify(body, key);
			expect(items).toMatchObject([
				{ json: { source: 'payout', uuid: body.uuid, status: body.status, confirmed: true } },
			]);
			expect((await notify({ ...body, status: 'failed' }, key)).items).toBeNull();
			const { payout_transactions: others } = (await batch('wages-2')) as { payout_transactions: IDataObject[] };
			const forged = await notify({ ...others[0], external_id: 'w-2' }, key);
			expect(forged.items).toBeNull();
		},
	);

	it.each([
		['of v1', { payee: 'Ada Byron', email: 'ada@shop.example', amount: '75.00', bsb: '062000' }, 'V1AA0001'],
		['of v1 with an id', { id: 7001, payee: 'Ada Byron', amount: '75.00' }, 'V1AA0001'],
		['of v1 with an id alone', { id: 7001, payee: 'Ada Byron', amount: '75.00' }, undefined],
	])('one transaction %s, of which there is no record, is told unconfirmed', async (_how, fields, uuid) => {
		const { payout_transactions: others } = (await batch('wages-2')) as { payout_transactions: IDataObject[] };
		const body = { ...fields, uuid, status: 'completed', external_id: 'w-1' };
		expect(itemOf(await notify(body, 'wages-1'))).toMatchObject({
			event_type: 'payout.completed',
			amount: '75.00',
			confirmed: false,
			external_id: 'wages-1',
			payload: { external_id: 'w-1' },
		});
		// That of another batch is not.
		if (uuid === undefined) return;
		const forged = { ...fields, uuid: others[0]?.uuid, status: 'completed', external_id: 'w-1' };
		expect(await notify(forged, 'wages-1')).toMatchObject({ status: 401, items: null });
	});

	it.each([
		['with payee and amount', { payee: 'Ada Byron', amount: '75.0' }],
		['with uuid, external id and status alone', {}],
	])('one transaction of v2 is looked up: %s', async (_how, fields) => {
		const uuid = newPayout(service, { external_id: 'wages-1' });
		await service.advance(5_000);
		const told = notificationsAbout(service, uuid).at(-1) as { payout_transactions: IDataObject[] };
		const { uuid: part, status } = told.payout_transactions[0] ?? {};
		const body = { uuid: part, ...fields, external_id: 'w-1', status };
		expect(itemOf(await notify(body, 'wages-1'))).toMatchObject({
			source: 'payout',
			uuid: part,
			status,
			confirmed: true,
		});
		expect((await notify(body, 'wages-2')).items).toBeNull();
		expect((await notify({ ...body, uuid: 'UNKNOWN1' }, 'wages-1')).items).toBeNull();
		const settled = { uuid: part, external_id: 'w-1', status: 'settled' };
		expect(itemOf(await notify(settled, 'wages-1'))).toMatchObject({ source: 'payout', uuid: part });
	});

	it.each([400, 422] as const)('a short failure is that of the payout where payins answer %d', async (status) => {
		const { uuid } = await batch('wages-1');
		const { payins, payouts } = service.emulator.account('AUD');
		payouts.simulate(String(uuid), 'failed');
		const unknown = jest.spyOn(payins, 'get').mockImplementation(() => {
			throw new ServiceError(status, 'invalid', 'No such payin');
		});
		const body = { uuid, external_id: 'wages-1', status: 'failed' };
		const told = await notify(body, 'wages-1').finally(() => unknown.mockRestore());
		expect(itemOf(told)).toMatchObject({ event_type: 'payout.failed', uuid });
	});

	it('a gateway payment is that of its Order ID, also where that comes as a number, and beside a uuid', async () => {
		const body = { payment_id: 917, order_id: 77, status: 'received' };
		for (const told of [body, { ...body, uuid: 'GW000917' }])
			expect(itemOf(await notify(told, '0077'))).toMatchObject({
				source: 'gatewayLink',
				uuid: '917',
				external_id: '0077',
			});
		// A number that JavaScript cannot hold is read as text.
		const long = { ...body, order_id: '9007199254740993' };
		expect(itemOf(await notify(long, '009007199254740993'))).toMatchObject({ external_id: '009007199254740993' });
		for (const forged of [
			{ ...body, order_id: '77' },
			{ ...body, order_id: 770 },
			{ ...body, order_id: 78 },
		])
			expect(await notify(forged, '0077')).toMatchObject({ status: 401, items: null });
	});

	it('a word that only payouts have is about the payout, although its notification names a payment method', async () => {
		const { uuid } = await batch('wages-1');
		service.emulator.account('AUD').payouts.simulate(String(uuid), 'completed');
		const body = { uuid, external_id: 'wages-1', status: 'completed', amount: '75.0', payment_method: 'au_bank_aud' };
		const workflow = new StoredWorkflow(service.credentials(), { webhook: { events: ['payout'] } });
		const headers = valueOf('wages-1', service.emulator.account('AUD'));
		expect(itemOf(await workflow.deliver({ headers, body }))).toMatchObject({
			event_type: 'payout.completed',
			is_final: true,
		});
	});

	// Both have the first two, and neither is known to have the others: the specification lists all statuses of payins.
	it.each(['failed', 'expired', 'canceled', 'sent', 'on_hold'])(
		'a body of uuid, external id and %s is about what has that uuid',
		async (status) => {
			const { uuid } = await batch('wages-1');
			service.emulator.account('AUD').payouts.simulate(String(uuid), 'failed');
			const body = { uuid, external_id: 'wages-1', status };
			expect(itemOf(await notify(body, 'wages-1'))).toMatchObject({
				event_type: 'payout.failed',
				uuid,
				is_final: true,
			});
			const payout = { webhook: { events: ['payout'] } };
			const headers = valueOf('wages-1', service.emulator.account('AUD'));
			const workflow = new StoredWorkflow(service.credentials(), payout);
			expect((await workflow.deliver({ headers, body })).items).toHaveLength(1);
			for (const forged of [body, { ...body, external_id: 'wages-2' }])
				expect(await notify(forged, 'wages-2')).toMatchObject({ status: 401, items: null });

			const payin = newPayin(service, { external_id: 'ord-1' });
			const failed = { uuid: payin, external_id: 'ord-1', status };
			expect(itemOf(await notify(failed, 'ord-1'))).toMatchObject({ event_type: `payin.${status}`, payload: failed });
			const unknown = { uuid: 'UNKNOWN1', external_id: 'ord-1', status };
			expect(itemOf(await notify(unknown, 'ord-1'))).toMatchObject({ event_type: `payin.${status}` });
		},
	);

	it.each([[['payout']], [[]]])(
		'such a body is put off until the service can be asked what it is about, with events %j',
		async (events) => {
			const { uuid } = await batch('wages-1');
			service.emulator.account('AUD').payouts.simulate(String(uuid), 'failed');
			const headers = valueOf('wages-1', service.emulator.account('AUD'));
			const workflow = new StoredWorkflow(service.credentials(), { webhook: { events } });
			const tell = async () =>
				await workflow.deliver({ headers, body: { uuid, external_id: 'wages-1', status: 'failed' } });
			service.fault({ endpoint: 'v2.payins.detail', when: 'before', fault: 'status', status: 500 });
			for (let copy = 1; copy <= 3; copy += 1) expect(await tell()).toMatchObject({ status: 503, items: null });
			service.emulator.world.faults.remove();
			expect(itemOf(await tell())).toMatchObject({ event_type: 'payout.failed', uuid });
		},
	);

	it('a status in between comes out as it was notified, though the record has gone on', async () => {
		const { external_id: _shown, ...bare } = await batch('wages-1');
		const { external_id: _long, ...withDigest } = await batch(long);
		await service.advance(2_000);
		for (const [body, externalId, told] of [
			[bare, 'wages-1', 'wages-1'],
			// The value carries only a digest of it.
			[withDigest, long, null],
		] as const)
			expect(itemOf(await notify(body, externalId))).toMatchObject({
				event_type: 'payout.processing',
				external_id: told,
				payload: { status: 'processing' },
				confirmed: false,
			});
		expect(itemOf(await notify({ ...bare, status: 'rejected' }, 'wages-1'))).toMatchObject({
			status: 'completed',
			confirmed: true,
		});
		const { payout_transactions: _hidden, ...short } = bare;
		const accepting = new StoredWorkflow(service.credentials('AUD', { acceptedAuthorization: 'Bearer shop' }));
		const accepted = { headers: { authorization: 'Bearer shop' }, body: short };
		expect(itemOf(await accepting.deliver(accepted))).toMatchObject({ status: 'processing', confirmed: false });
	});

	it('a payin whose external id was taken out is that of its record, or refused', async () => {
		const uuid = receivedPayin(service, { external_id: 'ord-1' });
		const { external_id: _shown, ...body } = notificationsAbout(service, uuid)[0] ?? {};
		expect(itemOf(await notify(body, 'ord-1'))).toMatchObject({ external_id: 'ord-1', confirmed: true });
		expect(await notify(body, 'ord-2')).toMatchObject({ status: 401 });
	});

	it('with Confirm with Service no value tells of a payment with another uuid', async () => {
		const [own, other] = [receivedPayin(service, { external_id: 'ord-1' }), receivedPayin(service)];
		const workflow = new StoredWorkflow(service.credentials(), { webhook: { options: { confirmWithService: true } } });
		const headers = valueOf('ord-1', service.emulator.account('AUD'));
		const [body] = notificationsAbout(service, own);
		expect(await workflow.deliver({ headers, body: { ...body, uuid: other } })).toMatchObject({ status: 401 });
		expect(itemOf(await workflow.deliver({ headers, body }))).toMatchObject({ uuid: own, confirmed: true });
	});

	it.each([
		['run-2', 'run-1'],
		[`${long}2`, `${long}1`],
		[null, long],
	])(
		'a payout of v1 is not late after what another value has told of: that of %s, after that of %s',
		async (own, other) => {
			const workflow = new StoredWorkflow(service.credentials(), { webhook: { options: { outOfOrder: 'drop' } } });
			const payout = { id: 12, amount: '30.00', payid: 'ben@payees.example', payid_type: 'EMAIL' };
			const told = async (value: string | null, status: string) => {
				const headers = valueOf(value, service.emulator.account('AUD'));
				const { items } = await workflow.deliver({ headers, body: { ...payout, external_id: 'payee-2', status } });
				return items?.length ?? 0;
			};
			expect(await told(other, 'completed')).toBe(1);
			expect(await told(own, 'processing')).toBe(1);
			expect(await told(own, 'completed')).toBe(1);
			expect(await told(own, 'created')).toBe(0);
		},
	);
});

describe('a notification of another account', () => {
	const warnings: string[] = [];
	const workflow = new StoredWorkflow(credential);
	workflow.logger = { warn: (message) => warnings.push(message) };
	const other = { appId: 'app-of-another', secretKey: 'theirs' };
	const send = async (account: typeof other) =>
		(await workflow.deliver({ headers: valueOf('ord-77', account), body: payin })).status;
	afterEach(() => jest.useRealTimers());

	it('is refused, and told in the log once an hour, with the remedy', async () => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask', 'performance'] });
		for (let copy = 0; copy < 3; copy++) expect(await send(other)).toBe(401);
		expect(warnings).toHaveLength(1);
		expect(warnings[0]).toMatch(/another payments account \([\w-]{8}\).*path of its own/);
		jest.setSystemTime(Date.now() + 3_600_000);
		await send(other);
		expect(warnings).toHaveLength(2);
	});

	it('does not fill the log, whatever accounts somebody makes up', async () => {
		for (let number = 0; number < 100; number++) await send({ appId: `made-up-${number}`, secretKey: 'x' });
		expect(warnings.length).toBeLessThanOrEqual(22);
	});
});
