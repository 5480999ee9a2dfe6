import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { alikeIn, rowsInWords } from '../../core/text/alike';
import { asText } from '../../core/text/asText';
import { attemptNow } from '../../core/attempt';
import { changesEveryRun } from '../../core/payments/changingId';
import { explain } from '../service/explain';
import { notesOf } from './money/setting';
import type { ItemResult } from './run/itemResult';
import type { Operation } from './operation';

/** Tells the user about a run what its items do not show at a glance. */
export function addHints(n8n: IExecuteFunctions, { verb }: Operation, results: readonly ItemResult[]): void {
	// Older versions of n8n, and some ways to run a node, show none.
	if (verb === undefined || typeof n8n.addExecutionHints !== 'function') return;
	// What many items say each is said once.
	const alike = alikeIn(failuresIn(n8n, results), (reason) => reason);
	const alikeHints = alike.map(({ text, rows }) => `${rowsInWords(rows)} fail alike: ${text}`);
	const hints = [foundHint(results, verb), changingHint(n8n, verb), ...notesOf(n8n), ...alikeHints];
	for (const message of hints)
		if (message !== undefined) n8n.addExecutionHints({ message, location: 'outputPane' } satisfies NodeExecutionHint);
}

/** Says how many payments were there before. */
function foundHint(results: readonly ItemResult[], verb: NonNullable<Operation['verb']>): string | undefined {
	const outcomes = results.flatMap((result) => ('items' in result ? result.items.map(({ json }) => json.outcome) : []));
	const count = (which: string) => outcomes.filter((outcome) => outcome === which).length;
	const found = count('found');
	if (found === 0) return undefined;
	return `${count('created')} ${verb} now. ${found} had been ${verb} before and ${found === 1 ? 'was' : 'were'} not ${verb} again.`;
}

/** The items that have failed, with what is told of each. */
export const failuresIn = (
	n8n: IExecuteFunctions,
	results: readonly ItemResult[],
): { row: number; reason: string; key: string }[] =>
	results.flatMap((result) => {
		if (!('failure' in result)) return [];
		const { item, failure } = result;
		const key = attemptNow(() => n8n.getNodeParameter('externalId', item, '') as unknown);
		const reason = explain(failure, n8n.getNode(), item).message;
		return [{ row: item + 1, reason, key: 'value' in key ? asText(key.value) : '' }];
	});

/** The fields that name a payment. That of a list is there only where items are paid in one. */
const NAMES = { externalId: 'External ID', batchExternalId: 'Batch External ID' };

/** Warns of an External ID by which a repeated run is not recognised. */
function changingHint(n8n: IExecuteFunctions, verb: Operation['verb']): string | undefined {
	if (verb !== 'paid' && verb !== 'refunded') return undefined;
	for (const [name, label] of Object.entries(NAMES)) {
		const read = attemptNow(() => n8n.getNodeParameter(name, 0, '', { rawExpressions: true }) as unknown);
		if ('value' in read && changesEveryRun(read.value))
			return `This ${label} changes with every run, so a run that is repeated pays again.`;
	}
	return undefined;
}
