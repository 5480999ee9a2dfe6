import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import { payout } from '../action/orders';
import type { Service } from '../engine/service';

/** Lists whose payees are in several currencies, for a credential that holds an account for each. */

/** The credential whose App ID is the AUD account, with those of PHP and INR. */
export function credentialOf(service: Service, changes: ICredentialDataDecryptedObject = {}) {
	const accounts = ['PHP', 'INR'].map((currency) => tripleOf(service, currency)).join('\n');
	return service.credentials('AUD', { accounts, ...changes });
}

export function tripleOf(service: Service, currency: string): string {
	const { appId, secretKey } = service.emulator.account(currency);
	return `${currency} ${appId} ${secretKey}`;
}

export const AUD = {
	method: 'au_bank_aud',
	amount: 20,
	bsb: '062000',
	account_number: '12345678',
	account_name: 'ADA',
};
const bank = { amount: 500, account_number: '12345678', account_name: 'ADA' };
export const PHP = { ...bank, method: 'ph_bank_php', bank_code: 'EXMAPH2X' };
export const INR = { ...bank, method: 'in_bank_inr', bank_code: 'EXMAIN2X' };

/** Payees under External IDs of their own. */
export const payees = (...rows: IDataObject[]): IDataObject[] =>
	rows.map((row, item) => ({ key: `inv-${item}`, ...row }));

/** Pays each item by its own method, whose parameters are fields of the item. */
export const mixed = (changes: INodeParameters = {}): INodeParameters =>
	payout({
		payoutMethodName: { __rl: true, mode: 'id', value: '={{ $json.method }}' },
		additionalFields: { currency: '={{ $json.currency }}' },
		methodParameters: { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema: [] },
		...changes,
	});

/** How many payments each account has made, by currency. */
export function paidBy(service: Service): Record<string, number> {
	const counts = ['AUD', 'PHP', 'INR'].map((currency) => {
		const { records } = service.emulator.account(currency).payouts.list({ page: 1, from: 0, to: Infinity });
		return [currency, records.reduce((sum, { transactions }) => sum + transactions.length, 0)] as const;
	});
	return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
