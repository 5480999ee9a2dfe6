import { NodeOperationError, type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { alikeIn, rowsInWords, type Alike } from '../../core/text/alike';
import { fieldsWhere } from '../../core/objects';
import { ExplainedError } from '../../core/text/explained';
import { toErrorOutput } from '../n8n/errorOutput';
import { explain, failedItem, joined } from '../service/explain';
import { ServiceFailure } from '../service/failure';
import { TimeSlice } from '../service/time';
import { AccountChoice } from './chooseAccount';
import { ItemCall } from './run/itemCall';
import { pick } from './form/presentation';
import { Run } from './run/run';
import { addHints, failuresIn } from './hints';
import { inLanes } from './run/lanes';
import { itemsWithoutOwnId } from './money/externalId';
import { isRefusedTogether } from './money/failures';
import { CredentialGuard } from './limits/guard';
import type { ItemResult } from './run/itemResult';
import type { Operation, Resource } from './operation';
import { resources } from './resources';
import { NOT_SENT, verdictOn } from './verdict';

/** What a run of the node does. */
interface Work {
	operation?: Operation;
	/** The fields that an AI agent is to read, where its tool names them. */
	fields?: string[];
	items: ItemCall[];
}

/** A failed item, with what the failure has changed. */
type Failed = Extract<ItemResult, { failure: unknown }> & { verdict: string };

type Result = Extract<ItemResult, { items: unknown }> | Failed;

/** Runs the chosen operation for every item, or for all items together where it can and is asked to. */
export async function execute(n8n: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const work: Work = { items: [] };
	const judged = (result: ItemResult, sent: ItemCall['sent'] = 'nothing'): Result => {
		if ('items' in result) return result;
		const verdict = verdictOn(result.failure, work.operation?.verb, sent);
		return { ...result, verdict };
	};
	const results = await runAll(n8n, work).then(
		(done) => done.map((result) => judged(result, work.items[result.item]?.sent)),
		// A failure of the node as a whole fails every item: otherwise n8n would pass the input on as if it were paid.
		(failure: unknown) => n8n.getInputData().map((_, item) => judged({ item, failure }, mostSent(work.items))),
	);
	if (work.operation) addHints(n8n, work.operation, results);
	return await output(n8n, results, work);
}

const mostSent = (items: readonly ItemCall[]): ItemCall['sent'] =>
	(['accepted', 'something'] as const).find((most) => items.some(({ sent }) => sent === most)) ?? 'nothing';

async function runAll(n8n: IExecuteFunctions, work: Work): Promise<ItemResult[]> {
	// Before anything is sent: an expression that fails must not make an error of a payment.
	work.fields = selectedFields(n8n);
	const { resource, operation } = chosenOperation(n8n);
	work.operation = operation;
	const run = await Run.open(n8n, (credential, main) => new CredentialGuard(n8n, credential, main));
	if (operation.verb !== undefined) run.client.guard?.assertWritable();
	if (operation.sandboxOnly && run.credential.environment === 'production') {
		throw new NodeOperationError(n8n.getNode(), `${operation.action} exists in the sandbox only`, {
			description: 'The credential of this node is for production. Use a credential of the sandbox.',
		});
	}
	const accounts = new AccountChoice(run, resource);
	const choose = run.accounts.length > 1 ? async (item: ItemCall) => await accounts.for(item) : undefined;
	const items = (work.items = n8n.getInputData().map((_, index) => new ItemCall(run, index, choose)));
	const together = !operation.execute || /^allItems$/i.test(n8n.getNodeParameter('batchMode', 0, '') as string);
	if (together && operation.executeAll) return await operation.executeAll(items, n8n.continueOnFail());
	// One row without a name of its own shows that a column is mapped wrongly: nobody is paid before that is told.
	const unnamed =
		n8n.continueOnFail() || !isNamed(operation) ? [] : itemsWithoutOwnId(items, operation.verb === 'refunded');
	if (unnamed.length > 0) return unnamed;
	return await inLanes(run, items, async (item) => {
		await item.takeAccount();
		return (await operation.execute?.(item)) ?? [];
	});
}

/** Whether each item of an operation needs an External ID. */
const isNamed = ({ properties }: Operation): boolean =>
	properties.some(({ name, required }) => name === 'externalId' && required === true);

function chosenOperation(n8n: IExecuteFunctions): { resource: Resource; operation: Operation } {
	const [name, value] = [n8n.getNodeParameter('resource', 0), n8n.getNodeParameter('operation', 0)];
	const resource = resources.find((each) => each.value === name);
	const operation = resource?.operations.find((each) => each.value === value);
	if (!resource || !operation) {
		throw new NodeOperationError(n8n.getNode(), `The node has no operation ${String(name)} → ${String(value)}`, {
			description: 'Choose a resource and an operation from the lists.',
		});
	}
	return { resource, operation };
}

/** Links every output item to its input item. A failure stops the node or, with “continue on fail”, becomes an item. */
async function output(n8n: IExecuteFunctions, results: Result[], work: Work): Promise<INodeExecutionData[]> {
	const { fields } = work;
	const ordered = [...results].sort((a, b) => a.item - b.item);
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
			const about = aboutOf(work.items[item], failure);
			const json = failedItem(failure, { node: n8n.getNode(), itemIndex: item, verdict, about });
			items.push(toErrorOutput(n8n, { json, pairedItem: { item } }, explain(failure, n8n.getNode(), item)));
		}
		if (slice.isOver) await slice.giveWay();
	}
	return items;
}

