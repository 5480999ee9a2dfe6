import type { IDataObject } from 'n8n-workflow';
import { NODE, runWorkflow } from '../integration/engine/execution';
import { ACTION, PASS_ON } from '../integration/engine/nodeTypes';
import { outputsOf } from '../integration/engine/workflow';
import { askedFor, longHistory, PERIOD } from '../integration/engine/longHistory';
import { json, startWire, type Answer } from '../integration/transport/wire';
import { operation } from '../integration/action/orders';

const MANY = 20_000;
/** One in so many is expected with another amount, and one is missing. */
const PLANTED = 1_000;

const history = longHistory(MANY, (entry, index) => ({ ...entry, status: 'done', reference_id: `payin-${index}` }));

const payins: Answer = (answer, request, number) => {
	const query = new URL(request.path, 'http://service.example').searchParams;
	const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
	const first = (page - 1) * size;
	const records = Array.from({ length: Math.max(0, Math.min(size, MANY - first)) }, (_, at) => ({
		...{ uuid: `payin-${first + at}`, external_id: `inv-${first + at}`, currency: 'AUD', name: 'Ada Byron' },
		...{ amount: '13.0', total: '13.0', paid_amount: '13.0', gst_amount: '0.0', status: 'received' },
		created_at: '2030-01-15T00:00:00Z',
	}));
	json({ total: MANY, page, limit: size, records })(answer, request, number);
};

const answers: [path: RegExp, Answer][] = [
	[
		/\/balances\/history/,
		(answer, request, number) => {
			// The period lies in the future: the service tells that its clock is ahead.
			const { from, to } = askedFor(request);
			const refusal = json({ errors: { to_date: 'lies before from_date' } }, 422, {
				date: 'Wed, 01 Jan 2031 00:00:00 GMT',
			});
			(to < from ? refusal : history)(answer, request, number);
		},
	],
	[/\/balances\/detail/, json({ currency: 'AUD', available_balance: 250_100 })],
	[/\/payins\/all/, payins],
	[/\/payouts\/all/, json({ total_count: 0, page: 1, size: 20, records: [] })],
	[/_methods/, json({ records: [{ currency: 'AUD' }] })],
];

const service: Answer = (answer, request, number) => {
	const [, reply = json({}, 404)] = answers.find(([path]) => path.test(request.path)) ?? [];
	reply(answer, request, number);
};

it('20,000 expectations against 20,000 records come out exactly, with few requests', async () => {
	const items: IDataObject[] = Array.from({ length: MANY }, (_, index) => ({
		external_id: index === 7 ? 'inv-unknown' : `inv-${index}`,
		amount: index % PLANTED === 0 ? '13.01' : '13',
	}));
	const wire = await startWire(service);
	const parameters = operation('reconciliation', 'run', {
		// The newest entry lies at the end of that period, which does not belong to a reconciled one.
		...{ fromDate: PERIOD.from.toISOString(), toDate: new Date(PERIOD.to.getTime() + 1_000).toISOString() },
		...{ currency: 'AUD', kind: 'payin', uuid: '', date: '', name: '' },
		options: { mostLookUps: 0 },
	});
	const plan = {
		nodes: [
			{ name: 'Start', type: PASS_ON },
			{ name: NODE, type: ACTION, parameters },
		],
		wires: [['Start', 0, NODE] as [string, number, string]],
	};
	const input = items.map((json, item) => ({ json, pairedItem: { item } }));
	const { error, runData } = await runWorkflow(plan, input, { credentials: wire.credentials });
	const [output = []] = outputsOf(runData[NODE]?.at(-1));
	await wire.close();
	expect(error).toBeUndefined();
	const summary = output.at(-1)?.json;
	expect(summary).toMatchObject({
		verdicts: {
			matched: MANY - MANY / PLANTED - 1,
			amount_differs: MANY / PLANTED,
			missing_at_service: 1,
			not_expected: 1,
		},
		currencies: [{ opening_balance: '100', net: '250000', closing_balance: '250100', unexplained: '0' }],
	});
	expect(output).toHaveLength(MANY + 2);
	expect(wire.requests.length).toBeLessThan(60);
});
