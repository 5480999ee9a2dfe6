import * as wire from '../../../emulator/otherwise';
import { everywhere, without, type Fields } from '../../../emulator/otherwise/difference';
import { serviceOfFile } from '../engine/serviceOfFile';
import { startProcess } from '../../sequences/n8nProcess';
import { designTime } from '../engine/designTime';
import { answered, shown } from '../wrongGuesses/differing';
import { expectRefusal, run } from './resourceRun';

const service = serviceOfFile({ start: new Date() });

/** A link as the service shows it. */
interface Shown {
	transaction_info?: { status: string };
}

const account = () => service.emulator.account('AUD');

const parameters = {
	resource: 'checkoutLink',
	operation: 'create',
	amount: '49.90',
	paymentDescription: 'Order 77',
	customerEmail: 'ada@shop.test',
	firstName: 'Ada',
	lastName: 'Byron',
	payinMethodCode: { __rl: true, mode: 'list', value: '' },
	externalId: '={{ "ord-" + $itemIndex }}',
	additionalFields: {},
};
const card = { __rl: true, mode: 'id', value: 'au_card_aud' };

/** Links have expired, which the service shows under this name. */
function expireAs(name: string, ...hidden: string[]): void {
	shown('everywhere', (each) =>
		'expires_at' in each ? { ...without(each, 'expires_at', ...hidden), [name]: '2020-01-01T00:00:00Z' } : each,
	);
}

/** A link that was paid by card. */
async function paidLink(): Promise<string> {
	const { items } = await run(service, { ...parameters, payinMethodCode: card });
	const uuid = String(items[0]?.json.uuid);
	account().checkoutSessions.pay(account().links.session(uuid));
	await service.advance(3_600_000);
	return uuid;
}

