/** n8n's table of processed data, as n8n itself has it. */
let table;

/** Takes n8n's table of processed data away from what follows, or gives it back. */
exports.Claims = class {
	description = {
		displayName: 'Claims',
		name: 'claims',
		group: ['transform'],
		version: 1,
		description: 'Whether the nodes that follow can claim what they pay',
		defaults: { name: 'Claims' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'Can Claim', name: 'canClaim', type: 'boolean', default: true }],
	};

	async execute() {
		const { DataDeduplicationService } = require.main.require('n8n-core');
		table ??= DataDeduplicationService.instance;
		DataDeduplicationService.instance = this.getNodeParameter('canClaim', 0) ? table : undefined;
		return [this.getInputData()];
	}
};
