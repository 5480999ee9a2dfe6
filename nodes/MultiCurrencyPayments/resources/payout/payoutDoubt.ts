import type { IDataObject } from 'n8n-workflow';
import type { PayoutMethodRecord } from '../../../../contract';
import { doubtfulIdentifiers, unlistedBank } from '../../../../core/payments/methodParameters';
import { parametersIn } from '../../form/methodParameters';
import type { Reason } from '../../preview/row';

/**
 * What looks wrong with an account, though only the service or its owner can say. The service refuses a list as a whole.
 * @param given the parameters as the item has them, before they get the types that the service names
 */
export function doubtsOf(method: PayoutMethodRecord, parameters: IDataObject, given: IDataObject): Reason[] {
	const bank = unlistedBank(method.banks, parameters, parametersIn(method));
	const unlisted = {
		reason: `${method.payout_method_name} lists no bank ${bank}`,
		remedy: 'Payout Method: Get shows its banks with their codes.',
	};
	return [...(bank === undefined ? [] : [unlisted]), ...doubtfulIdentifiers(given).map(lookItUp)];
}

/** A doubt about an identifier with what to do. */
export const lookItUp = (reason: string): Reason => ({
	reason,
	remedy: 'Compare it with what the payee gave, and keep its column as text.',
});
