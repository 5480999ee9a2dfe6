import { serviceOfFile } from '../engine/serviceOfFile';
import { expectRefusal, run } from './resourceRun';
import { answered } from '../wrongGuesses/differing';

const service = serviceOfFile();

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
		['no name', { name: ' ' }, /Name is empty/],
		['no email', { email: '' }, /Email is empty/],
		['a notification address without https', { endpointUrl: 'http://shop.test/n' }, /must start with https/],
		['a notification without authorization', { authorizationHeader: '' }, /Authorization Header is empty/],
	])('refuses %s', async (_what, bad, message) => {
		const elsewhere = { notify: 'custom', endpointUrl: 'https://shop.test/n', authorizationHeader: 'Bearer x' };
		await expectRefusal(service, { good: { ...parameters, ...elsewhere }, bad, message });
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
	])('shows the PayID where the answer has it %s', async (_how, change) => {
		answered(['v1.oneTimePayid.create'], (answer) => change(answer));
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

	it.each([
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
		answered(['v1.oneTimePayid.create'], (answer) => ({ ...answer, amount: shown, total: shown }));
		const { items, error } = await run(service, parameters);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ outcome: 'created', external_id: 'inv-5' });
	});

	it.each([
		['an expiry that is no date', { additionalFields: { expiredAt: 'soon' } }, /Expires At cannot be used/],
		['an email without @', { emails: 'b@shop.test, ada at shop.test' }, /Emails must be an email address, not “ada at/],
		['an email that was not evaluated', { emails: '{ $json.email }' }, /Emails holds an expression|Emails must be an/],
		['metadata that is no object', { additionalFields: { metadata: '[1]' } }, /Metadata must be a JSON object/],
	])('refuses %s', async (_what, bad, message) => {
		await expectRefusal(service, { good: parameters, bad, message });
	});
});
