import { startProcess } from '../../sequences/n8nProcess';
import { batch } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { outcomes, paidKeys, wages } from './payroll';

/** Others pay while a list of earlier payouts is being read, so that the list never holds still. */

let service: Service;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

/** A batch that somebody else pays. */
function payElsewhere(number: number): void {
	service.emulator.account('AUD').payouts.create({
		payout_method_name: 'au_bank_aud',
		currency: 'AUD',
		description: 'Wages of others',
		webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
		external_id: 'n8n-batch',
		payout_transaction_details: [
			{
				first_name: 'Nathan',
				last_name: 'Smith',
				email: 'nathan@example.com',
				amount: 10,
				payout_method_params: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
				external_id: `other-${number}`,
			},
		],
	});
}

it('pays each once though batches of others are added whenever the list is asked for', async () => {
	let others = 0;
	for (; others < 70; others++) payElsewhere(others);
	const { nodeTypes } = startProcess();
	const run = async (count: number) =>
		await runNode({
			credentials: service.credentials(),
			parameters: batch({ options: { settleSeconds: 0 } }),
			items: wages(count),
			nodeTypes,
		});
	expect(new Set(outcomes(await run(20)))).toEqual(new Set(['created']));
	const { payouts } = service.emulator.account('AUD');
	const { list } = payouts;
	jest.spyOn(payouts, 'list').mockImplementation((query) => {
		payElsewhere(others++);
		return list.call(payouts, query);
	});
	const grown = await run(40);
	expect(outcomes(grown)).toEqual([...Array<string>(20).fill('found'), ...Array<string>(20).fill('created')]);
	expect(paidKeys(service).filter((key) => key?.startsWith('wage-'))).toHaveLength(40);
});
