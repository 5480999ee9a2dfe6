import type { IDataObject } from 'n8n-workflow';
import type { StaticPayidCreateBody } from '../../../../contract';
import { echoes, fieldsOf, has, perhapsWrapped, unwrapped } from '../../../service/answers';
import { additionalFields, createOptions, textField } from '../../form/fields';
import { checkedIdentifier, requiredEmail } from '../../form/identifiers';
import type { ItemCall } from '../../run/itemCall';
import { readAll } from '../../run/readAll';
import { notificationFields, notificationTarget, withTriggerPath, type Notify } from '../../form/notification';
import { asItems } from '../../form/presentation';
import { keyOf } from '../../money/externalId';
import type { Operation, Resource } from '../../operation';
import { post } from '../actions';

/** The specification's own pattern (specification: "v1: static PayID"). */
const NAME = /^(?![! ](?![!]*$))[a-zA-Z0-9 ]*(?![ ])$/;

/** "3 to 35 chars of lowercase letters, digits, dots" (specification: "v1: static PayID"). */
const PREFIX = /^[a-z0-9.]{3,35}$/;

const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create static PayID',
	verb: 'created',
	isAskedFor: true,
	description: 'Give a customer a PayID that can be paid again and again, in AUD',
	properties: [
		textField('Name', 'name', 'e.g. Nathan Smith', {
			required: true,
			description: 'Letters without accents, digits and spaces',
		}),
		textField('Email', 'email', 'e.g. name@email.com', { required: true }),
		textField('Prefix of the PayID', 'prefixStaticPayid', 'e.g. nathan.smith', {
			required: true,
			description: 'The part before the @ of the PayID: 3 to 35 lower-case letters, digits and dots',
		}),
		textField('External ID', 'externalId', 'e.g. customer-77', {
			description: 'Your own reference for the PayID, returned with it',
		}),
		...notificationFields,
		additionalFields(
			textField('Address', 'address', 'e.g. 12 Harbour Road'),
			textField('City', 'city', 'e.g. Sydney'),
			textField('Phone', 'phone', 'e.g. +61-412345678', { description: 'With country code' }),
			textField('Postal Code', 'zipCode', 'e.g. 2000'),
			textField('State', 'state', 'e.g. NSW'),
		),
		withTriggerPath(createOptions),
	],
	execute: async (item) => asItems(await createStaticPayid(item, notificationTarget(item))),
};

/** No money moves, and a prefix can be given once only: the service refuses a second PayID with it. */
async function createStaticPayid(item: ItemCall, notify: Notify): Promise<IDataObject> {
	const form = await readAll(item, {
		name: () => nameOf(item),
		email: () => requiredEmail(item, 'email', 'Email'),
		prefix_static_payid: () => prefixOf(item),
		external_id: () => optionalKey(item),
		phone: () => checkedIdentifier(item, item.added('phone'), 'Phone') || undefined,
	});
	const text = (field: string) => item.added(field) || undefined;
	const { external_id: externalId } = form;
	const body: StaticPayidCreateBody = {
		...form,
		address: text('address'),
		city: text('city'),
		state: text('state'),
		zip_code: text('zipCode'),
		customer_notification: notify(externalId ?? null),
	};
	const isPayid = (answer: unknown) =>
		has('name', 'email', 'status')(answer) &&
		(externalId === undefined || echoes(fieldsOf(answer).external_id, externalId));
	const answer = await post(item, '/v1/customers/create_static_open_payid', body, perhapsWrapped(isPayid));
	return unwrapped(answer, isPayid);
}

/** No money moves by it, so it may be empty. */
function optionalKey(item: ItemCall): string | undefined {
	const given = item.reference(item.value('externalId'));
	return given === '' ? undefined : keyOf(item, given, 'External ID');
}

function nameOf(item: ItemCall): string {
	const name = item.requiredText('name', 'Name');
	if (NAME.test(name)) return name;
	throw item.refusal(
		`Name may hold letters without accents, digits and spaces only, not “${name}”`,
		'Write the name without accents and punctuation: the payment service refuses anything else.',
	);
}

function prefixOf(item: ItemCall): string {
	const prefix = item.requiredText('prefixStaticPayid', 'Prefix of the PayID');
	if (PREFIX.test(prefix)) return prefix;
	throw item.refusal(
		`Prefix of the PayID must be 3 to 35 lower-case letters, digits and dots, not “${prefix}”`,
		'Choose a prefix such as nathan.smith.',
	);
}

export const staticPayid: Resource = {
	value: 'staticPayid',
	name: 'Static PayID',
	description: 'PayIDs that a customer can pay again and again (AUD)',
	operations: [create],
	defaultOperation: 'create',
	currency: 'AUD',
};
