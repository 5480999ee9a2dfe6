import { payin } from '../action/orders';
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
