import type { INodeProperties } from 'n8n-workflow';

/** Method picker and parameter form, both filled by the service (methods/listSearch.ts, methods/resourceMapping.ts). */
export const payinMethodField: INodeProperties = {
	displayName: 'Payin Method',
	name: 'payinMethodName',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'How the customer pays. The list shows the methods of this account.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a method…',
			typeOptions: { searchListMethod: 'searchPayinMethods', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. au_bank_aud' },
	],
};

export const payoutMethodField: INodeProperties = {
	displayName: 'Payout Method',
	name: 'payoutMethodName',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'How the payee is paid. The list shows the methods of this account.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a method…',
			typeOptions: { searchListMethod: 'searchPayoutMethods', searchable: true },
		},
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. au_payid_npp_aud' },
	],
};

const methodParametersField = (dependsOn: string, method: string): INodeProperties => ({
	displayName: 'Method Parameters',
	name: 'methodParameters',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	description: 'What the chosen method asks for. The form comes from the service and changes with the method.',
	typeOptions: {
		loadOptionsDependsOn: [dependsOn],
		resourceMapper: {
			resourceMapperMethod: method,
			mode: 'add',
			fieldWords: { singular: 'parameter', plural: 'parameters' },
			addAllFields: true,
			supportAutoMap: true,
			noFieldsError: 'Choose a method first; its form then comes from the service.',
		},
	},
});

export const payinParametersField = methodParametersField('payinMethodName.value', 'payinMethodParameters');
export const payoutParametersField = methodParametersField('payoutMethodName.value', 'payoutMethodParameters');
