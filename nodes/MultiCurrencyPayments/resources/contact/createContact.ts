import type { IDataObject } from 'n8n-workflow';
import type { ContactCreateBody, ContactCreated } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import type { ItemCall } from '../../form/itemCall';
import { asText } from '../../form/itemCall';
import { facts, payeeFact, payOnce } from '../../money/payment';
import { withIdempotency } from '../../form/presentation';
import type { Found } from '../../money/once';
import type { Subject } from '../../money/failures';
import { ServiceFailure } from '../../../service/failure';
import { readContact } from './contactRecord';

const CONTACT: Subject = {
	name: 'contact',
	made: 'created',
	keyName: 'email',
	whenUnknown: () => 'Look for the contact with Contact → Get before creating it again.',
};

/** Reads and checks the form of a new contact. */
function contactOf(item: ItemCall): ContactCreateBody {
	const registrationNumber = asText(item.collection('additionalFields').registrationNumber);
	const type = item.text('contactType') === 'organization' ? 'organization' : 'individual';
	if (type === 'organization' && registrationNumber === '') {
		throw item.refusal(
			'An organization needs a registration number',
			'Add Registration Number under Additional Fields, or choose Contact Type: Individual.',
		);
	}
	return {
		email: item.requiredText('email', 'Email'),
		first_name: item.requiredText('firstName', 'First Name'),
		last_name: item.requiredText('lastName', 'Last Name'),
		type,
		dob: dayOfBirth(item),
		...(registrationNumber && { reg_no: registrationNumber }),
		phone: item.requiredText('phone', 'Phone'),
		gender: item.text('gender') === 'male' ? 'male' : 'female',
		street: item.requiredText('street', 'Street'),
		city: item.requiredText('city', 'City'),
		postal_code: item.requiredText('postalCode', 'Postal Code'),
		state: item.requiredText('state', 'State'),
		country: countryOf(item),
	};
}

/** A day of the calendar, not a point in time: no time zone may move it. */
function dayOfBirth(item: ItemCall): string {
	const value: unknown = item.n8n.getNodeParameter('dateOfBirth', item.index, '');
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

/** n8n's date-times, as expressions give them. */
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

/** Creates the contact once. The service knows contacts by their email, so that is the key. */
export async function createContact(item: ItemCall): Promise<IDataObject> {
	const body = contactOf(item);
	const { email } = body;
	const contact = await payOnce(item, {
		subject: CONTACT,
		key: email,
		facts: facts({ name: payeeFact(body.first_name, body.last_name) }),
		send: async () => {
			return (await item.client.write<ContactCreated>({ method: 'POST', path: '/v2/contacts', body })) as IDataObject;
		},
		lookUp: async () => await findContact(item, email),
	});
	return withIdempotency(contact, email);
}

async function findContact(item: ItemCall, email: string): Promise<Found | null> {
	const asked = await attempt(async () => await readContact(item.client, email));
	if ('value' in asked) {
		const { value: contact } = asked;
		return {
			record: contact as IDataObject,
			facts: facts({ name: payeeFact(contact.first_name, contact.last_name) || undefined }),
		};
	}
	if (asked.failure instanceof ServiceFailure && asked.failure.details.status === 404) return null;
	throw asked.failure;
}
