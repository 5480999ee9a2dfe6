import type { IDataObject } from 'n8n-workflow';
import type { RefundRecord } from '../../../contract';
import { refundsIn } from '../../../core/payments/refundRecords';
import { refundFields } from '../../../nodes/MultiCurrencyPayments/form/refundForm';
import { refundOnce, type PaymentOfRefund } from '../../../nodes/MultiCurrencyPayments/money/refunds';
import type { ServiceClient, WriteRequest } from '../../../nodes/service/client';
import { ServiceFailure } from '../../../nodes/service/failure';
import * as pauses from '../../../nodes/service/time';
import { itemOf, n8nWith } from './items';

const NOW = Date.parse('2031-03-04T05:06:07Z');
let now = NOW;
/** What happens while somebody waits. */
let meanwhile: () => void = () => undefined;
beforeEach(() => {
	now = NOW;
	meanwhile = () => undefined;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.spyOn(pauses, 'pause').mockImplementation(async (milliseconds) => {
		now += milliseconds;
		await Promise.resolve(meanwhile());
	});
});
afterEach(() => jest.restoreAllMocks());

const PAYIN = { what: 'Payin', path: '/v2/payins/refund', shortestReason: 5 } as const;
const LINK = { what: 'Checkout Link', path: '/v3/payin_links/refund' } as const;
const NOTE =
	'The service does not show by which references this payment was refunded. Only refunds of this workflow, and of this n8n process in the last day, were recognised.';

const lost = new ServiceFailure('requestTimeout', true, { method: 'POST', path: PAYIN.path }, { attempts: 1 });

let uuids = 0;
let payments = 0;
/** What a record of a refund may show: the specification shows neither its words nor its names. */
type Shown = { [Name in keyof RefundRecord]?: string } & { refund_amount?: string };
const refundRecord = (about: Shown = {}): RefundRecord =>
	({
		uuid: `refund ${++uuids}`,
		amount: '100',
		description: 'Parcel came late',
		status: 'received',
		external_id: `other ${uuids}`,
		created_at: new Date(now + uuids).toISOString(),
		...about,
	}) as RefundRecord;

/** A received payment of 100 AUD at the service, which refunds what it is asked for and shows it. */
class Payment {
	readonly uuid = `payment ${++payments}`;
	readonly requests: WriteRequest[] = [];
	reads = 0;
	record: IDataObject = {
		...{ uuid: this.uuid, status: 'received', currency: 'AUD', amount: '100', paid_amount: '100' },
		payment_method: 'au_bank_aud',
	};
	refunds: RefundRecord[] | undefined = [];
	/** What a refund does to the payment. */
	make = (body: IDataObject): void => {
		const { amount = '100', description, external_id } = body;
		const made = { amount: String(amount), description, external_id, status: 'pending' } as Shown;
		this.refunds?.push(refundRecord(made));
	};
	/** What the service says to a refund. A failure is thrown. */
	answer: (body: IDataObject) => unknown = ({ amount = '100', description }) => ({
		...{ total_amount: '100', refund_amount: String(amount), description },
		payin_request: this.record,
	});

	read = async (uuid: string): Promise<PaymentOfRefund> => {
		this.reads++;
		const { record, refunds } = this;
		expect(uuid).toBe(this.uuid);
		return await Promise.resolve({
			record: { ...record },
			currency: 'AUD',
			refunds: refunds?.map((refund) => ({ ...refund })),
		});
	};

	readonly write = async (request: WriteRequest, check: (answer: unknown) => boolean): Promise<unknown> => {
		this.requests.push(request);
		const body = request.body as IDataObject;
		const answer = this.answer(body);
		this.make(body);
		if (answer instanceof Error) throw answer;
		return await (check(answer) ? Promise.resolve(answer) : Promise.reject(lost));
	};

	/** The bodies that were sent. */
	get sent(): unknown[] {
		return this.requests.map(({ body }) => body);
	}
}

type Order = IDataObject & { settleSeconds?: number };

/** Refunds in a process of its own, which remembers nothing. */
async function refund(payment: Payment, order: Order = {}, kind = PAYIN as Parameters<typeof refundOnce>[1]) {
	return await by(payment, order)(kind);
}

/** A try of the node. @param situation that of its execution, and the account where it is that of an earlier try */
function by(
	payment: Payment,
	{ settleSeconds = 0, ...order }: Order,
	situation: Parameters<typeof n8nWith>[0] = {},
	appId?: string,
) {
	const full = { refundType: 'full', reason: 'Parcel came late', externalId: 'r-1', uuid: payment.uuid };
	const parameters = { ...full, options: { settleSeconds, simplify: false }, ...order };
	const account = appId === undefined ? {} : { credential: { appId } as ServiceClient['credential'] };
	const item = itemOf(n8nWith({ ...situation, parameters }), {
		...account,
		write: payment.write as unknown as ServiceClient['write'],
	});
	const refunding = async (kind: Parameters<typeof refundOnce>[1] = PAYIN) =>
		await refundOnce(item, kind, payment.read);
	return Object.assign(refunding, { item });
}

