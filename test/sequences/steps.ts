import type { Edit, Line, Setup } from './bills';
import type { Incident } from './service';

/** A sequence is plain data: what a generator made can be written into a test as it stands. */

/**
 * How the node is run. `errorLoop`: failed items come again; `handedOut`: in a loop that
 * hands out all that ever failed, three times. `child` and `childEach`: in a workflow that another one calls, once or once per item; `childOfChild`:
 * in a workflow called by a called workflow.
 * `oldAgent` and `newAgent`: as the tool of an agent, by either of n8n's routes.
 */
export const SHAPES = [
	'plain',
	'loop',
	'errorLoop',
	'handedOut',
	'child',
	'childEach',
	'childOfChild',
	'oldAgent',
	'newAgent',
] as const;
export type Shape = (typeof SHAPES)[number];

export const isCalled = (shape: Shape): boolean => shape.startsWith('child');

export interface Run extends Setup {
	shape: Shape;
	lines: Line[];
	retryOnFail: boolean;
	/** Started by a webhook. n8n then stores how the execution was started before it can crash. */
	byWebhook: boolean;
	/** Continue on fail. */
	goOn: boolean;
	/** The node that reads the list fails in the first execution. Each retry reads the list as it is then. */
	isDown: boolean;
	incidents: Incident[];
}

/** What a user changed about a list before starting it again. */
export type Change = 'nothing' | 'grown' | 'shrunk' | 'reordered' | 'otherMode' | Edit;

export type Step =
	| ({ do: 'run' } & Run)
	/** The same workflow started twice at once. */
	| ({ do: 'together' } & Run)
	/** The last list again, as a new execution. */
	| { do: 'again'; change: Change; incidents: Incident[] }
	/**
	 * n8n's retry from its list, whether the execution failed or crashed: of the last execution or, as n8n keeps them all,
	 * of the first one of its retries. `twice`: two of them at once. `change`: of a list that each retry reads anew.
	 */
	| { do: 'retry'; of?: 'first'; edit?: Edit; twice?: true; change?: Change; incidents: Incident[] }
	/** n8n is stopped and started. */
	| { do: 'restart' }
	/** The credential is changed to the other account, or back. */
	| { do: 'switchAccount' }
	/** Records appear this much later in lists. */
	| { do: 'lag'; seconds: number }
	| { do: 'pass'; seconds: number }
	/** The service finishes its pending work. */
	| { do: 'settle' }
	/** Each step of a payment takes this long from now on. */
	| { do: 'process'; seconds: number };

const USUAL: Run = {
	shape: 'plain',
	way: 'payout',
	references: 'own',
	varying: 'nothing',
	guard: 'flag',
	lines: [{ bill: 1 }],
	retryOnFail: false,
	byWebhook: false,
	goOn: false,
	isDown: false,
	incidents: [],
};

/** Steps as tests write them, with only what differs from the usual. */
export const run = (changes: Partial<Run> = {}): Step => ({ do: 'run', ...USUAL, ...changes });
export const together = (changes: Partial<Run> = {}): Step => ({ do: 'together', ...USUAL, ...changes });
export const again = (change: Change = 'nothing', ...incidents: Incident[]): Step => ({
	do: 'again',
	change,
	incidents,
});
export const retry = (...incidents: Incident[]): Step => ({ do: 'retry', incidents });
export const retryFirst = (...incidents: Incident[]): Step => ({ do: 'retry', of: 'first', incidents });
export const retryTwice = (...incidents: Incident[]): Step => ({ do: 'retry', twice: true, incidents });
export const retryChanged = (change: Change, ...incidents: Incident[]): Step => ({
	do: 'retry',
	of: 'first',
	change,
	incidents,
});
export const retryEdited = (edit: Edit, ...incidents: Incident[]): Step => ({ do: 'retry', edit, incidents });
export const restart = (): Step => ({ do: 'restart' });
export const switchAccount = (): Step => ({ do: 'switchAccount' });
export const lag = (seconds: number): Step => ({ do: 'lag', seconds });
export const pass = (seconds: number): Step => ({ do: 'pass', seconds });
export const settle = (): Step => ({ do: 'settle' });
export const processIn = (seconds: number): Step => ({ do: 'process', seconds });
export const write = (nth: number, when: Incident['when'], what: Incident['what']): Incident => ({
	at: 'write',
	nth,
	when,
	what,
});
export const read = (nth: number, what: Incident['what']): Incident => ({ at: 'read', nth, when: 'after', what });
export const bills = (...numbers: number[]): Line[] => numbers.map((bill) => ({ bill }));

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const literal = (value: unknown): string =>
	JSON.stringify(value)
		.replace(/"(\w+)":/g, '$1: ')
		.replace(/,(?=\S)/g, ', ')
		.replace(/"/g, "'");

/** A step as a test would write it. */
export function writtenOut(step: Step): string {
	switch (step.do) {
		case 'run':
		case 'together': {
			const unusual = Object.entries(step).filter(
				([name, value]) => name !== 'do' && !same(value, USUAL[name as keyof Run]),
			);
			return `${step.do}(${unusual.length === 0 ? '' : literal(Object.fromEntries(unusual))})`;
		}
		case 'again':
			return `again(${[step.change, ...step.incidents].map(literal).join(', ')})`;
		case 'retry':
			if (step.twice || step.change) return literal(step);
			if (step.of === 'first' && !step.edit) return `retryFirst(${step.incidents.map(literal).join(', ')})`;
			return step.edit
				? `retryEdited(${[step.edit, ...step.incidents].map(literal).join(', ')})`
				: `retry(${step.incidents.map(literal).join(', ')})`;
		case 'lag':
		case 'pass':
			return `${step.do}(${step.seconds})`;
		case 'process':
			return `processIn(${step.seconds})`;
		default:
			return `${step.do}()`;
	}
}
