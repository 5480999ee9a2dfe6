import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import type { ExplainedError } from '../../../core/text/explained';
import {
	hasEnded,
	externalIdTaken,
	isRefusedTogether,
	isWithoutEffect,
	lookAlike,
	paidTwice,
	PAYMENT,
	REFUND,
	refusedTogether,
	requestFor,
	saysTaken,
	stoppedBefore,
	twiceInList,
	unclearTwin,
	unknownOutcome,
} from '../../../nodes/MultiCurrencyPayments/money/failures';
import { LeftOut } from '../../../nodes/MultiCurrencyPayments/run/lanes';
import { ServiceFailure, unusableAnswer } from '../../../nodes/service/failure';

const payment = {
	externalId: 'INV-7',
	row: 5,
	subject: PAYMENT,
	facts: { amount: '5', currency: 'AUD', payee: 'ann' },
};
const refund = { externalId: 'r-1', subject: REFUND };
const link = { externalId: 'order-7', subject: requestFor('link') };
const gatewayLink = { externalId: 'A-7', subject: requestFor('gateway link', 'Order ID') };

const timedOut = new ServiceFailure('timedOut', true, { method: 'POST', path: '/v2/payouts' }, { attempts: 1 });

const failures: [ExplainedError, string, string][] = [
	[
		unknownOutcome(payment, true),
		'It is unknown whether the payment INV-7 was made',
		'A request was begun, but no usable answer came. Run this again with the same External ID: it is looked for first. Another External ID without looking may pay twice.',
	],
	[
		unknownOutcome(gatewayLink, false),
		'It is unknown whether the gateway link A-7 was created',
		'A request was begun, but no usable answer came. The service cannot be asked for it. Look for A-7 in the merchant dashboard, and use another Order ID if it was not created. Another Order ID without looking may make a second gateway link.',
	],
	[
		externalIdTaken(payment, { amount: '6', currency: 'AUD', payee: 'ann' }, false),
		'The External ID INV-7 belongs to another payment',
		'Asked for: amount 5.00 AUD. There: amount 6.00 AUD. Give a new payment an External ID of its own; if it is the same payment, correct the values of this item.',
	],
	[
		externalIdTaken(payment, {}, false),
		'The External ID INV-7 belongs to another payment',
		'Asked for: amount 5.00 AUD, payee ann. There: other values. Give a new payment an External ID of its own; if it is the same payment, correct the values of this item.',
	],
	[
		externalIdTaken(payment, { amount: '6', currency: 'AUD' }, true),
		'The payment INV-7 is not as it was asked for',
		'Asked for: amount 5.00 AUD. There: amount 6.00 AUD. This item was sent, and it is unknown whether this is what came of it. Look for it in the merchant dashboard: another External ID without looking may pay twice.',
	],
	[
		hasEnded(refund, 'rejected', false),
		'The refund r-1 was made before and has ended without money: rejected',
		'An External ID is one refund, for ever. To try again, use another External ID.',
	],
	[
		hasEnded(link, 'expired', true),
		'The link order-7 was created and has ended without money: expired',
		'An External ID is one link, for ever. To try again, use another External ID.',
	],
	[
		lookAlike(payment, 'inv-7', false),
		'The service has a payment under the External ID inv-7, which differs from INV-7 in its spelling only',
		'If it is the same payment, write the External ID as the service does. If it is another one, use an External ID that differs in more.',
	],
	[
		lookAlike(payment, 'INV-7\u200b', false),
		'The service has a payment under the External ID INV-7 U+200B, which differs from INV-7 in its spelling only',
		'If it is the same payment, write the External ID as the service does. If it is another one, use an External ID that differs in more.',
	],
	[
		paidTwice(refund, ['R1', 'R2']),
		'The refund r-1 exists 2 times',
		'The service has R1 and R2 under this External ID. Cancel or recover all but one of them; the node does not make it again.',
	],
	[
		unclearTwin(payment, { externalId: 'INV-6', list: '' }),
		'The same payment may have been made under the External ID INV-6',
		'Its outcome is unknown. Run that one again, or look for it in the merchant dashboard: ten minutes after the unclear answer, this one is sent.',
	],
	[
		stoppedBefore(payment),
		'The execution was stopped before the payment INV-7 was sent',
		'Run it again to have it sent.',
	],
	[
		refusedTogether(payment, [{ externalId: 'INV-8', row: 7 }]),
		'Not sent: the request was refused because of row 8 (INV-8)',
		'Correct or remove what is refused, and run this again.',
	],
	[
		refusedTogether(payment, [
			{ externalId: 'INV-8', row: 7 },
			{ externalId: 'INV-9', row: 8 },
			{ externalId: 'INV-10', row: 9 },
		]),
		'Not sent: the request was refused because of row 8 (INV-8) and 2 more',
		'Correct or remove what is refused, and run this again.',
	],
	[
		twiceInList(payment, { externalId: 'INV-7', row: 0 }),
		'Rows 1 and 6 have the same External ID INV-7',
		'Give every payment of a list an External ID of its own.',
	],
	[
		twiceInList(payment, { externalId: 'inv–7', row: 0 }),
		'Rows 1 and 6 have External IDs that differ in their spelling only: inv–7 and INV-7',
		'Give every payment of a list an External ID of its own.',
	],
];

