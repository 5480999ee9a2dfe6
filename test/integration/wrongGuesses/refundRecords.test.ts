import type { IDataObject } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { without } from '../../../emulator/otherwise/difference';
import { serviceOfFile } from '../engine/serviceOfFile';
import { believed, newLink, notificationsAbout, receivedPayin } from '../trigger/payments';
import { StoredWorkflow } from '../trigger/triggerEngine';

/** Confirm with Service where the records of refunds are others than assumed: the specification shows none. */

const MINUTE = 60_000;
const service = serviceOfFile();

const confirming = () =>
	new StoredWorkflow(service.credentials(), { webhook: { options: { confirmWithService: true } } });

const showRefunds = (change: (refunds: IDataObject[], payin: IDataObject) => IDataObject[]) =>
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, asked, answer) => {
		const payin = answer as IDataObject;
		if (asked !== 'v2.payins.detail' || !Array.isArray(payin.refunds)) return answer;
		return { ...payin, refunds: change(payin.refunds as IDataObject[], payin) };
	});

/** Delivers what has come since the last delivery. @returns the events */
async function deliverNew(workflow: StoredWorkflow, uuid: string, known: { count: number }): Promise<string[]> {
	const bodies = notificationsAbout(service, uuid).slice(known.count);
	known.count += bodies.length;
	const before = workflow.held.length;
	for (const body of bodies) {
		const { status } = await workflow.deliver({ headers: believed(service, body), body });
		expect(status).toBe(200);
	}
	return workflow.held.slice(before).map(({ event_type }) => String(event_type));
}

/** Refunds a payin in parts, each followed by its notifications, or all of them before. @returns what was told of refunds */
async function refundInParts(isInTime: boolean, ...parts: [amount: number, description: string][]): Promise<string[]> {
	const { payins } = service.emulator.account('AUD');
	const workflow = confirming();
	const uuid = receivedPayin(service, { external_id: 'order-1' });
	const known = { count: 0 };
	await deliverNew(workflow, uuid, known);
	await service.advance(31 * MINUTE);
	const told: string[] = [];
	for (const [amount, description] of parts) {
		payins.refunds.request(payins.get(uuid), { amount, description });
		await service.advance(1_000);
		if (isInTime) told.push(...(await deliverNew(workflow, uuid, known)));
	}
	told.push(...(await deliverNew(workflow, uuid, known)));
	return told.filter((event) => /partially_refunded|return_received/.test(event));
}

it('a refund that completes the amount is told where the newest stands first', async () => {
	showRefunds((refunds) => refunds.toReversed());
	const told = await refundInParts(true, [30, 'Cup'], [50, 'Plate']);
	expect(told).toEqual(['payin.partially_refunded', 'payin.return_received']);
});

describe.each<[string, (refund: IDataObject) => IDataObject]>([
	['refunded', (refund: IDataObject) => ({ ...refund, status: 'refunded' })],
	['nothing', (refund: IDataObject) => ({ refund_amount: refund.amount, description: refund.description })],
])('where a refund tells of its end by %s', (_word, change) => {
	it.each([
		['in time', true, 'Cup', 'Plate', 20],
		['late', false, 'Cup', 'Plate', 20],
		['in time and alike', true, 'Cup', 'Cup', 30],
	])('two parts are told, %s', async (_when, isInTime, one, other, amount) => {
		showRefunds((refunds) => refunds.map(change));
		const told = await refundInParts(isInTime, [30, one], [amount, other]);
		expect(told).toEqual(['payin.partially_refunded', 'payin.partially_refunded']);
	});
});

it.each([20, undefined])('a refund of %s of a link whose record shows none is told once', async (amount) => {
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, asked, answer) => {
		const { transaction_info: payment, ...link } = answer as IDataObject;
		if (asked !== 'v3.links.detail' || !payment) return answer;
		return { ...without(link, 'refunds'), transaction_info: without(payment as IDataObject, 'refunds') };
	});
	const { links, checkoutSessions } = service.emulator.account('AUD');
	const workflow = confirming();
	const uuid = newLink(service);
	const known = { count: 0 };
	checkoutSessions.pay(links.session(uuid));
	await service.advance(60 * MINUTE);
	await deliverNew(workflow, uuid, known);
	links.refund(uuid, { amount, description: 'Late parcel' });
	await service.advance(2_000);
	const told = await deliverNew(workflow, uuid, known);
	// Of a refund in whole, the record tells that it has ended.
	expect(told).toEqual(
		amount === undefined
			? ['checkoutLink.return_received']
			: ['checkoutLink.return_pending', 'checkoutLink.partially_refunded'],
	);
});
