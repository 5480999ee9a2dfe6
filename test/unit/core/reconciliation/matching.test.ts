import fc from '../../../seeded';
import { subtractAmounts, sumAmounts } from '../../../../core/money';
import { nameKey } from '../../../../core/payments/payeeName';
import { Books, endOfBooks } from '../../../../core/reconciliation/books';
import { ledgerEntry, sumsOf, type HistoryEntry, type LedgerEntry } from '../../../../core/reconciliation/entries';
import { Matching, type Result } from '../../../../core/reconciliation/matching';
import type { Expectation, PaymentRecord, EntryVerdict } from '../../../../core/reconciliation/payments';

const DAY = '2031-03-04';
const TIME = `${DAY}T05:06:07Z`;

const expected = (changes: Partial<Expectation> = {}): Expectation => ({
	...{ externalId: 'inv-1', uuid: '', kind: 'payin', amount: '100', currency: 'AUD', day: DAY, name: 'Ada Byron' },
	...changes,
});

const record = (changes: Partial<PaymentRecord> = {}): PaymentRecord => ({
	...expected({ uuid: 'K7' }),
	...{ status: 'received', isPaid: true, isOfPeriod: true, createdAt: TIME },
	...changes,
});

const entry = (changes: Partial<HistoryEntry> = {}): LedgerEntry =>
	ledgerEntry({
		...{ id: 'B-1', amount: 97.5, request_type: 'money_in', transaction_type: 'payment', currency: 'AUD' },
		...{ payment_method: 'au_bank_aud', status: 'done', reference_id: 'K7', created_at: TIME },
		balance_detail: { fees: 2.5 },
		...changes,
	});

interface Given {
	expectations?: Expectation[];
	records?: PaymentRecord[];
	entries?: LedgerEntry[];
	/** After the period. */
	later?: LedgerEntry[];
	mayGuess?: boolean;
}

function reconcile({ expectations = [], records = [], entries = [], later = [], mayGuess = false }: Given) {
	const matching = new Matching(nameKey);
	for (const each of expectations) matching.expect(each);
	for (const each of records) matching.add(each);
	const steps = [...matching.attach(entries, later, (time) => time.slice(0, 10)), ...matching.match(mayGuess)];
	expect(steps.every((step) => step === undefined)).toBe(true);
	const results: Result[] = [...matching.expected()];
	for (const result of matching.unexpected()) if (result) results.push(result);
	return { results, verdicts: results.map(({ verdict }) => verdict), withoutMoney: matching.withoutMoney };
}

