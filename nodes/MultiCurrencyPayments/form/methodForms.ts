import type {
	FieldType,
	IDataObject,
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';
import type { PayinMethodRecord, PayoutMethodRecord } from '../../../contract';
import type { MethodParameter } from '../../../core/methodParameters';
import { parseMethodParameters } from '../../../core/methodParameters';
import type { ServiceClient } from '../../service/client';
import type { MethodKind } from '../../service/methods';
import { readBranchCodes, readMethod } from '../../service/methods';
import { askForEditor } from './designTime';
import { asText } from './itemCall';
import { CHOOSE_A_METHOD } from './methodFields';

/** The key of the read-only line that shows limits and flags of a method. */
const FACTS = '_facts';

/** Forms that the editor builds from what a method asks for (specification: "Payin method record"). */
export const resourceMapping = {
	async payinMethodParameters(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		return await formOf(this, 'payin');
	},

	async payoutMethodParameters(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		return await formOf(this, 'payout');
	},
};

async function formOf(context: ILoadOptionsFunctions, kind: MethodKind): Promise<ResourceMapperFields> {
	const name = context.getCurrentNodeParameter(`${kind}MethodName`, { extractValue: true });
	if (typeof name !== 'string' || name === '') {
		return { fields: [], emptyFieldsNotice: CHOOSE_A_METHOD };
	}
	return await askForEditor(context, async (client) => await formOfMethod(context, client, kind, name));
}

async function formOfMethod(
	context: ILoadOptionsFunctions,
	client: ServiceClient,
	kind: MethodKind,
	name: string,
): Promise<ResourceMapperFields> {
	const method = await readMethod(client, kind, name);
	const described = 'payin_method_params' in method ? method.payin_method_params : method.payout_method_params;
	const fields = parseMethodParameters(described).map((parameter) => asField(parameter, method.banks));
	const branch = fields.find(({ id }) => id === 'branch_code');
	if (branch) Object.assign(branch, await branchChoices(context, client, name));
	if (fields.length === 0) return { fields, emptyFieldsNotice: `${name} asks for nothing more. ${factsOf(method)}` };
	return { fields: [...fields, factsField(factsOf(method))] };
}

/** The branches of the bank chosen in the form. Until a bank is chosen, the branch can only be typed. */
async function branchChoices(
	context: ILoadOptionsFunctions,
	client: ServiceClient,
	method: string,
): Promise<Partial<ResourceMapperField>> {
	const values = context.getCurrentNodeParameter('methodParameters.value') as IDataObject | null | undefined;
	const bank = asText(values?.swift_code) || asText(values?.bank_code);
	if (bank === '') return { displayName: 'branch_code — choose the bank, then refresh this form to pick its branch' };
	// A form that cannot list the branches still lets the user type one.
	const branches = await readBranchCodes(client, method, bank).catch(() => []);
	// In another shape than the assumed one the branches cannot be offered, only typed.
	if (!branches.every(({ code, name }) => typeof code === 'string' && typeof name === 'string')) return {};
	if (branches.length === 0) return {};
	return { type: 'options', options: branches.map(({ code, name }) => ({ name: `${name} (${code})`, value: code })) };
}

/** A line of the form that informs and takes no value, so that nothing of it is sent. */
function factsField(facts: string): ResourceMapperField {
	return {
		id: FACTS,
		displayName: facts,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		readOnly: true,
		type: 'string',
	};
}

/** Limits and flags of a method in words (specification: "Payin method record"). */
function factsOf(method: PayinMethodRecord | PayoutMethodRecord): string {
	const { currency, min_amount: least, max_amount: most, payment_type: type } = method;
	const payinFacts = [
		method.is_refundable ? 'Can be refunded' : 'Cannot be refunded',
		method.is_cancellable ? 'can be cancelled while pending' : 'cannot be cancelled',
	];
	const facts = [
		...(type === 'pay_in' ? payinFacts : []),
		...(method.require_contact ? ['needs a contact with the same email'] : []),
		...(method.require_kyc ? ['needs an identity check'] : []),
	];
	const limits = `Takes ${least} to ${most} ${currency}.`;
	return facts.length === 0 ? limits : `${limits} ${facts.join(', ').replace(/^./, (letter) => letter.toUpperCase())}.`;
}

/** n8n's field type for each type that the service names; any other type is asked for as text. */
const FIELD_TYPES: Readonly<Record<string, FieldType>> = {
	string: 'string',
	text: 'string',
	// As text an integer keeps its leading zeros and every digit: many are identifiers.
	integer: 'string',
	int: 'string',
	number: 'number',
	float: 'number',
	decimal: 'number',
	boolean: 'boolean',
	bool: 'boolean',
	object: 'object',
	json: 'object',
	array: 'array',
	date: 'string',
	datetime: 'dateTime',
	timestamp: 'dateTime',
};

/** Keys whose value is one of the method's banks. */
const BANK_KEY = /^(bank_code|bank|provider|provider_code|(bank_)?swift(_code)?|network)$/;

function asField(
	{ key, type, required, description, choices }: MethodParameter,
	banks: PayinMethodRecord['banks'] | PayoutMethodRecord['banks'],
): ResourceMapperField {
	const options =
		BANK_KEY.test(key) && banks.length > 0
			? banks.map((bank) => ({ name: bankName(bank), value: bank.code }))
			: choices.map((choice) => ({ name: choice, value: choice }));
	return {
		id: key,
		displayName: description ? `${key} — ${description}` : key,
		required,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
		type: options.length > 0 ? 'options' : (FIELD_TYPES[type] ?? 'string'),
		...(options.length > 0 && { options }),
	};
}

function bankName(bank: { code: string; name: string; short_name?: string | null }): string {
	return bank.short_name ? `${bank.name} (${bank.short_name})` : bank.name;
}
