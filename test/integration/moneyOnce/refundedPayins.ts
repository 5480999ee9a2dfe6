import type { INodeParameters } from 'n8n-workflow';
import { AT_ONCE, operation, payin } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import type { Service } from '../engine/service';
import { run } from '../resources/resourceRun';

/**
 * A payin that was paid an hour ago, and so can be refunded.
 * @param amount what was paid; all that was asked for by default
 * @param ago in minutes
 */
export async function paidPayin(service: Service, asked: object = {}, amount?: number, ago = 60): Promise<string> {
	const { items } = await run(service, payin({ amount: 100, ...asked }), { items: [{ key: 'order-1' }] });
	const uuid = String(items[0]?.json.uuid);
	service.emulator.account('AUD').payins.simulate(uuid, 'completed', amount);
	await service.advance(ago * 60_000);
	return uuid;
}

/** A refund of a part, or of everything where there is no amount. */
export const refundOf = (
	uuid: string,
	externalId: string,
	amount?: string,
	changes: INodeParameters = {},
): INodeParameters =>
	operation('payin', 'refund', {
		...{ uuid, externalId, reason: 'Parcel came late', options: AT_ONCE },
		...(amount === undefined ? { refundType: 'full' } : { refundType: 'partial', amount }),
		...changes,
	});

/** Refunds. @returns `created`, `found`, or the error's message */
export async function refund(
	service: Service,
	parameters: INodeParameters,
	more: Partial<NodeRunOptions> = {},
): Promise<string> {
	const { items, error } = await runNode({ credentials: service.credentials(), parameters, ...more });
	return error?.message ?? String(items[0]?.json.outcome);
}

/** All refunds, each by its reference and amount. */
export const refundsMade = (service: Service) =>
	service.emulator
		.account('AUD')
		.payins.payments()
		.refunds.map(({ external_id, amount }) => [external_id, Number(amount)]);