describe('an expected payment', () => {
	it.each<[string, Given, string[]]>([
		['is matched by its external ID', { expectations: [expected()], records: [record()] }, ['matched']],
		['of any kind is matched as well', { expectations: [expected({ kind: '' })], records: [record()] }, ['matched']],
		[
			'is matched by its uuid',
			{ expectations: [expected({ externalId: '', uuid: 'K7' })], records: [record()] },
			['matched'],
		],
		[
			'is matched by its entry in the history',
			{ expectations: [expected({ externalId: '', uuid: 'B-1' })], entries: [entry({ reference_id: 'x' })] },
			['matched'],
		],
		[
			'may be expected with tax or without',
			{ expectations: [expected({ amount: '110' })], records: [record({ total: '110' })] },
			['matched'],
		],
		[
			'differs in its amount',
			{ expectations: [expected({ amount: '99.99' })], records: [record()] },
			['amount_differs'],
		],
		[
			'may be rounded to whole units where the service does so',
			{ expectations: [expected({ amount: '99.6', currency: 'JPY' })], records: [record({ currency: 'JPY' })] },
			['matched'],
		],
		[
			'differs in its currency',
			{ expectations: [expected({ currency: 'USD' })], records: [record()] },
			['amount_differs'],
		],
		[
			'has not been paid',
			{ expectations: [expected()], records: [record({ isPaid: false, status: 'pending' })] },
			['status_differs'],
		],
		['is missing', { expectations: [expected()] }, ['missing_at_service']],
		[
			'of another kind does not count',
			{ expectations: [expected()], records: [record({ kind: 'payout' })] },
			['missing_at_service', 'not_expected'],
		],
		['is expected twice', { expectations: [expected(), expected()], records: [record()] }, ['matched', 'duplicate']],
		[
			'was made twice',
			{ expectations: [expected()], records: [record(), record({ uuid: 'K8' })] },
			['matched', 'duplicate'],
		],
		[
			'that failed first is matched with the one that was paid',
			{ expectations: [expected()], records: [record({ uuid: 'K6', isPaid: false }), record()] },
			['matched'],
		],
		[
			'of two with one external ID is the one of its amount',
			{
				expectations: [expected({ amount: '7' }), expected()],
				records: [record(), record({ uuid: 'K8', amount: '7' })],
			},
			['matched', 'matched'],
		],
		[
			'is matched where the service stores its external ID in another spelling',
			{ expectations: [expected({ externalId: 'Inv-1' })], records: [record({ externalId: 'INV-1 ' })] },
			['matched'],
		],
		[
			'is matched with its own spelling first',
			{
				expectations: [expected(), expected({ externalId: 'INV-1', amount: '7' })],
				records: [record({ uuid: 'K8', amount: '7', externalId: 'INV-1' }), record()],
			},
			['matched', 'matched'],
		],
		[
			'is matched by the identifier of its checkout link',
			{ expectations: [expected({ externalId: '', uuid: 'L1' })], records: [record({ otherIds: ['L1'] })] },
			['matched'],
		],
		[
			'that no list shows is matched by an entry that names its external ID',
			{ expectations: [expected({ kind: '', amount: '100' })], entries: [entry({ reference_id: 'inv-1' })] },
			['matched'],
		],
		[
			'is expected twice by its uuid',
			{
				expectations: [expected({ externalId: '', uuid: 'K7' }), expected({ externalId: '', uuid: 'K7' })],
				records: [record()],
			},
			['matched', 'duplicate'],
		],
		[
			'without an external ID is missing unless guesses are wanted',
			{ expectations: [expected({ externalId: '' })], records: [record()] },
			['missing_at_service', 'not_expected'],
		],
		[
			'is guessed by amount, day and name',
			{
				expectations: [expected({ externalId: '', name: 'BYRON  ada' })],
				records: [record()],
				mayGuess: true,
			},
			['matched'],
		],
		[
			'of another day is not guessed',
			{ expectations: [expected({ externalId: '', day: '2031-03-05' })], records: [record()], mayGuess: true },
			['missing_at_service', 'not_expected'],
		],
	])('%s', (_case, given, verdicts) => {
		expect(reconcile(given).verdicts).toEqual(verdicts);
	});

	it('says how it was matched, and what differs', () => {
		const unpaid = record({ isPaid: false, status: 'pending', amount: '90' });
		expect(reconcile({ expectations: [expected()], records: [unpaid] }).results).toMatchObject([
			{ verdict: 'amount_differs', by: 'external_id', differences: ['amount', 'status'] },
		]);
	});
});

describe('what nobody expects', () => {
	it.each<[string, HistoryEntry['transaction_type'], string]>([
		['a payment', 'payment', 'not_expected'],
		['a refund', 'refund', 'not_expected'],
		['a dispute', 'dispute', 'not_expected'],
		['a top-up', 'topup', 'transfer'],
		['a withdrawal', 'withdrawal', 'transfer'],
		['the fee of a dispute', 'dispute_fee', 'fee'],
	])('%s is listed', (_case, transaction_type, verdict) => {
		expect(reconcile({ entries: [entry({ transaction_type })] }).verdicts).toEqual([verdict]);
	});

	it('is counted where it moved no money', () => {
		const failed = record({ isPaid: false, status: 'failed' });
		const { verdicts, withoutMoney } = reconcile({ records: [failed], entries: [entry({ status: 'failed' })] });
		expect(verdicts).toEqual([]);
		expect(withoutMoney).toBe(1);
	});

	it('is told in the period in which it moves money', () => {
		const paidLater = { records: [record()], later: [entry()] };
		expect(reconcile(paidLater)).toMatchObject({ verdicts: [], withoutMoney: 1 });
		const { results } = reconcile({ ...paidLater, expectations: [expected()] });
		expect(results).toMatchObject([{ verdict: 'matched', found: { movesLater: true, entries: [] } }]);
	});

	it('from before the period is left out, unless it was paid within', () => {
		const before = record({ isOfPeriod: false });
		expect(reconcile({ records: [before] }).verdicts).toEqual([]);
		expect(reconcile({ records: [before], entries: [entry()] }).verdicts).toEqual(['not_expected']);
	});
});