it.each(failures)('%s tells what happened and what to do', (failure, message, description) => {
	expect(failure.explanation).toMatchObject({ message, description });
});

it('an unknown outcome tells why the answer is missing', () => {
	const { description } = unknownOutcome(payment, true, timedOut).explanation;
	expect(description).toContain(`${timedOut.explanation.message}.`);
});

it.each([
	[
		'is told by what may have happened',
		[
			unknownOutcome(payment, true),
			externalIdTaken(payment, {}, true),
			hasEnded(payment, 'failed', true),
			lookAlike(payment, 'x', true),
			paidTwice(payment, ['1', '2']),
		],
		'told',
	],
	[
		'was not sent',
		[
			externalIdTaken(payment, {}, false),
			hasEnded(payment, 'failed', false),
			lookAlike(payment, 'x', false),
			unclearTwin(payment, { externalId: 'y', list: '' }),
			stoppedBefore(payment),
			twiceInList(payment, { externalId: 'INV-7', row: 0 }),
		],
		undefined,
	],
])('the effect of an item that %s', (_, each, effect) => {
	for (const failure of each) expect(failure.explanation.effect).toBe(effect);
});

it('what was refused because of others is told from what was refused itself', () => {
	const together = refusedTogether(payment, [{ externalId: 'INV-8', row: 7 }]);
	expect(together.explanation.effect).toBe('notDone');
	expect([together, stoppedBefore(payment), { ...together, name: together.name }].map(isRefusedTogether)).toEqual([
		true,
		false,
		false,
	]);
});

it.each([
	externalIdTaken(payment, {}, false),
	hasEnded(payment, 'failed', false),
	lookAlike({ externalId: 'inv-7', subject: PAYMENT }, 'INV-7', false),
	refusedTogether(payment, [{ externalId: 'INV-8', row: 7 }]),
	stoppedBefore(payment),
	twiceInList(payment, { externalId: 'INV-7', row: 0 }),
])('a workflow can act on the External ID of what has failed: $name', ({ explanation }) => {
	expect(explanation.details).toEqual({ external_id: 'INV-7' });
});

it('a workflow can act on the External ID and on what is unknown', () => {
	const unknown = { outcome: 'unknown', external_id: 'INV-7' };
	expect(unknownOutcome(payment, true).explanation.details).toEqual(unknown);
	expect(externalIdTaken(payment, {}, true).explanation.details).toEqual(unknown);
	expect(paidTwice(payment, ['1', '2']).name).toBe('PaidTwice');
	expect(paidTwice(payment, ['1', '2']).explanation.details).toEqual({
		outcome: 'paid_twice',
		external_id: 'INV-7',
		duplicates: '1, 2',
	});
	const { message, details } = unclearTwin(payment, { externalId: 'INV-6', list: 'payroll-3' }).explanation;
	expect(message).toMatch(/INV-6 of the list payroll-3$/);
	expect(details).toEqual({ external_id: 'INV-6' });
});

const request = { method: 'POST', path: '/v2/payouts' };
const node = { name: 'Pay', type: 'pay' } as INode;
const failure = (unclear: boolean, outcome: 'refused' | 'timedOut' = 'refused', answer?: unknown) =>
	new ServiceFailure(outcome as never, unclear, request, { attempts: 1, answer });

it.each<[string, unknown, boolean]>([
	['a refusal of the service', failure(false), true],
	['a request whose outcome is unclear', failure(true), false],
	['a refusal of the node', new NodeOperationError(node, 'No'), true],
	['a refusal of n8n', new NodeApiError(node, { message: 'No' }), true],
	['a failure that explains itself', paidTwice({ externalId: 'k', subject: PAYMENT }, []), true],
	['an item that did not get its turn', new LeftOut(), true],
	['anything else', new TypeError('x is undefined'), false],
])('%s proves that nothing was carried out, or not', (_, failed, isProof) => {
	expect(isWithoutEffect(failed)).toBe(isProof);
});

it.each<[string, unknown, boolean]>([
	['an answer that names another record', unusableAnswer(request, { uuid: 'u' }), true],
	['an answer that tells nothing', unusableAnswer(request, { some: 'thing' }), false],
	['a refusal that names a record', failure(false, 'refused', { uuid: 'u' }), false],
	[
		'any other failure',
		Object.assign(new Error('x'), { outcome: 'unreadableAnswer', details: { answer: { uuid: 'u' } } }),
		false,
	],
])('the service has taken a request: %s', (_, failed, isTaken) => {
	expect(saysTaken(failed)).toBe(isTaken);
});
