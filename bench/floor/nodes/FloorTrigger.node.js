/** Where n8n looks for a way to read the path without evaluating an expression, which costs a sandbox per delivery. */
const NATIVE_RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

const path = { template: '={{$parameter["path"]}}', resolve: (parameters) => parameters.path };

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
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				isFullPath: true,
				path: path.template,
				[NATIVE_RESOLVERS]: { path },
			},
		],
		properties: [
			{ displayName: 'Path', name: 'path', type: 'string', default: 'floor' },
			{ displayName: 'Stores', name: 'stores', type: 'boolean', default: false },
			{ displayName: 'Starts', name: 'starts', type: 'boolean', default: true },
		],
	};

	webhookMethods = {
		default: {
			checkExists: async () => false,
			create: async () => true,
			delete: async () => true,
		},
	};

	async webhook() {
		// What has to be remembered, a trigger can keep nowhere else; n8n writes all of it when a part has changed.
		if (this.getNodeParameter('stores')) this.getWorkflowStaticData('global').count = Date.now();
		if (!this.getNodeParameter('starts')) return { webhookResponse: { message: 'Received' } };
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
};
