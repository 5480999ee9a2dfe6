import type { INodeProperties } from 'n8n-workflow';
import type { ContactCreateBody } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import { dayBeginningAt } from '../../../../core/time/dates';
import { ServiceFailure } from '../../../service/failure';
import { checkedIdentifier, requiredEmail } from '../../form/identifiers';
import { additionalFields, createOptions, textField } from '../../form/fields';
import { isEmpty, type ItemCall } from '../../run/itemCall';
import { asText } from '../../../../core/text/values';
import { readAll } from '../../run/readAll';
import { asItems } from '../../form/presentation';
import type { Operation } from '../../operation';
import { post } from '../actions';
import { contactEmailField, readContact } from './contactRecord';
import { fieldsWhere, isObjectOrList } from '../../../../core/objects';

/**
 * The form of a new contact. The fields are from the public reference: the specification ("v2: contacts and reporting")
 * shows none, so only the email is demanded, by which the contact is found.
 */
const contactFields: INodeProperties[] = [
	{
		...contactEmailField,
		description: 'Unique per contact. Payins and payouts of methods that require a contact must carry this email.',
	},
	textField('First Name', 'firstName', 'e.g. Nathan'),
	textField('Last Name', 'lastName', 'e.g. Smith'),
	{
		displayName: 'Contact Type',
		name: 'contactType',
		type: 'options',
		options: [
			{ name: 'Individual', value: 'individual' },
			{ name: 'None', value: 'none', description: 'Send none' },
			{
				name: 'Organization',
				value: 'organization',
				description: 'May need a registration number, under Additional Fields',
			},
		],
		default: 'individual',
		description: 'The service says which of the other fields it needs for each. What is left empty is not sent.',
	},
	textField('Date of Birth', 'dateOfBirth', 'e.g. 1990-03-04', { description: 'Year, month and day' }),
	textField('Phone', 'phone', 'e.g. +61-412345678', { description: 'With country code' }),
	{
		displayName: 'Gender',
		name: 'gender',
		type: 'options',
		options: [
			{ name: 'Female', value: 'female' },
			{ name: 'Male', value: 'male' },
			{ name: 'None', value: 'none', description: 'Send none' },
		],
		default: 'none',
	},
	textField('Street', 'street', 'e.g. 12 Harbour Road'),
	textField('City', 'city', 'e.g. Sydney'),
	textField('Postal Code', 'postalCode', 'e.g. 2000'),
	textField('State', 'state', 'e.g. NSW'),
	textField('Country', 'country', 'e.g. AU', { description: 'Code of two letters' }),
	additionalFields(
		textField('Registration Number', 'registrationNumber', 'e.g. 51824753556', { description: 'Of an organization' }),
	),
	createOptions,
];

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create contact',
	verb: 'created',
	description: 'Moves no money. Register a person or an organization, as methods that require a contact ask for.',
	properties: contactFields,
	async execute(item) {
		const body = await contactOf(item);
		const sent = await attempt(() => post(item, '/v2/contacts', body));
		if ('value' in sent) return asItems(sent.value);
		const isUnclear = sent.failure instanceof ServiceFailure && sent.failure.unclear;
		// The service finds contacts by email, so an answer that is lost is no loss.
		const there = isUnclear ? await attempt(() => readContact(item.client, body.email)) : undefined;
		if (there && 'value' in there) return asItems(there.value);
		throw sent.failure;
	},
};

/** Reads the form, which holds nothing against a rule. What is empty is not sent. @throws NodeOperationError */
async function contactOf(item: ItemCall): Promise<Partial<ContactCreateBody> & Pick<ContactCreateBody, 'email'>> {
	const { email, dob, phone, registration } = await readAll(item, {
		email: () => requiredEmail(item, 'email', 'Email'),
		phone: () => checkedIdentifier(item, item.text('phone'), 'Phone'),
		registration: () => checkedIdentifier(item, item.added('registrationNumber'), 'Registration Number'),
		dob: () => dayOfBirth(item),
	});
	const country = item.text('country');
	const chosen = (name: string) => (item.text(name) === 'none' ? '' : item.text(name));
	const fields = {
		type: chosen('contactType'),
		first_name: item.text('firstName'),
		last_name: item.text('lastName'),
		dob,
		phone,
		gender: chosen('gender'),
		street: item.text('street'),
		city: item.text('city'),
		postal_code: item.text('postalCode'),
		state: item.text('state'),
		// A code in capitals, as ISO 3166-1 has it; any other text as it is.
		country: country.length === 2 ? country.toUpperCase() : country,
		reg_no: registration,
	};
	return { email, ...fieldsWhere(fields, (value) => value !== '') };
}

/**
 * `YYYY-MM-DD` of a date or a time, any other text as it is; empty when there is none. A calendar day, not a point in
 * time: converting time zones could move it by a day. @throws NodeOperationError when it is neither a text nor a date
 */
function dayOfBirth(item: ItemCall): string {
	const value = item.value('dateOfBirth');
	const written =
		value instanceof Date
			? (dayBeginningAt(value, 'UTC') ?? dayBeginningAt(value, item.n8n.getTimezone()) ?? '')
			: isCalendarDate(value)
				? (value.toISODate() ?? '')
				: asText(value);
	if (written === '' && !isEmpty(value)) {
		throw item.refusal('Date of Birth cannot be used: it is neither a text nor a day', 'Write it like 1990-03-04.');
	}
	return /^\d{4}-\d{2}-\d{2}(?=[T ])/.exec(written)?.[0] ?? written;
}

/** Whether a value is a date-time of n8n's expressions (Luxon). */
function isCalendarDate(value: unknown): value is { toISODate(): string | null } {
	return isObjectOrList(value) && 'toISODate' in value && typeof value.toISODate === 'function';
}
