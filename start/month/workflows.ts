import type { IDataObject } from 'n8n-workflow';
import type { WorkflowDefinition } from '../../runtime/n8nRecords';
import type { NamedCredential } from '../../runtime/paymentCredential';
import { end, manualStart, paymentsNode, workflow, type NodeSketch } from '../../runtime/workflows';

/** Where the one trigger listens. */
export const PATH = 'month';

/** n8n's own nodes read the sheet. */
const sheetNodes = (file: string): NodeSketch[] => [
	manualStart,
	{
		name: 'Sheet',
		type: 'n8n-nodes-base.readWriteFile',
		typeVersion: 1,
		parameters: { operation: 'read', fileSelector: file, options: {} },
	},
	{
		name: 'Each payee',
		type: 'n8n-nodes-base.extractFromFile',
		typeVersion: 1,
		parameters: { operation: 'csv', options: {} },
	},
];

/** A payout for each row, by the method and the currency that it names. */
const PAYOUT: IDataObject = {
	resource: 'payout',
	payoutMethodName: { __rl: true, mode: 'id', value: '={{ $json.method }}' },
	additionalFields: { currency: '={{ $json.currency }}' },
	firstName: '={{ $json.first_name }}',
	lastName: '={{ $json.last_name }}',
	email: '={{ $json.email }}',
	amount: '={{ $json.amount }}',
	externalId: '={{ $json.external_id }}',
	methodParameters: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
	paymentDescription: 'April salaries',
	batchMode: 'allItems',
	batchExternalId: 'salaries-2031-04',
};

/** Keeps the items for which an expression is true. */
const only = (name: string, condition: string): NodeSketch => ({
	name,
	type: 'n8n-nodes-base.filter',
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			conditions: [
				{
					id: 'kept',
					leftValue: condition,
					rightValue: '',
					operator: { type: 'boolean', operation: 'true', singleValue: true },
				},
			],
			combinator: 'and',
		},
		options: {},
	},
});

/** Checks the sheet, and keeps the rows to correct. */
export const previewWorkflow = (credential: NamedCredential, file: string): WorkflowDefinition =>
	workflow('1 Preview the sheet', [
		...sheetNodes(file),
		paymentsNode('action', 'Preview', credential, { ...PAYOUT, operation: 'preview' }),
		only('Correct these', "={{ $json.kind === 'payment' && $json.verdict !== 'pay' }}"),
	]);

/**
 * Pays the sheet, one batch for each account. Where an account fails, n8n tries the node again.
 * @param notify whether the trigger is told; the payments in advance have none
 */
export const payWorkflow = (credential: NamedCredential, file: string, notify: boolean): WorkflowDefinition =>
	workflow(notify ? '2 Pay the sheet' : '0 Pay in advance', [
		...sheetNodes(file),
		{
			...paymentsNode('action', 'Pay everybody', credential, {
				...PAYOUT,
				operation: 'create',
				notify: notify ? 'trigger' : 'none',
				options: { settleSeconds: 1, ...(notify && { triggerPath: PATH }) },
			}),
			more: { retryOnFail: true, maxTries: 5, waitBetweenTries: 1_000 },
		},
		end('Paid'),
	]);

/** One trigger on one path, for the notifications of all accounts. */
export const eventsWorkflow = (credential: NamedCredential): WorkflowDefinition =>
	workflow('3 Receive the events', [
		paymentsNode('trigger', 'When a payment changes', credential, { path: PATH }),
		only('Final', '={{ $json.is_final }}'),
	]);

/** Compares the sheet with what the accounts have moved in a period. Both ends are ISO 8601 in UTC. */
export const reconcileWorkflow = (
	credential: NamedCredential,
	file: string,
	{ from, to }: { from: string; to: string },
): WorkflowDefinition =>
	workflow('4 Reconcile the day', [
		...sheetNodes(file),
		paymentsNode('action', 'Compare', credential, {
			resource: 'reconciliation',
			operation: 'run',
			fromDate: from,
			toDate: to,
			externalId: '={{ $json.external_id }}',
			amount: '={{ $json.amount }}',
			currency: '={{ $json.currency }}',
			kind: 'payout',
			uuid: '',
			date: '',
			name: '',
			options: { includeSettlementReports: true },
		}),
		end('Compared'),
	]);
