import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { randomBytes } from 'crypto';
import type { PaymentFacts, Sent } from '../../../core/idempotency';
import { keyStem, sameFacts } from '../../../core/idempotency';
import type { Run } from '../form/run';

/** What the node keeps in its execution context: n8n carries it into Retry On Fail and into the retry of an execution. */
interface StoredMemory {
	keyStem?: string;
	sent?: Record<string, Sent<IDataObject>>;
	plans?: Record<string, unknown>;
}

const memories = new WeakMap<Run, SentMemory>();

/** What the node of this run has sent in this execution. */
export function memoryOf(run: Run): SentMemory {
	const memory = memories.get(run) ?? new SentMemory(run.n8n);
	memories.set(run, memory);
	return memory;
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

	/** A key for what the user gave none: the same when the node is repeated, another one for every place, run and execution. */
	defaultKey(place: number | string): string {
		this.stored.keyStem ??= keyStem(
			this.context.getExecutionId() || 'manual',
			`${this.context.getInstanceId()} ${this.context.getWorkflow().id} ${this.context.getNode().id}`,
			randomBytes(4).toString('hex'),
		);
		return `${this.stored.keyStem}-${this.run}-${place}`;
	}

	/** What is remembered of the intended payment at a place: an item or a chunk of this run. */
	recall(place: string, facts: PaymentFacts): Sent<IDataObject> | undefined {
		const there = this.sent[this.at(place)];
		if (there || !isToolCall(this.context)) return there;
		// An agent that repeats itself after an unclear answer means the same payment: the call takes over the earlier one.
		const twin = Object.entries(this.sent).find(([, sent]) => sent.state === 'unclear' && sameFacts(sent.facts, facts));
		if (!twin) return undefined;
		delete this.sent[twin[0]];
		this.remember(place, twin[1]);
		return twin[1];
	}

	/** Whether something was sent from a place that may have had an effect. */
	hasSent(place: string): boolean {
		return this.at(place) in this.sent;
	}

	remember(place: string, sent: Sent<IDataObject>): void {
		this.sent[this.at(place)] = sent;
	}

	forget(place: string): void {
		delete this.sent[this.at(place)];
	}

	/** What was planned under a name in this run. */
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