it('another list adds the external ID that the first one lacks', () => {
	const given = { expectations: [expected()], records: [record({ externalId: '' }), record({ otherIds: ['L1'] })] };
	expect(reconcile(given).verdicts).toEqual(['matched']);
	expect(reconcile({ ...given, expectations: [expected({ externalId: '', uuid: 'L1' })] }).verdicts).toEqual([
		'matched',
	]);
});

it('a currency that the service does not show is not compared', () => {
	expect(reconcile({ expectations: [expected()], records: [record({ currency: '' })] }).verdicts).toEqual(['matched']);
});

it('a detail completes what a list left out', () => {
	const listed = record({ lacks: 'facts', externalId: '', amount: '', isPaid: false, status: '' });
	expect(reconcile({ expectations: [expected()], records: [listed, record()] }).verdicts).toEqual(['matched']);
});

it('a record without a time has the day of its entry', () => {
	const given = { expectations: [expected({ externalId: '' })], records: [record({ day: '' })], mayGuess: true };
	expect(reconcile({ ...given, entries: [entry()] }).verdicts).toEqual(['matched']);
});

it.each<[string, Partial<Expectation>[], string[]]>([
	['a Payment ID that no list shows', [{ externalId: '', uuid: 'R-1', kind: '' }], ['']],
	['a refund by its Payment ID', [{ externalId: '', uuid: 'R-1', kind: 'refund' }], ['refund']],
	['a refund by a guess', [{ externalId: '', kind: 'refund' }], ['refund']],
	['a payin by a guess', [{ externalId: '' }], []],
	['an external ID that a list shows', [{}], []],
	['an external ID in another spelling', [{ externalId: 'INV-1' }], []],
	['a payout that no list shows', [{ kind: 'payout', externalId: 'wage-9' }], ['payout']],
	['an entry of the history', [{ externalId: '', uuid: 'B-9', kind: '' }], []],
	['the same row twice', [{}, {}], []],
	['a payin and its refund under one external ID', [{ kind: '' }, { kind: '' }], ['']],
	['another amount under the same external ID', [{}, { amount: '7' }], ['payin']],
])('%s decides what is looked for', (_case, changes, kinds) => {
	const matching = new Matching(nameKey);
	matching.add(record());
	matching.add(record({ uuid: 'K8', externalId: '' }));
	matching.add(record({ uuid: 'R-0', kind: 'refund', externalId: '' }));
	for (const each of changes) matching.expect(expected(each));
	const look = () => {
		const steps = matching.missing([entry({ id: 'B-9' })]);
		let step = steps.next();
		while (!step.done) step = steps.next();
		return [...step.value];
	};
	expect(look()).toEqual(kinds);
	// To look takes nothing away.
	expect(look()).toEqual(kinds);
});

