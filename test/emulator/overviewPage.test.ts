import { createApp } from '../../emulator/http/app';
import { pages } from '../../emulator/pages';
import { samplePayments } from './samplePayments';
import { startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const overview = async () => (await service.browse(service.emulator.url)).text;

const createLink = async (currency: string, amount: number): Promise<string> => {
	const { body } = await service.call(
		'v3.links.create',
		{
			amount,
			description: 'Order 78',
			sender_info: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Byron' },
			webhook_notification: service.target,
		},
		currency,
	);
	return String(body['uuid']);
};

test('an unused emulator says so', async () => {
	const page = await overview();
	expect(page).toContain('27 accounts are not in use yet.');
	for (const text of [
		'No payment yet.',
		'Make a credential in n8n',
		'No notification yet.',
		'No request yet.',
		'No fault is set.',
	])
		expect(page).toContain(text);
});

test('amounts are readable with the decimals of their currency, and payments lead to the page of the customer', async () => {
	const [aud, vnd] = [await createLink('AUD', 1234.5), await createLink('VND', 1_500_000)];
	const page = await overview();
	expect(page).toMatch(/<data value="1234\.5">1,234\.50<\/data>/);
	expect(page).toMatch(/<data value="1500000(?:\.0)?">1,500,000<\/data>/);
	for (const uuid of [aud, vnd]) {
		expect(page).toContain(`href="/checkout/${uuid}"`);
		expect((await service.browse(`${service.emulator.url}/checkout/${uuid}`)).status).toBe(200);
	}
});

test('a pending payment has a button for each move that its state allows, and an ended one has none', async () => {
	const uuid = await samplePayments(service).payout();
	const buttons = async () =>
		[...(await overview()).matchAll(new RegExp(`aria-label="(\\w+) payout ${uuid}"`, 'g'))].map(([, label]) => label);
	expect(await buttons()).toEqual(['Complete', 'Fail', 'Expire']);
	await service.advance(1_000);
	expect(await buttons()).toEqual(['Complete', 'Fail']);
	await service.advance(1_000);
	expect(await buttons()).toEqual([]);
	expect(await overview()).toContain(uuid);
});

test('a browser on another machine is shown no secret, and cannot control anything', async () => {
	const { emulator } = service;
	const context = {
		world: () => emulator.world,
		reset: () => Promise.reject(new Error()),
		stopped: AbortSignal.abort(),
	};
	const app = createApp(context, pages);
	const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
	const pageFor = async (address: string) => await (await app.request('/', {}, from(address))).text();
	const { secretKey, webhookSecretKey } = emulator.account('AUD');
	for (const secret of [secretKey, String(webhookSecretKey)]) {
		expect(await pageFor('::ffff:127.0.0.1')).toContain(secret);
		expect(await pageFor('192.0.2.7')).not.toContain(secret);
	}
	const answer = await app.request('/_control/clock', { method: 'POST', body: '{"advance":1}' }, from('192.0.2.7'));
	expect(answer.status).toBe(403);
});

test('every button of the page does what it says', async () => {
	const uuid = await createLink('AUD', 80);
	await service.control('links/pay', { uuid });
	await service.heard(uuid);
	service.emulator.world.faults.add({ id: 'a storm', endpoint: '*', fault: 'reset' });
	const press = async (attribute: string, label: string) => {
		const buttons = (await overview()).matchAll(/<button([^>]*)>([^<]*)<\/button>/g);
		const button = [...buttons].find(([, , text]) => text?.trim() === label)?.[1] ?? '';
		const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(button)?.[1]?.replaceAll('&quot;', '"');
		const answer = await fetch(`${service.emulator.url}${value(attribute) ?? '/no-such-button'}`, {
			method: attribute === 'data-post' ? 'POST' : 'DELETE',
			...(attribute === 'data-post' ? { body: value('data-body') ?? '' } : {}),
		});
		expect(answer.status).toBe(200);
		await answer.text();
	};

	await press('data-post', '+1 day');
	expect(await overview()).toContain('2031-03-05 00:00:00');
	await press('data-post', 'Send again');
	const { deliveries } = service.emulator.world.notifications;
	expect(deliveries.map(({ attempts }) => attempts).find(({ length }) => length > 1)).toMatchObject([
		{ status: 200, manual: false },
		{ status: 200, manual: true },
	]);
	await press('data-delete', 'Switch off');
	expect(service.emulator.world.faults.rules).toEqual([]);
});
