import { createRandom } from '../../../emulator/engine/random';
import * as notifications from '../../unit/core/events/notifications';
import { json, startWire } from '../transport/wire';
import { headersFor } from '../trigger/account';
import { StoredWorkflow } from '../trigger/triggerEngine';
import { madeOdd, oddText, pick } from './oddities';

const { payin, latePayin, card, payout, checkoutLink, payid, gatewayLink, identityCheck } = notifications;
const genuine = [payin, latePayin, card, payout, checkoutLink, payid, gatewayLink, identityCheck];
const contentTypes = [
	'application/json',
	'application/json; charset=utf-16le',
	'application/json; charset=x',
	'text/plain',
	'application/octet-stream',
	'application/x-www-form-urlencoded',
	null,
];
const authorizations = [
	'',
	'Bearer',
	'Bearer mcp2.',
	'Basic Og==',
	`Bearer mcp2.${'A'.repeat(100_000)}`,
	'\u0000',
	'Bearer ü',
];

/** The results of many odd deliveries. */
export interface DeliveryFigures {
	/** Number of answers by status. */
	byStatus: Record<number, number>;
	accepted: number;
	/** Characters of static data that they left behind. */
	stored: number;
}

/**
 * Sends odd deliveries to a trigger: from strangers, and from a service that signs its mistakes.
 * @throws what the trigger throws
 */
export async function fuzzDeliveries(count: number, seed: number): Promise<DeliveryFigures> {
	const random = createRandom(seed);
	// The service has no records of the odd payments.
	const { credentials, close } = await startWire(json({ error: 'not_found' }, 404));
	const account = { appId: String(credentials.appId), secretKey: String(credentials.secretKey) };
	const workflow = new StoredWorkflow(credentials);
	const figures: DeliveryFigures = { byStatus: {}, accepted: 0, stored: 0 };
	for (let number = 0; number < count; number++) {
		const odd = madeOdd({ ...pick(random, genuine), uuid: random.shortId() }, random);
		const text = JSON.stringify(odd);
		const body = random.next() < 0.8 ? text : oddText(text, random);
		const isBelieved = random.next() < 0.6;
		const { status, items } = await workflow.deliver({
			body,
			contentType: pick(random, contentTypes),
			headers: isBelieved ? headersFor(body, account) : { authorization: pick(random, authorizations) },
			unreadable: random.next() < 0.02,
		});
		figures.byStatus[status] = (figures.byStatus[status] ?? 0) + 1;
		figures.accepted += items?.length ?? 0;
	}
	await close();
	figures.stored = workflow.staticData.length;
	return figures;
}