/** What the user reads where nothing came of it. */
async function failureOf(refunding: Promise<unknown>): Promise<{ message: string; description: string }> {
	const failure: unknown = await refunding.then(
		() => undefined,
		(error: unknown) => error,
	);
	const told = (failure as { explanation?: { message: string; description: string } }).explanation ?? failure;
	return told as { message: string; description: string };
}

describe('the form of a refund', () => {
	const fieldsOf = (kind: Parameters<typeof refundFields>[0]) =>
		Object.fromEntries(refundFields(kind).map((field) => [field.name, field]));

	it('asks for the payment, the whole or a part of it, and a reason', () => {
		const fields = fieldsOf(PAYIN);
		expect(Object.keys(fields)).toEqual(
			expect.arrayContaining(['uuid', 'refundType', 'amount', 'externalId', 'reason', 'options']),
		);
		expect(fields.uuid).toMatchObject({ displayName: 'Payin' });
		expect(fields.externalId).toMatchObject({ required: true, default: '' });
		expect(fields.refundType).toMatchObject({
			type: 'options',
			options: [
				{ name: 'Full', value: 'full', description: 'Allowed right after the payment was received' },
				{ name: 'Partial', value: 'partial', description: expect.stringContaining('30 to 60 minutes') },
			],
			default: 'full',
		});
		expect(fields.amount).toMatchObject({
			...{ displayName: 'Amount', type: 'string', default: '' },
			displayOptions: { show: { refundType: ['partial'] } },
		});
		// With an expression for the type n8n would ask for it in every case.
		expect(fields.amount).not.toHaveProperty('required');
	});

	it('demands a reason where the specification does, and only there', () => {
		const reason = { displayName: 'Reason', type: 'string', default: '' };
		expect(fieldsOf(PAYIN).reason).toMatchObject({
			...{ ...reason, required: true, hint: 'At least 5 characters', description: 'Why the money goes back' },
		});
		expect(fieldsOf(LINK).reason).toMatchObject({
			...{ ...reason, required: false, description: expect.stringContaining('may demand at least 5 characters') },
		});
		expect(fieldsOf(LINK).reason).not.toHaveProperty('hint');
	});
});

describe('the refunds that a record shows', () => {
	const [one, other] = [{ uuid: 'a' }, { uuid: 'b' }];
	it.each([
		['null', null, []],
		['none', [], []],
		['records', [one, other], [one, other]],
		['what are no records', [one, 'b'], undefined],
		['no list', undefined, undefined],
	])('%s', (_what, list, shown) => {
		expect(refundsIn(list)).toEqual(shown);
	});
});

