import type { PayoutBatchDetail } from '../../../contract';
import { Attempt } from '../../../nodes/MultiCurrencyPayments/money/attempt';
import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import type { EarlierPayouts } from '../../../nodes/MultiCurrencyPayments/money/earlierPayouts';
import { Payments } from '../../../nodes/MultiCurrencyPayments/money/earlierPayouts';
import type { Terms } from '../../../nodes/MultiCurrencyPayments/money/intention';
import type { SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { identityOf } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { Outcomes } from '../../../nodes/MultiCurrencyPayments/money/outcomes';
import type { Payee } from '../../../nodes/MultiCurrencyPayments/money/payee';
import type { PaymentList } from '../../../nodes/MultiCurrencyPayments/money/paymentList';
import { terms as termsOf } from './payer';

/** What the service is asked about earlier payouts. */
export type Asked = Pick<EarlierPayouts, 'since' | 'ofRetries' | 'under'>;

/** A list of payments on its way. A record shows the amount, the email and the status of its payment. */
export function listOf(memory: SentMemory, payouts: Partial<Asked>, since: number): PaymentList<PaymentRequest> {
	const kind: Pick<BatchKind<PaymentRequest>, 'name' | 'found'> = {
		name: 'payout',
		found: (_, { transaction: { uuid, external_id: key, amount, email, status } }) => ({
			record: { uuid },
			facts: { amount: String(amount), payee: String(email) },
			key,
			...(status === 'failed' && { ended: status }),
		}),
	};
	const earlier = { payouts, since, keys: new Set(), payees: new Map(), namedBy: new Map() };
	return { kind, earlier, memory, manner: {}, outcomes: new Outcomes(true) } as unknown as PaymentList<PaymentRequest>;
}

/** Somebody of the list who is paid 10, and is identified by a key. */
export function payeeOf(
	memory: SentMemory,
	key: string,
	about: Partial<PaymentRequest> = {},
	terms: Partial<Terms> = {},
): Payee<PaymentRequest> {
	const email = 'ada@example.com';
	const facts = { amount: '10', payee: email };
	const item = { refusal: (message: string) => new Error(message) };
	const request = { item, externalId: key, batchKey: '', amount: '10', payee: 'Ada King', email, facts, ...about };
	const intended = termsOf({
		ownKey: key,
		place: `item of ${key}`,
		facts,
		settleTime: 0,
		preventDuplicates: true,
		...terms,
	});
	const identity = identityOf(memory.account, 'payout', request.batchKey, key);
	const id = { key, identity, isKnownElsewhere: true, isMadeOfFacts: false };
	const payment = new Attempt(intended, id, memory);
	return { request: request as unknown as PaymentRequest, terms: intended, id, payment };
}

/** Payments in the records of the service: each in a batch under a reference, or else under its own key. */
export function shown(...all: { key: string; batchKey?: string; amount?: string; email?: string; status?: string }[]) {
	const payments = new Payments();
	for (const { key, batchKey = key, amount = '10', email = 'ada@example.com', status = 'completed' } of all) {
		const transaction = { uuid: `uuid of ${key}`, external_id: key, payee: 'Ada King', email, amount, status };
		const batch = { uuid: `batch of ${key}`, external_id: batchKey, currency: 'AUD', status: 'completed' };
		payments.add({ ...batch, payout_transactions: [transaction] } as unknown as PayoutBatchDetail);
	}
	return payments;
}
