import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { ServiceFailure, unusableAnswer } from '../../../nodes/service/failure';
import { LeftOut } from '../../../nodes/MultiCurrencyPayments/run/lanes';
import { PAYMENT, paidTwice, isWithoutEffect, saysTaken } from '../../../nodes/MultiCurrencyPayments/money/failures';
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
