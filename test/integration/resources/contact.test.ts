import { unprocessable } from '../../../emulator/engine/serviceError';
import * as wire from '../../../emulator/otherwise';
import { serviceOfFile } from '../engine/serviceOfFile';
import { expectRefusal, run } from './resourceRun';

const service = serviceOfFile();

const contacts = () => service.emulator.account('AUD').contacts;

const parameters = {
	resource: 'contact',
	operation: 'create',
	email: '=ada{{ $itemIndex }}@shop.test',
	firstName: 'Ada',
	lastName: 'Byron',
	contactType: 'individual',
	dateOfBirth: '1990-03-04',
	phone: '+61-412345678',
	gender: 'female',
	street: '12 Harbour Road',
	city: 'Sydney',
	postalCode: '2000',
	state: 'NSW',
	country: 'au',
	additionalFields: {},
};

describe('create', () => {
	it('registers a person, with the country in capitals', async () => {
		const { items, error } = await run(service, parameters);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ email: 'ada0@shop.test' });
		expect(contacts().get('ada0@shop.test')).toMatchObject({ country: 'AU', dob: '1990-03-04', type: 'individual' });
	});

	it.each([
		['its identifier alone', { contact: { uuid: 'C-1', verification_url: 'https://check.example/C-1' } }],
		['an acknowledgement', { status: 'Ok' }],
		['nothing', {}],
	])('counts as made by an answer of %s, also where the service finds it by another name', async (_what, answer) => {
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, own) => {
			if (endpoint === 'v2.contacts.detail') throw unprocessable({ contact_id: "can't be blank" });
			return endpoint === 'v2.contacts.create' ? answer : own;
		});
		const { items, error } = await run(service, parameters);
		jest.restoreAllMocks();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual(answer);
	});

	it('registers an organization with its number', async () => {
		const { error } = await run(service, {
			...parameters,
			contactType: 'organization',
			additionalFields: { registrationNumber: 51824753556 },
		});
		expect(error).toBeUndefined();
		expect(contacts().get('ada0@shop.test')).toMatchObject({ type: 'organization', reg_no: '51824753556' });
	});

	it('asks an organization for no day of birth and no gender, and sends those that are given', async () => {
		const organization = {
			...parameters,
			contactType: 'organization',
			additionalFields: { registrationNumber: '51824753556' },
		};
		const without = await run(service, { ...organization, dateOfBirth: '', gender: 'none' });
		expect(without.error).toBeUndefined();
		expect(contacts().get('ada0@shop.test')).not.toHaveProperty('dob');
		expect(contacts().get('ada0@shop.test')).not.toHaveProperty('gender');
		await run(service, { ...organization, email: 'of@shop.test', gender: 'male' });
		expect(contacts().get('of@shop.test')).toMatchObject({ dob: '1990-03-04', gender: 'male' });
	});

	it.each([
		'1990-03-04T00:00:00',
		'={{ DateTime.fromISO("1990-03-04T01:00:00+11:00", { setZone: true }) }}',
		'={{ new Date("1990-03-04") }}',
		'={{ new Date("1990-03-03T13:00:00Z") }}',
	])('takes the day of %s as written, whatever the time zone', async (dateOfBirth) => {
		await run(service, { ...parameters, dateOfBirth }, { timeZone: 'Australia/Sydney' });
		expect(contacts().get('ada0@shop.test').dob).toBe('1990-03-04');
	});

	it.each([
		['a date of birth in another form', { dateOfBirth: '04/03/1990' }, { dob: '04/03/1990' }],
		['a country of three letters', { country: 'AUS' }, { country: 'AUS' }],
		['a country by its name', { country: 'Australia' }, { country: 'Australia' }],
		['a phone number without its country', { phone: '0412 345 678' }, { phone: '0412 345 678' }],
		['an organization without its number', { contactType: 'organization' }, { type: 'organization' }],
	])('sends %s as it was given: no rule of the service forbids it', async (_what, changes, sent) => {
		const { error } = await run(service, { ...parameters, ...changes });
		expect(error).toBeUndefined();
		expect(contacts().get('ada0@shop.test')).toMatchObject(sent);
	});

	it('makes no individual of a sort that it does not know: the service judges it', async () => {
		const { error } = await run(service, { ...parameters, contactType: '={{ "Company" }}' });
		expect((error as { description?: string }).description).toContain('type: must be one of individual, organization');
	});

	it.each(['none', '={{ "" }}'])(
		'sends no type of contact for %s: the service says whether it needs one',
		async (contactType) => {
			const { error } = await run(service, { ...parameters, contactType });
			expect(error?.message).toBe("The payment service refused this: Contact Type: can't be blank");
		},
	);

	it.each(['individual', 'organization'])('demands nothing but the email of an %s', async (contactType) => {
		const { resource, operation, email } = parameters;
		const { error } = await run(service, { resource, operation, email, contactType });
		expect(error).toBeUndefined();
		expect(contacts().get('ada0@shop.test')).toEqual({
			email: 'ada0@shop.test',
			type: contactType,
			created_at: expect.any(String),
		});
	});

	it.each(['={{ [1990] }}', '={{ new Date("1990-03-04T05:00:00Z") }}'])(
		'refuses %s, which is neither a text nor a day',
		async (dateOfBirth) => {
			const { error } = await run(service, { ...parameters, dateOfBirth });
			expect(error?.message).toMatch(/Date of Birth cannot be used/);
			expect(service.writes()).toBe(0);
		},
	);

	it('refuses a contact without its email, because that is how the service knows it', async () => {
		const { error } = await run(service, { ...parameters, email: '={{ "" }}' });
		expect(error?.message).toBe('Email is empty');
		expect(service.writes()).toBe(0);
	});

	it('finds the contact after an answer that was lost', async () => {
		service.fault({ endpoint: 'v2.contacts.create', when: 'after', fault: 'reset' });
		const { items } = await run(service, parameters);
		expect(items[0]?.json).toMatchObject({ email: 'ada0@shop.test', first_name: 'Ada' });
		expect(service.calls()['v2.contacts.create']).toBe(1);
	});
});

