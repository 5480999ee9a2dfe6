import type { INodeProperties } from 'n8n-workflow';
import {
	additionalFields,
	amountField,
	filledExternalIdFields,
	metadataField,
	pickerModes,
	presetField,
	recordOptions,
	successUrlField,
	textField,
	writeOptions,
} from '../../form/fields';
import { withTriggerPath } from '../../form/notification';

/** The shortest lifetime of a link, in seconds (specification: "Limits"). */
export const SHORTEST_EXPIRY = 900;

/** The default lifetime of a link, in seconds. */
export const USUAL_EXPIRY = 1800;

const filledIn = { description: 'Filled in on the hosted page, where the customer can correct it' };

/** The form of a new link (specification: "v3: hosted checkout"). @param notification where its status changes go */
export const linkFields = (notification: INodeProperties[]): INodeProperties[] => [
	{
		displayName: 'Payin Method',
		name: 'payinMethodCode',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: 'How the customer pays. Left empty, the hosted page offers every method of the account.',
		...pickerModes('All methods', 'searchCheckoutMethods', 'au_card_aud'),
	},
	...filledExternalIdFields('payment', 'order-77'),
	amountField('In the main unit of the account’s currency (dollars, not cents), with a dot before the decimals'),
	textField('Customer Email', 'customerEmail', 'e.g. nathan@example.com', { required: true }),
	textField('First Name', 'firstName', 'e.g. Nathan', { required: true }),
	textField('Last Name', 'lastName', 'e.g. Smith', { required: true }),
	textField('Description', 'paymentDescription', 'e.g. Order 77', { required: true }),
	...notification,
	additionalFields(
		textField('Address', 'address', 'e.g. 12 Harbour Road', filledIn),
		textField('City', 'city', 'e.g. Sydney', filledIn),
		textField('Country Code', 'countryCode', 'e.g. AU', filledIn),
		presetField('Expires In (Seconds)', 'expiresIn', USUAL_EXPIRY, {
			typeOptions: { minValue: SHORTEST_EXPIRY },
			description: `How long the link can be paid, at least ${SHORTEST_EXPIRY} seconds`,
		}),
		textField('Failure URL', 'failureUrl', 'e.g. https://shop.example/failed', {
			description: 'Where the customer goes after a failed payment. Left empty, the customer stays on the hosted page.',
		}),
		{
			...metadataField,
			description:
				'Your own data, returned unchanged, also in notifications. Sent only when it or External ID is filled in. Write long numbers as text.',
		},
		textField('Postal Code', 'postalCode', 'e.g. 2000', filledIn),
		textField('State', 'state', 'e.g. NSW', filledIn),
		successUrlField,
	),
	...recordOptions(withTriggerPath(writeOptions, notification)),
];
