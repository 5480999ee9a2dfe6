import type { IDataObject } from 'n8n-workflow';
import type { WorkflowDefinition } from '../runtime/n8nRecords';
import { CREDENTIAL_TYPE, type NamedCredential } from '../runtime/paymentCredential';
import { paymentsNode, workflow, type NodeSketch } from '../runtime/workflows';
import type { Service } from './stage';

const NOWHERE = 'http://127.0.0.1:9/';
const METHOD = 'au_payid_npp_aud';

/** The period of every seeded history. */
export const PERIOD = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-06-01T00:00:00Z') };
const inSeconds = (date: Date) => date.toISOString().replace('.000', '');

/** Which nodes do a job: n8n's own (rival), the least node (floor), or this package's (ours). */
export type Kind = 'rival' | 'floor' | 'ours';

/** One way to do a job. */
export interface Way {
	kind: Kind;
	name: string;
	nodes: NodeSketch[];
	/** Extra wires that make a loop, in addition to those from left to right. */
	loop?: { from: string; to: string };
	/** The list of the input items, with which their External IDs begin. Default: another one in each run. */
	list?: string;
	/** Whether each input item holds the body of its request instead of the values. */
	holdsBody?: boolean;
}

const floorNode = (type: string, name: string, parameters: IDataObject, credential?: NamedCredential): NodeSketch => ({
	name,
	type: `n8n-nodes-bench-floor.${type}`,
	typeVersion: 1,
	parameters,
	credential,
});

/**
 * A workflow that does a job when its webhook is called, and answers with the measurements. n8n does not store successful
 * executions of it, so that only the job is measured.
 * @param payees number of input items
 */
export function timed(
	path: string,
	{ nodes, loop, list = '', holdsBody = false }: Way,
	payees = 1,
): WorkflowDefinition {
	const definition = workflow(path, [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} },
		},
		floorNode('payees', 'Payees', { count: payees, list, holdsBody }),
		floorNode('stopwatch', 'Start', { stops: false }),
		...nodes,
		floorNode('stopwatch', 'Stop', { stops: true }),
	]);
	if (loop) {
		const wire = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		Object.assign(definition.connections, {
			[loop.from]: { main: [wire('Stop'), wire(loop.to)] },
			[loop.to]: { main: [wire(loop.from)] },
		});
	}
	return { ...definition, settings: { ...definition.settings, saveDataSuccessExecution: 'none' } };
}

/** The body of a payout, of the values of an item. */
const OF_VALUES = `={{ JSON.stringify({
	payout_method_name: '${METHOD}',
	currency: $json.currency,
	description: $json.text,
	external_id: $json.external_id,
	payout_transaction_details: [{
		first_name: $json.first,
		last_name: $json.last,
		email: $json.email,
		amount: $json.amount,
		payout_method_params: { pay_id: $json.payid, pay_id_type: $json.payidType },
		external_id: $json.external_id,
	}],
	webhook_notification: { endpoint_url: '${NOWHERE}', authorization_header: 'not needed here' },
}) }}`;

/** Pays each item as a separate payout with n8n's own node. */
const httpPayout = ({ emulator, credential }: Service, jsonBody = OF_VALUES): NodeSketch => ({
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	credential,
	parameters: {
		method: 'POST',
		url: `${emulator.apiUrl}/v2/payouts`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_TYPE,
		sendBody: true,
		specifyBody: 'json',
		jsonBody,
		options: {},
	},
});

/** Pays all items in one request, under a list that is new in each run, so that each run pays. */
export const IN_ONE_REQUEST = { batchMode: 'allItems', batchExternalId: '={{ $json.list }}' };

/** Pays the items with this package; the fields are plain expressions. */
const ourPayout = ({ credential }: Service, parameters: IDataObject): NodeSketch =>
	paymentsNode('action', 'Pay', credential, {
		resource: 'payout',
		operation: 'create',
		payoutMethodName: { __rl: true, mode: 'id', value: METHOD },
		currency: '={{ $json.currency }}',
		firstName: '={{ $json.first }}',
		lastName: '={{ $json.last }}',
		email: '={{ $json.email }}',
		amount: '={{ $json.amount }}',
		externalId: '={{ $json.external_id }}',
		paymentDescription: '={{ $json.text }}',
		methodParameters: {
			mappingMode: 'defineBelow',
			value: { pay_id: '={{ $json.payid }}', pay_id_type: '={{ $json.payidType }}' },
			matchingColumns: [],
			schema: [],
		},
		notify: 'custom',
		endpointUrl: NOWHERE,
		authorizationHeader: 'not needed here',
		...parameters,
	});

const floorJob = ({ emulator, credential }: Service, job: string, more: IDataObject = {}): NodeSketch =>
	floorNode('floor', 'Floor', { job, baseUrl: emulator.apiUrl, ...more }, credential);

