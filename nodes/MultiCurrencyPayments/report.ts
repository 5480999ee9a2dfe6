import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type NodeExecutionHint,
} from 'n8n-workflow';
import { attemptNow } from '../../core/attempt';
import { fieldsWhere } from '../../core/objects';
import { changesEveryRun } from '../../core/payments/changingId';
import { alikeIn, rowsInWords, type Alike } from '../../core/text/alike';
import { asText } from '../../core/text/values';
import { ExplainedError, joined } from '../../core/text/explained';
import { toErrorOutput } from '../n8n/errorOutput';
import { explain } from '../service/explain';
import { ServiceFailure } from '../service/failure';
import { TimeSlice } from '../service/time';
import { pick } from './form/presentation';
import { isRefusedTogether } from './money/failures';
import { notesOf } from './money/setting';
import type { Operation } from './operation';
import type { ItemCall } from './run/itemCall';
import type { ItemResult } from './run/lanes';

export interface Work {
	operation?: Operation;
	/** The fields that an AI agent is to read, where its tool names them. */
	fields?: string[];
	items: ItemCall[];
}

/** A failed item, with what the failure has changed. */
type Failed = Extract<ItemResult, { failure: unknown }> & { verdict: string };

type Result = Extract<ItemResult, { items: unknown }> | Failed;

/**
 * What comes out of a run, linked to its input items. A failure stops the node or, with “continue on fail”, becomes an item.
 * @param sentBy what became of the writes of an item
 */
export async function report(
	n8n: IExecuteFunctions,
	work: Work,
	results: readonly ItemResult[],
	sentBy: (item: number) => ItemCall['sent'] | undefined,
): Promise<INodeExecutionData[]> {
	const { fields, operation } = work;
	if (operation) addHints(n8n, operation, results);
	const ordered = results
		.map((result): Result => {
			if ('items' in result) return result;
			return { ...result, verdict: verdictOn(result.failure, operation?.verb, sentBy(result.item)) };
		})
		.sort((a, b) => a.item - b.item);
	const failures = ordered.filter((result) => 'failure' in result);
	if (failures.length > 0 && !n8n.continueOnFail()) throw errorOf(n8n, ordered, failures, work);
	const items: INodeExecutionData[] = [];
	const slice = new TimeSlice();
	for (const result of ordered) {
		if ('items' in result)
			for (const { json, ...item } of result.items)
				items.push({ pairedItem: { item: result.item }, ...item, json: fields ? pick(json, fields) : json });
		else {
			const { failure, item, verdict } = result;
			const error = explain(failure, n8n.getNode(), item);
			// Beside what happened stand values to act on: what the item is about, and what the failure adds to that.
			const about = aboutOf(work.items[item], failure);
			const details = failure instanceof ExplainedError ? failure.explanation.details : {};
			// The remedy says what the failure has changed, too.
			const json = { error: error.message, remedy: joined(verdict, error.description), ...about, ...details };
			items.push(toErrorOutput(n8n, { json, pairedItem: { item } }, error));
		}
		if (slice.isOver) await slice.giveWay();
	}
	return items;
}

/** The error that stops the node: that of the only failed item, or one that tells all of them where nothing was done. */
function errorOf(n8n: IExecuteFunctions, results: readonly Result[], failures: readonly Failed[], work: Work): Error {
	const own = failures.filter(({ failure }) => !isRefusedTogether(failure));
	const [told] = own.length > 0 ? own : failures;
	if (!told) throw new Error('A run without a failure has no error');
	const error = explain(told.failure, n8n.getNode(), told.item);
	const reasons = failuresIn(n8n, own);
	const alike = alikeIn(reasons, asWritten);
	const { verb = '' } = work.operation ?? {};
	const nothing = nothingDone(results, verb);
	if (nothing === undefined || isOneFailure(own)) {
		const same = alike.map(({ rows }) => `The same is wrong in ${rowsInWords(rows)}.`);
		const isOneRow = own.length === 1 && work.items.length > 1 && !speaksOfRows(error.message);
		const row = isOneRow ? `Row ${told.item + 1}${nameOf(work.items[told.item])}.` : '';
		error.description = joined(row, told.verdict, error.description, ...same, ...ofOthers(results, told));
		return error;
	}
	const count = `${own.length} of ${work.items.length} ${verb === 'paid' ? 'payees' : 'rows'}`;
	const [why, ...further] = alikeIn(reasons, asWritten, 1);
	const title = `${count} cannot be ${verb}; ${nothing}${why && further.length === 0 ? `: ${why.text}` : ''}`;
	return new NodeOperationError(n8n.getNode(), title, {
		description: linesOf(n8n, own, alike, work.items).join('<br>'),
	});
}

/** Whether rows fail by one thing: a failure of the whole run, of the service, or one that speaks of all rows itself. */
function isOneFailure([first, ...others]: readonly Failed[]): boolean {
	const { failure: one } = first ?? {};
	return others.every(({ failure }) => {
		if (failure === one) return true;
		if (!(failure instanceof Error) || !(one instanceof Error) || failure.message !== one.message) return false;
		return failure instanceof ServiceFailure || /^All \d+ rows /.test(failure.message);
	});
}

