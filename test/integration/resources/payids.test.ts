import * as wire from '../../../emulator/otherwise';
import { startService, type Service } from '../engine/service';
import { expectRefusal, goOn, run } from './resourceRun';

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

describe('static PayID', () => {
	const parameters = {
		resource: 'staticPayid',
		operation: 'create',
		name: 'Ada Byron',
		email: 'ada@shop.test',
		prefixStaticPayid: '=ada.{{ $itemIndex }}',
		additionalFields: {
			address: '12 Harbour Road',
			city: 'Sydney',
			state: 'NSW',
			zipCode: '2000',
			phone: '+61-412345678',
		},
		externalId: '={{ "customer-" + (7 + $itemIndex) }}',
	};

	it('is created with everything the form gives', async () => {
		const { items, error } = await run(service, { ...parameters, prefixStaticPayid: 'ada.byron' });
		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{
				json: {
					name: 'Ada Byron',
					address: '12 Harbour Road',
					city: 'Sydney',
					state: 'NSW',
					zip_code: '2000',
					phone: '+61-412345678',
					external_id: 'customer-7',
					status: 'active',
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(JSON.stringify(items)).not.toContain('mcp2.');
	});

	it.each([
		['a name with an accent', { name: 'Zoë' }, /Name may hold/],
		['a name with an apostrophe', { name: "O'Brien" }, /Name may hold/],
		['an exclamation mark', { name: '!Ada' }, /Name may hold/],
		['no name', { name: ' ' }, /Name is empty/],
		['no email', { email: '' }, /Email is empty/],
	])('refuses %s', async (_what, bad, message) => {
		await expectRefusal(service, { good: parameters, bad, message });
	});

	it.each([
		['a notification address without https', { endpointUrl: 'http://shop.test/n' }, /must start with https/],
		['a notification without authorization', { authorizationHeader: '' }, /Authorization Header is empty/],
	])('refuses %s', async (_what, bad, message) => {
		const elsewhere = { notify: 'custom', endpointUrl: 'https://shop.test/n', authorizationHeader: 'Bearer x' };
		await expectRefusal(service, { good: { ...parameters, ...elsewhere }, bad, message });
	});

	it.each([
		['of two characters', 'ab'],
		['of 36 characters', 'a'.repeat(36)],
		['in capitals', 'Ada'],
		['with a dash', 'ada-byron'],
	])('refuses a prefix %s', async (_what, prefix) => {
		const prefixStaticPayid = `={{ $json.bad ? "${prefix}" : "ada." + $itemIndex }}`;
		const items = [{ bad: false }, { bad: true }, { bad: false }];
		const { items: output } = await run(service, { ...parameters, prefixStaticPayid }, { items, settings: goOn });
		expect(output.map(({ json }) => json)).toMatchObject([
			{ status: 'active' },
			{
				error: expect.stringMatching(/must be 3 to 35 .*/),
				remedy: expect.stringMatching(/Choose/),
			},
			{ status: 'active' },
		]);
		expect(service.writes()).toBe(2);
	});

	it('is there once after an answer that was lost: the service refuses its prefix from then on', async () => {
		service.fault({ endpoint: 'v1.staticPayid.create', when: 'after', fault: 'reset', nth: 1 });
		const given = { ...parameters, prefixStaticPayid: 'ada.byron' };
		const { error } = await run(service, given);
		expect(error).toHaveProperty('description', expect.stringContaining('unknown whether'));
		const again = await run(service, given);
		expect(again.error).toHaveProperty('description', expect.stringContaining('prefix_static_payid'));
		expect(service.emulator.account('AUD').staticPayids.list()).toHaveLength(1);
	});
});

describe('one-time PayID', () => {
	const parameters = {
		resource: 'oneTimePayid',
		operation: 'create',
		name: 'Ada Byron',
		emails: 'ada@shop.test, office@shop-1.test',
		amount: '100.50',
		paymentDescription: 'Order 77',
		additionalFields: {
			gst: true,
			expiredAt: '2099-01-02T03:04:05+10:00',
			metadata: '{"cart":"c-9"}',
		},
		externalId: '={{ "inv-" + (5 + $itemIndex) }}',
	};

	it('is created with its tax, expiry in UTC and metadata', async () => {
		const { items, error } = await run(service, parameters);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			amount: '100.50',
			total: '110.55',
			status: 'pending',
			external_id: 'inv-5',
			metadata: '{"cart":"c-9"}',
			expired_at: '2099-01-01T17:04:05.000+0000',
			outcome: 'created',
		});
		expect(items[0]?.json).not.toHaveProperty('merchant_name');
		const more = { ...parameters, additionalFields: {}, externalId: 'inv-6', options: { simplify: false } };
		const raw = await run(service, more);
		expect(raw.items[0]?.json).toMatchObject({
			merchant_name: expect.any(String),
			payment_request_notification: { authorization_header: '****' },
		});
	});

	it.each<[string, (payid: object) => object]>([
		['beside a status', (payid) => ({ status: 'Ok', data: payid })],
		['beside a total', (payid) => ({ total: 1, payid })],
		['without its external ID', (payid) => ({ ...payid, external_id: '' })],
	])('shows the PayID where the answer has it %s', async (_how, shown) => {
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_settings, endpoint, answer) =>
				endpoint === 'v1.oneTimePayid.create' ? shown(answer as object) : answer,
			);
		const { items, error } = await run(service, parameters);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			request_payid: expect.stringContaining('@'),
			status: 'pending',
			outcome: 'created',
			external_id: 'inv-5',
		});
	});

	it.each(['={{ ["Ada@Shop.test", "office@shop.test"] }}', 'ada@shop.test,, office@shop.test ,'])(
		'sends the emails of %s',
		async (emails) => {
			const create = jest.spyOn(service.emulator.account('AUD').oneTimePayids, 'create');
			await run(service, { ...parameters, emails });
			expect(create).toHaveBeenCalledWith(expect.objectContaining({ emails: 'ada@shop.test,office@shop.test' }));
		},
	);

	it('takes emails in capitals and sends them in lower case, as the service wants them', async () => {
		const { error } = await run(service, { ...parameters, emails: 'Ada@Shop.test, OFFICE@shop-1.test' });
		expect(error).toBeUndefined();
		expect(service.calls()['v1.oneTimePayid.create']).toBe(1);
	});

	it.each([
		['an email without @', { emails: 'Ada' }, { emails: 'ada' }],
		['no emails', { emails: '' }, { emails: undefined }],
		[
			'emails in a list',
			{ emails: '={{ ["Ada@shop.test", "b@shop.test"] }}' },
			{ emails: 'ada@shop.test,b@shop.test' },
		],
		[
			'a date-time as its description',
			{ paymentDescription: '={{ DateTime.fromISO("2031-03-04T05:06:07Z", { zone: "utc" }) }}' },
			{ description: '2031-03-04T05:06:07.000Z' },
		],
		['no name', { name: '' }, { name: undefined }],
		['no description', { paymentDescription: '' }, { description: undefined }],
		[
			'an expiry of ten minutes',
			{ additionalFields: { expiredAt: '={{ $now.plus({ minutes: 10 }).toISO() }}' } },
			{ expired_at: expect.any(String) },
		],
		[
			'an expiry in the past',
			{ additionalFields: { expiredAt: '2020-01-01T00:00:00.500Z' } },
			{ expired_at: '2020-01-01T00:00:01' },
		],
	])('is sent with %s as it was given: no rule of the service forbids it', async (_what, changes, sent) => {
		const { oneTimePayids } = service.emulator.account('AUD');
		const create = jest.spyOn(oneTimePayids, 'create');
		const { error } = await run(service, { ...parameters, ...changes });
		expect(error).toBeUndefined();
		const body: object = create.mock.calls[0]?.[0] ?? {};
		expect(Object.fromEntries(Object.entries(body).filter(([name]) => name in sent))).toEqual(sent);
		create.mockRestore();
	});

	it.each([
		['a list', '={{ ["Order 77"] }}'],
		['an object', '={{ { order: 77 } }}'],
	])('is not sent without its description where an expression gives %s', async (what, paymentDescription) => {
		const { error } = await run(service, { ...parameters, paymentDescription });
		expect(error?.message).toBe(`Description must be text, not ${what}`);
		expect(service.writes()).toBe(0);
	});

	it.each([
		['does not show', undefined],
		['leaves empty', null],
	])('counts as made by an answer that %s its amount', async (_what, shown) => {
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, _endpoint, answer) => ({
			...(answer as object),
			...{ amount: shown, total: shown },
		}));
		const { items, error } = await run(service, parameters);
		jest.restoreAllMocks();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ outcome: 'created', external_id: 'inv-5' });
	});

	it.each([
		['an ambiguous amount', { amount: '1.250,50' }, /Amount cannot be used.*more than one way/],
		['nothing to pay', { amount: '0' }, /more than zero/],
		['an expiry that is no date', { additionalFields: { expiredAt: 'soon' } }, /Expires At cannot be used/],
		['metadata that is no object', { additionalFields: { metadata: '[1]' } }, /Metadata must be a JSON object/],
	])('refuses %s', async (_what, bad, message) => {
		await expectRefusal(service, { good: parameters, bad, message });
	});

	it('is never sent again after an unclear outcome, and says so for each item', async () => {
		const keyed = { ...parameters, externalId: '={{ $json.key }}' };
		service.fault({ endpoint: 'v1.oneTimePayid.create', when: 'after', fault: 'status', status: 500, nth: 1 });
		const { error, retry } = await run(service, keyed, { items: [{ key: 'a' }, { key: 'b' }] });
		expect(error?.message).toMatch(/unknown whether the PayID a was created/);
		const again = await retry({ settings: goOn });
		expect(again.items.map(({ json }) => json)).toMatchObject([
			{ error: expect.stringContaining('unknown'), outcome: 'unknown', external_id: 'a' },
			{ outcome: 'found', external_id: 'b' },
		]);
		expect(service.calls()['v1.oneTimePayid.create']).toBe(2);
	});

	it('is sent again when the first request provably had no effect', async () => {
		service.fault({ endpoint: 'v1.oneTimePayid.create', fault: 'status', status: 429, nth: 1 });
		const { items } = await run(service, parameters);
		expect(items[0]?.json).toMatchObject({ outcome: 'created', external_id: 'inv-5' });
		expect(service.calls()['v1.oneTimePayid.create']).toBe(2);
	});
});
