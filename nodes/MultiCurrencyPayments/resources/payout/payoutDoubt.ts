import type { IDataObject } from 'n8n-workflow';
import type { PayoutMethodRecord } from '../../../../contract';
import { isCutBsb, unlistedBank } from '../../../../core/methodParameters';
import { asText } from '../../form/itemCall';
import { parametersIn } from '../../form/methodParameters';
import type { Reason } from '../../money/previewRow';

/** What looks wrong with an account, though only the service can say. It refuses a list as a whole. */
export function doubtOf(method: PayoutMethodRecord, parameters: IDataObject): Reason | undefined {
	const bank = unlistedBank(method.banks, parameters, parametersIn(method));
	const bsb = asText(parameters.bsb);
	if (bank !== undefined)
		return {
			reason: `${method.payout_method_name} lists no bank ${bank}`,
			remedy: 'Payout Method: Get shows its banks with their codes.',
		};
	if (!isCutBsb(bsb)) return undefined;
	return { reason: `BSB must have six digits, not “${bsb}”`, remedy: 'Spreadsheets drop leading zeros of numbers.' };
}
