import type { INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { form, payin, payout } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';
import { audPayoutPerItem } from './writes';

/** Two items have one External ID, and are for two people: the second one stops, whatever happened to the first. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const options = { requestTimeout: 5, timeLimit: 10, settleSeconds: 0.3 };
const account_name = '={{ $json.first }} Smith';
const account = form({ bsb: '062000', account_number: '12345678', account_name });
const aud: INodeParameters = {
	...audPayoutPerItem.parameters,
	...{ options, amount: 10, payee: account_name, externalId: '={{ $json.key }}' },
};

it.each([
	['payout', payout({ options, firstName: '={{ $json.first }}', methodParameters: account }), 'v2.payouts.create'],
	['AUD payout', aud, 'v1.payouts.create'],
	['payin', payin({ options, customerName: account_name }), 'v2.payins.create'],
] as const)('%s: a try that sent nothing for the second leaves no trace of it', async (_what, parameters, endpoint) => {
	service.fault({ endpoint, fault: 'status', status: 429, retryAfter: '60', when: 'before', nth: 1 });
	const { error } = await run(service, parameters, {
		nodeTypes: startProcess().nodeTypes,
		items: ['Ada', 'Nathan'].map((first) => ({ key: 'WEEK-12', amount: 10, first })),
		settings: { retryOnFail: true, maxTries: 3 },
	});
	expect(error?.message).toBe('The external ID WEEK-12 belongs to another payment');
});