function selectedFields(n8n: IExecuteFunctions): string[] | undefined {
	if (!/^selectedFields$/i.test(String(n8n.getNodeParameter('output', 0, '')))) return undefined;
	const named = String(n8n.getNodeParameter('selectedFields', 0, '')).split(',');
	return [...named.map((field) => field.trim()).filter((field) => field !== ''), 'outcome'];
}

/** The error that stops the node: that of the only failed item, or one that tells all of them where nothing was done. */
function errorOf(n8n: IExecuteFunctions, results: readonly Result[], failures: readonly Failed[], work: Work): Error {
	const own = failures.filter(({ failure }) => !isRefusedTogether(failure));
	const [told] = own.length > 0 ? own : failures;
	if (!told) throw new Error('A run without a failure has no error');
	const error = explain(told.failure, n8n.getNode(), told.item);
	const reasons = failuresIn(n8n, own);
	const { verb = '' } = work.operation ?? {};
	const nothing = nothingDone(results, verb);
	if (nothing === undefined || isOneFailure(own)) {
		const alike = alikeIn(reasons, asWritten).map(({ rows }) => `The same is wrong in ${rowsInWords(rows)}.`);
		const isOneRow = own.length === 1 && work.items.length > 1 && !speaksOfRows(error.message);
		const row = isOneRow ? `Row ${told.item + 1}${nameOf(work.items[told.item])}.` : '';
		error.description = joined(row, told.verdict, error.description, ...alike, ...ofOthers(results, told));
		return error;
	}
	const count = `${own.length} of ${work.items.length} ${verb === 'paid' ? 'payees' : 'rows'}`;
	const [why, ...further] = alikeIn(reasons, asWritten, 1);
	const title = `${count} cannot be ${verb}; ${nothing}${why && further.length === 0 ? `: ${why.text}` : ''}`;
	return new NodeOperationError(n8n.getNode(), title, {
		description: linesOf(n8n, own, alikeIn(reasons, asWritten), work.items).join('<br>'),
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

/** Whether a message names its row, or all. */
const speaksOfRows = (message: string): boolean => /^(Rows?|All) \d/.test(message);

/** "nothing was sent", where no item has changed anything; undefined where one has, or may have. */
function nothingDone(results: readonly Result[], verb: string): string | undefined {
	const verdicts = results.map((result) => ('failure' in result ? result.verdict : ''));
	if (!verdicts.every((verdict) => verdict.startsWith('Nothing was '))) return undefined;
	return `nothing was ${verdicts.every((verdict) => verdict === NOT_SENT) ? 'sent' : verb}`;
}

const asWritten = (reason: string): string => reason;

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
	const [made, unclear] = [new Set<string>(), new Set<string>()];
	for (const result of results)
		for (const key of keysIn(result))
			if ('items' in result) made.add(key);
			else unclear.add(key);
	for (const key of unclear) made.delete(key);
	// The error itself speaks of this one.
	for (const key of keysIn(told)) unclear.delete(key);
	return [
		unclear.size > 0
			? `What became of others is not certain ${listed([...unclear])}. Look for them in the merchant dashboard before you start anew.`
			: '',
		made.size > 0
			? `Already made before the node stopped ${listed([...made])}. Retrying this execution does not make them again.`
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