describe('a refund', () => {
	it('of everything is sent once, and counted as what is left', async () => {
		const payment = new Payment();
		const refunded = await refund(payment);
		expect(payment.requests).toEqual([
			{
				method: 'POST',
				path: '/v2/payins/refund',
				body: { uuid: payment.uuid, description: 'Parcel came late', external_id: 'r-1' },
				moves: [expect.objectContaining({ key: 'r-1', amount: '100', currency: 'AUD', destination: undefined })],
			},
		]);
		expect(refunded).toStrictEqual({
			...{ total_amount: '100', refund_amount: '100', description: 'Parcel came late' },
			payin_request: payment.record,
			outcome: 'created',
			external_id: 'r-1',
		});
	});

	it('of a part names its amount', async () => {
		const payment = new Payment();
		await refund(payment, { refundType: 'Partial', amount: '30.50' });
		expect(payment.sent).toEqual([
			{ uuid: payment.uuid, amount: 30.5, description: 'Parcel came late', external_id: 'r-1' },
		]);
		expect(payment.requests).toMatchObject([{ moves: [{ amount: '30.5' }] }]);
	});

	it('of a link may go without a reason', async () => {
		const payment = new Payment();
		await refund(payment, { reason: '' }, LINK);
		expect(payment.requests).toMatchObject([{ path: '/v3/payin_links/refund' }]);
		expect(payment.sent).toEqual([{ uuid: payment.uuid, external_id: 'r-1' }]);
		const withReason = new Payment();
		await refund(withReason, { reason: 'Late' }, LINK);
		expect(withReason.sent).toMatchObject([{ description: 'Late' }]);
	});

	it.each<[string, IDataObject, string]>([
		['no payment', { uuid: '' }, 'Payin is empty'],
		['no External ID', { externalId: ' ' }, 'External ID is missing'],
		['a short reason', { reason: 'Late' }, 'Reason must have at least 5 characters'],
		['neither the whole nor a part', { refundType: 'some' }, 'Refund Type must be full or partial'],
		['a part without an amount', { refundType: 'partial' }, 'Amount is empty'],
	])('with %s is not sent', async (_what, order, message) => {
		const payment = new Payment();
		expect(await failureOf(refund(payment, order))).toMatchObject({ message: expect.stringContaining(message) });
		expect([payment.sent, payment.reads]).toEqual([[], 0]);
	});

	it.each<[IDataObject, string]>([
		[{ status: 'pending' }, 'this one is pending and of au_bank_aud.'],
		[{ status: '', payment_method: '' }, 'this one is of unknown status.'],
	])('of a payment that cannot be refunded is not sent: %j', async (about, words) => {
		const payment = new Payment();
		Object.assign(payment.record, about, { is_refundable: false });
		const { message, description } = await failureOf(refund(payment));
		expect(message).toContain('this payment cannot be refunded');
		expect(description).toContain(words);
		expect(payment.sent).toEqual([]);
	});

	const GIVEN_BACK = ['40', '60'].map((amount) => refundRecord({ amount }));

	it.each<[string, RefundRecord[] | undefined, boolean]>([
		['in full', GIVEN_BACK, true],
		['in part', GIVEN_BACK.slice(0, 1), false],
		['by refunds that were denied', GIVEN_BACK.map((each) => ({ ...each, status: 'rejected' })), false],
		['in full beside one that was denied', [refundRecord({ status: 'rejected' }), ...GIVEN_BACK], true],
		['never', [], false],
		['as nobody knows', undefined, false],
	])('of a payment that was refunded %s', async (_how, refunds, isGivenBack) => {
		const told = {
			message: isGivenBack ? / is refunded in full already$/ : /is_refundable is false/,
			description: isGivenBack ? /^Nothing is left to give back/ : /^Refundable are received payments/,
		};
		const payment = Object.assign(new Payment(), { refunds });
		payment.record.is_refundable = false;
		const failure = await failureOf(refund(payment));
		expect(failure.message).toMatch(told.message);
		expect(failure.description).toMatch(told.description);
	});

	it.each([
		[true, GIVEN_BACK],
		[false, []],
	])('that the service refuses tells that nothing is left: %s', async (isGivenBack, refunds) => {
		const payment = Object.assign(new Payment(), { refunds });
		const request = { method: 'POST', path: PAYIN.path };
		payment.answer = () => new ServiceFailure('refused', false, request, { attempts: 1, status: 422 });
		payment.make = () => undefined;
		const { message } = await failureOf(refund(payment));
		expect(message === `Payin ${payment.uuid} is refunded in full already`).toBe(isGivenBack);
	});

	it.each([undefined, true, 'false'])('is left to the service where is_refundable is %p', async (is_refundable) => {
		const payment = new Payment();
		payment.record.is_refundable = is_refundable as boolean;
		await refund(payment);
		expect(payment.sent).toHaveLength(1);
	});

	it('whose outcome is unknown tells where to look', async () => {
		const payment = new Payment();
		payment.answer = () => lost;
		payment.make = () => undefined;
		expect(await failureOf(refund(payment))).toEqual(
			expect.objectContaining({
				message: 'It is unknown whether the refund r-1 was made',
				description:
					'A request was begun, but no usable answer came. The payment service gave up waiting for the request. Run this again with the same External ID: it is looked for first. Another External ID without looking may refund twice.',
			}),
		);
	});
});

describe('what a full refund counts as', () => {
	it.each<[string, IDataObject, RefundRecord[] | undefined, string | undefined]>([
		['the rest after others', {}, [refundRecord({ amount: '30' }), refundRecord({ amount: '20.5' })], '49.5'],
		['all where others have failed', {}, [refundRecord({ amount: '30', status: 'rejected' })], '100'],
		['all where others have expired', {}, [refundRecord({ amount: '30', status: 'return_expired' })], '100'],
		['the most that the payment shows', { amount: '90', total: '110' }, [], '110'],
		['that, in whatever order', { amount: '120', total: '110' }, [], '120'],
		['unknown where nothing is left', {}, [refundRecord()], undefined],
		['unknown where the payment shows no amount', { amount: undefined, paid_amount: undefined }, [], undefined],
		['unknown where no list shows the others', {}, undefined, undefined],
		['all where another shows no amount', {}, [refundRecord({ amount: undefined })], '100'],
		['the rest, under another name', {}, [refundRecord({ amount: undefined, refund_amount: '30' })], '70'],
	])('%s', async (_what, about, refunds, amount) => {
		const payment = new Payment();
		Object.assign(payment.record, about);
		payment.refunds = refunds && [...refunds];
		payment.make = () => undefined;
		await refund(payment);
		expect(payment.requests).toMatchObject([{ moves: [{ key: 'r-1', amount }] }]);
	});
});

