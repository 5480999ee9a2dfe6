import type {
	ICredentialDataDecryptedObject,
	IExecuteData,
	IExecuteFunctions,
	INodeCredentialsDetails,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import type { PaymentsCredential } from '../../service/credential';
import { CREDENTIAL_TYPE, readAccounts } from '../../service/credential';
import { TimeSlice } from '../../service/timeSlice';

/** Parts of n8n's context outside its public interface. Each may be missing, because they differ between versions. */
interface InnerParts {
	additionalData?: {
		credentialsHelper?: {
			getDecrypted?: (
				additionalData: unknown,
				credential: INodeCredentialsDetails,
				type: string,
				mode: string,
				executeData: IExecuteData,
				raw: true,
			) => Promise<ICredentialDataDecryptedObject>;
		};
	};
}

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
	const { additionalData } = n8n as InnerParts;
	const helper = additionalData?.credentialsHelper;
	const credential = n8n.getNode().credentials?.[CREDENTIAL_TYPE];
	if (!helper?.getDecrypted || !credential) return false;
	const read = helper.getDecrypted.bind(helper);
	const stored = await attempt(
		async () => await read(additionalData, credential, CREDENTIAL_TYPE, n8n.getMode(), n8n.getExecuteData(), true),
	);
	return (
		'value' in stored &&
		!JSON.stringify(stored.value ?? '"=')
			.replace(SECRETS, '""')
			.includes('"=')
	);
}