describe('reading', () => {
	it('gets one, simplified or as it came', async () => {
		await run(service, parameters);
		const simple = await run(service, { resource: 'contact', operation: 'get', email: 'ada0@shop.test' });
		expect(simple.items[0]?.json).toMatchObject({ email: 'ada0@shop.test', type: 'individual', country: 'AU' });
		expect(simple.items[0]?.json).not.toHaveProperty('street');
		const raw = await run(service, {
			resource: 'contact',
			operation: 'get',
			email: 'ada0@shop.test',
			options: { simplify: false },
		});
		expect(raw.items[0]?.json).toHaveProperty('street', '12 Harbour Road');
	});

	it('refuses a contact that does not exist, and an empty email before asking', async () => {
		const unknown = await run(service, { resource: 'contact', operation: 'get', email: 'nobody@shop.test' });
		expect(unknown.error?.message).toMatch(/has no such record/);
		const empty = await run(service, { resource: 'contact', operation: 'get', email: '={{ "" }}' });
		expect(empty.error?.message).toMatch(/Email is empty/);
		expect(service.calls()['v2.contacts.detail']).toBe(1);
	});

	it.each([0, 100, 101])('lists %i contacts completely, each once', async (count) => {
		for (let index = 0; index < count; index++) {
			contacts().create({
				...{ first_name: 'A', last_name: 'B', type: 'individual', dob: '1990-03-04', phone: '+61 4', gender: 'male' },
				...{ street: 's', city: 'c', postal_code: '1', state: 's', country: 'AU' },
				email: `c${index}@shop.test`,
			});
		}
		const list = { resource: 'contact', operation: 'getAll', returnAll: true };
		const { items, error } = await run(service, list);
		expect(error).toBeUndefined();
		expect(new Set(items.map(({ json }) => json.email)).size).toBe(count);
		expect(items).toHaveLength(count);
		const limited = await run(service, { ...list, returnAll: false, limit: 7 });
		expect(limited.items).toHaveLength(Math.min(7, count));
	});

	it('applies the dates, and refuses a period that ends before it starts', async () => {
		await run(service, parameters);
		const list = { resource: 'contact', operation: 'getAll', returnAll: true };
		const past = await run(service, { ...list, filters: { toDate: '2020-01-01T00:00:00Z' } });
		expect(past.items).toEqual([]);
		const since = await run(service, { ...list, filters: { fromDate: '2020-01-01T00:00:00Z' } });
		expect(since.items).toHaveLength(1);
		const exchanged = await run(service, { ...list, filters: { fromDate: '2021-01-01', toDate: '2020-01-01' } });
		expect(exchanged.error?.message).toMatch(/lies after To Date/);
	});
});

describe('resendVerification', () => {
	const resend = { resource: 'contact', operation: 'resendVerification', email: 'ada0@shop.test' };

	it.each(['email', 'phone'])('sends the link by %s', async (resendTo) => {
		await run(service, parameters);
		const { items } = await run(service, { ...resend, resendTo });
		expect(items[0]?.json).toEqual({ status: 'Ok', email: 'ada0@shop.test', resend_to: resendTo });
		expect(contacts().verificationsSent).toEqual([{ email: 'ada0@shop.test', resend_to: resendTo }]);
	});

	it('refuses an empty email, and is not repeated when its outcome is unclear', async () => {
		await run(service, parameters);
		await expectRefusal(service, { good: resend, bad: { email: '' }, message: /Email is empty/ });
		service.fault({ endpoint: 'v2.contacts.resendVerification', when: 'after', fault: 'reset' });
		const { error } = await run(service, resend);
		expect((error as { description?: string }).description).toMatch(/look at the record before you send it again/);
		expect(service.calls()['v2.contacts.resendVerification']).toBe(3);
	});
});
