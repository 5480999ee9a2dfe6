import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { PayinMethodRecord, PayoutMethodRecord } from '../../../contract';
import { attempt } from '../../../core/attempt';
import {
	missingParameters,
	parseMethodParameters,
	refusedParameters,
	typedParameters,
	type MethodParameter,
} from '../../../core/payments/methodParameters';
import { bookable, compareAmounts, inCurrency, moneyInWords, readLimit } from '../../../core/money';
import { labelOfKey } from '../../../core/text/words';
import { isEmpty, withoutEmpty, type ItemCall } from '../run/itemCall';
import { asText } from '../../../core/text/values';
import { pickerModes, textField, withOptions } from './fields';
import { pick } from './presentation';
import type { MethodKind } from '../../service/methods';
import { joined } from '../../../core/text/explained';
import { isRefused } from '../../service/failure';
import { isObjectOrList } from '../../../core/objects';

/** What an item says of its method: which one it is, what that asks for, and the amount. */

type Method = PayinMethodRecord | PayoutMethodRecord;

/** Shown instead of the form of a method where n8n has loaded none. */
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

/** Its form is built by form/methodForms.ts. There is none until a method is chosen: n8n shows an empty form in red. */
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

/** With an option for method parameters as raw JSON, which {@link givenParametersOf} reads. */
export const withMethodParameters = (options: INodeProperties): INodeProperties =>
	withOptions(options, methodParametersJsonField);

/** The only method that may go without an amount (specification: "Element of payout_transaction_details"; public reference). */
const AMOUNTLESS_METHOD = 'usdc_bank';

const methodAmountField = textField('Amount', 'amount', 'e.g. 1250.50', {
	hint: 'How much the method takes stands beside its name',
	description:
		'In the currency’s main unit (dollars, not cents), with a dot before the decimals. The service rounds VND, JPY, XAF, KRW and XOF to whole units; the output shows the amount that counts. Only usdc_bank may go without an amount.',
});

/** The amount of a payment by a method, required where the method needs one. {@link amountWithinLimits} reads it. */
const methodAmountFields = (methodName: string): INodeProperties[] => [
	{ ...methodAmountField, required: true, displayOptions: { hide: { [methodName]: [AMOUNTLESS_METHOD] } } },
	{ ...methodAmountField, displayOptions: { hide: { [methodName]: [{ _cnd: { not: AMOUNTLESS_METHOD } }] } } },
];

export const payinAmountFields = methodAmountFields('payinMethodName');
export const payoutAmountFields = methodAmountFields('payoutMethodName');

/** The method that an item names. @throws NodeOperationError when the service does not know it; other failures pass through */
export async function methodOf(item: ItemCall, kind: 'payin'): Promise<PayinMethodRecord>;
export async function methodOf(item: ItemCall, kind: 'payout'): Promise<PayoutMethodRecord>;
export async function methodOf(item: ItemCall, kind: MethodKind): Promise<Method> {
	const label = kind === 'payin' ? 'Payin Method' : 'Payout Method';
	const name = item.requiredText(`${kind}MethodName`, label);
	const asked = await attempt(() => item.run.method(kind, name, () => item.client));
	if ('value' in asked) return asked.value;
	if (isRefused(asked.failure)) {
		throw item.refusal(
			`The account has no ${kind} method ${name}`,
			joined(
				`Choose ${label} from the list: it shows what the service offers to this account.`,
				asked.failure.reason && `The service says: ${asked.failure.reason}.`,
			),
		);
	}
	throw asked.failure;
}

/** Method parameters as an item gives them, before it is known what the method asks for. */
interface GivenParameters {
	/** In the form, or as one object. Where the input fields of the same names count, the method tells which. */
	values: IDataObject | 'inputFields';
	/** The raw JSON of the options. It overrides the values and is sent unchanged, also what is empty in it. */
	raw: IDataObject;
}

/** @throws NodeOperationError when they are no JSON object */
function givenParametersOf(item: ItemCall): GivenParameters {
	const raw = item.object(item.options.methodParametersJson, 'Method Parameters (JSON)') ?? {};
	// What n8n stores of a resource mapper, if it is one.
	const given = item.value('methodParameters') as { mappingMode?: string; value?: IDataObject | null } | '';
	const isForm = isObjectOrList(given) && 'mappingMode' in given;
	if (!isForm) return { values: withoutEmpty(item.object(given, 'Method Parameters') ?? {}), raw };
	if (given.mappingMode === 'autoMapInputData') return { values: 'inputFields', raw };
	const filledIn = Object.entries(given.value ?? {}).filter(([key]) => !key.startsWith(INFORMS));
	return { values: withoutEmpty(Object.fromEntries(filledIn)), raw };
}

/**
 * The method's parameters as the item gives them, in the types that the service names.
 * @throws NodeOperationError naming the required ones that are missing, or what the specification forbids
 */
