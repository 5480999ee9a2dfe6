import type { IDataObject } from 'n8n-workflow';
import { LONGEST_SETTLE_SECONDS } from '../../../nodes/MultiCurrencyPayments/form/fields';
import type { ItemCall } from '../../../nodes/MultiCurrencyPayments/form/itemCall';
import { madeOnce, PaidTwice } from '../../../nodes/MultiCurrencyPayments/money/failures';
import {
	amountWithoutOrWithGst,
	bookedAmount,
	endedWithoutMoney,
	facts,
	isBooked,
	liveFirst,
	payeeFact,
	payOnce,
	roundingNote,
	termsOf,
} from '../../../nodes/MultiCurrencyPayments/money/payment';
import { execution, FACTS, Keys, Payer } from './payer';

/** An item with what its form holds. */
function item(values: IDataObject = {}, options: IDataObject = {}, run: object = {}): ItemCall {
	return {
		index: 2,
		options,
		run,
		n8n: { getExecutionCancelSignal: () => 'signal', getInputData: () => [] },
		value: (name: string) => values[name] ?? '',
		refusal: (message: string, description: string) => Object.assign(new Error(message), { description }),
	} as unknown as ItemCall;
}

describe('the settings of an item', () => {
	it('by default', () => {
		expect(termsOf(item())).toEqual({
			place: 'item 2',
			description: '',
			ownItems: [],
			preventDuplicates: true,
			makesAnother: false,
			returnEnded: false,
			settleTime: 30_000,
			signal: 'signal',
		});
	});

	it.each([
		[{ paymentDescription: ' Rent ' }, 'Rent'],
		[{ reason: 'Broken' }, 'Broken'],
		[{ paymentDescription: 'Rent', reason: 'Broken' }, 'Rent'],
	])('described by %j', (values, description) => {
		expect(termsOf(item(values)).description).toBe(description);
	});

	it.each([
		[false, false],
		['False', false],
		['TRUE', true],
		[true, true],
		['', true],
	])('with Prevent Duplicates %p', (preventDuplicates, isOn) => {
		expect(termsOf(item({ preventDuplicates }))).toMatchObject({ preventDuplicates: isOn, makesAnother: !isOn });
	});

	it('are refused where Prevent Duplicates is neither true nor false', () => {
		expect(() => termsOf(item({ preventDuplicates: 'perhaps' }))).toThrow('Prevent Duplicates must be true or false');
	});

	it.each([
		[0, 0],
		['1.5', 1_500],
		[LONGEST_SETTLE_SECONDS, LONGEST_SETTLE_SECONDS * 1_000],
	])('look for a record for %p seconds', (settleSeconds, settleTime) => {
		expect(termsOf(item({}, { settleSeconds })).settleTime).toBe(settleTime);
	});

	it.each([-1, LONGEST_SETTLE_SECONDS + 1, 'soon'])('are refused with %p seconds', (settleSeconds) => {
		expect(() => termsOf(item({}, { settleSeconds }))).toThrow('must be a number from 0 to');
	});

	it('return what has ended only where that is switched on', () => {
		expect(termsOf(item({}, { returnEnded: true })).returnEnded).toBe(true);
		expect(termsOf(item({}, { returnEnded: false })).returnEnded).toBe(false);
	});
});

describe('the payment of an item', () => {
	const run = (order?: object) => {
		const { account } = new Payer();
		const one = { n8n: execution({}), credential: { baseUrl: account, appId: '' }, order };
		return { ...one, accounts: [one] };
	};
	const wanted = (service: Keys) => ({
		kind: 'payout',
		ownKey: 'INV-1',
		facts: FACTS,
		send: service.send,
		lookUp: service.lookUp,
	});

	it('is made once with the settings of the item', async () => {
		const [service, paying] = [new Keys(), item({}, {}, run())];
		expect(await payOnce(paying, wanted(service))).toMatchObject({ key: 'INV-1', outcome: 'created' });
		expect(await payOnce(paying, wanted(service))).toMatchObject({ key: 'INV-1', outcome: 'created' });
		expect(service.sent).toEqual(['INV-1']);
	});

	it('is called a payment, unless it is something else', async () => {
		const service = new Keys({ ...FACTS, amount: '11' });
		service.failing = { with: new Error('lost'), isMade: true };
		const paying = () => item({}, { settleSeconds: 0 }, run());
		const failed = async (about: object = {}) =>
			await payOnce(paying(), { ...wanted(service), ...about, lookUp: null }).catch((failure) => failure.explanation);
		expect((await failed()).message).toBe('It is unknown whether the payment INV-1 was made');
		expect((await failed({ subject: madeOnce('link') })).message).toContain('whether the link INV-1 was created');
	});

	it('waits for its turn', async () => {
		const turn = jest.fn().mockRejectedValue(new Error('Not now'));
		const service = new Keys();
		await expect(payOnce(item({}, {}, run({ turn })), wanted(service))).rejects.toThrow('Not now');
		expect(turn).toHaveBeenCalledWith(2);
		expect(service.asked).toEqual([]);
	});
});