describe('entries of the history', () => {
	it('belong to the record that they name, or that names them', () => {
		const payout = record({ uuid: 'T1', kind: 'payout', balanceId: 'B-2' });
		const entries = [
			entry(),
			entry({ id: 'B-2', transaction_type: 'payout', request_type: 'money_out', reference_id: 'other' }),
		];
		const { results } = reconcile({ records: [record(), payout], entries });
		expect(results.map(({ found }) => found?.entries.map(({ id }) => id))).toEqual([['B-1'], ['B-2']]);
	});

	it('belong to the payment whose external ID they name, or to one of the batch they name', () => {
		const [wage, bonus] = ['5', '7'].map((amount) =>
			record({ uuid: `T${amount}`, kind: 'payout', amount, externalId: `wage-${amount}`, parent: 'P1' }),
		);
		const sent = (id: string, amount: number, reference_id: string) =>
			entry({
				...{ id, amount, reference_id, transaction_type: 'payout', request_type: 'money_out' },
				balance_detail: { fees: 0 },
			});
		const records = [record(), ...[wage, bonus].flatMap((each) => each ?? [])];
		const entries = [entry({ reference_id: 'inv-1' }), sent('B-7', 7, 'P1'), sent('B-5', 5, 'wage-5')];
		const { results } = reconcile({ records, entries });
		expect(results.map(({ found }) => found?.entries.map(({ id }) => id))).toEqual([['B-1'], ['B-5'], ['B-7']]);
	});

	it('of cashback belong to the payout that they name', () => {
		const payout = record({ uuid: 'T1', kind: 'payout', externalId: 'gift-1' });
		const paid = entry({
			...{ amount: 100, reference_id: 'gift-1', transaction_type: 'cashback_payout', request_type: 'money_out' },
			balance_detail: { fees: 0 },
		});
		const { results } = reconcile({ records: [payout], entries: [paid] });
		expect(results).toMatchObject([{ found: { record: { uuid: 'T1' }, entries: [{ id: 'B-1' }] } }]);
	});

	describe('that share the ID of a balance', () => {
		const wage = (uuid: string, amount: string, isPaid = true) =>
			record({ uuid, kind: 'payout', amount, externalId: `wage-${uuid}`, balanceId: 'B-1', parent: 'P1', isPaid });
		const sent = (amount: number, reference_id: string, status = 'done') =>
			entry({
				...{ amount, reference_id, status, transaction_type: 'payout', request_type: 'money_out' },
				balance_detail: { fees: 0 },
			});
		const given = (records: PaymentRecord[], entries: LedgerEntry[]) =>
			reconcile({ records, entries }).results.map(({ found }) => [
				found?.record.uuid,
				...(found?.entries ?? []).map(({ gross, status }) => `${gross} ${status}`),
			]);

		it.each(['P1', 'elsewhere', ''])('are told apart by their amounts where they name %j', (named) => {
			expect(given([wage('T5', '5'), wage('T7', '7')], [sent(7, named), sent(5, named)])).toEqual([
				['T5', '-5 done'],
				['T7', '-7 done'],
			]);
		});

		it('belong to the payment that they name first', () => {
			const entries = [sent(5, 'T2'), sent(5, 'wage-T3'), sent(5, 'T1')];
			const wages = ['T1', 'T2', 'T3'].map((uuid) => wage(uuid, '5'));
			expect(given(wages, entries)).toEqual([
				['T1', '-5 done'],
				['T2', '-5 done'],
				['T3', '-5 done'],
			]);
		});

		it('are not those of a payment that has failed where another was paid', () => {
			const wages = [wage('T1', '5', false), wage('T2', '5')];
			expect(given(wages, [sent(5, 'P1'), sent(5, 'P1', 'failed')])).toEqual([['T2', '-5 done']]);
		});

		it('are no payouts because of an amount where they are of another kind', () => {
			const topup = entry({ amount: 5, reference_id: '', transaction_type: 'topup', balance_detail: { fees: 0 } });
			expect(given([wage('T5', '5'), wage('T7', '7')], [topup])).toEqual([['T5'], ['T7'], ['', '5 done']]);
		});
	});

	it('of another amount do not belong to a payment because its external ID is the number they name', () => {
		const { verdicts } = reconcile({
			expectations: [expected({ externalId: '4411' })],
			records: [record({ externalId: '4411' })],
			entries: [entry(), entry({ id: 'B-2', reference_id: '4411', amount: 7 })],
		});
		expect(verdicts).toEqual(['matched', 'not_expected']);
	});

	it('that name nothing belong to no refund without a uuid', () => {
		const refund = record({ uuid: '', kind: 'refund', parent: 'K7', externalId: 'r-1' });
		const { results } = reconcile({ records: [refund], entries: [entry({ reference_id: null })] });
		expect(results.map(({ found }) => found?.entries.length)).toEqual([0, 1]);
	});

	it('of a dispute are items of their own beside the payin', () => {
		const entries = ['payment', 'dispute', 'dispute_fee'].map((transaction_type) =>
			entry({ ...{ id: transaction_type, transaction_type }, request_type: 'money_out' }),
		);
		const { results } = reconcile({ expectations: [expected()], records: [record()], entries });
		expect(results.map(({ verdict, found }) => [verdict, found?.record.uuid, found?.record.parent])).toEqual([
			['matched', 'K7', undefined],
			['not_expected', 'dispute', 'K7'],
			['fee', 'dispute_fee', 'K7'],
		]);
		expect(results.map(({ found }) => found?.entries.map(({ id }) => id))).toEqual([
			...[['payment'], ['dispute'], ['dispute_fee']],
		]);
	});

	it.each([
		['delivered', 'done', 'matched'],
		['delivered', 'waiting', 'status_differs'],
		['processing', 'done', 'status_differs'],
		['failed', 'done', 'status_differs'],
		['settled', 'failed', 'status_differs'],
	])('of a payout that is %s are %s: %s', (status, booked, verdict) => {
		const payout = record({ kind: 'payout', isPaid: status === 'settled', status });
		const paid = entry({ transaction_type: 'payout', request_type: 'money_out', status: booked });
		const { verdicts } = reconcile({ expectations: [expected({ kind: '' })], records: [payout], entries: [paid] });
		expect(verdicts).toEqual([verdict]);
	});

	it('of refunds are told apart by their amounts, each once', () => {
		const refunds = ['5', '5', '7'].map((amount, index) =>
			record({ uuid: `R${index}`, kind: 'refund', amount, parent: 'K7', externalId: `refund-${index}` }),
		);
		const paidBack = (id: string, amount: number) =>
			entry({ id, amount, transaction_type: 'refund', request_type: 'money_out', balance_detail: { fees: 0 } });
		const entries = [paidBack('B-7', 7), paidBack('B-5', 5), paidBack('B-6', 5), paidBack('B-8', 9)];
		const { results } = reconcile({ records: [record(), ...refunds], entries });
		expect(results.map(({ found }) => [found?.kind, found?.entries.map(({ id }) => id)])).toEqual([
			['payin', []],
			['refund', ['B-5']],
			['refund', ['B-6']],
			['refund', ['B-7']],
			['refund', ['B-8']],
		]);
	});

	it('of refunds with one amount belong to the one that has come as far, then to the nearest', () => {
		const refund = (uuid: string, status: string, hour: number) =>
			record({
				...{ uuid, kind: 'refund', amount: '5', parent: 'K7', externalId: uuid, isPaid: status === 'received' },
				...{ status, createdAt: `${DAY}T${hour}:00:00Z` },
			});
		const paidBack = (id: string, status: string, hour: number) =>
			entry({
				...{ id, amount: 5, transaction_type: 'refund', request_type: 'money_out', balance_detail: { fees: 0 } },
				...{ status, created_at: `${DAY}T${hour}:30:00Z` },
			});
		const records = [refund('R1', 'return_rejected', 10), refund('R2', 'received', 11), refund('R3', 'received', 14)];
		records.push(refund('R4', 'pending', 12), refund('R5', 'received', 20));
		const given = { records, entries: [paidBack('B3', 'done', 14), paidBack('B2', 'done', 12)] };
		const { results } = reconcile({ ...given, later: [paidBack('B5', 'done', 21)] });
		expect(results.map(({ found }) => [found?.record.uuid, found?.entries[0]?.id])).toEqual([
			['R2', 'B2'],
			['R3', 'B3'],
		]);
	});

	it('are exact in amounts, whatever binary fractions do', () => {
		expect(entry({ amount: 0.1, balance_detail: { fees: 0.2 } })).toMatchObject({
			gross: '0.3',
			fees: '0.2',
			net: '0.1',
		});
		expect(
			entry({ request_type: 'money_out', amount: 97.5, balance_detail: { outgoing: 100, total: 97.5, fees: 2.5 } }),
		).toMatchObject({ gross: '-100', fees: '-2.5', net: '-97.5' });
		for (const outgoing of [0, 48.75])
			expect(entry({ amount: 48.75, balance_detail: { outgoing, fees: 1.25 } })).toMatchObject({
				...{ gross: '50', fees: '1.25', net: '48.75' },
			});
		expect(entry({ request_type: 'money_out', amount: 102, balance_detail: { fees: 2 } })).toMatchObject({
			...{ gross: '-100', fees: '2', net: '-102', in_balance: true },
		});
	});

	it('count once they have settled, and outgoing ones at once', () => {
		const counts = (request_type: string, status: string) => entry({ request_type, status }).in_balance;
		expect([counts('money_in', 'waiting'), counts('money_in', 'done'), counts('money_in', 'failed')]).toEqual([
			...[false, true, false],
		]);
		expect([counts('money_out', 'waiting'), counts('money_out', 'failed')]).toEqual([true, false]);
	});

	it('without an amount or a time stop everything', () => {
		expect(() => entry({ amount: null })).toThrow('has no amount');
		expect(() => entry({ created_at: 'soon' })).toThrow('has a time that cannot be read');
	});

	it.each(['2031-03-04T05:06:07', '2031-03-04 05:06:07', '2031-03-04T16:06:07+11:00', '2031-03-04T05:06:07.000000Z'])(
		'of the time %s are in UTC',
		(created_at) => expect(entry({ created_at }).created_at).toBe('2031-03-04T05:06:07.000Z'),
	);
});

