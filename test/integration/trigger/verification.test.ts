import { createHmac } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { deriveAuthorization } from '../../../core/service/authorization';
import { payin } from '../../unit/core/events/notifications';
import { credential } from './account';
import { StoredWorkflow } from './triggerEngine';

const derived = (secret: string, appId = 'app-1', externalId: string | null = payin.external_id) =>
	deriveAuthorization({ secret, appId, externalId });
const signed = (key: string, body: unknown, algorithm = 'sha256', encoding: 'hex' | 'base64' = 'hex') =>
	createHmac(algorithm, key).update(JSON.stringify(body)).digest(encoding);

async function statusOf(
	changes: ICredentialDataDecryptedObject,
	headers: Record<string, string>,
	body: unknown = payin,
): Promise<number> {
	const workflow = new StoredWorkflow({ ...credential, ...changes });
	const answer = await workflow.deliver({ headers, body });
	expect(answer.items === null).toBe(answer.status !== 200);
	return answer.status;
}

describe('the authorization value', () => {
	it.each<[string, ICredentialDataDecryptedObject, string]>([
		['derived from the secret key', {}, derived('s3cret')],
		['derived from the notification secret', { notificationSecret: 'n0te' }, derived('n0te')],
		[
			'derived from the previous notification secret',
			{ rotating: true, previousNotificationSecret: 'old' },
			derived('old'),
		],
		['accepted as it stands', { acceptedAuthorization: 'Basic c2hvcDpwYXNz' }, 'Basic c2hvcDpwYXNz'],
		['accepted before the rotation', { rotating: true, previousAcceptedAuthorization: 'Bearer old' }, 'Bearer old'],
	])('is believed when it is %s', async (_case, changes, authorization) => {
		expect(await statusOf(changes, { authorization })).toBe(200);
	});

	it.each<[string, ICredentialDataDecryptedObject, Record<string, string>]>([
		['missing', {}, {}],
		['empty', {}, { authorization: '' }],
		['anything, with nothing configured to accept', {}, { authorization: 'Bearer anything' }],
		['derived from another secret', {}, { authorization: derived('other') }],
		['derived for another account', {}, { authorization: derived('s3cret', 'app-2') }],
		[
			'derived from the secret key although a notification secret is set',
			{ notificationSecret: 'n0te' },
			{ authorization: derived('s3cret') },
		],
		['the accepted one without its scheme', { acceptedAuthorization: 'Bearer x' }, { authorization: 'x' }],
		['empty, when the accepted one is empty too', { acceptedAuthorization: '' }, { authorization: '' }],
		[
			'derived from nothing, when the credential has no secret',
			{ secretKey: '', appId: '' },
			{ authorization: 'Bearer ' },
		],
	])('is refused when it is %s', async (_case, changes, headers) => {
		expect(await statusOf(changes, headers)).toBe(401);
	});
});

it('keeps the authorization value to itself, whatever the notification shows', async () => {
	const authorization = derived('s3cret');
	const target = { endpoint_url: 'https://n8n.example/', authorization_header: authorization };
	const body = { ...payin, webhook_notification: target };
	const { items } = await new StoredWorkflow(credential).deliver({ headers: { authorization }, body });
	expect(items).toMatchObject([
		{ json: { payload: { ...body, webhook_notification: { ...target, authorization_header: '****' } } } },
	]);
	expect(JSON.stringify(items)).not.toContain(authorization);
});

describe('the signature', () => {
	const authorization = derived('s3cret');
	const key = { webhookSecretKey: 'wh-key' };

	it.each<[string, ICredentialDataDecryptedObject, Record<string, string>]>([
		['made with the signing key', key, { 'x-signature': signed('wh-key', payin) }],
		['prefixed', key, { 'x-signature': `sha256=${signed('wh-key', payin)}` }],
		[
			'made with the previous key',
			{ ...key, rotating: true, previousWebhookSecretKey: 'wh-old' },
			{ 'x-signature': signed('wh-old', payin) },
		],
		[
			'in another header, encoding and algorithm',
			{ ...key, signatureHeader: 'X-Hook-Sign', signatureEncoding: 'base64', signatureAlgorithm: 'sha512' },
			{ 'x-hook-sign': signed('wh-key', payin, 'sha512', 'base64') },
		],
		['not asked for, because no key is set', { rotating: true, previousWebhookSecretKey: 'wh-old' }, {}],
	])('is believed when it is %s', async (_case, changes, headers) => {
		expect(await statusOf(changes, { ...headers, authorization })).toBe(200);
	});

	it.each<[string, Record<string, string>]>([
		['missing', {}],
		['made with another key', { 'x-signature': signed('other', payin) }],
		['made over another body', { 'x-signature': signed('wh-key', { ...payin, amount: '8000.0' }) }],
		['no hex', { 'x-signature': 'signature' }],
		['right, but the authorization is wrong', { 'x-signature': signed('wh-key', payin), authorization: 'Bearer x' }],
	])('is refused when it is %s', async (_case, headers) => {
		expect(await statusOf(key, { authorization, ...headers })).toBe(401);
	});

	it('covers the bytes as they arrived, not what they say', async () => {
		const workflow = new StoredWorkflow({ ...credential, ...key });
		const spaced = JSON.stringify(payin, null, 2);
		const signature = createHmac('sha256', 'wh-key').update(spaced).digest('hex');
		expect(
			(await workflow.deliver({ headers: { authorization, 'x-signature': signature }, body: spaced })).status,
		).toBe(200);
		expect((await workflow.deliver({ headers: { authorization, 'x-signature': signature }, body: payin })).status).toBe(
			401,
		);
	});
});