describe('a refund that was made before', () => {
	/** A payment with a refund under the reference of the order, among others. */
	function refunded(about: Shown = {}, ...others: RefundRecord[]) {
		const payment = new Payment();
		payment.refunds = [...others, refundRecord({ external_id: 'r-1', ...about })];
		return payment;
	}

	it('is found, and shown as its answer would be', async () => {
		const payment = refunded({ description: 'Broken' });
		expect(await refund(payment)).toEqual({
			...{ total_amount: '100', refund_amount: '100', description: 'Broken', payin_request: payment.record },
			outcome: 'found',
			external_id: 'r-1',
		});
		payment.record.total = '110';
		payment.record.paid_amount = undefined;
		expect(await failureOf(refund(payment))).toMatchObject({ message: expect.stringContaining('another refund') });
		payment.record.paid_amount = '100';
		expect(await refund(payment)).toMatchObject({ total_amount: '110' });
		expect(payment.sent).toEqual([]);
	});

	const part = { refundType: 'partial', amount: '30' };
	it.each<[string, Order, Payment, string]>([
		['a part, for that part', part, refunded({ amount: '30.00' }), 'found'],
		['a part, for another part', part, refunded({ amount: '40' }), 'another'],
		['a part, for everything', {}, refunded({ amount: '30' }), 'another'],
		['everything, for a part', part, refunded(), 'another'],
		['the rest, for everything', {}, refunded({ amount: '70' }, refundRecord({ amount: '30' })), 'found'],
		[
			'all, for everything, after one that failed',
			{},
			refunded({}, refundRecord({ amount: '30', status: 'rejected' })),
			'found',
		],
		[
			'a part that makes up the whole with one that failed, for everything',
			{},
			refunded({ amount: '70' }, refundRecord({ amount: '30', status: 'rejected' })),
			'another',
		],
		['an amount that it does not show, for everything', {}, refunded({ amount: undefined }), 'found'],
		['an amount that it does not show, for a part', part, refunded({ amount: undefined }), 'found'],
		['another name for the amount', part, refunded({ amount: undefined, refund_amount: '30' }), 'found'],
		[
			'another spelling of the reference',
			{},
			refunded({ external_id: 'R-1' }),
			'differs from r-1 in its spelling only',
		],
		['an end without money', {}, refunded({ status: 'rejected' }), 'has ended without money: rejected'],
		['such an end in the words of the payment', {}, refunded({ status: 'return_expired' }), 'without money: expired'],
	])('shows %s', async (_what, order, payment, outcome) => {
		const told = await refund(payment, order).then(
			({ outcome }) => String(outcome),
			async (failure: unknown) => (await failureOf(Promise.reject(failure as Error))).message,
		);
		expect(told).toContain(outcome === 'another' ? 'The External ID r-1 belongs to another refund' : outcome);
		expect(payment.sent).toEqual([]);
	});

	it('and another after it are told apart by their time, in whatever order they are listed', async () => {
		const early = { amount: '30', created_at: '2031-03-01T00:00:00Z' };
		const late = { amount: '70', created_at: '2031-03-02T00:00:00Z' };
		expect(await refund(refunded(late, refundRecord(early)))).toMatchObject({ outcome: 'found' });
		const payment = refunded(early);
		payment.refunds?.unshift(refundRecord(late));
		expect(await failureOf(refund(payment))).toMatchObject({ message: expect.stringContaining('another refund') });
		const inReverse = refunded(late);
		inReverse.refunds?.push(refundRecord(early));
		expect(await refund(inReverse)).toMatchObject({ outcome: 'found' });
	});

	it('counts against what was paid, or what the payment is for where that shows less', async () => {
		const payment = refunded({ amount: '70' }, refundRecord({ amount: '30' }));
		payment.record.paid_amount = '0';
		expect(await refund(payment)).toMatchObject({ outcome: 'found' });
		payment.record.paid_amount = '120';
		expect(await failureOf(refund(payment))).toMatchObject({ message: expect.stringContaining('another refund') });
	});

	it('twice is told, unless one of them failed', async () => {
		const payment = refunded({}, refundRecord({ external_id: 'r-1', uuid: 'first' }));
		expect(await failureOf(refund(payment))).toMatchObject({ message: 'The refund r-1 exists 2 times' });
		const failed = refunded({}, refundRecord({ external_id: 'r-1', status: 'rejected' }));
		expect(await refund(failed)).toMatchObject({ outcome: 'found' });
	});

	it('is waited for where the status of the payment tells of one that the list does not show yet', async () => {
		const payment = new Payment();
		payment.record.status = 'return_pending';
		meanwhile = () => {
			if (now >= NOW + 5_000) payment.refunds = [refundRecord({ external_id: 'r-1', status: 'pending' })];
		};
		expect(await refund(payment, { settleSeconds: 10 })).toMatchObject({ outcome: 'found' });
		expect(now).toBeLessThan(NOW + 10_000);
		expect(payment.sent).toEqual([]);
	});

	it('is not waited for where it is listed, or nothing tells of another', async () => {
		const order = { settleSeconds: 10 };
		const otherwise = refunded({ status: 'received' });
		otherwise.record.status = 'return_pending';
		expect(await refund(otherwise, order)).toMatchObject({ outcome: 'found' });
		expect(await refund(new Payment(), order)).toMatchObject({ outcome: 'created' });
		const silent = new Payment();
		silent.refunds = undefined;
		silent.record.status = 'partially_refunded';
		expect(await refund(silent, order)).toMatchObject({ outcome: 'created', note: NOTE });
		expect(now).toBe(NOW);
	});

	it('is found beside one without a reference', async () => {
		expect(await refund(refunded({ amount: '50' }, refundRecord({ external_id: '', amount: '50' })))).toMatchObject({
			outcome: 'found',
			external_id: 'r-1',
		});
	});
});

