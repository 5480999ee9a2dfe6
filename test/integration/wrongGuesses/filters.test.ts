import type { INodeParameters } from 'n8n-workflow';
import { chosen, operation } from '../action/orders';
import { runNode } from '../engine/execution';
import { json, startWire } from '../transport/wire';

/** A service that ignores the filters whose names are assumed. */

const report = (id: string, report_frequency: string, end: string, rest: object = {}) => ({
	id,
	report_frequency,
	summary: { closing_balance_at: end },
	...rest,
});

const lists = {
	settlementReport: {
		records: [
			report('d-3', 'daily', '2031-03-04T00:00:00Z', { period_start: '2031-03-03T00:00:00Z' }),
			report('m-2', 'monthly', '2031-03-01T00:00:00Z', { period_start: '2031-02-01T00:00:00Z' }),
			report('d-2', 'daily', '2031-03-02T00:00:00Z'),
			report('d-1', 'daily', '2031-03-01T00:00:00Z'),
		],
		next_cursor: null,
	},
	checkoutLink: {
		total: 3,
		records: [
			{ uuid: 'l-3', created_at: '2031-03-04T00:00:00.000Z', meta_data: { external_id: 77 } },
			{
				uuid: 'l-2',
				created_at: '2031-02-01T00:00:00.000Z',
				transaction_info: { paid_at: '2031-03-02T00:00:00.000Z' },
			},
			{ uuid: 'l-1', created_at: '2031-02-01T00:00:00.000Z', expires_at: '2031-03-02T00:00:00.000Z' },
		],
	},
	contact: {
		total: 3,
		records: [
			{ email: 'c@shop.example', created_at: '2031-03-04T00:00:00.000+0000' },
			{ email: 'b@shop.example', created_at: '2031-03-02T00:00:00.000+0000' },
			{ email: 'a@shop.example', created_at: '2031-03-01T00:00:00.000+0000' },
		],
	},
};

/** What comes out of Get Many where the service answers so. */
async function listed(resource: string, answer: object, filters: INodeParameters) {
	const wire = await startWire(json(answer));
	const { items, error } = await runNode({
		credentials: wire.credentials,
		parameters: { resource, operation: 'getAll', returnAll: true, filters },
	});
	await wire.close();
	expect(error).toBeUndefined();
	return {
		found: items.map(({ json: { id, email, uuid } }) => id ?? email ?? uuid),
		asked: wire.requests.map(({ path }) => path),
	};
}

it.each<[keyof typeof lists, INodeParameters, unknown[]]>([
	['settlementReport', { fromDate: '2031-03-01T12:00:00Z', toDate: '2031-03-02T12:00:00Z' }, ['d-2']],
	['settlementReport', { fromDate: '2031-02-20T00:00:00Z', reportFrequency: 'monthly' }, ['m-2']],
	['settlementReport', {}, ['d-3', 'm-2', 'd-2', 'd-1']],
	['checkoutLink', { externalId: '77' }, ['l-3']],
	['checkoutLink', { externalId: '={{ 77 }}' }, ['l-3']],
	['checkoutLink', { fromDate: '2031-03-01T12:00:00Z', toDate: '2031-03-02T12:00:00Z' }, ['l-2']],
	['contact', { fromDate: '2031-03-01T12:00:00Z', toDate: '2031-03-02T12:00:00Z' }, ['b@shop.example']],
	['contact', { toDate: '2031-03-02T12:00:00Z' }, ['b@shop.example', 'a@shop.example']],
])('%s: %j are applied to what it answers', async (resource, filters, expected) => {
	expect((await listed(resource, lists[resource], filters)).found).toEqual(expected);
});

it.each([['DAILY'], [null]])('a settlement report with the frequency %j counts as daily', async (frequency) => {
	const records = [{ ...report('d-1', 'daily', '2031-03-01T00:00:00Z'), report_frequency: frequency }];
	const answer = { records, next_cursor: null };
	expect((await listed('settlementReport', answer, { reportFrequency: 'daily' })).found).toEqual(['d-1']);
});

it.each([
	['the service writes it in capitals', 'MONTHLY', 'monthly'],
	['an expression gives it in capitals', 'monthly', '={{ "Monthly" }}'],
])('settlement reports are found by their frequency where %s', async (_what, shown, reportFrequency) => {
	const records = [report('m-2', shown, '2031-02-28T23:59:59Z'), report('d-1', 'daily', '2031-02-28T23:59:59Z')];
	const { found, asked } = await listed('settlementReport', { records, next_cursor: null }, { reportFrequency });
	expect(found).toEqual(['m-2']);
	expect(asked[0]).toContain('report_frequency=monthly');
});

it.each<[string, INodeParameters, object]>([
	['made', { fromDate: '2031-03-05T00:00:00Z' }, { created_at: '2031-03-05T09:00:00Z', period_end: '2031-02-28' }],
	['closed', { toDate: '2031-02-28T23:59:59Z' }, { created_at: '2031-03-05T09:00:00Z', period_end: '2031-02-28' }],
	['closed on a day', { fromDate: '2031-02-28T12:00:00Z' }, { period_end: '2031-02-28', summary: {} }],
])(
	'a settlement report that was %s in the period is kept, whatever the service chooses by',
	async (_, filters, rest) => {
		const records = [report('m-2', 'monthly', '2031-02-28T23:59:59Z', rest)];
		const { found } = await listed('settlementReport', { records, next_cursor: null }, filters);
		expect(found).toEqual(['m-2']);
	},
);

it.each(['daily', 'monthly', 'any'])(
	'a settlement report of another frequency is found by its ID where %s ones are chosen',
	async (reportFrequency) => {
		const files = await startWire((answer) => void answer.writeHead(200).end('id'));
		const monthly = { ...report('m-2', 'monthly', '2031-02-28T23:59:59Z'), file_url: `${files.address}/m-2.csv` };
		const wire = await startWire((answer, request, ...rest) => {
			const asked = /report_frequency=(\w+)/.exec(request.path)?.[1];
			// A list of 25 may be cut short.
			const daily = Array.from({ length: 25 }, (_, day) => report(`d-${day}`, 'daily', '2031-02-01T00:00:00Z'));
			const listed = asked === 'daily' ? { records: daily } : { records: [monthly], next_cursor: null };
			json(listed)(answer, request, ...rest);
		});
		const { items, error } = await runNode({
			credentials: wire.credentials,
			parameters: operation('settlementReport', 'download', { reportId: chosen('m-2'), reportFrequency }),
		});
		await wire.close();
		await files.close();
		expect(error).toBeUndefined();
		expect(items[0]?.json.id).toBe('m-2');
	},
);

it.each([
	['payout', 'getAll', { filters: { externalId: '={{ ["INV-1"] }}' } }, 'External ID must be text, not a list'],
	['checkoutLink', 'getAll', { filters: { externalId: '={{ {} }}' } }, 'External ID must be text, not an object'],
	[
		'settlementReport',
		'getAll',
		{ filters: { reportFrequency: '={{ ["daily"] }}' } },
		'Report Frequency must be text, not a list',
	],
	[
		'payout',
		'get',
		{ uuid: 'B1', additionalFields: { childUuid: '={{ ["T1"] }}' } },
		'Transaction ID must be text, not a list',
	],
])('%s: a filter of %s that is no text is refused, not left out: %j', async (resource, name, fields, message) => {
	const wire = await startWire(json({ records: [] }));
	const { error } = await runNode({ credentials: wire.credentials, parameters: operation(resource, name, fields) });
	await wire.close();
	expect(error?.message).toBe(message);
	expect(wire.requests).toEqual([]);
});