/** What is planted in a book for each payment, and the verdicts that have to come of it. */
const PLANTED = {
	nothing: ['matched'],
	amount: ['amount_differs'],
	status: ['status_differs'],
	missing: ['missing_at_service'],
	unexpected: ['not_expected'],
	paidTwice: ['matched', 'duplicate'],
	expectedTwice: ['matched', 'duplicate'],
	transfer: ['transfer'],
	madeEarlier: ['matched'],
	madeEarlierUnexpected: ['not_expected'],
	movesLater: ['matched'],
	movesLaterUnexpected: [],
	refundWaits: ['status_differs'],
} as const satisfies Record<string, EntryVerdict[]>;

const LATER = '2031-03-05T00:00:00Z';
const PERIOD = { from: new Date(TIME), to: new Date('2031-03-04T05:06:08Z') };

const TYPES: Readonly<Record<string, string>> = { payin: 'payment', payout: 'payout', refund: 'refund' };

const cents = fc.integer({ min: 1, max: 10_000_000 });
const moneyOf = (amount: number) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

const payment = fc.record({
	planted: fc.constantFrom(...(Object.keys(PLANTED) as (keyof typeof PLANTED)[])),
	kind: fc.constantFrom('payin', 'payout', 'refund'),
	amount: cents,
	fees: fc.integer({ min: 0, max: 500 }),
	isLate: fc.boolean(),
	byUuid: fc.boolean(),
});

