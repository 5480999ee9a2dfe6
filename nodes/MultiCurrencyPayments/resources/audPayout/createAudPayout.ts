import type { IDataObject } from 'n8n-workflow';
import type { AudPayout } from '../../../../contract';
import { digestOf } from '../../../../core/idempotency';
import { sumAmounts } from '../../../../core/money';
import type { Notify } from '../../form/notification';
import { facts, payOnce } from '../../money/payment';
import type { Settled } from '../../money/once';
import type { AudPayoutRequest } from './audPayoutRequest';
import { audPayoutBody } from './audPayoutRequest';

/** Payees that go in one request, under one key. */
export interface AudChunk {
	key: string;
	requests: AudPayoutRequest[];
}

/** Pays one payee. The service cannot be asked for AUD payouts, so an unclear send is reported and never repeated. */
export async function payAlone(request: AudPayoutRequest, notify: Notify): Promise<Settled> {
	const { item, key, amount, payee, address } = request;
	return await payOnce(item, {
		key,
		facts: facts({ amount, currency: 'AUD', payee, address }),
		send: async (externalId) => {
			// The key may be the one of an earlier try, see sendOnce.
			const sent = { ...request, detail: { ...request.detail, external_id: externalId } };
			return await send({ key: externalId, requests: [sent] }, notify);
		},
		lookUp: null,
	});
}

/** Pays the payees of a chunk in one request. */
export async function payTogether({ key, requests }: AudChunk, notify: Notify): Promise<Settled> {
	const [{ item }] = requests as [AudPayoutRequest, ...AudPayoutRequest[]];
	return await payOnce(item, {
		key,
		place: `batch ${key}`,
		facts: facts({
			currency: 'AUD',
			payments: String(requests.length),
			total: sumAmounts(requests.map(({ amount }) => amount)),
			payees: digestOf(
				...requests.map(({ key: own, payee, address, amount }) => `${own} ${payee} ${address} ${amount}`),
			),
		}),
		send: async (externalId) => await send({ key: externalId, requests }, notify),
		lookUp: null,
	});
}

async function send({ key, requests }: AudChunk, notify: Notify): Promise<IDataObject> {
	const [{ item }] = requests as [AudPayoutRequest, ...AudPayoutRequest[]];
	const body = audPayoutBody(requests, key, notify);
	return (await item.client.write<AudPayout>({ method: 'POST', path: '/v1/payouts', body })) as unknown as IDataObject;
}
