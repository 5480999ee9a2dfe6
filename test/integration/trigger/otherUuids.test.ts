import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { deriveAuthorization } from '../../../core/service/authorization';
import { credentialOf } from '../accounts/mixed';
import { MINUTE, SECOND, startPolling, told } from '../pollingTrigger/polling';
import { newPayin, newPayout, notificationsAbout, receivedPayin } from './payments';
import { anotherProcess, StoredWorkflow } from './triggerEngine';

/** Whoever knows the authorization value of one payment may name the uuid of another: it never counts as that payment's own word. */

const polling = startPolling();

const account = (currency = 'AUD') => polling.service.emulator.account(currency);
const headersOf = (externalId: string, { secret = account().secretKey, appId = account().appId } = {}) => ({
	authorization: deriveAuthorization({ secret, appId, externalId }),
});
const deliver = async (workflow: StoredWorkflow, body: unknown, headers: Record<string, string>) =>
	((await workflow.deliver({ headers, body })).items ?? []).map(({ json }) => json);
const own = async (workflow: StoredWorkflow, body: IDataObject = {}) =>
	await deliver(workflow, body, headersOf(String(body.external_id)));
/** The same with the value, and the External ID, of another payment. */
const misnamed = async (workflow: StoredWorkflow, body: IDataObject = {}) =>
	await deliver(workflow, { ...body, external_id: 'order-of-another' }, headersOf('order-of-another'));
const webhook = (options: INodeParameters = {}) => ({ webhook: { options } });

/** A workflow of both triggers, and a payment that was received. */
async function received(options: INodeParameters = {}) {
	const workflow = new StoredWorkflow(polling.service.credentials(), { ...webhook(options), polling: {} });
	const poller = workflow.poller();
	await poller.activate();
	const uuid = receivedPayin(polling.service, { external_id: 'order-1' });
	const [body] = notificationsAbout(polling.service, uuid);
	return { workflow, poller, uuid, body };
}

it('a notification is told, though the value of another payment has told of its uuid', async () => {
	const { workflow, uuid, body, poller } = await received();
	expect(await misnamed(workflow, body)).toMatchObject([{ uuid, external_id: 'order-of-another' }]);
	expect(await own(workflow, body)).toMatchObject([{ uuid, external_id: 'order-1' }]);
	expect(await own(workflow, body)).toEqual([]);
	expect(await misnamed(workflow, body)).toEqual([]);
	expect(await poller.poll()).toEqual([]);
});

it('so is what polling finds, and its notification then is a copy', async () => {
	const { workflow, uuid, body, poller } = await received();
	await misnamed(workflow, body);
	expect(await poller.poll()).toMatchObject([{ uuid, external_id: 'order-1' }]);
	expect(await own(workflow, body)).toEqual([]);
	workflow.process = anotherProcess();
	expect(await own(workflow, body)).toEqual([]);
	expect(await misnamed(workflow, body)).toEqual([]);
});

it('a failure that another value has told of does not stand for the expiry that the record shows', async () => {
	const { workflow, poller } = await received();
	const uuid = newPayin(polling.service, { external_id: 'order-2' });
	account().payins.simulate(uuid, 'failed');
	await polling.pass(SECOND);
	await misnamed(workflow, notificationsAbout(polling.service, uuid).at(-1));
	expect(told(await poller.poll())).toContain(`${uuid} expired`);
});

it('nor does a status make those before it late', async () => {
	const { workflow, uuid } = await received({ outOfOrder: 'drop' });
	const payout = newPayout(polling.service, { external_id: 'wages-1' });
	await polling.pass(2 * SECOND);
	const [processing, completed] = notificationsAbout(polling.service, payout);
	const payin = { uuid, currency: 'AUD', amount: '80.0', payment_method: 'au_bank_aud', external_id: 'order-1' };
	await misnamed(workflow, { ...payin, status: 'received' });
	expect(told(await own(workflow, { ...payin, status: 'pending' }))).toEqual([`${uuid} pending`]);
	// The payment's own later status does.
	expect(told(await own(workflow, completed))).toEqual([`${payout} completed`]);
	expect(await own(workflow, processing)).toEqual([]);
});

