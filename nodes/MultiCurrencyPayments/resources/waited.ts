import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { presentLink } from './checkoutLink/linkRecord';
import { presentPayin } from './payin/payinRecord';
import { presentBatch } from './payout/payoutRecord';

const PRESENT: Readonly<Record<string, typeof presentPayin>> = {
	payin: presentPayin,
	payout: presentBatch,
	checkoutLink: presentLink,
};

/** The final record of what the node waited for, as the item wanted it. */
export function presentWaited(n8n: IWebhookFunctions, record: IDataObject): IDataObject {
	const present = PRESENT[String(n8n.getNodeParameter('resource'))];
	return present ? present({ flag: (name) => n8n.getNodeParameter(name, false) === true }, record) : record;
}
