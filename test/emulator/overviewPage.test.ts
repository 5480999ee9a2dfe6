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
	for (const text of ['No payment yet.', 'No notification yet.', 'No request yet.', 'No fault is set.'])
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
	await press('data-delete', 'Remove');
	expect(service.emulator.world.faults.rules).toEqual([]);
});

test('a notification that was not accepted shows why', async () => {
	const { body } = await service.call('v3.links.create', {
		amount: 80,
		description: 'Order 78',
		sender_info: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Byron' },
		webhook_notification: { endpoint_url: 'http://127.0.0.1:1/', authorization_header: 'x' },
	});
	await service.control('links/pay', { uuid: String(body['uuid']) });
	await service.emulator.world.notifications.idle();
	expect(await overview()).toMatch(
		/title="2031-03-04 00:00:00 UTC, ([A-Za-z_]+)[^"]*"[^>]*><span class="badge bad">\1</,
	);
});
