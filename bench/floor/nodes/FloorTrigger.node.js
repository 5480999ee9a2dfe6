/** Lets n8n read the path without evaluating an expression, which would take a sandbox per delivery. */
const NATIVE_RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

const path = { template: '={{$parameter["path"]}}', resolve: (parameters) => parameters.path };

/** The package's credential, which a trigger has to read before it can tell a genuine delivery from a forged one. */
const CREDENTIAL = 'multiCurrencyPaymentsApi';

/** The least trigger: starts an execution for a delivery, or answers without one. */
exports.FloorTrigger = class {
	description = {
		displayName: 'Floor Trigger',
		name: 'floorTrigger',
		group: ['trigger'],
		// Not 1: for a node of exactly version 1, n8n evaluates an expression on every delivery.
		version: [1.1],
		description: 'Starts the workflow, or does not',
		defaults: { name: 'Floor Trigger' },
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL }],
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
			{ displayName: 'Reads', name: 'reads', type: 'boolean', default: false },
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
		if (this.getNodeParameter('reads')) await this.getCredentials(CREDENTIAL);
		// A trigger can only remember things in static data, which n8n writes in full when any part changes. When the trigger
		// starts an execution, n8n forgets that, unless the data is an object of its own.
		if (this.getNodeParameter('stores')) {
			this.getWorkflowStaticData('global').count = Date.now();
			this.workflow.overrideStaticData({ ...this.workflow.staticData });
		}
		if (!this.getNodeParameter('starts')) return { webhookResponse: { message: 'Received' } };
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
};