describe('create', () => {
	it('makes a link with everything the form gives, its reference inside the metadata', async () => {
		const { items, error } = await run(service, {
			...parameters,
			payinMethodCode: card,
			externalId: 'ord-78',
			additionalFields: {
				expiresIn: 900,
				successUrl: 'https://shop.test/thanks',
				failureUrl: 'https://shop.test/failed',
				address: '12 Harbour Road',
				city: 'Sydney',
				state: 'NSW',
				postalCode: '2000',
				countryCode: 'AU',
				metadata: '{"cart":"c-9"}',
			},
		});
		expect(error).toBeUndefined();
		const { uuid, expired_at: end } = items[0]?.json ?? {};
		expect(items).toEqual([
			{
				json: {
					external_id: 'ord-78',
					outcome: 'created',
					status: 'pending',
					customer: 'Ada Byron',
					amount: '49.90',
					currency: 'AUD',
					method: 'au_card_aud',
					error_message: null,
					uuid: expect.any(String),
					created_at: null,
					payment_url: expect.stringContaining(String(uuid)),
					expired_at: expect.any(String),
					total: null,
					paid_amount: null,
					is_refundable: null,
					payment_uuid: null,
					email: 'ada@shop.test',
					description: 'Order 77',
					metadata: JSON.stringify({ cart: 'c-9', external_id: 'ord-78' }),
					note: null,
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(account().links.detail(String(uuid))).toMatchObject({
			amount: 49.9,
			payin_method_code: 'au_card_aud',
			meta_data: { cart: 'c-9', external_id: 'ord-78' },
			redirect_url: { success: 'https://shop.test/thanks', failure: 'https://shop.test/failed' },
			sender_info: {
				email: 'ada@shop.test',
				first_name: 'Ada',
				last_name: 'Byron',
				address: '12 Harbour Road',
				city: 'Sydney',
				state: 'NSW',
				postal_code: '2000',
				country_code: 'AU',
			},
		});
		expect(Date.parse(String(end)) - service.emulator.world.clock.now().getTime()).toBe(900_000);
	});

	it('offers every method when none is chosen, and asks once for the currency that nothing else names', async () => {
		const { items } = await run(service, parameters, { items: [{}, {}] });
		expect(account().links.detail(String(items[0]?.json.uuid)).payin_method_code).toBeNull();
		expect(items.map(({ json }) => json.currency)).toEqual(['AUD', 'AUD']);
		expect(service.calls()).toMatchObject({ 'v3.methods': 1 });
	});

	it('takes an external_id of the metadata in another form of Unicode for the same', async () => {
		const metadata = JSON.stringify({ external_id: 'Cafe\u0301-7' });
		const { items, error } = await run(service, {
			...parameters,
			externalId: 'Caf\u00e9-7',
			additionalFields: { metadata },
		});
		expect(error).toBeUndefined();
		expect(account().links.detail(String(items[0]?.json.uuid)).meta_data).toEqual({ external_id: 'Caf\u00e9-7' });
	});

	it('asks for the limits of a method once per run', async () => {
		await run(service, { ...parameters, payinMethodCode: card }, { items: [{}, {}, {}] });
		expect(service.calls()).toMatchObject({ 'v3.methods': 1, 'v3.links.create': 3 });
	});

	it.each([
		['no amount', { amount: '' }, /Amount is empty/],
		['no description', { paymentDescription: '' }, /Description is empty/],
		['no email', { customerEmail: '' }, /Customer Email is empty/],
		['no first name', { firstName: '' }, /First Name is empty/],
		['no last name', { lastName: '' }, /Last Name is empty/],
		['an expiry under 900 seconds', { additionalFields: { expiresIn: 899 } }, /at least 900 whole seconds, not 899/],
		[
			'a second external_id',
			{ externalId: 'a', additionalFields: { metadata: '{"external_id":"b"}' } },
			/another external_id \(b\)/,
		],
		[
			'less than the method allows',
			{ amount: '0.5', payinMethodCode: { value: 'au_card_aud' } },
			/less than the method allows/,
		],
		['a notification address without https', { endpointUrl: 'http://shop.test/n' }, /must start with https/],
		['a notification without authorization', { authorizationHeader: '' }, /Authorization Header is empty/],
	])('refuses %s', async (_what, bad, message) => {
		const elsewhere = { notify: 'custom', endpointUrl: 'https://shop.test/n', authorizationHeader: 'Bearer x' };
		const good = { ...parameters, ...elsewhere, ...('payinMethodCode' in bad && { payinMethodCode: card }) };
		await expectRefusal(service, { good, bad, message });
	});

	it('gives a simple link the same fields whether it was created, found or read', async () => {
		const named = { ...parameters, externalId: 'ord-78' };
		const fieldsOf = async (operation: object) => {
			const { items, error } = await run(service, { resource: 'checkoutLink', ...operation });
			expect(error).toBeUndefined();
			const { outcome, note: _note, ...link } = items[0]?.json ?? {};
			return { link, outcome };
		};
		const created = await fieldsOf(named);
		// Without a settle time, the node asks the service first, whatever the process remembers.
		const found = await fieldsOf({ ...named, options: { settleSeconds: 0 } });
		const read = await fieldsOf({ operation: 'get', uuid: created.link.uuid });
		const listed = await fieldsOf({ operation: 'getAll' });
		expect(found).toMatchObject({ outcome: 'found' });
		expect(Object.keys(created.link)).toEqual(Object.keys(read.link));
		expect(found.link).toEqual(read.link);
		expect(listed.link).toEqual(read.link);
		const known = ['uuid', 'external_id', 'status', 'payment_url', 'expired_at', 'amount', 'email', 'description'];
		expect(created.link).toMatchObject(Object.fromEntries(known.map((field) => [field, read.link[field]])));
	});

	it('leaves the answer of the service as it came when it is not simplified', async () => {
		const { items } = await run(service, { ...parameters, options: { simplify: false } });
		expect(Object.keys(items[0]?.json ?? {})).toEqual(['external_id', 'outcome', 'uuid', 'payment_url', 'expired_at']);
	});

	it.each(['expires_at', 'expired_at'])(
		'is not found alive when nobody opened it before it expired: %s',
		async (name) => {
			const order = { ...parameters, payinMethodCode: card, externalId: 'ord-79' };
			await run(service, order);
			expireAs(name, 'transaction_info', 'status');
			expect((await run(service, order)).error?.message).toContain('has ended without money: expired');
			expect(account().links.summary().links.count).toBe(1);
		},
	);

	it.each([
		['shows no payment', { transaction_info: undefined }],
		['shows no address', { payment_link_url: null }],
	])('is found when it was paid before it expired, by its detail where the list %s', async (_, shown) => {
		const order = { ...parameters, payinMethodCode: card, externalId: 'ord-79' };
		const [made] = (await run(service, order)).items;
		account().checkoutSessions.pay(account().links.session(String(made?.json.uuid)));
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, endpoint, answer) =>
			everywhere(answer, (each) => {
				const expired = 'expires_at' in each ? { ...each, expires_at: '2020-01-01T00:00:00Z' } : each;
				return endpoint === 'v3.links.list' && 'expires_at' in each ? { ...expired, ...shown } : expired;
			}),
		);
		const { items } = await run(service, order);
		expect(items[0]?.json).toMatchObject({
			payment_url: expect.stringContaining('http'),
			outcome: 'found',
			external_id: 'ord-79',
		});
	});
});

describe('reading', () => {
	it('gets one link, simplified or as it came', async () => {
		const { items } = await run(service, parameters);
		const uuid = String(items[0]?.json.uuid);
		const get = { resource: 'checkoutLink', operation: 'get', uuid };
		expect((await run(service, get)).items[0]?.json).not.toHaveProperty('sender_info');
		expect((await run(service, { ...get, options: { simplify: false } })).items[0]?.json).toMatchObject({
			uuid,
			sender_info: { first_name: 'Ada' },
		});
		expect((await run(service, { ...get, uuid: 'a/../b?c' })).error?.message).toMatch(/has no such record/);
	});

	const list = { resource: 'checkoutLink', operation: 'getAll', returnAll: true };

	it.each([100, 101])('lists %i links completely', async (count) => {
		for (let index = 0; index < count; index++) {
			account().links.create({
				amount: 10,
				description: 'Order',
				sender_info: { email: 'a@b.test', first_name: 'A', last_name: 'B' },
				expires_in: 1800,
			});
		}
		const { items, error } = await run(service, list);
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.uuid)).size).toBe(count);
		expect(items).toHaveLength(count);
	});

	it.each<[string, (link: Shown) => object]>([
		['beside a status of the link', (link) => ({ ...link, status: 'active' })],
		['in the link alone', ({ transaction_info: payment, ...link }) => ({ ...link, status: payment?.status })],
	])('reads the status of the payment %s', async (_where, shown) => {
		const uuid = await paidLink();
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
			if (endpoint === 'v3.links.detail') return shown(answer as Shown);
			if (endpoint !== 'v3.links.list') return answer;
			const { records, ...page } = answer as { records: Shown[] };
			return { ...page, records: records.map(shown) };
		});
		const { items } = await run(service, { resource: 'checkoutLink', operation: 'get', uuid });
		expect(items[0]?.json).toMatchObject({ uuid, status: 'received' });
		const listed = async (status: string) => (await run(service, { ...list, filters: { status } })).items.length;
		expect([await listed('received'), await listed('pending')]).toEqual([1, 0]);
	});

	it('applies every filter', async () => {
		await run(service, { ...parameters, externalId: 'ord-77' });
		const paid = await paidLink();
		const uuids = async (filters: object) =>
			(await run(service, { ...list, filters: { ...filters } })).items.map(({ json }) => json.uuid);
		expect(await uuids({ status: 'received' })).toEqual([paid]);
		expect(await uuids({ payinMethodCode: 'au_card_aud' })).toEqual([paid]);
		expect(await uuids({ externalId: 'ord-77' })).toHaveLength(1);
		expect(await uuids({ toDate: '2020-01-01' })).toEqual([]);
		expect(await uuids({ fromDate: '2020-01-01' })).toHaveLength(2);
		const exchanged = await run(service, { ...list, filters: { fromDate: '2021-01-01', toDate: '2020-01-01' } });
		expect(exchanged.error?.message).toMatch(/lies after To Date/);
	});

	it('lists each method as it is, whatever stands beside the list', async () => {
		answered(['v3.methods'], (answer) => ({ ...answer, currency: null, total: 2 }));
		const { items } = await run(service, { resource: 'checkoutLink', operation: 'getMethods' });
		expect(items[0]?.json).toMatchObject({ currency: 'AUD', supported_languages: ['en'] });
	});

	it('lists the methods with the card brands of the page', async () => {
		const { items } = await run(service, { resource: 'checkoutLink', operation: 'getMethods' });
		expect(items.map(({ json }) => json.payin_method_code)).toEqual(['au_card_aud', 'au_payid_npp_aud']);
		expect(items[0]?.json).toMatchObject({
			min_amount: 1,
			max_amount: 50_000,
			supported_card_brands: ['visa', 'mastercard'],
		});
	});

	it('offers the methods in the picker, and all of them as the first choice', async () => {
		const form = designTime(parameters, service.credentials());
		expect(await form.search('searchCheckoutMethods')).toEqual({
			results: [
				{ name: 'All Methods', value: '' },
				{ name: 'Card (au_card_aud, AUD)', value: 'au_card_aud' },
				{ name: 'PayID (au_payid_npp_aud, AUD)', value: 'au_payid_npp_aud' },
			],
		});
		expect((await form.search('searchCheckoutMethods', 'card')).results).toHaveLength(1);
	});
});

