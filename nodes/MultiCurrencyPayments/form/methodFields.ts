import type { INodeProperties } from 'n8n-workflow';
import { pickerModes, withOptions } from './fields';
import { isEmpty, type ItemCall } from '../run/itemCall';

/** Shown instead of the form where n8n has loaded none for the method. */
export const CHOOSE_A_METHOD = 'Choose a method. What it asks for then appears here.';

/** Prefix of the keys of lines that only inform. No method parameter has it, and these lines are never sent. */
export const INFORMS = '_';

/** A method, picked from those of the account (form/pickers.ts) or named. */
const methodField = (kind: 'Payin' | 'Payout', what: string, example: string): INodeProperties => ({
	displayName: `${kind} Method`,
	name: `${kind.toLowerCase()}MethodName`,
	type: 'resourceLocator',
	default: { __rl: true, mode: 'list', value: '' },
	required: true,
	description: `${what}. The list shows the methods of this account.`,
	...pickerModes('Choose a method…', `search${kind}Methods`, example),
});

export const payinMethodField = methodField('Payin', 'How the customer pays', 'au_bank_aud');
export const payoutMethodField = methodField('Payout', 'How the payee is paid', 'au_payid_npp_aud');

/**
 * The form of the chosen method, built by form/methodForms.ts. There is none until one is chosen: n8n shows an empty form
 * in red.
 */
const methodParametersField = (methodName: string, method: string): INodeProperties => ({
	displayName: 'Method Parameters',
	name: 'methodParameters',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	displayOptions: { hide: { [methodName]: [''] } },
	description: 'What the chosen method asks for. The form comes from the service and changes with the method.',
	typeOptions: {
		loadOptionsDependsOn: [`${methodName}.value`],
		resourceMapper: {
			resourceMapperMethod: method,
			mode: 'add',
			fieldWords: { singular: 'parameter', plural: 'parameters' },
			addAllFields: true,
			supportAutoMap: true,
			valuesLabel: 'What the Method Asks For',
			noFieldsError: CHOOSE_A_METHOD,
		},
	},
});

export const payinParametersField = methodParametersField('payinMethodName', 'payinMethodParameters');
export const payoutParametersField = methodParametersField('payoutMethodName', 'payoutMethodParameters');

const methodParametersJsonField: INodeProperties = {
	displayName: 'Method Parameters (JSON)',
	name: 'methodParametersJson',
	type: 'json',
	default: '{}',
	placeholder: 'e.g. {"transliterate": true}',
	description:
		'Further parameters that the service takes but does not list, such as transliterate or failure_callback_url. They win over the form. Write long numbers as text.',
};

/**
 * The options of an operation with method parameters, with one for raw JSON, in alphabetical order. methodParametersOf
 * reads it.
 */
export const withMethodParameters = (options: INodeProperties): INodeProperties =>
	withOptions(options, methodParametersJsonField);

/** The only method that may go without an amount (specification: "Element of payout_transaction_details"; public reference). */
const AMOUNTLESS_METHOD = 'usdc_bank';

const methodAmountField: INodeProperties = {
	displayName: 'Amount',
	name: 'amount',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1250.50',
	hint: 'How much the method takes stands beside its name',
	description:
		'In the currency’s main unit (dollars, not cents), with a dot before the decimals. The service rounds VND, JPY, XAF, KRW and XOF to whole units; the output shows the amount that counts. Only usdc_bank may go without an amount.',
};

/** The amount of a payment by a method, required where the method needs one. {@link methodAmountOf} reads it. */
const methodAmountFields = (methodName: string): INodeProperties[] => [
	{ ...methodAmountField, required: true, displayOptions: { hide: { [methodName]: [AMOUNTLESS_METHOD] } } },
	{ ...methodAmountField, displayOptions: { hide: { [methodName]: [{ _cnd: { not: AMOUNTLESS_METHOD } }] } } },
];

export const payinAmountFields = methodAmountFields('payinMethodName');
export const payoutAmountFields = methodAmountFields('payoutMethodName');

/** The amount as canonical decimal text; undefined when the method may go without and the item does. @throws NodeOperationError */
export function methodAmountOf(item: ItemCall, method: string): string | undefined {
	// 0 is not empty: without an amount, any may move.
	return method === AMOUNTLESS_METHOD && isEmpty(item.value('amount')) ? undefined : item.amount('amount');
}