it('random books: all planted differences are found and no others, and totals add up to the cent', () => {
	fc.assert(
		fc.property(fc.array(payment, { maxLength: 40 }), cents, (payments, opening) => {
			const given: Required<Omit<Given, 'mayGuess'>> = { expectations: [], records: [], entries: [], later: [] };
			const books = new Books(PERIOD);
			let balance = moneyOf(opening);
			const start = sumAmounts([balance]);
			payments.forEach(({ planted, kind: drawn, amount, fees, byUuid }, index) => {
				const kind = planted === 'refundWaits' ? 'refund' : drawn;
				const isIn = kind === 'payin';
				const gross = sumAmounts([moneyOf(amount)]);
				const net = isIn ? amount + 1000 - fees : amount + fees;
				const uuids = planted === 'missing' ? [] : [`U${index}`, ...(planted === 'paidTwice' ? [`V${index}`] : [])];
				const isPaid = planted !== 'status' && planted !== 'refundWaits';
				for (const uuid of uuids) {
					const added = entry({
						// The entry of a refund may name its payin.
						...{
							id: `B${uuid}`,
							reference_id: kind === 'refund' && byUuid ? 'K0' : uuid,
							amount: Number(moneyOf(net)),
						},
						...{ request_type: isIn ? 'money_in' : 'money_out', status: isPaid ? 'done' : 'failed' },
						transaction_type: planted === 'transfer' ? 'topup' : (TYPES[kind] ?? ''),
						balance_detail: { fees: Number(moneyOf(fees)) },
						created_at: planted.startsWith('movesLater') ? LATER : TIME,
					});
					if (planted !== 'refundWaits') {
						if (books.add(added) === 'within') given.entries.push(added);
						else given.later.push(added);
					}
					if (isPaid) balance = sumAmounts([balance, added.net]);
					if (planted !== 'transfer')
						given.records.push(
							record({
								...{ uuid, kind, amount: gross, isPaid, externalId: `inv-${index}`, parent: 'K0' },
								isOfPeriod: !planted.startsWith('madeEarlier'),
							}),
						);
				}
				if (planted.toLowerCase().endsWith('unexpected') || planted === 'transfer') return;
				const wanted = planted === 'amount' ? sumAmounts([gross, '0.01']) : gross;
				const isAnonymous = byUuid && planted !== 'paidTwice' && planted !== 'expectedTwice';
				const own = expected({ kind, amount: wanted, externalId: `inv-${index}` });
				given.expectations.push(isAnonymous ? { ...own, externalId: '', uuid: `U${index}` } : own);
				if (planted === 'expectedTwice') given.expectations.push(own);
			});
			const { results, verdicts } = reconcile(given);
			expect([...verdicts].sort()).toEqual(payments.flatMap(({ planted }) => PLANTED[planted]).sort());
			const movement = books.movement('AUD', balance);
			expect(movement.opening_balance).toBe(start);
			const listed = sumAmounts(results.map(({ found }) => sumsOf(found?.entries ?? []).net));
			expect(listed).toBe(subtractAmounts(movement.closing_balance, [movement.opening_balance]));
			expect(movement.net).toBe(listed);
			expect(subtractAmounts(movement.gross, [movement.fees])).toBe(movement.net);
		}),
		{ numRuns: 400 },
	);
});

