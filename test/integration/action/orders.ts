import type { INodeParameters } from 'n8n-workflow';

/** Parameters as the editor stores them, for requests that the service accepts. */

/** A choice in a resource locator. */
export const chosen = (value: string) => ({ __rl: true, mode: 'list', value });

/** A filled-in parameter form. */
export const form = (value: Record<string, unknown>) =>
	({ mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] }) as INodeParameters;

/** Short limits for tests, in seconds. Items run one at a time, so that a test knows which request belongs to which item. */
export const QUICK = { requestTimeout: 5, timeLimit: 10, settleSeconds: 0.3, concurrency: 1 };

/** The same, where the service shows at once what was made. */
export const AT_ONCE = { ...QUICK, settleSeconds: 0 };

export const BANK_ACCOUNT = { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' };

/** One payee of au_bank_aud. */
export const payout = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'payout',
	operation: 'create',
	payoutMethodName: chosen('au_bank_aud'),
	firstName: 'Nathan',
	lastName: 'Smith',
	email: 'nathan@example.com',
	amount: '={{ $json.amount }}',
	paymentDescription: 'March wages',
	methodParameters: form(BANK_ACCOUNT),
	externalId: '={{ $json.key }}',
	options: QUICK,
	...changes,
});

/** The same for all items at once. */
export const batch = (changes: INodeParameters = {}): INodeParameters =>
	payout({
		batchMode: 'allItems',
		batchExternalId: 'payroll-3',
		lastName: '={{ $json.name ?? "Smith" }}',
		...changes,
	});

/** A payin by bank transfer in AUD. */
export const payin = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'payin',
	operation: 'create',
	payinMethodName: chosen('au_bank_aud'),
	amount: '={{ $json.amount }}',
	customerName: 'Nathan Smith',
	customerEmail: 'nathan@example.com',
	paymentDescription: 'Order 77',
	methodParameters: form({}),
	externalId: '={{ $json.key }}',
	options: QUICK,
	...changes,
});

/** A checkout link in AUD. */
export const checkoutLink = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'checkoutLink',
	operation: 'create',
	amount: '={{ $json.amount }}',
	paymentDescription: 'Order 77',
	customerEmail: 'ada@shop.example',
	firstName: 'Ada',
	lastName: 'Byron',
	externalId: '={{ $json.key }}',
	...changes,
});

/** Another operation of a resource. */
export const operation = (resource: string, name: string, changes: INodeParameters = {}): INodeParameters => ({
	resource,
	operation: name,
	...changes,
});