describe('another refund that the service does not show by its reference', () => {
	const nameless = (about: Shown = {}) => refundRecord({ external_id: undefined, ...about });
	const HIDDEN = 'A refund of this payment is under way, and the service does not show which';
	const part = { refundType: 'partial', amount: '30' };

	it.each<[string, IDataObject, RefundRecord[] | undefined, Order]>([
		['the status says so', { status: 'return_pending' }, [], {}],
		['the status says so, and nothing is listed', { status: 'return_pending' }, undefined, {}],
		['it is listed as pending', {}, [nameless({ status: 'pending' })], {}],
		['it is listed in the words of the payment', {}, [nameless({ status: 'return_pending' })], {}],
		['it is listed with the same amount', {}, [nameless({ status: 'pending', amount: '30.00' })], part],
		['it is listed without an amount', {}, [nameless({ status: 'pending', amount: undefined })], part],
	])('stops one while it may be the same: %s', async (_why, about, refunds, order) => {
		const payment = new Payment();
		Object.assign(payment.record, about);
		payment.refunds = refunds;
		expect(await failureOf(refund(payment, order))).toMatchObject({ message: expect.stringContaining(HIDDEN) });
		expect(payment.sent).toEqual([]);
	});

	it.each<[string, IDataObject, RefundRecord[] | undefined, Order]>([
		['no list', {}, undefined, {}],
		['one that is made', {}, [nameless()], {}],
		['one of another amount', {}, [nameless({ status: 'pending', amount: '40' })], part],
		['a status that tells of one alone', { status: 'partially_refunded' }, [], part],
		['a status that tells of a whole alone', { status: 'return_received' }, [], part],
	])('goes on, with a note, beside %s', async (_what, about, refunds, order) => {
		const payment = new Payment();
		Object.assign(payment.record, about);
		payment.refunds = refunds;
		const refunded = await refund(payment, order);
		expect(refunded).toMatchObject({ outcome: 'created', external_id: 'r-1', note: NOTE });
		expect(payment.sent).toHaveLength(1);
	});

	it.each<[string, IDataObject, RefundRecord[]]>([
		['its own reference', {}, [refundRecord()]],
		['its status', { status: 'partially_refunded' }, [refundRecord()]],
		['its status, while it is pending', { status: 'return_pending' }, [refundRecord({ status: 'pending' })]],
		['the status of a whole', { status: 'return_received' }, [refundRecord({ status: 'return_received' })]],
		['an end that leaves the payment received', { status: 'return_rejected' }, [refundRecord({ status: 'rejected' })]],
	])('needs no note where the list shows it by %s', async (_what, about, refunds) => {
		const payment = new Payment();
		Object.assign(payment.record, about);
		payment.refunds = refunds;
		expect(await refund(payment)).toMatchObject({ outcome: 'created', external_id: 'r-1' });
	});

	it('may be any that has a status not known here', async () => {
		const payment = new Payment();
		payment.record.status = 'return_pending';
		payment.refunds = [refundRecord({ status: 'under review' })];
		expect(await refund(payment)).not.toHaveProperty('note');
		const other = new Payment();
		other.record.status = 'return_pending';
		other.refunds = [refundRecord({ status: 'received' })];
		expect(await failureOf(refund(other))).toMatchObject({ message: expect.stringContaining(HIDDEN) });
	});
});

