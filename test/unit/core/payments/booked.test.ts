import {
	amountWithoutOrWithGst,
	bookedAmount,
	endedWithoutMoney,
	isBooked,
	pickLive,
	roundingNote,
} from '../../../../core/payments/booked';

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
		['10.4', '10', 'JPY', { note: 'The service has rounded the amount: 10.4 JPY was asked for.' }],
		['10', '10.0', 'JPY', {}],
		['10.4', '10', 'AUD', {}],
		[undefined, '10', 'JPY', {}],
		['10.4', null, 'JPY', {}],
	])('%p asked and %p booked in %s is noted as %j', (asked, booked, currency, note) => {
		expect(roundingNote(asked, booked, currency)).toEqual(note);
	});
});

describe('of several records under one External ID', () => {
	const of = (...records: { uuid?: string; status: string }[]) => pickLive(records, ({ status }) => status);
	const ended = { uuid: 'a', status: 'expired' };
	const live = { uuid: 'b', status: 'completed' };

	it('the one that has not ended counts, or else the first', () => {
		expect(of(ended, live)).toEqual({ one: live, alive: ['b'] });
		expect(of(ended, { uuid: 'c', status: 'failed' })).toEqual({ one: ended, alive: [] });
		expect(of()).toBeNull();
	});

	it('one may be listed twice', () => {
		expect(of(live, { ...live })).toEqual({ one: live, alive: ['b'] });
	});

	it('all that count are told, those without an identifier, too', () => {
		expect(of(live, { uuid: 'c', status: 'pending' })).toMatchObject({ alive: ['b', 'c'] });
		expect(of(live, { status: 'pending' })).toMatchObject({ alive: ['b', 'another'] });
		expect(of({ status: 'pending' }, { status: 'pending' })).toMatchObject({ alive: ['another', 'another'] });
	});
});

it.each([
	['EXPIRED', 'expired'],
	['failed', 'failed'],
	['completed', undefined],
	['in_dispute', undefined],
	[undefined, undefined],
])('a record with the status %j has ended without money as %j', (status, ended) => {
	expect(endedWithoutMoney(status)).toBe(ended);
});
