import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { digestOf } from '../../../core/digest';
import { isObjectOrList } from '../../../core/objects';
import { ExplainedError, type Explanation } from '../../../core/text/explained';
import { refusedBy } from '../../../core/payments/guards';
import { contextData } from '../../n8n/execution';
import { whoCannotWait } from '../../n8n/wait';
import { accountKey } from '../../service/credential';
import type { ItemCall } from '../run/itemCall';
import type { Run } from '../run/run';
import type { Operation } from '../operation';

/** A payment whose notifications come to the execution that made it. */
export interface MadeHere extends IDataObject {
	execution: string;
	/** The uuid of its batch, which notifications are about. */
	batch?: string;
	/** The External ID it was sent with. */
	key?: string;
}

/** What the nodes of an execution share. Its names are digests, because a uuid is untrusted text. */
interface SharedByNodes {
	multiCurrencyPayments?: { madeHere: Record<string, MadeHere> };
}

const NOTIFIED = 'thisExecution';

/** Wraps an operation that creates payments, so that it notes those whose notifications come to this execution. */
export function noting(resource: string, operation: Operation): Operation {
	const { execute, executeAll } = operation;
	return {
		...operation,
		...(execute && {
			async execute(item) {
				const isNotified = isNotifiedHere(item);
				const items = await execute(item);
				if (isNotified) for (const { json } of items) note(item, resource, json);
				return items;
			},
		}),
		...(executeAll && {
			async executeAll(items, goOn) {
				const notified = items.map(isNotifiedHere);
				const results = await executeAll(items, goOn);
				for (const result of results) {
					if (!('items' in result) || !notified[result.item]) continue;
					for (const { json } of result.items) note(items[result.item], resource, json);
				}
				return results;
			},
		}),
	};
}

/** What is known of a payment that this execution has made with an account and is notified about; undefined for every other one. */
export function madeHere(run: Run, resource: string, uuid: string): MadeHere | undefined {
	const made = sharedBy(run)?.multiCurrencyPayments?.madeHere[digestOf(accountKey(run.credential), resource, uuid)];
	// The retry of an execution inherits what its nodes have shared, but has an address of its own.
	return made?.execution === run.n8n.getExecutionId() ? made : undefined;
}

/** @throws {CannotWait} where no later node can wait */
function isNotifiedHere(item: ItemCall): boolean {
	if (item.text('notify').toLowerCase() !== NOTIFIED.toLowerCase()) return false;
	assertMayWait(item.n8n, 'Notify: This Execution', 'Notify: Trigger in This Instance');
	return true;
}

/** Notes a payment whose notifications come to this execution, if that has sent it. */
export function note(item: ItemCall, resource: string, record: IDataObject): void {
	const shared = sharedBy(item.run);
	if (!shared || !item.isSentHere) return;
	const execution = item.n8n.getExecutionId();
	const { madeHere: made } = (shared.multiCurrencyPayments ??= { madeHere: {} });
	const nameOf = (of: unknown) => digestOf(accountKey(item.run.credential), resource, String(of));
	const batch = batchOf(record);
	if (batch !== undefined) made[nameOf(batch)] = { execution };
	const { uuid, external_id: key } = record as { uuid?: string; external_id?: string };
	made[nameOf(uuid)] = { execution, key, ...(batch !== undefined && { batch }) };
}

/** The uuid of the batch that a payment is in, as its record or its row shows it; undefined where it is in none. */
export function batchOf({ batch, batch_uuid: uuid }: IDataObject): string | undefined {
	const shown = uuid ?? (isObjectOrList(batch) ? (batch as IDataObject).uuid : undefined);
	return shown === undefined || shown === null ? undefined : String(shown);
}

const sharedBy = ({ n8n }: Pick<Run, 'n8n'>) => contextData(n8n) as SharedByNodes | undefined;

/** An execution that cannot wait was asked to. Nothing was sent. */
class CannotWait extends ExplainedError {
	constructor(readonly explanation: Explanation) {
		super(explanation.message);
	}
}

/** @param asked what would make it wait @throws {CannotWait} whose title stands alone: some agents read no more */
export function assertMayWait(n8n: IExecuteFunctions, asked: string, instead: string): void {
	const who = whoCannotWait(n8n);
	if (who === undefined) return;
	throw new CannotWait({
		message: `Nothing was sent, because ${who} cannot wait: use ${instead}`,
		description: `${asked} needs an execution that n8n keeps and goes on with later. Let a trigger in another workflow react to the status, or ask for it with Get.`,
		effect: 'told',
		details: refusedBy('waiting', '', asked),
	});
}
