import { PAYMENT } from '../../../nodes/MultiCurrencyPayments/money/failures';
import type { Found, Intention, Terms } from '../../../nodes/MultiCurrencyPayments/money/intention';
import { SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import type { Execution } from './execution';
import { execution as anyExecution } from './execution';

/** Payments in the executions of an account, without n8n and the service. */

/** A situation of the node, in the words of these tests. */
export interface Situation extends Omit<Execution, 'id'> {
	/** The execution. */
	id: string;
	/** The number of the run of the node. */
	run: number;
	/** The execution that called this workflow. */
	parent: object;
	/** What the node has kept, which n8n carries into a retry. */
	kept: object;
}

export const execution = ({ id = 'e1', run, kept, parent, ...about }: Partial<Situation>) =>
	anyExecution({
		...{ execution: id, index: run, stored: kept, parentExecution: parent },
		...{ type: 'pay', id: 'node', isTool: false },
		...about,
	});

/** A workflow that another one calls. The root is told apart by when it began. */
export const called = (began: number, call: string, rootMode = 'trigger'): Partial<Situation> => ({
	id: `of ${call}`,
	mode: 'integrated',
	parent: { executionId: call, workflowId: 'caller', executionContext: { establishedAt: began } },
	rootMode,
});

export const FACTS = { amount: '10', currency: 'AUD', account: '111' };

export const terms = (about: Partial<Terms> = {}): Terms => ({
	subject: PAYMENT,
	kind: 'payout',
	ownKey: 'INV-1',
	place: 'item 0',
	facts: FACTS,
	canLookUp: true,
	preventDuplicates: about.makesAnother !== true,
	makesAnother: false,
	returnEnded: false,
	settleTime: 1_000,
	signal: undefined,
	...about,
});

let accounts = 0;

/** An account that no other test has, so that nothing is remembered of it, and the executions that pay from it. */
export class Payer {
	readonly account = `account ${++accounts}`;

	/** A try of the node. Tries with the same `kept` are of one execution. */
	memory(situation: Partial<Situation> = {}, held: readonly string[] = [this.account]): SentMemory {
		return new SentMemory(execution(situation), this.account, held);
	}
}

/** The service, as far as it is asked by keys. */
export class Keys {
	readonly records = new Map<string, Found>();
	readonly sent: string[] = [];
	readonly asked: string[] = [];
	/** What a send ends with instead of an answer, and whether the payment is made all the same. */
	failing: { with: unknown; isMade: boolean } | undefined;
	/** What a question ends with instead of an answer. */
	hidden: unknown;
	/** Whether lists do not show yet what was made. */
	lags = false;

	constructor(private readonly facts: Record<string, string> = FACTS) {}

	readonly counted: unknown[] = [];

	send: Intention['send'] = async (key, counted) => {
		this.sent.push(key);
		this.counted.push(counted);
		const record = { uuid: `uuid ${this.sent.length}`, status: 'created' };
		if (this.failing?.isMade !== false) this.records.set(key, { record, facts: this.facts });
		if (this.failing) throw this.failing.with;
		return record;
	};

	lookUp = async (key: string): Promise<Found | null> => {
		this.asked.push(key);
		if (this.hidden !== undefined) throw this.hidden;
		return this.lags ? null : (this.records.get(key) ?? null);
	};
}
