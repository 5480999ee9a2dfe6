const { bodyOf } = require('../payoutBody.js');

/** Outputs a list of payees, each with an External ID of its own. */
exports.Payees = class {
	description = {
		displayName: 'Payees',
		name: 'payees',
		group: ['input'],
		version: 1,
		description: 'Gives a list of payees',
		defaults: { name: 'Payees' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [
			{ displayName: 'Count', name: 'count', type: 'number', default: 1 },
			{ displayName: 'List', name: 'list', type: 'string', default: '', description: 'Empty: a new one in each run' },
			{ displayName: 'Holds Body', name: 'holdsBody', type: 'boolean', default: false },
		],
	};

	async execute() {
		const list = this.getNodeParameter('list', 0) || `pay-${this.getExecutionId()}-${Date.now()}`;
		const items = Array.from({ length: this.getNodeParameter('count', 0) }, (_, index) => ({
			json: {
				first: 'Payee',
				last: `Number ${index}`,
				email: `payee${index}@payees.example`,
				amount: 1 + (index % 100),
				list,
				external_id: `${list}-${index}`,
				currency: 'AUD',
				text: 'Wages of March',
				payid: `payee${index}@payees.example`,
				payidType: 'EMAIL',
			},
		}));
		if (!this.getNodeParameter('holdsBody', 0)) return [items];
		return [items.map(({ json }) => ({ json: { body: bodyOf([json]) } }))];
	}
};
