import type { IDataObject } from 'n8n-workflow';
import { addHints } from '../../../nodes/MultiCurrencyPayments/report';
import { settingOf } from '../../../nodes/MultiCurrencyPayments/money/setting';
import type { ItemResult } from '../../../nodes/MultiCurrencyPayments/run/lanes';
import type { Operation } from '../../../nodes/MultiCurrencyPayments/operation';
import { itemOf, n8nWith } from './items';

/** What the user reads beside the output of a run. */
async function hintsOf(
	verb: Operation['verb'],
	results: readonly ItemResult[] = [],
	form: IDataObject | (() => never) = {},
	waited = 0,
) {
	const added: object[] = [];
	const read = (name: string, _item: number, absent: unknown) =>
		typeof form === 'function' ? form() : (form[name] ?? absent);
	const n8n = Object.assign(n8nWith(), {
		getNodeParameter: read,
		addExecutionHints: (...hints: object[]) => void added.push(...hints),
	});
	if (waited > 0) (await settingOf(itemOf(n8n), false)).noteWait('started', waited);
	addHints(n8n, { verb } as Operation, results);
	return added;
}

const made = (outcome: string, item = 0): ItemResult => ({ item, items: [{ json: { outcome } }] });
const hint = (message: string) => [{ message, location: 'outputPane' }];

describe('items that fail alike', () => {
	const failing = (count: number, message: string): ItemResult[] =>
		Array.from({ length: count }, (_, item) => ({ item, failure: new Error(message) }));

	it('are told once, with their number and the first three', async () => {
		expect(await hintsOf('paid', failing(500, 'Last Name is empty'))).toEqual(
			hint('500 rows (1, 2, 3 and 497 more) fail alike: Last Name is empty'),
		);
	});

	it('are told once where only their own values differ', async () => {
		const failures = [0, 1, 2, 3].map((item) => ({ item, failure: new Error(`External ID A holds “${item}”`) }));
		expect(await hintsOf('paid', failures, { externalId: 'A' })).toEqual(
			hint('4 rows (1, 2, 3 and 1 more) fail alike: External ID … holds “…”'),
		);
	});

	it('speak for themselves where they are few', async () => {
		expect(await hintsOf('paid', failing(3, 'Last Name is empty'))).toEqual([]);
	});
});

describe('payments that had been made before', () => {
	it.each<[Operation['verb'], string[], string]>([
		['paid', ['created', 'found', 'created'], '2 paid now. 1 had been paid before and was not paid again.'],
		['created', ['found', 'found'], '0 created now. 2 had been created before and were not created again.'],
		['refunded', ['found'], '0 refunded now. 1 had been refunded before and was not refunded again.'],
	])('are told, where they are %s', async (verb, outcomes, message) => {
		expect(
			await hintsOf(
				verb,
				outcomes.map((outcome) => made(outcome)),
			),
		).toEqual(hint(message));
	});

	it('are counted one by one, in all items of a list, beside those that failed', async () => {
		const results: ItemResult[] = [
			{ item: 0, failure: new Error('refused') },
			{
				item: 1,
				items: [{ json: { outcome: 'found' } }, { json: { outcome: 'created' } }],
			},
			{ item: 2, items: [{ json: { status: 'found' } }] },
		];
		expect(await hintsOf('paid', results)).toEqual(hint('1 paid now. 1 had been paid before and was not paid again.'));
	});

	it('are not told where there are none, or where the operation only reads', async () => {
		expect(await hintsOf('paid', [made('created')])).toEqual([]);
		expect(await hintsOf(undefined, [made('found')])).toEqual([]);
	});
});

describe('an External ID that changes with every run', () => {
	const CHANGES = 'This External ID changes with every run, so a run that is repeated pays again.';
	const changing = { externalId: '={{ $execution.id }}-{{ $itemIndex }}' };

	it.each(['paid', 'refunded'] as const)('is warned of where money goes out (%s)', async (verb) => {
		expect(await hintsOf(verb, [], changing)).toEqual(hint(CHANGES));
		expect(await hintsOf(verb, [], { externalId: '={{ $json.invoice }}' })).toEqual([]);
	});

	it.each(['created', 'cancelled', undefined] as const)(
		'is none of the business of anything else (%s)',
		async (verb) => {
			expect(await hintsOf(verb, [], changing)).toEqual([]);
		},
	);

	it('may be the reference of a list', async () => {
		const form = { externalId: '={{ $json.employee }}', batchExternalId: '=wages-{{ $execution.id }}' };
		expect(await hintsOf('paid', [], form)).toEqual(
			hint('This Batch External ID changes with every run, so a run that is repeated pays again.'),
		);
		expect(await hintsOf('paid', [], { ...form, ...changing })).toEqual(hint(CHANGES));
		expect(await hintsOf('paid', [], { ...form, batchExternalId: "=wages-{{ $now.toFormat('yyyy-MM') }}" })).toEqual(
			[],
		);
	});

	it('spoils no run where n8n does not tell the form', async () => {
		const form = () => {
			throw new Error('There is no such parameter');
		};
		expect(await hintsOf('paid', [made('found')], form)).toHaveLength(1);
	});
});

it('a run that has waited says so, after all else', async () => {
	const hints = await hintsOf('paid', [made('found')], { externalId: '={{ $now }}' }, 20_000);
	expect(hints).toMatchObject([
		{ message: expect.stringContaining('had been paid before') },
		{ message: expect.stringContaining('changes with every run') },
		{ message: expect.stringContaining('Waited 20 s before sending') },
	]);
});

it('a version of n8n without hints runs as well', async () => {
	expect(() => addHints(n8nWith(), { verb: 'paid' } as Operation, [made('found')])).not.toThrow();
});