it('moves after the period belong to neither balance', () => {
	const books = new Books(PERIOD);
	expect(books.add(entry())).toBe('within');
	expect(books.add(entry({ created_at: '2031-03-04T05:06:08Z', amount: 10 }))).toBe('after');
	expect(books.movement('AUD', '200')).toMatchObject({ opening_balance: '92.5', net: '97.5', closing_balance: '190' });
	expect(books.movement('USD', '5')).toMatchObject({ opening_balance: '5', closing_balance: '5', entries: 0 });
});

it.each([
	['2031-03-04T05:06:06.999Z', 'before'],
	['2031-03-04T05:06:07Z', 'within'],
	['2031-03-04T05:06:07.999Z', 'within'],
	['2031-03-04T05:06:08Z', 'after'],
])('a period has its start and not its end: %s is %s it', (created_at, place) => {
	const books = new Books(PERIOD);
	expect(books.add(entry({ created_at }))).toBe(place);
	const closing = { before: '200', within: '200', after: '102.5' }[place];
	expect(books.movement('AUD', '200')).toMatchObject({
		...{ entries: place === 'within' ? 1 : 0, closing_balance: closing },
	});
});

it.each([
	['2031-03-31T23:59:59Z', '2031-04-01T00:00:00.000Z'],
	['2031-03-31T23:59:59.999Z', '2031-04-01T00:00:00.000Z'],
	['2031-04-01T00:00:00Z', '2031-04-01T00:00:00.000Z'],
	['2031-03-31T12:30:45.5Z', '2031-03-31T12:30:45.500Z'],
])('a period that ends at %s has all before %s', (to, end) => {
	expect(endOfBooks(new Date(to)).toISOString()).toBe(end);
});

describe('many payments', () => {
	it.each([
		['each with its own external ID', (index: number) => `inv-${index}`],
		['all with the same external ID', () => 'inv'],
	])('%s are taken step by step, one at a time', (_case, idOf) => {
		const matching = new Matching(nameKey);
		const touched = new Set<string>();
		const entries = Array.from({ length: 100 }, (_each, index) => {
			const externalId = idOf(index);
			matching.expect(expected({ externalId }));
			const facts = record({ uuid: `U${index}`, externalId });
			const watched: ProxyHandler<PaymentRecord> = {
				get(target, name, receiver) {
					touched.add(facts.uuid);
					return Reflect.get(target, name, receiver) as unknown;
				},
			};
			matching.add(new Proxy(facts, watched));
			return entry({ id: `B${index}`, reference_id: `U${index}` });
		});
		touched.clear();
		const most = (steps: Iterable<unknown>) => {
			let count = 0;
			for (const _ of steps) {
				count = Math.max(count, touched.size);
				touched.clear();
			}
			return Math.max(count, touched.size);
		};
		// Between two steps one is finished and the next begun.
		expect(most(matching.missing(entries))).toBeLessThanOrEqual(2);
		expect(most(matching.attach(entries, [], (time) => time.slice(0, 10)))).toBeLessThanOrEqual(2);
		expect(most(matching.match(true))).toBeLessThanOrEqual(2);
		expect([...matching.expected()].every(({ found }) => found?.entries.length === 1)).toBe(true);
	});
});
