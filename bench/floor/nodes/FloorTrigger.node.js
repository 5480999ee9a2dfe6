/** The least trigger that starts an execution for a delivery, or that answers it without one. */
exports.FloorTrigger = class {
	description = {
		displayName: 'Floor Trigger',
		name: 'floorTrigger',
		group: ['trigger'],
		// Not 1: for a node of exactly that version n8n evaluates an expression on every delivery.
		version: [1.1],
		description: 'Starts the workflow, or does not',
		defaults: { name: 'Floor Trigger' },
		inputs: [],
		outputs: ['main'],
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'floor', isFullPath: true }],
		properties: [{ displayName: 'Starts', name: 'starts', type: 'boolean', default: true }],
	};

	webhookMethods = {
		default: {
			checkExists: async () => false,
			create: async () => true,
			delete: async () => true,
		},
	};

	async webhook() {
		if (!this.getNodeParameter('starts')) return { webhookResponse: { message: 'Received' } };
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
};