describe('a refund whose answer does not tell', () => {
	it.each<[string, unknown, string]>([
		['is lost', lost, 'created'],
		['is empty', {}, 'created'],
		['lacks the payment', { refund_amount: '40' }, 'created'],
		['shows another amount', { refund_amount: '30', payin_request: { currency: 'AUD' } }, 'created'],
		['shows no amount', { payin_request: { currency: 'AUD' } }, 'created'],
		['has it in an object', { record: { refund_amount: '40' } }, 'created'],
		['has another amount in an object', { data: { refund_amount: '30' } }, 'created'],
	])('because it %s, is found at the payment', async (_why, answer, outcome) => {
		const payment = new Payment();
		payment.answer = () => answer;
		const order = { refundType: 'partial', amount: '40', settleSeconds: 1 };
		expect(await refund(payment, order)).toMatchObject({ outcome, external_id: 'r-1' });
		expect(payment.sent).toHaveLength(1);
	});

	it('fails where the list shows everything refunded, though a part was asked for', async () => {
		const payment = new Payment();
		payment.answer = () => lost;
		payment.make = ({ external_id }) => void payment.refunds?.push(refundRecord({ external_id: String(external_id) }));
		const order = { refundType: 'partial', amount: '40', settleSeconds: 1 };
		expect(await failureOf(refund(payment, order))).toMatchObject({
			message: 'The refund r-1 is not as it was asked for',
		});
	});

	it('in another form is not believed where the list shows another amount, or an end without money', async () => {
		const made = async (about: Shown) => {
			const payment = new Payment();
			payment.answer = () => ({ id: 7 });
			payment.make = ({ external_id }) =>
				void payment.refunds?.push(refundRecord({ external_id: String(external_id), ...about }));
			const order = { refundType: 'partial', amount: '40', settleSeconds: 1 };
			return (await failureOf(refund(payment, order))).message;
		};
		expect(await made({ amount: '100' })).toBe('The refund r-1 is not as it was asked for');
		expect(await made({ amount: '40', status: 'rejected' })).toBe(
			'The refund r-1 was made and has ended without money: rejected',
		);
	});

	/** Nothing is listed. */
	function silent(answer: unknown, status?: string) {
		const payment = new Payment();
		payment.refunds = undefined;
		payment.answer = () => answer;
		payment.make = () => {
			if (status !== undefined) payment.record = { ...payment.record, status };
		};
		return payment;
	}

	it.each<[string, unknown, string | undefined]>([
		['it says “Ok”', 'Ok', undefined],
		['it names a record', { id: 7 }, undefined],
		['the status of the payment has come to tell of a refund', { result: 'taken' }, 'return_pending'],
		['the status tells of a part', { result: 'taken' }, 'partially_refunded'],
	])('counts as made where no list shows refunds and %s', async (_why, answer, status) => {
		const payment = silent(answer, status);
		const refunded = await refund(payment, { settleSeconds: 10 });
		expect(refunded).toMatchObject({ outcome: 'created', external_id: 'r-1', note: NOTE });
		expect(now).toBe(NOW);
		expect(refunded).toMatchObject(typeof answer === 'object' && answer !== null ? answer : {});
	});

	it('counts as made where the status comes to tell of it later', async () => {
		const payment = silent({ result: 'taken' });
		meanwhile = () => {
			if (now >= NOW + 5_000) payment.record = { ...payment.record, status: 'return_pending' };
		};
		expect(await refund(payment, { settleSeconds: 10 })).toMatchObject({ outcome: 'created' });
		expect(now).toBeLessThan(NOW + 10_000);
	});

	it('is unknown where neither list nor status tell, or the status has told of another before', async () => {
		const unknown = { message: 'It is unknown whether the refund r-1 was made' };
		expect(await failureOf(refund(silent({ result: 'taken' })))).toMatchObject(unknown);
		expect(await failureOf(refund(silent({ result: 'taken' }, 'expired')))).toMatchObject(unknown);
		const before = silent({ result: 'taken' }, 'return_received');
		before.record.status = 'partially_refunded';
		expect(await failureOf(refund(before))).toMatchObject(unknown);
		expect(before.sent).toHaveLength(1);
	});

	it.each(['no_return_pending', 'not_partially_refunded', 'partially_refunded_by_hand'])(
		'is unknown where the status is a word of its own: %s',
		async (status) => {
			const told = await failureOf(refund(silent({ result: 'taken' }, status)));
			expect(told).toMatchObject({ message: 'It is unknown whether the refund r-1 was made' });
		},
	);

	it('and names only the payment is not taken for made', async () => {
		const payment = new Payment();
		payment.answer = () => ({ payin_request: { currency: 'AUD' } });
		payment.make = () => undefined;
		expect(await failureOf(refund(payment))).toMatchObject({ message: expect.stringContaining('It is unknown') });
	});

	const unnamed = (about: Shown = {}) => refundRecord({ external_id: undefined, amount: '20', ...about });
	it.each<[string, RefundRecord[], (there: RefundRecord[]) => RefundRecord[]]>([
		['there was one before', [unnamed()], (there) => there],
		['there was one before, and another is made', [unnamed()], (there) => [...there, unnamed()]],
		['it is the only one', [], () => [unnamed()]],
	])('may be one without a reference, so that it is not made again: %s', async (_how, there, after) => {
		const payment = new Payment();
		payment.refunds = there;
		payment.answer = () => lost;
		payment.make = () => void (payment.refunds = after(there));
		const first = by(payment, {});
		const unknown = { message: 'It is unknown whether the refund r-1 was made' };
		expect(await failureOf(first())).toMatchObject(unknown);
		now += 60 * 60_000;
		const again = by(payment, {}, { execution: 'e2' }, first.item.run.credential.appId);
		expect(await failureOf(again())).toMatchObject({
			...unknown,
			description: expect.stringContaining('The service cannot be asked for it.'),
		});
		expect(payment.sent).toHaveLength(1);
	});

	it('is sent by a later try where the list shows that it is not there', async () => {
		const payment = new Payment();
		const { answer, make } = payment;
		Object.assign(payment, { answer: () => lost, make: () => undefined });
		const first = by(payment, {});
		await failureOf(first());
		now += 60_000;
		Object.assign(payment, { answer, make });
		const again = by(payment, {}, { execution: 'e2' }, first.item.run.credential.appId);
		expect(await again()).toMatchObject({ outcome: 'created', external_id: 'r-1' });
		expect(payment.requests).toHaveLength(2);
	});

	it('is not made again where no list shows it', async () => {
		const payment = silent(lost);
		const first = by(payment, {});
		await failureOf(first());
		now += 60_000;
		const again = by(payment, {}, { execution: 'e2' }, first.item.run.credential.appId);
		expect(await failureOf(again())).toMatchObject({
			description: expect.stringContaining('The service cannot be asked for it.'),
		});
		expect(payment.sent).toHaveLength(1);
	});

	it('and was refused is not looked for among those that were made since', async () => {
		const payment = new Payment();
		const { answer, make } = payment;
		payment.answer = () =>
			new ServiceFailure('refused', false, { method: 'POST', path: PAYIN.path }, { status: 422, attempts: 1 });
		payment.make = () => undefined;
		const first = by(payment, { refundType: 'partial', amount: '20' });
		await expect(first()).rejects.toMatchObject({ outcome: 'refused' });
		payment.refunds = [refundRecord({ external_id: 'S-1', amount: '20' })];
		Object.assign(payment, { answer, make });
		const again = by(
			payment,
			{ refundType: 'partial', amount: '20' },
			{ execution: 'e2' },
			first.item.run.credential.appId,
		);
		expect(await again()).toMatchObject({ outcome: 'created', external_id: 'r-1' });
	});

	it('and shows another amount is not taken for made without its record', async () => {
		const asked = { refundType: 'partial', amount: '30' };
		const of = (refund_amount: string) => silent({ refund_amount });
		expect(await failureOf(refund(of('100'), asked))).toMatchObject({
			message: expect.stringContaining('It is unknown'),
		});
		expect(await refund(of('30.00'), asked)).toMatchObject({ outcome: 'created' });
		expect(await refund(of('100'))).toMatchObject({ outcome: 'created' });
	});

	it('is left to look-ups where the payment cannot be read', async () => {
		const payment = new Payment();
		payment.answer = () => 'Ok';
		const { make } = payment;
		const { read } = payment;
		payment.make = (body) => {
			make(body);
			payment.read = async () => {
				payment.read = read;
				return await Promise.reject<never>(new Error('No answer'));
			};
		};
		const asked = async (uuid: string) => await payment.read(uuid);
		const { item } = by(payment, { settleSeconds: 1 });
		expect(await refundOnce(item, PAYIN, asked)).toMatchObject({ outcome: 'created' });
	});

	it('is told from those that were there before', async () => {
		const payment = new Payment();
		payment.refunds = [refundRecord({ external_id: undefined, amount: '20' })];
		payment.answer = () => 'Ok';
		// It comes without a reference as well.
		payment.make = () => void payment.refunds?.push(refundRecord({ external_id: undefined, amount: '80' }));
		expect(await refund(payment)).toMatchObject({ outcome: 'created', external_id: 'r-1', note: NOTE });
	});

	it('is found under its reference beside those that were there before without one', async () => {
		const payment = new Payment();
		payment.refunds = [refundRecord({ external_id: undefined, amount: '20' })];
		payment.answer = () => 'Ok';
		expect(await refund(payment, { refundType: 'partial', amount: '80', settleSeconds: 1 })).toMatchObject({
			...{ outcome: 'created', external_id: 'r-1' },
		});
	});
});