it('a notification that is put off until its record shows it is put off once, whoever was put off before', async () => {
	const workflow = new StoredWorkflow(polling.service.credentials(), webhook());
	const body = { uuid: 'UNKNOWN1', external_id: 'order-1', status: 'completed' };
	const status = async (externalId: string) =>
		(await workflow.deliver({ headers: headersOf(externalId), body: { ...body, external_id: externalId } })).status;
	expect(await status('order-of-another')).toBe(503);
	expect(await status('order-1')).toBe(503);
	expect(await status('order-1')).toBe(200);
});

it('so is one of a gateway payment whose Order ID comes as a number, which may be that of another with zeros before it', async () => {
	const workflow = new StoredWorkflow(polling.service.credentials(), webhook());
	const body = { payment_id: 917, order_id: 77, status: 'received' };
	const [other] = await deliver(workflow, body, headersOf('0077'));
	const [genuine] = await deliver(workflow, body, headersOf('77'));
	expect([other, genuine]).toMatchObject([{ external_id: '0077' }, { external_id: '77' }]);
	for (const externalId of ['0077', '77']) expect(await deliver(workflow, body, headersOf(externalId))).toEqual([]);
});

it('but the value of another account, under the same External ID, does', async () => {
	const workflow = new StoredWorkflow(credentialOf(polling.service), webhook());
	const uuid = receivedPayin(polling.service, { external_id: 'order-1' });
	const [body] = notificationsAbout(polling.service, uuid);
	const { appId, secretKey: secret } = account('PHP');
	expect(await deliver(workflow, body, headersOf('order-1', { secret, appId }))).toHaveLength(1);
	expect(await own(workflow, body)).toEqual([]);
});

it('where the list does not show the External ID, what polling finds is told, though its notification was', async () => {
	const { workflow, uuid, body, poller } = await received();
	const payin = account().payins.get(uuid);
	Object.assign(payin, { externalId: null });
	for (const tell of [misnamed, own]) expect(await tell(workflow, body)).toHaveLength(1);
	expect(await poller.poll()).toMatchObject([{ uuid, external_id: null }]);
});

describe('copies of one event are one, whoever tells them', () => {
	it.each([
		['the list', 'the value'],
		['the value', 'the list'],
		['the value', 'the value under another secret'],
		['the value under another secret', 'the list'],
		['an accepted value', 'the value'],
		['the value', 'an accepted value'],
		['the list', 'an accepted value'],
		['an accepted value', 'the list'],
		['the value, confirmed', 'the value'],
		['the value', 'the value, confirmed'],
		['the value, confirmed', 'the list'],
		['the list', 'the value, confirmed'],
	])('%s, then %s', async (first, second) => {
		const credentials = polling.service.credentials('AUD', {
			acceptedAuthorization: 'Bearer shop',
			notificationSecret: 'new',
			rotating: true,
			previousNotificationSecret: account().secretKey,
		});
		const workflow = new StoredWorkflow(credentials, { polling: {} });
		const poller = workflow.poller();
		await poller.activate();
		const uuid = receivedPayin(polling.service, { external_id: 'order-1' });
		const [body] = notificationsAbout(polling.service, uuid);
		const tellers: Record<string, () => Promise<IDataObject[]>> = {
			'the list': async () => await poller.poll(),
			'the value': async () => await own(workflow, body),
			'the value under another secret': async () =>
				await deliver(workflow, body, headersOf('order-1', { secret: 'new' })),
			'an accepted value': async () => await deliver(workflow, body, { authorization: 'Bearer shop' }),
			'the value, confirmed': async () => {
				workflow.parameters = { ...webhook({ confirmWithService: true }), polling: {} };
				return await own(workflow, body).finally(() => (workflow.parameters = { polling: {} }));
			},
		};
		expect(await tellers[first]?.()).toMatchObject([{ uuid }]);
		await polling.pass(MINUTE);
		expect(await tellers[second]?.()).toEqual([]);
	});
});
