import type { INodeParameters } from 'n8n-workflow';
import { startProcess } from '../../sequences/n8nProcess';
import { batch, checkoutLink, form, payin, payout, QUICK, BANK_ACCOUNT } from '../action/orders';
import { runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { outputsOf } from '../engine/workflow';

/** What has ended is made anew under its External ID, on purpose: by the error output, with Prevent Duplicates off. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const options = { ...QUICK, settleSeconds: 1 };
const about = { externalId: 'inv-1', amount: '20', options, preventDuplicates: '={{ $runIndex === 0 }}' };

const plan = (parameters: INodeParameters) => ({
	nodes: [
		{ name: 'Start', type: PASS_ON },
		{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueErrorOutput' as const } },
		{ name: 'Again', type: AT_MOST, parameters: { times: 1 } },
	],
	wires: [
		['Start', 0, 'Pay'],
		['Pay', 1, 'Again'],
		['Again', 0, 'Pay'],
	] as [string, number, string][],
});

const account = () => service.emulator.account('AUD');

it.each<[string, INodeParameters, keyof ReturnType<Service['calls']>, (uuid: string) => void]>([
	['payin', payin(about), 'v2.payins.create', (uuid) => account().payins.moves(uuid).expire?.()],
	['checkout link', checkoutLink(about), 'v3.links.create', (uuid) => account().links.moves(uuid).expire?.()],
	[
		'payout',
		payout({ ...about, methodParameters: form(BANK_ACCOUNT) }),
		'v2.payouts.create',
		(uuid) => void account().payouts.simulate(uuid, 'failed'),
	],
	[
		'payout of a list',
		batch({ ...about, methodParameters: form(BANK_ACCOUNT) }),
		'v2.payouts.create',
		(uuid) => void account().payouts.simulate(uuid, 'failed'),
	],
])(
	'a %s is made anew once, also where another execution begins before the list shows it',
	async (_, order, endpoint, end) => {
		const { nodeTypes } = startProcess();
		const pay = async () => {
			const workflow = { credentials: service.credentials(), nodeTypes };
			const { runData } = await runWorkflow(plan(order), [{ json: {} }], workflow);
			return (runData.Pay ?? []).flatMap((run) => outputsOf(run).flat()).map(({ json }) => json);
		};
		const [first] = await pay();
		end(String((first?.batch as { uuid?: string } | undefined)?.uuid ?? first?.uuid));
		service.emulator.world.settings.listLagMs = 2_500;
		await service.advance(3_000);
		const told = [await pay(), await pay()];
		service.emulator.world.settings.listLagMs = 0;
		expect(service.calls()[endpoint]).toBe(2);
		expect(told.map((items) => items.map(({ error, idempotency }) => error ?? idempotency))).toEqual([
			[expect.stringContaining('has ended without money'), expect.objectContaining({ outcome: 'created' })],
			[expect.objectContaining({ outcome: 'found' })],
		]);
	},
);
