import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import { rawCredential } from '../../n8n/rawCredential';
import { CREDENTIAL_TYPE, readAccounts, type PaymentsCredential } from '../../service/credential';
import { TimeSlice } from '../../service/timeSlice';

/**
 * The values of a credential may be expressions that refer to the item, while a run uses one account for all items.
 * @throws NodeOperationError naming the first item whose account is another one
 */
export async function assertOneAccount(n8n: IExecuteFunctions, accounts: readonly PaymentsCredential[]): Promise<void> {
	const items = n8n.getInputData().length;
	const values = JSON.stringify(accounts);
	const slice = new TimeSlice();
	for (let item = 1; item < items; item++) {
		if (slice.isOver) await slice.giveWay();
		if (JSON.stringify(await readAccounts(n8n, item)) === values) continue;
		throw new NodeOperationError(
			n8n.getNode(),
			'The credential has other values for this item than for the first one',
			{
				itemIndex: item,
				description:
					'All items of a run use one account. Put the node behind Loop Over Items with a batch size of 1, so that each run has one item.',
			},
		);
	}
}

/** Expressions that do not depend on the item, as JSON. */
const SECRETS = /"=\{\{ *\$(?:secrets|vars)(?:\.\w+|\['[^'\\]+'\])+ *\}\}"/g;

/**
 * Whether no value of the credential as it is stored can depend on the item. If n8n does not tell, it may: then it has to
 * be evaluated for every item, and n8n reads the credential from its database each time.
 */
export async function isSameForAll(n8n: IExecuteFunctions): Promise<boolean> {
	if (n8n.getInputData().length < 2) return true;
	const stored = await rawCredential(n8n, CREDENTIAL_TYPE);
	return stored !== undefined && !JSON.stringify(stored).replace(SECRETS, '""').includes('"=');
}
