import { MINUTE, startService, type Service } from './service';

let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const contact = (changes: object = {}) => ({
	email: 'ada@shop.example',
	first_name: 'Ada',
	last_name: 'Byron',
	type: 'individual',
	dob: '1990-12-10',
	phone: '+61-412345678',
	gender: 'female',
	street: '1 Long Street',
	city: 'Perth',
	postal_code: '6000',
	state: 'WA',
	country: 'AU',
	...changes,
});

const create = (changes: object = {}) => service.call('v2.contacts.create', contact(changes));

test('a contact is unique by email, whatever its case, within its account', async () => {
	expect((await create()).body).toEqual({ email: 'ada@shop.example' });
	expect((await create({ email: 'ADA@shop.example' })).body.errors).toEqual({ email: 'has already been taken' });
	expect((await service.call('v2.contacts.create', contact(), 'USD')).status).toBe(200);
	expect((await service.call('v2.contacts.detail', { email: 'ada@shop.example' })).body).toMatchObject({
		first_name: 'Ada',
		city: 'Perth',
	});
	expect((await service.call('v2.contacts.detail', { email: 'ben@shop.example' })).status).toBe(404);
});

test('the list pages by number, newest first, and filters by date', async () => {
	for (let count = 1; count <= 5; count += 1) {
		await create({ email: `payee${count}@shop.example` });
		await service.advance(MINUTE);
	}
	const list = async (query: Record<string, unknown>) => (await service.call('v2.contacts.list', query)).body;
	expect(await list({ per_page: 2, page: 3 })).toMatchObject({
		per_page: 2,
		page: 3,
		total_page: 3,
		records: [{ email: 'payee1@shop.example' }],
	});
	expect((await list({ from_date: '2031-03-04T00:03:00Z' })).records).toHaveLength(2);
	expect((await list({ to_date: '2031-03-03' })).records).toEqual([]);
});

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0]);

function documents(changes: Record<string, string> = {}): FormData {
	const form = new FormData();
	const fields = {
		email: 'ada@shop.example',
		document_type: 'passport',
		document_number: 'P123',
		document_username: 'Ada Byron',
		expiry_date: '2035-01-01',
		issue_country: 'AU',
		nationality: 'AU',
		'webhook_notification[endpoint_url]': service.target.endpoint_url,
		'webhook_notification[authorization_header]': service.target.authorization_header,
		...changes,
	};
	for (const [field, value] of Object.entries(fields)) form.set(field, value);
	for (const field of ['selfie', 'id_doc_front_side', 'id_doc_back_side'])
		form.set(field, new File([jpeg], `${field}.jpg`, { type: 'image/jpeg' }));
	return form;
}

test('submitted documents are notified as pending, then as decided', async () => {
	await create();
	const answer = await service.request('v2.contacts.submitKyc', { form: documents() });
	expect(answer).toMatchObject({ status: 200, body: { status: 'Ok' } });
	await service.control('contacts/identity', { currency: 'AUD', email: 'ada@shop.example', status: 'approved' });
	expect(await service.heard('ada@shop.example')).toMatchObject([
		{ status: 'pending', identity: { id_doc_type: 'passport', kyc_statuses: [{ status: 'pending' }] } },
		{ status: 'approved', identity: { kyc_statuses: [{ status: 'pending' }, { status: 'approved' }] } },
	]);
	expect(service.emulator.account('AUD').contacts.isVerified('ada@shop.example')).toBe(true);
});

test('a share token submits an identity; an expired one does not', async () => {
	await create();
	const share = (token: string) =>
		service.call('v2.contacts.shareToken', { email: 'ada@shop.example', token, webhook_notification: service.target });
	expect((await share('expired-token')).status).toBe(422);
	expect((await share('token-1')).body).toEqual({ status: 'Ok' });
	expect(await service.heard('ada@shop.example')).toMatchObject([{ status: 'pending' }]);
});

test('the verification link is sent again by email or phone', async () => {
	await create();
	const resend = (changes: object) =>
		service.call('v2.contacts.resendVerification', { email: 'ada@shop.example', ...changes });
	expect((await resend({ resend_to: 'phone' })).body).toEqual({ status: 'Ok' });
	expect((await resend({ resend_to: 'letter' })).status).toBe(422);
	expect((await resend({ resend_to: 'email', email: 'ben@shop.example' })).status).toBe(404);
	expect((await service.control('contacts/verifications')).body['AUD']).toEqual([
		{ email: 'ada@shop.example', resend_to: 'phone' },
	]);
});
