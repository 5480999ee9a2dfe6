import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { PayinMethodRecord, PayoutMethodRecord } from '../../../contract';
import { bankKeysIn, type MethodParameter } from '../../../core/payments/methodParameters';
import { labelOfKey } from '../../../core/text/words';
import type { ServiceClient } from '../../service/client';
import { readBranchCodes, readMethod, type MethodKind } from '../../service/methods';
import { askAllForEditor } from './designTime';
import { asText } from '../../../core/text/values';
import { CHOOSE_A_METHOD, INFORMS, parametersIn } from './methodParameters';

/** Forms that the editor builds from what a method asks for (specification: "Payin method record"). */
export const resourceMapping = { payinMethodParameters: formOf('payin'), payoutMethodParameters: formOf('payout') };

function formOf(kind: MethodKind) {
	return async function (this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const name = this.getCurrentNodeParameter(`${kind}MethodName`, { extractValue: true });
		const isChosen = typeof name === 'string' && name !== '';
		const forms = isChosen
			? await askAllForEditor(this, async (client) => await formOfMethod(this, client, kind, name))
			: [];
		return forms[0] ?? { fields: [], emptyFieldsNotice: CHOOSE_A_METHOD };
	};
}

async function formOfMethod(
	context: ILoadOptionsFunctions,
	client: ServiceClient,
	kind: MethodKind,
	name: string,
): Promise<ResourceMapperFields> {
	const method = await readMethod(client, kind, name);
	const parameters = parametersIn(method);
	const bankKeys = Array.isArray(method.banks) ? bankKeysIn(parameters) : [];
	const fields = parameters.map((parameter) =>
		asField(parameter, bankKeys.includes(parameter.key) ? method.banks : []),
	);
	const branch = fields.find(({ id }) => id === 'branch_code');
	if (branch) Object.assign(branch, await branchChoices(context, client, name));
	const all = [...conditionsOf(method), ...fields];
	// Older versions of n8n show a form without fields in red.
	return { fields: all.length > 0 ? all : [informingField('nothing', 'Further Details', 'None needed')] };
}

/** The branches of the bank chosen in the form. Until a bank is chosen, the branch can only be typed. */
async function branchChoices(
	context: ILoadOptionsFunctions,
	client: ServiceClient,
	method: string,
): Promise<Partial<ResourceMapperField>> {
	const values = context.getCurrentNodeParameter('methodParameters.value') as IDataObject | null | undefined;
	const bank = asText(values?.swift_code) || asText(values?.bank_code);
	if (bank === '') return { displayName: 'Branch (refresh to list)' };
	// Where the branches cannot be listed, the user can still type one.
	const branches = await readBranchCodes(client, method, bank).catch(() => []);
	// If the answer does not have the assumed form, the branch can only be typed.
	const isListed = branches.every(({ code, name }) => typeof code === 'string' && typeof name === 'string');
	if (!isListed || branches.length === 0) return {};
	return { type: 'options', options: branches.map(({ code, name }) => ({ name: `${name} (${code})`, value: code })) };
}

/** A line that only informs ({@link INFORMS}). It is required so that n8n shows no delete button beside it. */
function informingField(name: string, displayName: string, says: string): ResourceMapperField {
	const id = INFORMS + name;
	return { ...ANY_FIELD, id, displayName, required: true, readOnly: true, type: 'string', defaultValue: says };
}

const ANY_FIELD = { defaultMatch: false, canBeUsedToMatch: false, display: true };

/** What a user must know before choosing a method, a line each: n8n cuts a long one (same section). */
function conditionsOf(method: PayinMethodRecord | PayoutMethodRecord): ResourceMapperField[] {
	const isPayin = method.payment_type === 'pay_in';
	return [
		...(method.require_contact ? [informingField('contact', 'Contact', 'Needed, with the same email')] : []),
		...(method.require_kyc ? [informingField('identityCheck', 'Identity Check', 'Needed')] : []),
		...(isPayin && !method.is_refundable ? [informingField('refund', 'Refund', 'Not possible')] : []),
		...(isPayin && !method.is_cancellable ? [informingField('cancellation', 'Cancellation', 'Not possible')] : []),
	];
}

/**
 * n8n's field type for each type that the service names. Any other is asked for as text, numbers too: many are identifiers,
 * and as text they keep leading zeros and every digit.
 */
const FIELD_TYPES: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
	['boolean', 'boolean'],
	['bool', 'boolean'],
	['object', 'object'],
	['json', 'object'],
	['array', 'array'],
	['datetime', 'dateTime'],
	['timestamp', 'dateTime'],
]);

function asField(
	{ key, type, required, description, choices }: MethodParameter,
	banks: readonly { code: string; name: string; short_name?: string | null }[],
): ResourceMapperField {
	const options =
		banks.length > 0
			? banks.map(({ code, name, short_name: short }) => ({ name: short ? `${name} (${short})` : name, value: code }))
			: choices.map((choice) => ({ name: choice, value: choice }));
	return {
		...ANY_FIELD,
		id: key,
		displayName: labelOf(key, description, options.length > 0),
		required,
		type: options.length > 0 ? 'options' : (FIELD_TYPES.get(type) ?? 'string'),
		...(options.length > 0 && { options }),
	};
}

/** The most characters of a label that n8n shows in a window of 1280 pixels. */
const LABEL_LENGTH = 24;

/** A readable label, followed by the service's description if it fits: n8n has no other place for it here. */
function labelOf(key: string, description: string, isChoice: boolean): string {
	const label = isChoice ? labelOfKey(key.replace(/_code$/, '')) : labelOfKey(key);
	const [sentence = ''] = description.split(/, one of /i);
	const whole = `${label} (${sentence})`;
	return sentence !== '' && !isChoice && whole.length <= LABEL_LENGTH ? whole : label;
}