describe('refund', () => {
	const refund = {
		...{ resource: 'checkoutLink', operation: 'refund', refundType: 'full', reason: 'Parcel came late' },
		externalId: '={{ "ref-" + $itemIndex }}',
	};

	it('gives back everything, or a part', async () => {
		const uuid = await paidLink();
		const part = await run(service, { ...refund, uuid, refundType: 'partial', amount: '9.90', externalId: 'part-1' });
		expect(part.items[0]?.json).toMatchObject({ amount: '9.90', outcome: 'created' });
		const rest = await run(service, { ...refund, uuid });
		expect(rest.items[0]?.json).toMatchObject({ amount: '40.00', reason: 'Parcel came late' });
		expect(account().links.detail(uuid).refunds).toHaveLength(2);
	});

	describe('where the payment of a link shows nothing but its status', () => {
		const statusOnly = (rest: object = {}) =>
			answered(['v3.links.detail'], ({ transaction_info: payment, ...link }) => ({
				...without(link, 'currency'),
				transaction_info: { ...rest, status: (payment as Fields).status },
			}));

		it.each([{}, { amount: null, total: null, paid_amount: null, currency: '' }])(
			'is found by what the link shows, after an answer that was lost and by another process, beside %j',
			async (rest) => {
				const uuid = await paidLink();
				statusOnly(rest);
				service.fault({ endpoint: 'v3.links.refund', when: 'after', fault: 'status', status: 502 });
				for (const outcome of ['created', 'found']) {
					const { items, error } = await run(
						service,
						{ ...refund, uuid, externalId: 'ref-1', options: { settleSeconds: 0.3 } },
						{ nodeTypes: startProcess().nodeTypes },
					);
					expect(error).toBeUndefined();
					expect(items[0]?.json).toMatchObject({ outcome });
				}
				expect(account().links.detail(uuid).refunds).toHaveLength(1);
			},
		);

		it.each([
			['AUD 49.90', undefined],
			['AUD 49.89', '49.90 AUD is more than the credential allows'],
		])('counts for the limit %s in the currency of the account', async (maxPerPayment, message) => {
			const uuid = await paidLink();
			statusOnly();
			const credentials = { ...service.credentials('AUD'), maxPerPayment };
			const { error } = await run(service, { ...refund, uuid }, { credentials });
			expect(error?.message).toBe(message);
		});
	});

	it.each(['late', ''])('sends the reason “%s” as it was given: the rule about its length is of v2', async (reason) => {
		const uuid = await paidLink();
		const { error } = await run(service, { ...refund, uuid, reason });
		expect(error).toBeUndefined();
		expect(account().links.detail(uuid).refunds).toMatchObject([{ description: reason }]);
	});
});
