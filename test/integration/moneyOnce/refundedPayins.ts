import type { INodeParameters } from 'n8n-workflow';
import { AT_ONCE, operation, payin } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import type { Service } from '../engine/service';
import { run } from '../resources/resourceRun';
import { pass, startWire, type Wire } from '../transport/wire';

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

/**
 * A proxy that answers some writes with 200 and nothing, and does not pass them on.
 * @param isKept of a write, counted from 1
 */
export async function startKeepingWrites(
	{ emulator: { apiUrl } }: Service,
	isKept: (write: number) => boolean = () => true,
): Promise<Wire & { baseUrl: string }> {
	let writes = 0;
	const wire = await startWire((answer, request) => {
		const isNothingDone = request.method === 'POST' && isKept(++writes);
		const done = isNothingDone ? Promise.resolve({ status: 200, text: '{}' }) : pass(request, apiUrl);
		void done.then(({ status, text }) => answer.writeHead(status, { 'content-type': 'application/json' }).end(text));
	});
	return { ...wire, baseUrl: `${wire.address}/api` };
}
