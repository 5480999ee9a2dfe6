import { checkoutLink, payin } from '../../unit/core/events/notifications';
import { credential, headersFor } from './account';
import { StoredWorkflow, type Notification } from './triggerEngine';

const deliver = async (notification: Notification) =>
	await new StoredWorkflow(credential).deliver({ headers: headersFor(payin), ...notification });

const text = JSON.stringify({ ...payin, name: 'Ada Büron' });
const nested = (depth: number) => '{"uuid":"A","status":"received","a":'.repeat(depth) + '1' + '}'.repeat(depth);
const wide = (megabytes: number) => JSON.stringify({ ...payin, description: 'x'.repeat(megabytes * 1024 * 1024) });

describe('what is no notification is refused with 400', () => {
	it.each<[string, Notification]>([
		['an empty body', { body: '' }],
		['blank text', { body: ' \n' }],
		['no JSON', { body: 'uuid=K7QX2M9D&status=received' }],
		['a form', { body: 'uuid=K7QX2M9D', contentType: 'application/x-www-form-urlencoded' }],
		['JSON that is cut short', { body: JSON.stringify(payin).slice(0, 40) }],
		['null', { body: 'null' }],
		['a number', { body: '17' }],
		['a text', { body: '"received"' }],
		['a list', { body: [payin] }],
		['an empty object', { body: {} }],
		['an object of nothing known', { body: { hello: 'world' } }],
		[
			'values of the wrong types',
			{
				body: { uuid: { a: 1 }, status: [], amount: {}, transaction_info: 'x', payout_transactions: null },
			},
		],
		['deep nesting', { body: nested(10_000) }],
		['deep nesting of lists', { body: `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }],
		['bytes that are no text', { body: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x7b]) }],
		['UTF-16', { body: Buffer.from(text, 'utf16le'), contentType: 'application/json; charset=utf-16le' }],
		['Latin-1', { body: Buffer.from(text, 'latin1'), contentType: 'application/json; charset=latin1' }],
		['16 MB of nothing known', { body: JSON.stringify({ a: 'x'.repeat(16 * 1024 * 1024) }) }],
		[
			'a form in parts, which n8n has taken apart',
			{ body: '--x', contentType: 'multipart/form-data', unreadable: true },
		],
	])('%s', async (_case, notification) => {
		expect(await deliver(notification)).toEqual({ status: 400, body: { message: 'Bad request' }, items: null });
	});
});

it.each(['..', '.', '\ud800', 'L1\udc00'])('a record that cannot have the ID %j is refused with 400', async (uuid) => {
	for (const notification of [checkoutLink, payin]) {
		const body = JSON.stringify({ ...notification, uuid });
		expect(await deliver({ body, headers: headersFor(body) })).toMatchObject({ status: 400, items: null });
	}
});

describe('what is odd but genuine is understood', () => {
	it.each<[string, Notification]>([
		['without a content type', { body: payin, contentType: null }],
		['of an unknown content type', { body: payin, contentType: 'application/vnd.service+json' }],
		['as plain text', { body: payin, contentType: 'text/plain' }],
		['with a byte order mark', { body: `\ufeff${text}` }],
		['under the name of another character set', { body: text, contentType: 'application/json; charset=latin1' }],
		['of 16 MB', { body: wide(16) }],
		['with a prototype in it', { body: `{"__proto__":{"status":"expired"},${text.slice(1)}` }],
		['nested below 100 levels', { body: { ...payin, metadata: JSON.parse(nested(90)) as unknown } }],
		['with a status nobody has heard of', { body: { ...payin, status: 'frobnicated' } }],
		['with amounts as numbers', { body: { ...payin, amount: 80, total: 1e21 } }],
	])('%s', async (_case, notification) => {
		const answer = await deliver(notification);
		expect(answer.status).toBe(200);
		expect(answer.items?.[0]?.json).toMatchObject({ source: 'payin', uuid: payin.uuid });
	});
});
