import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { randomBytes } from 'crypto';
import type { Facts, Sent } from '../../../core/idempotency';
import { keyStem, sameFacts } from '../../../core/idempotency';

/** What the node keeps in its execution context: n8n carries it into Retry On Fail and into the retry of an execution. */
interface StoredMemory {
	keyStem?: string;
	sent?: Record<string, Sent<IDataObject>>;
	plans?: Record<string, unknown>;
}

/**
 * What this node sent in this execution and what came of it. A repeat of the node finds it here and returns what is
 * already paid without asking again.
 */
export class SentMemory {
	private readonly stored: StoredMemory;

	private readonly run: string;

	constructor(private readonly context: IExecuteFunctions) {
		// A tool call gets no place of its own from n8n: its run index is shared by parallel calls and grows with every retry.
		this.run = isToolCall(context) ? `t${randomBytes(6).toString('hex')}` : String(runIndexOf(context));
		this.stored = context.getContext('node') as StoredMemory;
	}

	/** The key of an item for which the user gave none. The same when the node is repeated, different for every other item, run and execution. */
	defaultKey(item: number | string): string {
		this.stored.keyStem ??= keyStem(
			this.context.getExecutionId() || 'manual',
			`${this.context.getInstanceId()} ${this.context.getWorkflow().id} ${this.context.getNode().id}`,
			randomBytes(4).toString('hex'),
		);
		return `${this.stored.keyStem}-${this.run}-${item}`;
	}

	/** What is remembered of the intended payment at a place (an item or a chunk of this run). */
	recall(place: string, facts: Facts): Sent<IDataObject> | undefined {
		const there = this.sent[this.at(place)];
		if (there || !isToolCall(this.context)) return there;
		// An agent that repeats itself after an unclear answer means the same payment: the call takes over the earlier one.
		const twin = Object.entries(this.sent).find(([, sent]) => sent.state === 'unclear' && sameFacts(sent.facts, facts));
		if (!twin) return undefined;
		delete this.sent[twin[0]];
		this.remember(place, twin[1]);
		return twin[1];
	}

	remember(place: string, sent: Sent<IDataObject>): void {
		this.sent[this.at(place)] = sent;
	}

	forget(place: string): void {
		delete this.sent[this.at(place)];
	}

	/** A plan made for this run before anything of it was sent, by name. */
	recallPlan<P>(name: string): P | undefined {
		return this.stored.plans?.[this.at(name)] as P | undefined;
	}

	rememberPlan(name: string, plan: unknown): void {
		(this.stored.plans ??= {})[this.at(name)] = plan;
	}

	private at(place: string): string {
		return `${this.run}/${place}`;
	}

	private get sent(): Record<string, Sent<IDataObject>> {
		return (this.stored.sent ??= {});
	}
}

/** Whether an AI agent calls the node as a tool. */
export function isToolCall(context: IExecuteFunctions): boolean {
	return context.isToolExecution();
}

function runIndexOf(context: IExecuteFunctions): number {
	const index: unknown = context.evaluateExpression('{{ $runIndex }}', 0);
	return typeof index === 'number' ? index : 0;
}
