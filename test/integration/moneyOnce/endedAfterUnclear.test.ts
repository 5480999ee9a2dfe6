import type { INodeParameters } from 'n8n-workflow';
import { everywhere } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { batch, form, payout, QUICK } from '../action/orders';
import { runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, PASS_ON } from '../engine/nodeTypes';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { outputsOf } from '../engine/workflow';
import { answered, asked } from '../wrongGuesses/differing';

/** The answer to a payout is lost, and a look-up finds that it has failed. What the message then advises works. */

const ENDED = 'The payment inv-1 was made and has ended without money: failed';

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => {
	await service.reset();
	service.fault({ endpoint: 'v2.payouts.create', fault: 'stall', when: 'after', nth: 1 });
	answered(['v2.payouts.list', 'v2.payouts.detail'], (answer) =>
		everywhere(answer, (fields) => (fields.external_id === 'inv-1' ? { ...fields, status: 'failed' } : fields)),
	);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const options = { ...QUICK, requestTimeout: 1, settleSeconds: 2 };
const to = (account: string) => ({
	methodParameters: form({ bsb: '062000', account_number: account, account_name: 'Nathan Smith' }),
});
const [WRONG, RIGHT] = [to('12390001'), to('12345678')];

const orders = { perItem: payout, allItems: batch } as const;
type Mode = keyof typeof orders;

const order = (mode: Mode, changes: INodeParameters) =>
	orders[mode]({ externalId: 'inv-1', options, ...WRONG, ...changes });

const made = () => {
	const { payouts } = service.emulator.account('AUD').payouts.payments();
	return payouts.map(({ external_id }) => external_id).sort();
};

/** A workflow that pays one person. */
const paying = (mode: Mode, changes: INodeParameters = {}) => ({
	nodes: [
		{ name: 'Start', type: PASS_ON },
		{ name: 'Pay', type: ACTION, parameters: order(mode, changes) },
	],
	wires: [['Start', 0, 'Pay'] as [string, number, string]],
});

describe.each(['perItem', 'allItems'] as const)('a payment that was found to have failed (%s)', (mode) => {
	const pay = async (changes: INodeParameters = {}, nodeTypes = startProcess().nodeTypes) =>
		await runWorkflow(paying(mode, changes), [{ json: { amount: 10 } }], {
			credentials: service.credentials(),
			nodeTypes,
		});

	it('is made anew under the same External ID by another execution with Prevent Duplicates off', async () => {
		const { nodeTypes } = startProcess();
		expect((await pay({}, nodeTypes)).error?.message).toBe(ENDED);
		const { error } = await pay({ preventDuplicates: false, ...RIGHT }, nodeTypes);
		expect(error?.message).toBeUndefined();
		expect(made()).toEqual(['inv-1', 'inv-1']);
	});

	it.each([
		['', {}],
		[' and a corrected account', RIGHT],
	])('is made anew by a retry with a new External ID%s', async (_and, changes) => {
		const first = await pay();
		expect([first.error?.message, first.error?.description]).toEqual([
			ENDED,
			expect.stringContaining('To try again, give it a new external ID'),
		]);
		const again = await first.retry({ plan: paying(mode, { externalId: 'inv-1b', ...changes }) });
		expect(again.error?.message).toBeUndefined();
		expect(made()).toEqual(['inv-1', 'inv-1b']);
	});

	it('is made anew by a retry with a new External ID also where the first execution did not learn of it', async () => {
		let isDown = true;
		asked(['v2.payouts.list'], (request) => {
			if (isDown && made().length > 0) throw new Error('down');
			return request;
		});
		const first = await pay();
		expect(first.error?.message).toBe('It is unknown whether the payment inv-1 was made');
		isDown = false;
		const again = await first.retry({ plan: paying(mode, { externalId: 'inv-1b', ...RIGHT }) });
		expect(again.error?.message).toBeUndefined();
		expect(made()).toEqual(['inv-1', 'inv-1b']);
	});

	it('stays where it is in a retry that returns what has ended', async () => {
		const first = await pay();
		const again = await first.retry({
			plan: paying(mode, { externalId: 'inv-1b', options: { ...options, returnEnded: true } }),
		});
		expect(again.error?.message).toBeUndefined();
		expect(made()).toEqual(['inv-1']);
	});

	it('is made anew by the error output with a new External ID', async () => {
		const parameters = order(mode, { externalId: '=inv-1{{ $runIndex === 0 ? "" : "b" }}' });
		const { runData } = await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: PASS_ON },
					{ name: 'Pay', type: ACTION, parameters, settings: { onError: 'continueErrorOutput' } },
					{ name: 'Again', type: AT_MOST, parameters: { times: 1 } },
				],
				wires: [
					['Start', 0, 'Pay'],
					['Pay', 1, 'Again'],
					['Again', 0, 'Pay'],
				],
			},
			[{ json: { amount: 10 } }],
			{ credentials: service.credentials() },
		);
		const told = (runData.Pay ?? []).flatMap((run) => outputsOf(run).flat()).map(({ json }) => json.error);
		expect(told).toEqual([ENDED, undefined]);
		expect(made()).toEqual(['inv-1', 'inv-1b']);
	});
});