export function methodParametersOf(item: ItemCall, method: Method): IDataObject {
	const { values: given, raw } = givenParametersOf(item);
	const isPayin = 'payin_method_params' in method;
	const parameters = parametersIn(method);
	const typed = typedParameters(parameters, valuesIn(item, method, given)) as IDataObject;
	const values: IDataObject = { ...typed, ...raw };
	const missing = missingParameters(parameters, values).filter((key) => !(key in raw));
	if (missing.length > 0) {
		const why = [...new Set(missing.map((key) => item.whyEmpty('methodParameters', key)))].join('');
		throw item.refusal(
			`The method needs ${missing.map(labelOfKey).join(', ')}`,
			`Fill in these method parameters, named ${missing.join(', ')} in JSON. The form lists what the service asks for. One that does not apply can be null in Method Parameters (JSON).${why}`,
		);
	}
	const name = 'payin_method_name' in method ? method.payin_method_name : method.payout_method_name;
	const [refused] = refusedParameters(isPayin ? 'payin' : 'payout', name, parameters, values);
	if (refused !== undefined) {
		throw item.refusal(`The method parameter ${refused}`, 'Correct it in the method parameters.');
	}
	if (Object.values(values).every((value) => typeof value === 'string')) return values;
	// What an expression gives may be another value each time it is written out. It is checked and sent as it is now.
	return JSON.parse(JSON.stringify(values)) as IDataObject;
}

/** The same as they were given, before they get the types that the service names: a number may have been another text. */
export function untypedParametersOf(item: ItemCall, method: Method): IDataObject {
	const { values, raw } = givenParametersOf(item);
	return { ...valuesIn(item, method, values), ...raw };
}

function valuesIn(item: ItemCall, method: Method, values: GivenParameters['values']): IDataObject {
	if (values !== 'inputFields') return values;
	const { json } = item.n8n.getInputData()[item.index] ?? { json: {} };
	const keys = parametersIn(method).map(({ key }) => key);
	return withoutEmpty(pick(json, keys));
}

/** By method: the items of a list share theirs. */
const parametersOfMethods = new WeakMap<Method, MethodParameter[]>();

/** What a method asks for. */
export function parametersIn(method: Method): MethodParameter[] {
	const described = 'payin_method_params' in method ? method.payin_method_params : method.payout_method_params;
	const parameters = parametersOfMethods.get(method) ?? parseMethodParameters(described);
	parametersOfMethods.set(method, parameters);
	return parameters;
}

/** An amount passes that the service may round to one within the limits of its method. @throws NodeOperationError naming them */
export function checkLimits(item: ItemCall, amount: string, method: Limited, name: string): void {
	const [least = null, most = null] = limitsIn(method);
	const booked = bookable(amount, method.currency);
	const isLess = least !== null && compareAmounts(booked.most, least) < 0;
	if (!isLess && (most === null || compareAmounts(booked.least, most) <= 0)) return;
	const limits = limitsInWords(method, (limit) => inCurrency(limit, method.currency));
	throw item.refusal(
		`The amount ${moneyInWords(amount, method.currency)} is ${isLess ? 'less' : 'more'} than the method allows`,
		`${name} takes ${limits}.`,
	);
}

/** What amounts are taken, as far as it is limited: “1 to 50,000 AUD”. */
export function limitsInWords(method: Limited, inWords: (limit: string) => string | null): string {
	const [least, most] = limitsIn(method).map((limit) => limit && inWords(limit));
	if (least && most) return `${least} to ${most} ${method.currency}`;
	if (least) return `from ${least} ${method.currency}`;
	return most ? `up to ${most} ${method.currency}` : method.currency;
}

/** What has limits for an amount. */
type Limited = Pick<PayinMethodRecord, 'min_amount' | 'max_amount' | 'currency'>;

const limitsIn = ({ min_amount: least, max_amount: most }: Limited) => [readLimit(least), readLimit(most)];

/**
 * The amount of an item as canonical decimal text, checked as far as its method is known; undefined when the method may go without
 * one and the item does. @throws NodeOperationError
 */
export async function amountWithinLimits(
	item: ItemCall,
	kind: MethodKind,
	asked: Promise<Method>,
): Promise<string | undefined> {
	const name = item.text(`${kind}MethodName`);
	// 0 is not empty: without an amount, any may move.
	if (name === AMOUNTLESS_METHOD && isEmpty(item.value('amount'))) return undefined;
	const amount = item.amount('amount');
	checkLimits(item, amount, await asked, name);
	return amount;
}

/** The currency of an item: its own, or that of its method. @throws NodeOperationError when the method has another one */
export function currencyOf(item: ItemCall, method: Pick<PayinMethodRecord, 'currency'>): string {
	const own = asText(method.currency).toUpperCase();
	const asked = item.added('currency').toUpperCase() || own;
	if (own === '' || asked === own) return asked;
	const name = item.text('payoutMethodName') || item.text('payinMethodName');
	throw item.refusal(
		`${name} has the currency ${own}, not ${asked}`,
		`Leave Currency empty, or choose a method of ${asked}.`,
	);
}
