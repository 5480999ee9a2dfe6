import type { IDataObject } from 'n8n-workflow';
import type { ContactCreateBody, ContactCreated } from '../../../../contract';
import { has, perhapsWrapped } from '../../../service/answers';
import { isNotFound } from '../../../service/failure';
import type { ItemCall } from '../../form/itemCall';
import { asText, isEmpty } from '../../form/itemCall';
import { readAll } from '../../form/readAll';
import { asItems, withIdempotency } from '../../form/presentation';
import type { Subject } from '../../money/failures';
import type { Found } from '../../money/once';
import { facts, payeeFact, payOnce } from '../../money/payment';
import type { Operation } from '../../operation';
import { contactFields } from './contactFields';
import { readContact } from './contactRecord';

const CONTACT: Subject = {
	name: 'contact',
	made: 'created',
	keyName: 'email',
	whenUnknown: () => 'Look for the contact with Contact → Get before creating it again.',
};

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	verb: 'created',
	description: 'Moves no money. Register a person or an organization, as methods that require a contact ask for.',
	properties: contactFields,
	async execute(item) {
		return asItems(await createContact(item));
	},
};

/** Creates the contact once. Its email is the key, because the service finds contacts by email. */
async function createContact(item: ItemCall): Promise<IDataObject> {
	const body = await contactOf(item);
	const { email } = body;
	const contact = await payOnce(item, {
		subject: CONTACT,
		kind: 'contact',
		ownKey: email,
		preventDuplicates: false,
		facts: facts({ name: payeeFact(body.first_name, body.last_name) }),
		send: async () => {
			const request = { method: 'POST' as const, path: '/v2/contacts', body };
			return (await item.client.write<ContactCreated>(request, perhapsWrapped(has('email')))) as IDataObject;
		},
		lookUp: async () => await findContact(item, email),
	});
	return withIdempotency(contact, email);
}

/** Reads and checks the form. @throws NodeOperationError */
async function contactOf(item: ItemCall): Promise<ContactCreateBody> {
	const type = item.text('contactType') === 'organization' ? 'organization' : 'individual';
	const { registration, dob, ...form } = await readAll(item, {
		registration: () => registrationOf(item, type),
		email: () => item.requiredText('email', 'Email'),
		first_name: () => item.requiredText('firstName', 'First Name'),
		last_name: () => item.requiredText('lastName', 'Last Name'),
		dob: () => (type === 'individual' || !isEmpty(item.value('dateOfBirth')) ? dayOfBirth(item) : undefined),
		phone: () => item.requiredText('phone', 'Phone'),
		street: () => item.requiredText('street', 'Street'),
		city: () => item.requiredText('city', 'City'),
		postal_code: () => item.requiredText('postalCode', 'Postal Code'),
		state: () => item.requiredText('state', 'State'),
		country: () => countryOf(item),
	});
	return {
		...form,
		type,
		...(dob !== undefined && { dob }),
		...genderOf(item, type),
		...(registration && { reg_no: registration }),
	};
}

function registrationOf(item: ItemCall, type: 'individual' | 'organization'): string {
	const number = asText(item.collection('additionalFields').registrationNumber);
	if (type === 'organization' && number === '') {
		throw item.refusal(
			'An organization needs a registration number',
			'Add Registration Number under Additional Fields, or choose Contact Type: Individual.',
		);
	}
	return number;
}

/** Nothing for an organization that gives none. */
function genderOf(item: ItemCall, type: ContactCreateBody['type']): Pick<ContactCreateBody, 'gender'> {
	const gender = item.text('gender');
	if (type === 'organization' && gender !== 'male' && gender !== 'female') return {};
	return { gender: gender === 'male' ? 'male' : 'female' };
}

/** `YYYY-MM-DD`. A calendar day, not a point in time: converting time zones could move it by a day. */
function dayOfBirth(item: ItemCall): string {
	const value = item.value('dateOfBirth');
	const written = isCalendarDate(value) ? value.toISODate() : asText(value);
	const [day = ''] = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(written ?? '') ?? [];
	const date = new Date(`${day}T00:00:00Z`);
	if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) {
		throw item.refusal(
			written ? `Date of Birth cannot be used: “${written.slice(0, 40)}” is not a date` : 'Date of Birth is empty',
			'Write it like 1990-03-04.',
		);
	}
	return day;
}

/** Whether a value is a date-time of n8n's expressions (Luxon). */
function isCalendarDate(value: unknown): value is { toISODate(): string | null } {
	return typeof value === 'object' && value !== null && 'toISODate' in value && typeof value.toISODate === 'function';
}

function countryOf(item: ItemCall): string {
	const country = item.requiredText('country', 'Country').toUpperCase();
	if (!/^[A-Z]{2}$/.test(country)) {
		throw item.refusal(`Country must have two letters, not “${country}”`, 'Use the ISO 3166-1 code, such as AU or JP.');
	}
	return country;
}

async function findContact(item: ItemCall, email: string): Promise<Found | null> {
	const contact = await readContact(item.client, email).catch((failure: unknown) => {
		if (isNotFound(failure)) return null;
		throw failure;
	});
	if (contact === null) return null;
	return {
		record: contact as IDataObject,
		facts: facts({ name: payeeFact(contact.first_name, contact.last_name) || undefined }),
	};
}