describe('a refund that was denied at once', () => {
	const ended = 'has ended without money: ';

	it.each<[string, unknown, string]>([
		['the answer', { status: 'rejected' }, 'rejected'],
		['the answer, in the words of the payment', { status: 'return_expired' }, 'expired'],
		['the payment in the answer', { payin_request: { currency: 'AUD', status: 'return_rejected' } }, 'rejected'],
	])('fails, by %s', async (_what, about, status) => {
		const payment = new Payment();
		const { answer } = payment;
		payment.answer = (body) => ({ ...(answer(body) as object), ...(about as object) });
		expect(await failureOf(refund(payment))).toMatchObject({ message: expect.stringContaining(ended + status) });
	});

	it.each<[string, IDataObject, unknown]>([
		['it is what the payment said before', { status: 'return_rejected' }, { status: 'return_rejected' }],
		[
			'the payment was refunded before',
			{ status: 'return_pending' },
			{ payin_request: { currency: 'AUD', status: 'return_rejected' } },
		],
		['the payment has another end', {}, { payin_request: { currency: 'AUD', status: 'expired' } }],
		['the payment says more', {}, { payin_request: { currency: 'AUD', status: 'not return_rejected' } }],
	])('is not told where %s', async (_why, record, about) => {
		const payment = new Payment();
		Object.assign(payment.record, record);
		payment.refunds = [refundRecord({ status: 'pending' })];
		const { answer } = payment;
		payment.answer = (body) => ({ ...(answer(body) as object), ...(about as object) });
		expect(await refund(payment)).toMatchObject({ outcome: 'created' });
	});

	it('fails by the status of the payment, where nothing else tells', async () => {
		const payment = new Payment();
		payment.refunds = undefined;
		payment.answer = () => 'Ok';
		payment.make = () => void (payment.record = { ...payment.record, status: 'return_rejected' });
		expect(await failureOf(refund(payment))).toMatchObject({ message: expect.stringContaining(`${ended}rejected`) });
	});
});

