import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { runNode } from '../engine/execution';
import { serviceOfFile } from '../engine/serviceOfFile';
import { batch, operation, payout } from './orders';
import { run as execute } from '../resources/resourceRun';

const service = serviceOfFile();

const two = [
	{ key: 'a', amount: 1, name: 'A' },
	{ key: 'b', amount: 2, name: 'B' },
];

/** A list whose look-up fails. */
const unseen = batch({ options: { timeLimit: 1.5 }, additionalFields: { batchExternalId: 'x' } });

/** When a node throws but is set to continue, n8n passes its input to the first output, as if all were paid. */
describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)('with %s', (onError) => {
	it.each<[string, ICredentialDataDecryptedObject, INodeParameters, string]>([
		['a credential without key', { secretKey: '' }, payout(), 'The credential has no Secret Key'],
		[
			'a wrong base URL',
			{ baseUrl: 'https://service.example' },
			batch(),
			'The base URL must end with /api. Probably meant: https://service.example/api',
		],
		[
			'a sandbox operation in production',
			{ environment: 'production' },
			operation('payout', 'simulate', { uuid: 'X' }),
			'Simulate payout exists in the sandbox only',
		],
		['a list whose look-up fails', {}, unseen, 'The payment service failed with status 500'],
	])('%s is an error of every item, not an output', async (_, changes, parameters, message) => {
		service.fault({ endpoint: 'v2.payouts.list', fault: 'status', status: 500 });
		const run = await runNode({
			credentials: service.credentials('AUD', changes),
			parameters,
			items: two,
			settings: { onError },
		});
		const failed = onError === 'continueErrorOutput' ? run.errorItems : run.items;
		expect(failed).toHaveLength(2);
		for (const { json } of failed) expect(json.error).toContain(message);
		if (onError === 'continueErrorOutput') expect(run.items).toEqual([]);
		expect(service.writes()).toBe(0);
	});
});

it('a batch whose look-up fails stops with a sentence', async () => {
	service.fault({ endpoint: 'v2.payouts.list', fault: 'status', status: 500 });
	const run = await execute(service, unseen, { items: two });
	expect(run.error?.message).toMatch(/^The payment service failed with status 500/);
});

it('an expression that fails is an error of its item alone', async () => {
	const run = await execute(service, payout({ paymentDescription: '={{ $json.why.toUpperCase() }}' }), {
		items: [{ ...two[0], why: 'wages' }, { ...two[1] }, { key: 'c', amount: 3, why: 'wages' }],
		settings: { onError: 'continueRegularOutput' },
	});
	expect(run.items).toMatchObject([
		{ json: { outcome: 'created' } },
		{ json: { error: expect.any(String) as string } },
		{ json: { outcome: 'created' } },
	]);
});
