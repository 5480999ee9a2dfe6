import { outputJson } from '../runtime/executionOutput';
import { amountOf, inWords } from './amounts';
import { CURRENCY, runExample, type Finding, type Job } from './job';

/** Takes a payin and, 35 minutes of the service's time after it was received, refunds a part of it. */
export async function takePayinAndRefund(job: Job): Promise<Finding[]> {
	const { control } = job;
	const execution = await runExample(job, 'take-a-payin-and-refund');
	const [taken] = outputJson(execution, 'Take a payin');
	const [refunded] = outputJson(execution, 'Refund a part');
	const [seen] = outputJson(execution, 'See the payin');
	const { payins, refunds } = await control.payments(CURRENCY);
	const [payin] = payins;
	const [refund] = refunds;
	if (payin === undefined || refund === undefined) throw new Error('The service has booked no payin or no refund.');
	return [
		{
			what: 'Payin taken',
			n8n: `${inWords(amountOf(seen.paid_amount), CURRENCY)} paid`,
			service: `${payins.length} payin of ${inWords(amountOf(payin.amount), CURRENCY)}`,
			agrees: payins.length === 1 && payin.uuid === taken.uuid && amountOf(payin.amount) === amountOf(seen.paid_amount),
		},
		{
			what: 'Part of it refunded',
			n8n: inWords(amountOf(refunded.amount), CURRENCY),
			service: `${refunds.length} refund of ${inWords(amountOf(refund.amount), CURRENCY)}`,
			agrees:
				refunds.length === 1 &&
				amountOf(refund.amount) === amountOf(refunded.amount) &&
				amountOf(refund.amount) !== amountOf(payin.amount),
		},
	];
}
