import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { deriveAuthorization } from '../../core/service/authorization';
import { storedExecutions } from '../../runtime/storedExecutions';
import { post, signatureOf, type Headers } from './post';
import type { Stage } from '../../runtime/stage';
import { paymentsNode, workflow } from '../../runtime/workflows';

const EVENT = {
	uuid: 'K7QX2M9D',
	external_id: 'order-1',
	status: 'received',
	currency: 'AUD',
	amount: '25.5',
	paid_amount: '25.5',
	payment_method: 'au_bank_aud',
	pay_code: null,
};

/** Requests that must neither start an execution nor break anything. */
export function refusalTests(stage: () => Stage): void {
	describe('what comes from elsewhere', () => {
		const PATH = 'refusals';
		let workflowId: string;
		let url: string;

		beforeAll(async () => {
			const { client, credential, n8n } = stage();
			workflowId = await client.saveWorkflow(
				workflow('Refuses', [paymentsNode('trigger', 'Payments', credential, { path: PATH })]),
			);
			await client.publish(workflowId);
			url = `${n8n.url}/webhook/${PATH}`;
		});

		afterAll(async () => await stage().client.unpublish(workflowId));

		const signed = (body: Uint8Array | string, key = stage().account.webhookSecretKey): Headers => ({
			'x-signature': signatureOf(body, key),
		});
		const genuine = (body: Uint8Array | string): Headers => ({
			'content-type': 'application/json',
			authorization: stage().account.authorization(EVENT.external_id),
			...signed(body),
		});
		const stored = async () => (await storedExecutions(stage().client, workflowId)).length;

		test('forged and unsigned notifications are answered with 401 and leave no execution', async () => {
			const { account } = stage();
			const body = JSON.stringify(EVENT);
			const ofAnother = (appId: string, secret: string) =>
				deriveAuthorization({ appId, secret, externalId: EVENT.external_id });
			const right = account.authorization(EVENT.external_id);
			const forged: Record<string, Headers> = {
				'no authorization': { authorization: '', ...signed(body) },
				'the secret key itself': { authorization: `Bearer ${account.secretKey}`, ...signed(body) },
				'another secret': { authorization: ofAnother(account.appId, 'guessed'), ...signed(body) },
				'another account': { authorization: ofAnother('app-of-another', account.secretKey), ...signed(body) },
				'one letter changed': {
					authorization: `${right.slice(0, -1)}${right.endsWith('A') ? 'E' : 'A'}`,
					...signed(body),
				},
				'without Bearer': { authorization: right.replace('Bearer ', ''), ...signed(body) },
				'no signature': { authorization: right },
				'signed with another key': { authorization: right, ...signed(body, 'another key') },
				'signature of another body': { authorization: right, ...signed(`${body} `) },
			};
			for (const [what, headers] of Object.entries(forged)) {
				const { status, text } = await post(url, { 'content-type': 'application/json', ...headers }, body);
				expect([what, status, text]).toEqual([what, 401, '{"message":"Unauthorized"}']);
			}
			expect(await stored()).toBe(0);
		});

		test('a flood of 100 forged notifications is refused, and leaves nothing', async () => {
			const body = JSON.stringify(EVENT);
			const answers = await pMap(
				Array.from({ length: 100 }),
				async () => {
					const authorization = deriveAuthorization({
						appId: stage().account.appId,
						secret: randomUUID(),
						externalId: null,
					});
					return await post(url, { 'content-type': 'application/json', authorization, ...signed(body) }, body);
				},
				{ concurrency: 50 },
			);
			expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
			expect(await stored()).toBe(0);
		});

		test('genuine but malformed notifications are answered, never with a failure of n8n, and leave no execution', async () => {
			const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
			const malformed: Record<string, string | Buffer> = {
				empty: '',
				'no JSON': 'payment=received',
				'cut short': '{"uuid":"K7QX2M9D","sta',
				'a list': '[1,2]',
				'a text': '"received"',
				null: 'null',
				'nothing known': '{"hello":"world"}',
				'wrong types': JSON.stringify({ uuid: { $gt: '' }, status: 7, currency: [], transactions: 'none' }),
				'deeply nested': nested,
				'a known name at the root': '{"__proto__":{"status":"received"},"constructor":1}',
				'bytes of no encoding': Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]),
			};
			// n8n itself rejects a body that claims to be JSON and is not.
			const refusedByN8n = new Set(['no JSON', 'cut short', 'bytes of no encoding']);
			for (const [what, body] of Object.entries(malformed)) {
				const { status, text } = await post(url, genuine(body), body);
				expect([what, status, text.length < 300]).toEqual([what, refusedByN8n.has(what) ? 422 : 400, true]);
			}
			expect(await stored()).toBe(0);
		});

		test('other content types, encodings and lengths get an answer, and leave no execution', async () => {
			const about = (bytes: number) => `{"filler":"${'x'.repeat(bytes)}"}`;
			const body = JSON.stringify({ hello: 'world' });
			const as = (type: string): Headers => ({ ...genuine(body), 'content-type': type });
			const limit = 16 * 1024 * 1024;
			const unusual: [string, Headers, string][] = [
				['nearly 16 MB', genuine(about(limit - 100)), about(limit - 100)],
				['form', as('application/x-www-form-urlencoded'), body],
				['multipart without boundary', as('multipart/form-data'), body],
				['unknown character set', as('application/json; charset=klingon'), body],
				['no content type', { authorization: stage().account.authorization(EVENT.external_id), ...signed(body) }, body],
			];
			const answers: [string, number][] = [];
			for (const [what, headers, text] of unusual) answers.push([what, (await post(url, headers, text)).status]);
			expect(answers.filter(([, status]) => status < 400 || status >= 500)).toEqual([]);

			// n8n fails on these itself, before any node sees them. What matters is that it survives.
			const tooMuch = about(limit);
			const notZipped = await post(url, { ...genuine(body), 'content-encoding': 'gzip' }, body);
			expect(notZipped.status).toBeGreaterThanOrEqual(400);
			// n8n may close the connection while the rest is still being sent.
			const tooLong = await post(url, genuine(tooMuch), tooMuch).then(
				({ status }) => (status >= 400 ? 'refused' : status),
				({ code }: NodeJS.ErrnoException) => (code === 'EPIPE' || code === 'ECONNRESET' ? 'refused' : code),
			);
			expect(tooLong).toBe('refused');
			expect(await stored()).toBe(0);
		});

		test('an event that was not chosen is accepted, and leaves no execution', async () => {
			const { client, credential, n8n } = stage();
			const path = 'only-expired-payins';
			const id = await client.saveWorkflow(
				workflow('Only expired payins', [
					paymentsNode('trigger', 'Payments', credential, { path, events: ['payin'], statuses: ['expired'] }),
				]),
			);
			await client.publish(id);
			const send = async (event: object) => {
				const body = JSON.stringify({ ...EVENT, uuid: 'NOTCHOSE', ...event });
				return (await post(`${n8n.url}/webhook/${path}`, genuine(body), body)).status;
			};
			expect(await send({ status: 'received' })).toBe(200);
			expect(await storedExecutions(client, id)).toEqual([]);
			expect(await send({ status: 'expired' })).toBe(200);
			expect((await storedExecutions(client, id)).length).toBe(1);
			await client.unpublish(id);
		});

		test('a genuine one starts its execution after all that', async () => {
			const { client } = stage();
			const before = await stored();
			const body = JSON.stringify({ ...EVENT, uuid: 'AFTERALL' });
			expect((await post(url, genuine(body), body)).status).toBe(200);
			expect(await client.waitForExecutions(before + 1, { workflowId })).toHaveLength(before + 1);
		});
	});
}
