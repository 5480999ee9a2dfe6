import type { IDataObject } from 'n8n-workflow';
import { Attempt } from '../../../nodes/MultiCurrencyPayments/money/attempt';
import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { EarlierPayouts } from '../../../nodes/MultiCurrencyPayments/money/earlierPayouts';
import type { Identified } from '../../../nodes/MultiCurrencyPayments/money/identify';
import type { Found, Terms } from '../../../nodes/MultiCurrencyPayments/money/intention';
import type { Remembered, SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { Outcomes } from '../../../nodes/MultiCurrencyPayments/money/outcomes';
import type { Payee } from '../../../nodes/MultiCurrencyPayments/money/payee';
import type { PaymentList } from '../../../nodes/MultiCurrencyPayments/money/paymentList';
import { Asked } from '../../../nodes/MultiCurrencyPayments/money/asked';
import type { Shared } from '../../../nodes/MultiCurrencyPayments/money/sharedInRun';
import { terms as termsOf } from './payer';
import type { PayoutRecords } from './payoutRecords';

let executions = 0;

/** What an execution that is no retry remembers, in one run of the node. */
export function memoryOfExecution(context: object = { kind: 'list' }): SentMemory {
	const sent = new Map<string, Remembered>();
	const memory = {
		account: `account ${++executions}`,
		execution: `${executions}`,
		calledFor: undefined,
		context: { isRetry: false, unseenUntil: 0, ...context },
		node: 'node',
		isAlike: false,
		retriedSince: null,
		sentInThisTry: new Set<string>(),
		recall: (identity: string) => sent.get(identity),
		remember: (identity: string, place: string, one: Remembered) => sent.set(identity, { ...one, run: '0', place }),
		forget: (identity: string) => sent.delete(identity),
		standsFor: () => undefined,
		sentElsewhere: () => undefined,
		sentFrom: () => undefined,
		openTwin: () => undefined,
		madeEarlier: () => [],
		underOtherAccount: () => undefined,
		hasMoved: () => false,
		keysOfItems: new Map(),
		defaultKey: (place: string) => `default-${place}`,
		isFrom: ({ place: from }: Remembered, place: string) => from === place,
		isOfOtherItem: ({ place: from }: Remembered, place: string) => from !== place,
	};
	return memory as unknown as SentMemory;
}

/** Payouts, compared by their key and amount. */
export const payouts = {
	name: 'payout',
	found: (_: PaymentRequest, { transaction }): Found => ({
		record: { uuid: transaction.uuid },
		facts: { amount: transaction.amount },
		key: transaction.external_id,
		...(transaction.status === 'failed' && { ended: 'failed' }),
	}),
} as BatchKind<PaymentRequest>;

/** A list of payments of an account. */
export function listOf({ client }: PayoutRecords, about: Partial<PaymentList<PaymentRequest>> = {}) {
	const earlier: Shared = {
		payouts: new EarlierPayouts(client),
		since: Date.now(),
		asked: new Asked(),
		payees: new Map(),
		namedBy: new Map(),
	};
	const memory = memoryOfExecution();
	return {
		kind: payouts,
		earlier,
		memory,
		outcomes: new Outcomes<PaymentRequest>(true),
		...about,
	} as PaymentList<PaymentRequest>;
}

interface About {
	batchKey?: string;
	terms?: Partial<Terms>;
	id?: Partial<Identified>;
	/** What its item is beside its index. */
	item?: Partial<PaymentRequest['item']>;
	/** What its request says otherwise. */
	request?: Partial<PaymentRequest>;
	/** What this execution remembers of it from before. */
	before?: Partial<Remembered>;
}

/** A payment of 10 in a list, under a key of the user's own. */
export function payeeOf(
	{ memory }: PaymentList<PaymentRequest>,
	key: string,
	{ batchKey = '', terms: otherTerms = {}, id: otherId = {}, item = {}, request: otherRequest, before }: About = {},
): Payee<PaymentRequest> {
	const place = `item ${key}`;
	const facts = { amount: '10' };
	const own = { ownKey: key, within: batchKey, place, facts, description: '', settleTime: 0 };
	const terms = termsOf({ ...own, preventDuplicates: true, ...otherTerms });
	const identity = `${memory.account} ${batchKey} ${key}`;
	const id: Identified = { key, identity, isKnownElsewhere: true, isMadeOfFacts: false, ...otherId };
	if (before)
		memory.remember(identity, place, { key, kind: 'payout', facts, state: 'unclear', at: Date.now(), ...before });
	const request: PaymentRequest = {
		item: item as PaymentRequest['item'],
		externalId: key,
		batchKey,
		destination: '',
		destinationWords: '',
		payee: '',
		email: '',
		amount: '10',
		currency: 'AUD',
		facts,
		...otherRequest,
	};
	return { request, terms, id, payment: new Attempt(terms, id, memory) };
}

/** Notes that it was sent and made. */
export function make(
	{ outcomes }: PaymentList<PaymentRequest>,
	{ request, payment }: Payee<PaymentRequest>,
	record: IDataObject,
): void {
	payment.leave(request.batchKey || payment.key);
	outcomes.note(request, () => payment.arrived(record));
}