const speaksOfRows = (message: string): boolean => /^(Rows?|All) \d/.test(message);

/** "nothing was sent", where no item has changed anything; undefined where one has, or may have. */
function nothingDone(results: readonly Result[], verb: string): string | undefined {
	const verdicts = results.map((result) => ('failure' in result ? result.verdict : ''));
	if (!verdicts.every((verdict) => verdict.startsWith('Nothing was '))) return undefined;
	return `nothing was ${verdicts.every((verdict) => verdict === NOT_SENT) ? 'sent' : verb}`;
}

/** Longest list of rows in a message. */
const MOST_ROWS = 50;

/** A line for each failed row, or for many that fail alike. @param alike the reasons of those */
function linesOf(
	n8n: IExecuteFunctions,
	failures: readonly Failed[],
	alike: readonly Alike<string>[],
	items: readonly ItemCall[],
): string[] {
	const lines: string[] = [];
	const alikeByRow = new Map(alike.flatMap((each) => each.rows.map((row) => [row, each] as const)));
	for (const { item, failure } of failures) {
		const row = item + 1;
		const all = alikeByRow.get(row);
		// The first of them stands for all.
		if (all && all.rows[0] !== row) continue;
		const { message, description } = explain(failure, n8n.getNode(), item);
		const named = speaksOfRows(message) ? message : `Row ${row}${nameOf(items[item])}: ${message}`;
		lines.push(joined(all ? `${rowsInWords(all.rows)}: ${all.text}.` : `${named}.`, description));
	}
	return lines.length > MOST_ROWS ? [...lines.slice(0, MOST_ROWS), `and ${lines.length - MOST_ROWS} more`] : lines;
}

const nameOf = (item: ItemCall | undefined): string => {
	const externalId = item?.shownKey();
	return externalId === undefined ? '' : ` (${externalId})`;
};

/** What a failed item is about: its External ID, and the field that was refused. */
function aboutOf(item: ItemCall | undefined, failure: unknown): IDataObject {
	const about = { external_id: item?.shownKey(), field: item?.fieldOf(failure) };
	return fieldsWhere(about, (value) => value !== undefined) as IDataObject;
}

/** Longest list of payments in a message. */
const MOST_LISTED = 20;

/** What became of the other items when the node stopped, by external ID. */
function ofOthers(results: readonly Result[], told: Result): string[] {
	const keysOf = (kind: 'items' | 'failure') => new Set(results.filter((result) => kind in result).flatMap(keysIn));
	const unclear = keysOf('failure');
	const made = [...keysOf('items')].filter((key) => !unclear.has(key));
	// The error itself speaks of this one.
	for (const key of keysIn(told)) unclear.delete(key);
	return [
		unclear.size > 0
			? `What became of others is not certain ${listed([...unclear])}. Look for them in the merchant dashboard before you start anew.`
			: '',
		made.length > 0
			? `Already made before the node stopped ${listed(made)}. Retrying this execution does not make them again.`
			: '',
	];
}

/** The external IDs of what a result has made, or of what its failure leaves unknown. */
function keysIn(result: Result): string[] {
	if ('items' in result) {
		const made = result.items.filter(({ json }) => json.outcome !== undefined);
		return made.map(({ json }) => String(json.external_id));
	}
	if (!(result.failure instanceof ExplainedError)) return [];
	const { effect, details } = result.failure.explanation;
	return effect === 'told' && details?.external_id !== undefined ? [details.external_id] : [];
}

function listed(keys: readonly string[]): string {
	const more = keys.length > MOST_LISTED ? ` and ${keys.length - MOST_LISTED} more` : '';
	return `(${keys.length}): ${keys.slice(0, MOST_LISTED).join(', ')}${more}`;
}

const AFTERWARDS =
	'The service had accepted the request before that, and what came of it is unknown: look at the record before you run this again.';

/** Where not even a request has left. */
const NOT_SENT = 'Nothing was sent.';

/**
 * What a failure has changed, in a sentence: whoever reads it must know whether the item may be sent again. Empty for what
 * only reads, and where the message says it itself.
 * @param sent what became of the writes of its item so far
 */
function verdictOn(failure: unknown, verb: Operation['verb'], sent: ItemCall['sent'] = 'nothing'): string {
	const { effect = 'notSent' } = failure instanceof ExplainedError ? failure.explanation : {};
	if (verb === undefined || effect === 'told') return '';
	const isExpected = [ExplainedError, NodeOperationError, NodeApiError].some((kind) => failure instanceof kind);
	if (sent === 'accepted' || (sent === 'something' && !isExpected)) return AFTERWARDS;
	return effect === 'notSent' ? NOT_SENT : `Nothing was ${verb}.`;
}

/** Tells the user about a run what its items do not show at a glance. */
export function addHints(n8n: IExecuteFunctions, { verb }: Operation, results: readonly ItemResult[]): void {
	// Older versions of n8n, and some ways to run a node, show none.
	if (verb === undefined || typeof n8n.addExecutionHints !== 'function') return;
	// What many items say each is said once.
	const alike = alikeIn(failuresIn(n8n, results), asWritten);
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

const asWritten = (reason: string): string => reason;

/** The items that have failed, with what is told of each. */
const failuresIn = (
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