/** Ways to pay. */
export const payouts = {
	loop: (service: Service): Way => ({
		kind: 'rival',
		name: 'Loop Over Items with HTTP Request',
		nodes: [
			{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3, parameters: { options: {} } },
			httpPayout(service),
		],
		loop: { from: 'Loop', to: 'HTTP Request' },
	}),
	requests: (service: Service): Way => ({ kind: 'rival', name: 'HTTP Request', nodes: [httpPayout(service)] }),
	/** The same with items that hold the whole body already: n8n evaluates one short expression for each. */
	jsonRequests: (service: Service): Way => ({
		kind: 'rival',
		name: 'HTTP Request, one JSON body',
		nodes: [httpPayout(service, '={{ $json.body }}')],
		holdsBody: true,
	}),
	floor: (service: Service, job: 'batch' | 'single'): Way => ({
		kind: 'floor',
		name: 'least node',
		nodes: [floorJob(service, job)],
	}),
	ours: (service: Service, name: string, parameters: IDataObject): Way => ({
		kind: 'ours',
		name,
		nodes: [ourPayout(service, parameters)],
	}),
};

/** The same way, where n8n keeps claims, or keeps none. */
export const whereClaims = (canClaim: boolean, way: Way): Way => ({
	...way,
	name: canClaim ? way.name : `${way.name}, without claims`,
	nodes: [floorNode('claims', 'Claims', { canClaim }), ...way.nodes],
});

/** Ways to read a history. */
export const histories = {
	requests: ({ emulator, credential }: Service, size: number | undefined): Way => ({
		kind: 'rival',
		name: size === undefined ? 'HTTP Request, page size left alone' : `HTTP Request, ${size} a page`,
		nodes: [
			{
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				credential,
				parameters: {
					url: `${emulator.apiUrl}/v2/balances/history`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: CREDENTIAL_TYPE,
					sendQuery: true,
					queryParameters: {
						parameters: [
							{ name: 'from_date', value: inSeconds(PERIOD.from) },
							{ name: 'to_date', value: inSeconds(PERIOD.to) },
							...(size === undefined ? [] : [{ name: 'size', value: String(size) }]),
						],
					},
					options: {
						pagination: {
							pagination: {
								parameters: { parameters: [{ name: 'cursor', value: '={{ $response.body.next_cursor }}' }] },
								paginationCompleteWhen: 'other',
								completeExpression: '={{ !$response.body.has_more }}',
								limitPagesFetched: false,
							},
						},
					},
				},
			},
			{
				name: 'Split Out',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'records', options: {} },
			},
		],
	}),
	floor: (service: Service, pageSize: number): Way => ({
		kind: 'floor',
		name: `least node, ${pageSize} a page`,
		nodes: [floorJob(service, 'history', { pageSize, from: inSeconds(PERIOD.from), to: inSeconds(PERIOD.to) })],
	}),
	ours: ({ credential }: Service, name: string, parameters: IDataObject): Way => ({
		kind: 'ours',
		name,
		nodes: [
			paymentsNode('action', 'History', credential, {
				resource: 'balance',
				operation: 'getHistory',
				returnAll: true,
				fromDate: PERIOD.from.toISOString(),
				toDate: PERIOD.to.toISOString(),
				output: 'items',
				...parameters,
			}),
		],
	}),
};

/** Ways to compare a list of expected payins with the account. The floor passes the items on and asks nobody. */
export const reconciliations = {
	floor: (service: Service): Way => ({
		kind: 'floor',
		name: 'least node, items only',
		nodes: [floorJob(service, 'items')],
	}),
	ours: ({ credential }: Service, list: string, period: { from: Date; to: Date }): Way => ({
		kind: 'ours',
		name: 'Reconciliation: Run',
		list,
		nodes: [
			paymentsNode('action', 'Compare', credential, {
				resource: 'reconciliation',
				operation: 'run',
				fromDate: period.from.toISOString(),
				toDate: period.to.toISOString(),
				externalId: '={{ $json.external_id }}',
				amount: '={{ $json.amount }}',
				currency: '={{ $json.currency }}',
				kind: 'payin',
				uuid: '={{ $json.uuid }}',
				date: '={{ $json.date }}',
				name: '={{ $json.name }}',
			}),
		],
	}),
};

/** A workflow that pays a list whenever its webhook is called, and answers the caller at once. */
export function payoutsOfCalls(path: string, service: Service, payees: number): WorkflowDefinition {
	return workflow(path, [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			parameters: { path, httpMethod: 'POST', responseMode: 'onReceived', options: {} },
		},
		floorNode('payees', 'Payees', { count: payees }),
		ourPayout(service, IN_ONE_REQUEST),
	]);
}
