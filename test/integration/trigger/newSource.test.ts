import type { IDataObject } from 'n8n-workflow';
import type * as Events from '../../../core/events';
import type * as Registry from '../../../core/events/registry';
import type * as Vouchers from './voucherSource';
import { startService, type Service } from '../engine/service';
import { believed, newPayin, notificationsAbout } from './payments';
import { StoredWorkflow, thisProcess, type Answer } from './triggerEngine';

/** The index with one more source, which nothing else in the package knows. */
jest.mock('../../../core/events', () => {
	const index = jest.requireActual<typeof Events>('../../../core/events');
	const { eventRegistry } = jest.requireActual<typeof Registry>('../../../core/events/registry');
	const { voucher } = jest.requireActual<typeof Vouchers>('./voucherSource');
	return { ...index, ...eventRegistry([voucher, ...index.notificationSources]) };
});

let service: Service;
beforeAll(async () => {
	service = await startService();
});
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const deliver = async (workflow: StoredWorkflow, body: unknown): Promise<Answer> =>
	await workflow.deliver({ headers: believed(service, body), body });
const itemOf = ({ items }: Answer): IDataObject => items?.[0]?.json ?? {};

/** A voucher that the customer has paid, and the notification about it. */
function redeemedVoucher(): IDataObject {
	const uuid = newPayin(service, { external_id: 'voucher-1' });
	service.emulator.account('AUD').payins.simulate(uuid, 'completed');
	return notificationsAbout(service, uuid)[0];
}

const optionsOf = (name: string) =>
	thisProcess.webhook.description.properties.find((property) => property.name === name)?.options ?? [];

it('is offered among the events, and its statuses among the statuses', () => {
	expect(optionsOf('events')).toContainEqual({
		name: 'Voucher',
		value: 'voucher',
		action: 'On voucher status',
		description: 'A voucher is redeemed',
	});
	expect(optionsOf('statuses')).toContainEqual({ name: 'Redeemed', value: 'redeemed' });
	const events = thisProcess.webhook.description.properties.find(({ name }) => name === 'events');
	expect(events?.default).toContain('voucher');
});

it('is recognised and named', async () => {
	const item = itemOf(await deliver(new StoredWorkflow(service.credentials()), redeemedVoucher()));
	expect(item).toMatchObject({
		event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
		event_type: 'voucher.redeemed',
		source: 'voucher',
		external_id: 'voucher-1',
		is_final: true,
		amount: '80.0',
		currency: 'AUD',
	});
});

it.each<[string, IDataObject, number]>([
	['of this source', { events: ['voucher'] }, 1],
	['of others', { events: ['payin'] }, 0],
	['of this status', { statuses: ['redeemed'] }, 1],
	['of other statuses', { statuses: ['received'] }, 0],
])('is filtered: events %s', async (_case, chosen, items) => {
	const workflow = new StoredWorkflow(service.credentials(), { webhook: chosen as { events: string[] } });
	expect((await deliver(workflow, redeemedVoucher())).items ?? []).toHaveLength(items);
});

it('is confirmed by its record', async () => {
	const confirming = new StoredWorkflow(service.credentials(), { webhook: { options: { confirmWithService: true } } });
	const item = itemOf(await deliver(confirming, { ...redeemedVoucher(), status: 'pending' }));
	expect(item).toMatchObject({ event_type: 'voucher.redeemed', payload: { stage: 'normal_stage' } });
	expect(service.calls()).toEqual({ 'v2.payins.detail': 1 });
});

it('is recognised as late', async () => {
	const workflow = new StoredWorkflow(service.credentials(), { webhook: { options: { outOfOrder: 'flag' } } });
	const redeemed = redeemedVoucher();
	expect(itemOf(await deliver(workflow, redeemed))).toMatchObject({ out_of_order: false });
	expect(itemOf(await deliver(workflow, { ...redeemed, status: 'pending' }))).toMatchObject({ out_of_order: true });
});

it('is named alike by the polling trigger', async () => {
	const workflow = new StoredWorkflow(service.credentials(), {
		polling: { events: ['payin'], options: { emitExisting: true } },
	});
	const notified = itemOf(await deliver(new StoredWorkflow(service.credentials()), redeemedVoucher()));
	const polled = await workflow.poller().activate();
	expect(polled).toMatchObject([{ event_type: 'voucher.redeemed', event_id: notified.event_id }]);
});
