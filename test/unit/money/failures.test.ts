import { ExplainedError } from '../../../core/explained';
import type { Doubt } from '../../../nodes/MultiCurrencyPayments/money/failures';
import {
	CannotTell,
	EndedWithoutMoney,
	KeyTaken,
	madeOnce,
	PaidTwice,
	PAYMENT,
	UnknownOutcome,
} from '../../../nodes/MultiCurrencyPayments/money/failures';

const LINK = madeOnce('payment link', 'reference');

describe('an outcome that is unknown', () => {
	it('tells that the request was sent, and where to look', () => {
		expect(new UnknownOutcome(PAYMENT, 'INV-1', false).explanation).toEqual({
			message: 'It is unknown whether the payment INV-1 was made',
			description: expect.stringMatching(
				/^The request was sent, but no usable answer came\. The service cannot tell\. Look for the external ID INV-1 .*may pay twice/,
			),
			effect: 'told',
			details: { outcome: 'unknown', external_id: 'INV-1' },
		});
	});

	it('of what is created once warns of a second one', () => {
		const { message, description } = new UnknownOutcome(LINK, 'L-1', true).explanation;
		expect(message).toBe('It is unknown whether the payment link L-1 was created');
		expect(description).toMatch(/does not know it so far\. Look for the reference L-1 .*a second payment link/);
		expect(madeOnce('payin').keyName).toBe('external ID');
	});

	it('tells why, where the cause explains itself', () => {
		class Broken extends ExplainedError {
			explanation = { message: 'The line broke', description: 'Mend it.' };
		}
		const { description } = new UnknownOutcome(PAYMENT, 'INV-1', false, new Broken()).explanation;
		expect(description).toContain('no usable answer came. The line broke. The service cannot tell.');
		expect(new UnknownOutcome(PAYMENT, 'INV-1', false, new Error('Broken')).explanation.description).toContain(
			'no usable answer came. The service cannot tell.',
		);
	});
});

describe('a key that belongs to another payment', () => {
	const taken = (wasSent?: boolean) =>
		new KeyTaken(PAYMENT, 'INV-1', { amount: '10', currency: 'AUD' }, { amount: '12', currency: 'AUD' }, wasSent);

	it('shows how the two differ', () => {
		expect(taken().explanation).toEqual({
			message: 'The external ID INV-1 belongs to another payment',
			description: expect.stringContaining('Asked for: amount 10. Made before: amount 12.'),
			details: { external_id: 'INV-1' },
		});
	});

	it('may be what came of this item, where that was sent', () => {
		expect(taken(true).explanation).toEqual({
			message: 'The payment INV-1 is not as it was asked for',
			description: expect.stringContaining('Asked for: amount 10. The service has: amount 12. This item was sent'),
			effect: 'told',
			details: { outcome: 'unknown', external_id: 'INV-1' },
		});
	});
});

describe('a payment that ended without money', () => {
	it('was made before', () => {
		expect(new EndedWithoutMoney(PAYMENT, 'INV-1', 'expired').explanation).toEqual({
			message: 'The payment INV-1 was made before and has ended without money: expired',
			description: expect.stringContaining('start a new execution with a new external ID'),
			details: { external_id: 'INV-1' },
		});
	});

	it('was made by this item, where that was sent', () => {
		const { message, effect } = new EndedWithoutMoney(PAYMENT, 'INV-1', 'failed', true).explanation;
		expect([message, effect]).toEqual(['The payment INV-1 was made and has ended without money: failed', 'told']);
	});
});

describe('a repeat that cannot be told from another payment', () => {
	it.each<[Doubt, string, string]>([
		['tool', 'A tool of an AI agent needs an External ID', 'Agents repeat calls'],
		['calledFromUnknown', 'which execution called this workflow first', 'A repeat of the calling workflow'],
		['afterCrash', 'the execution that is retried left no record', 'before n8n stopped'],
		['retriedUnseen', 'whether the payment INV-1 was made before the retry', 'left no record of what it sent'],
		['retriedLate', 'was made before this retry', 'Since the execution that is retried began, n8n was restarted'],
		['retriedList', 'stood at another place of the list', 'The list has changed since'],
		['calledLate', 'was made by an earlier call', 'Since the calling execution began, n8n was restarted'],
		['refundHidden', 'a refund of the payment is under way', 'Run this again later'],
		['begunAlike', 'began at the same moment with the same items', 'One of the two is a retry'],
		['otherSpelling', 'differs from the one of this item in its spelling only', 'write the external ID as the service'],
		['usedBefore', 'the service has one under the external ID INV-1', 'Prevent Duplicates is off'],
		['sameFactsBefore', 'the calling execution has had a payment with the same values', 'only the values tell it'],
		['callerRepeated', 'the calling execution may have had it made', 'they may have been edited'],
		['sameFactsTwice', 'another item of this call has the same values', 'only the values tell it'],
		['sameKeyTwice', 'this execution has made one under the external ID INV-1', 'Prevent Duplicates is off'],
		['unclearTwin', 'the payment INV-1, which has the same values', 'Find out about the external ID INV-1'],
	])('says why: %s', (doubt, message, description) => {
		expect(new CannotTell(PAYMENT, doubt, 'INV-1').explanation).toEqual({
			message: expect.stringContaining(message),
			description: expect.stringContaining(description),
			// The texts of these tell what may have been sent.
			...(['retriedUnseen', 'otherSpelling'].includes(doubt) && { effect: 'told' }),
			details: { external_id: 'INV-1' },
		});
	});

	it('names no key where none is known', () => {
		expect(new CannotTell(PAYMENT, 'tool').explanation).not.toHaveProperty('details');
	});
});

describe('a payment that exists more than once', () => {
	it('names all of them', () => {
		expect(new PaidTwice('INV-1', ['a', 'b']).explanation).toEqual({
			message: 'The payment INV-1 exists 2 times',
			description: expect.stringContaining('The service has a and b under this External ID'),
			effect: 'told',
			details: { outcome: 'paid_twice', external_id: 'INV-1', duplicates: 'a, b' },
		});
	});

	it('tells of the others of the run, where they are told too', () => {
		const twice = new PaidTwice('INV-1', ['a', 'b'], 'payment link').andOthers(3);
		expect(twice.explanation.message).toBe('The payment link INV-1 exists 2 times, and so do others of this run: 3');
	});
});

it.each([
	['UnknownOutcome', new UnknownOutcome(PAYMENT, 'k', false)],
	['KeyTaken', new KeyTaken(PAYMENT, 'k', {}, {})],
	['EndedWithoutMoney', new EndedWithoutMoney(PAYMENT, 'k', 'failed')],
	['CannotTell', new CannotTell(PAYMENT, 'tool')],
	['PaidTwice', new PaidTwice('k', [])],
])('%s goes by its name', (name, failure) => {
	expect(failure.name).toBe(name);
});
