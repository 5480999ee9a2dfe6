import { outputJson } from '../runtime/executionOutput';
import { inWords, sumOf } from './amounts';
import { CURRENCY, runExample, type Finding, type Job } from './job';

/** Pays the payees of the CSV as one batch and compares every payment with the service's books. */
export async function payPayees(job: Job): Promise<Finding[]> {
	const { control } = job;
	const execution = await runExample(job, 'pay-payees-from-csv');
	const asked = outputJson(execution, 'Read the CSV');
	const paid = outputJson(execution, 'Pay everybody in one batch');
	const { payouts } = await control.payments(CURRENCY);
	const { payments } = await control.books(CURRENCY);

	const line = (externalId: unknown, amount: unknown) => `${String(externalId)} ${sumOf([amount])}`;
	const wanted = asked.map((row) => line(row.external_id, row.amount)).sort();
	const inN8n = paid.map((item) => line(item.external_id, item.amount)).sort();
	const booked = payouts.map((payment) => line(payment.external_id, payment.amount)).sort();
	const same = (one: string[], other: string[]) => one.join('\n') === other.join('\n');
	const batches = payments.payout_batches?.count ?? 0;
	return [
		{
			what: 'Payees in the CSV, paid as one batch',
			n8n: `${paid.length} of ${asked.length} paid, ${inWords(sumOf(paid.map(({ amount }) => amount)), CURRENCY)}`,
			service: `${payouts.length} paid in ${batches} batch, ${inWords(sumOf(payouts.map(({ amount }) => amount)), CURRENCY)}`,
			agrees: asked.length === 25 && batches === 1 && same(wanted, inN8n) && same(wanted, booked),
		},
	];
}
