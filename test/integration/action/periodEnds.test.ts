import { parseMoney } from '../../../emulator/ledger/money';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';

/** What happens at midnight belongs to one of two days, although the lists take whole seconds. */

let service: Service;
beforeAll(async () => void (service = await startService({ start: new Date('2031-03-05T00:00:00Z') })));
afterAll(async () => await service.close());

const NOTIFIED = { endpoint_url: 'https://nobody.invalid/', authorization_header: 'none' };

beforeAll(() => {
	const { ledger, payins, payouts } = service.emulator.account('AUD');
	ledger.post({
		...{ type: 'topup', direction: 'money_in', amount: parseMoney('12.5'), fees: 0n, status: 'done' },
		...{ referenceId: 'midnight', paymentMethod: 'bank_transfer' },
	} as Parameters<typeof ledger.post>[0]);
	payins.create({
		...{ payin_method_name: 'au_bank_aud', payin_method_params: {}, amount: 80, currency: 'AUD', name: 'Ada Byron' },
		...{ email: 'ada@shop.example', description: 'Order 77', gst: false, external_id: 'midnight' },
		webhook_notification: NOTIFIED,
	});
	payouts.create({
		...{ payout_method_name: 'au_payid_npp_aud', currency: 'AUD', description: 'Wages', external_id: 'midnight' },
		webhook_notification: NOTIFIED,
		payout_transaction_details: [
			{
				...{ first_name: 'Ada', last_name: 'Byron', email: 'ada@shop.example', amount: 5 },
				payout_method_params: { pay_id: 'ada@shop.example', pay_id_type: 'EMAIL' },
			},
		],
	});
});

it.each([
	['balance', 'getHistory', 'reference_id'],
	['payin', 'getAll', 'external_id'],
	['payout', 'getAll', 'external_id'],
])('%s: %s', async (resource, operation, reference) => {
	const of = async (day: string) => {
		const period = { fromDate: `${day}T00:00:00.000Z`, toDate: `${day}T23:59:59.999Z` };
		const { items, error } = await run(service, { resource, operation, returnAll: true, ...period });
		expect(error).toBeUndefined();
		return items.filter(({ json }) => json[reference] === 'midnight').length;
	};
	expect([await of('2031-03-04'), await of('2031-03-05')]).toEqual([0, 1]);
});
