import type { FieldType, ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';
import type { PayinMethodRecord, PayoutMethodRecord } from '../../../contract';
import type { MethodParameter } from '../../../core/methodParameters';
import { parseMethodParameters } from '../../../core/methodParameters';
import { explain } from '../../shared/explain';
import type { MethodKind } from '../../shared/methodRecords';
import { readMethod } from '../../shared/methodRecords';
import { openClient } from '../../shared/openClient';

/** Forms made of what a method asks for (specification: "Payin method record"). */
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
		return { fields: [], emptyFieldsNotice: 'Choose a method first; its form then comes from the service.' };
	}
	const method = await openClient(context)
		.then(async (client) => await readMethod(client, kind, name))
		.catch((failure: unknown) => Promise.reject(explain(failure, context.getNode())));
	const described = 'payin_method_params' in method ? method.payin_method_params : method.payout_method_params;
	const fields = parseMethodParameters(described).map((parameter) => asField(parameter, method.banks));
	return { fields, emptyFieldsNotice: `${name} asks for nothing more.` };
}

/** Types as the service names them; anything else is asked for as text. */
const FIELD_TYPES: Readonly<Record<string, FieldType>> = {
	string: 'string',
	text: 'string',
	integer: 'number',
	int: 'number',
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
const BANK_KEY = /^(bank_code|bank|provider|provider_code|swift_code|network)$/;

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