it('tells a refused caller nothing', async () => {
	const workflow = new StoredWorkflow(credential);
	expect(await workflow.deliver({ body: payin })).toEqual({
		status: 401,
		body: { message: 'Unauthorized' },
		items: null,
	});
});

it('answers a flood of forged calls without storing anything, reading the credential once', async () => {
	const workflow = new StoredWorkflow(credential);
	const calls = Array.from(
		{ length: 500 },
		async (_each, index) =>
			await workflow.deliver({ headers: { authorization: derived(`guess-${index}`) }, body: payin }),
	);
	expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array.from({ length: 500 }, () => 401));
	expect(workflow).toMatchObject({ staticData: '{}', saves: 0, credentialReads: 1 });
});

describe('a refused notification', () => {
	const rightKey = { ...credential, webhookSecretKey: 'wh-key' };
	const authorization = derived('s3cret');
	const signature = { 'x-signature': signed('wh-key', payin) };

	function logged(stored: ICredentialDataDecryptedObject = credential) {
		const warnings: string[] = [];
		const workflow = new StoredWorkflow(stored);
		workflow.logger = { warn: (message) => warnings.push(message) };
		return { workflow, warnings };
	}
	afterEach(() => jest.useRealTimers());

	it.each<[string, ICredentialDataDecryptedObject, Record<string, string>, RegExp]>([
		['without an authorization value', credential, {}, /no Authorization header.*proxy/],
		['with an outdated value', credential, { authorization: derived('0ld') }, /Previous Notification Secret/],
		['without a signature', rightKey, { authorization }, /signature.*Webhook Secret Key/],
		[
			'with the value of another payment',
			credential,
			{ authorization: derived('s3cret', 'app-1', 'another') },
			/another payment/,
		],
	])('%s is told in the log, with the remedy and no secret', async (_case, stored, headers, reason) => {
		const { workflow, warnings } = logged(stored);
		expect((await workflow.deliver({ headers, body: payin })).status).toBe(401);
		expect(warnings).toEqual([expect.stringMatching(reason)]);
		expect(warnings[0]).toMatch(/^The node “[^”]+” refused a notification: /);
		expect(warnings[0]).not.toMatch(/Bearer|s3cret|0ld|wh-key/);
	});

	it('is told once an hour for each reason and trigger', async () => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask', 'performance'] });
		const { workflow, warnings } = logged(rightKey);
		const refused: Record<string, string>[] = [
			{},
			{ authorization: 'Bearer x' },
			{ authorization: derived('0ld') },
			{ authorization },
		];
		const refuse = async () => {
			for (const headers of refused) await workflow.deliver({ headers, body: payin });
		};
		for (let flood = 0; flood < 50; flood++) await refuse();
		expect(warnings).toHaveLength(3);
		jest.setSystemTime(Date.now() + 3_600_000);
		await refuse();
		expect(warnings).toHaveLength(6);
		const another = logged(rightKey);
		await another.workflow.deliver({ body: payin });
		expect(another.warnings).toHaveLength(1);
	});

	it('leaves no line when it is genuine', async () => {
		const { workflow, warnings } = logged(rightKey);
		expect((await workflow.deliver({ headers: { authorization, ...signature }, body: payin })).status).toBe(200);
		expect(warnings).toEqual([]);
	});
});

describe('the credential', () => {
	afterEach(() => jest.useRealTimers());
	const at = (seconds: number) => jest.setSystemTime(new Date('2031-03-04T00:00:00Z').getTime() + seconds * 1000);

	beforeEach(() => {
		jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask', 'performance'] });
		at(0);
	});

	it('is read once a minute, not for each delivery', async () => {
		const workflow = new StoredWorkflow(credential);
		const deliver = async () => await workflow.deliver({ headers: { authorization: derived('s3cret') }, body: payin });
		for (const second of [0, 20, 40, 59]) {
			at(second);
			await deliver();
		}
		expect(workflow.credentialReads).toBe(1);
		at(60);
		await deliver();
		expect(workflow.credentialReads).toBe(2);
	});

	it('counts as changed for a notification that the kept one would refuse', async () => {
		const workflow = new StoredWorkflow(credential);
		const deliver = async () =>
			(await workflow.deliver({ headers: { authorization: derived('n3w') }, body: payin })).status;
		expect(await deliver()).toBe(401);
		workflow.credentials = { ...credential, secretKey: 'n3w' };
		at(4);
		expect(await deliver()).toBe(401);
		at(5);
		expect(await deliver()).toBe(200);
	});

	it('puts the notification off when it cannot be read', async () => {
		const workflow = new StoredWorkflow(credential);
		workflow.credentialFails = true;
		expect(await workflow.deliver({ headers: { authorization: derived('s3cret') }, body: payin })).toMatchObject({
			status: 503,
			items: null,
		});
		workflow.credentialFails = false;
		expect(await workflow.deliver({ headers: { authorization: derived('s3cret') }, body: payin })).toMatchObject({
			status: 200,
		});
	});
});
