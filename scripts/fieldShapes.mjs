/**
 * What most fields of a form, operations of different resources, and nodes have in common. The sources write it out, because n8n's
 * lint rules read each field as it stands; the build writes it once.
 */
export const ICON = { icon: { light: 'file:../../icons/payments.svg', dark: 'file:../../icons/payments.dark.svg' } };
export const CREDENTIALS = {
	credentials: [{ name: 'multiCurrencyPaymentsApi', required: true, testedBy: 'paymentServiceConnection' }],
};
export const OPTIONS = { displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add option' };
export const DESCRIPTION = { displayName: 'Description', name: 'paymentDescription' };
export const AMOUNT = { displayName: 'Amount', name: 'amount' };
export const EMAIL = { displayName: 'Email', name: 'email' };
export const NOTICE = { type: 'notice', default: '' };
export const CHOICES = { type: 'options' };
export const TEXT_FIELD = { type: 'string', default: '' };
export const NEEDED_FIELD = { type: 'string', required: true, default: '' };
export const SWITCH_FIELD = { type: 'boolean', default: false };
export const DATE_FIELD = { type: 'dateTime', default: '' };
export const COUNT_FIELD = { type: 'number', typeOptions: { minValue: 1 } };
export const GET_MANY = { value: 'getAll', name: 'Get Many' };
export const GET = { value: 'get', name: 'Get' };
export const MAKES = { verb: 'created', isAskedFor: true };
export const CREATE = { value: 'create', name: 'Create' };

/** Not a shape: how each field of a form begins. */
export const NAMED = (displayName, name) => ({ displayName, name });
/** How each choice of a list begins. */
export const CHOICE = (name, value) => ({ name, value });
/** When a field is shown. */
export const SHOWN = (show) => ({ displayOptions: { show } });
/** A number within limits. */
export const NUMBER = (typeOptions) => ({ type: 'number', typeOptions });