describe('refunds of one payment', () => {
	it('at once in one process are sent one after the other, each by what the payment then shows', async () => {
		const payment = new Payment();
		const part = (externalId: string, amount: string) => ({ refundType: 'partial', externalId, amount });
		const one = by(payment, part('r-1', '30'));
		const other = by(payment, { externalId: 'r-2' }, { execution: 'e2' }, one.item.run.credential.appId);
		await Promise.all([one(), other()]);
		expect(payment.requests).toMatchObject([
			{ moves: [{ key: 'r-1', amount: '30' }] },
			{ moves: [{ key: 'r-2', amount: '70' }] },
		]);
		expect(payment.reads).toBe(2);
	});

	it('do not wait for those of another payment', async () => {
		const [one, other] = [new Payment(), new Payment()];
		const first = by(one, {});
		await Promise.all([first(), by(other, {}, { execution: 'e2' }, first.item.run.credential.appId)()]);
		expect([one.reads, other.reads]).toEqual([1, 1]);
	});

	it.each<[string, RefundRecord[]]>([
		['others', [refundRecord({ external_id: undefined })]],
		['none', []],
	])(
		'are remembered for a day, because the service may not show by which reference they were made: beside %s',
		async (_what, others) => {
			const payment = new Payment();
			payment.refunds = [...others];
			payment.make = () => void payment.refunds?.push(refundRecord({ external_id: undefined, amount: '30' }));
			const part = { refundType: 'partial', amount: '30' };
			const first = by(payment, part);
			const { appId } = first.item.run.credential;
			await first();
			now += 23 * 60 * 60_000;
			await by(new Payment(), {}, { execution: 'e2' }, appId)();
			expect(await by(payment, part, { execution: 'e3' }, appId)()).toMatchObject({ outcome: 'found' });
			expect(payment.sent).toHaveLength(1);
		},
	);

	it('are found by the process that has made them while they are under way without a reference', async () => {
		const payment = new Payment();
		payment.make = () => {
			payment.record = { ...payment.record, status: 'return_pending' };
			payment.refunds?.push(refundRecord({ external_id: undefined, status: 'pending' }));
		};
		const first = by(payment, {});
		await first();
		const { appId } = first.item.run.credential;
		expect(await by(payment, {}, {}, appId)()).toMatchObject({ outcome: 'found' });
		expect(await failureOf(by(payment, { externalId: 'r-2' }, {}, appId)())).toMatchObject({
			message: 'A refund of this payment is under way, and the service does not show which',
		});
		expect(payment.sent).toHaveLength(1);
	});

	it('may use the reference of a refund of another payment', async () => {
		const [one, other] = [new Payment(), new Payment()];
		const first = by(one, {});
		await first();
		expect(await by(other, {}, { execution: 'e2' }, first.item.run.credential.appId)()).toMatchObject({
			outcome: 'created',
		});
	});
});
