import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { PAYMENT } from '../../../nodes/MultiCurrencyPayments/money/failures';
import type { Found, Intention, Terms } from '../../../nodes/MultiCurrencyPayments/money/intention';
import { SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';

/** What n8n shows the node of the execution in which it runs. */
export interface Situation {
	id: string;
	mode: string;
	/** The number of the run of the node. */
	run: number;
	isTool: boolean;
	/** How the execution came about. */
	established: object;
	/** The execution that called this workflow. */
	parent: object;
	/** The mode of the execution that called first. */
	rootMode: string;
	/** What the node has kept, which n8n carries into a retry. */
	kept: IDataObject;
	/** What all nodes of the execution share. */
	flow: IDataObject;
}

export function execution({ id = 'e1', mode = 'trigger', run = 0, kept = {}, flow = {}, ...more }: Partial<Situation>) {
	return {
		getContext: (of: string) => (of === 'flow' ? flow : kept),
		getExecutionId: () => id,
		getMode: () => mode,
		getNode: () => ({ id: 'node', name: 'Pay', type: 'pay' }),
		getInstanceId: () => 'n8n',
		getWorkflow: () => ({ id: 'workflow' }),
		getWorkflowDataProxy: () => ({ $runIndex: run }),
		getExecutionCancelSignal: () => undefined,
		isToolExecution: () => more.isTool === true,
		getExecutionContext: () => more.established,
		runExecutionData: { parentExecution: more.parent },
		additionalData: { rootExecutionMode: more.rootMode },
	} as unknown as IExecuteFunctions;
}

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