describe('amounts', () => {
	it.each([
		['10.4', 10, 'JPY', '10.4'],
		['10.4', '12', 'JPY', '12'],
		['10', '10.00', 'AUD', '10'],
		['10', 'ten', 'AUD', 'ten'],
	])('%s asked and %p booked in %s is the fact %s', (asked, booked, currency, fact) => {
		expect(bookedAmount(asked, booked, currency)).toBe(fact);
	});

	it.each<[string | undefined, unknown, boolean]>([
		['10', '10.00', true],
		['10', 11, false],
		['10', null, false],
		[undefined, 11, true],
		[undefined, null, true],
	])('%p asked and %p shown', (asked, shown, agrees) => {
		expect(isBooked(asked, shown, 'AUD')).toBe(agrees);
	});

	it.each<[string, object, string | undefined, unknown]>([
		['the total with GST', { gst: true, amount: '9', gst_amount: '1', total: '10.00' }, '10', '10.00'],
		['the sum with GST where the total has fees', { gst: true, amount: '9', gst_amount: '1', total: '11' }, '10', '10'],
		['the amount where nothing is as asked', { gst: true, amount: '9', gst_amount: '1', total: '11' }, '12', '9'],
		['the amount where the tax is not shown', { gst: true, amount: '9', total: '11' }, '9', '9'],
		['the amount without GST', { gst: false, amount: '9', gst_amount: '1', total: '10' }, '10', '9'],
	])('%s is compared', (_, record, asked, compared) => {
		expect(amountWithoutOrWithGst(record, asked, 'AUD')).toBe(compared);
	});

	it.each<[string | undefined, unknown, string, object]>([
		['10.4', '10', 'JPY', { rounding: { asked: '10.4', booked: '10', currency: 'JPY' } }],
		['10', '10.0', 'JPY', {}],
		['10.4', '10', 'AUD', {}],
		[undefined, '10', 'JPY', {}],
		['10.4', null, 'JPY', {}],
	])('%p asked and %p booked in %s is noted as %j', (asked, booked, currency, note) => {
		expect(roundingNote(asked, booked, currency)).toEqual(note);
	});
});

describe('of several records with one key', () => {
	const of = (...records: { uuid?: string; status: string }[]) => liveFirst(records, ({ status }) => status, 'K');

	it('the one that has not ended counts, or else the first', () => {
		const [ended, live] = [
			{ uuid: 'a', status: 'expired' },
			{ uuid: 'b', status: 'completed' },
		];
		expect(of(ended, live)).toBe(live);
		expect(of(ended, { uuid: 'c', status: 'failed' })).toBe(ended);
		expect(of()).toBeUndefined();
	});

	it('one may be listed twice', () => {
		const live = { uuid: 'b', status: 'completed' };
		expect(of(live, { ...live })).toBe(live);
	});

	it('two that count are reported', () => {
		const explained = (...uuids: (string | undefined)[]) => {
			try {
				return of(...uuids.map((uuid) => ({ uuid, status: 'completed' })));
			} catch (failure) {
				return failure instanceof PaidTwice && failure.explanation.details;
			}
		};
		expect(explained('a', 'b')).toMatchObject({ external_id: 'K', duplicates: 'a, b' });
		expect(explained('a', undefined)).toMatchObject({ duplicates: 'a, another' });
	});

	it('only an end without money is an end', () => {
		expect(endedWithoutMoney('EXPIRED')).toBe('expired');
		expect(endedWithoutMoney('completed')).toBeUndefined();
		expect(endedWithoutMoney('in_dispute')).toBeUndefined();
	});
});

describe('facts', () => {
	it('names and addresses are one fact in whatever case and spacing', () => {
		expect(payeeFact(' Ada   KING ', undefined, '', 'ADA@example.com')).toBe('ada king ada@example.com');
		expect(payeeFact(undefined, null)).toBe('');
	});

	it('what is not known is none', () => {
		expect(facts({ amount: '10', account: undefined })).toStrictEqual({ amount: '10' });
	});
});
