import type { IExecuteFunctions } from 'n8n-workflow';
import { attempt } from '../../../core/attempt';
import { sharedMarks, type SharedMarks } from '../../n8n/sharedMarks';

/**
 * Claims that all processes share. They are never taken back, only added to. What is claimed has a name, and under that name
 * numbers: whoever finds the last number free again claims the next.
 */
export interface Claims {
	/** Whether they tell anything: if not, every claim is won. */
	readonly tells: boolean;
	/** @returns whether nobody had claimed this number */
	claim(name: string, number: number): Promise<boolean>;
	/** The last number that is claimed. @param number one that is */
	lastOf(name: string, number: number): Promise<number>;
	/** Notes what became of a claim. @param values of what was made */
	mark(name: string, number: number, end: ClaimEnd, values: string): Promise<void>;
	/**
	 * What became of a claim, whoever had it; undefined as long as nobody has noted that. `madeLately`, where anything under
	 * this name was.
	 * @param values that are asked for
	 */
	endOf(name: string, number: number, values: string): Promise<KnownEnd>;
}

/** Nothing of it is on its way, and what does not show may be claimed anew; or the service has said that it was made. */
export type ClaimEnd = 'free' | 'made';

/** What is known of the end of a claim. */
export type KnownEnd = ClaimEnd | 'madeLately' | 'madeOtherwise' | undefined;

/** Where nothing is shared between processes. */
export const NO_CLAIMS: Claims = {
	tells: false,
	claim: async () => await Promise.resolve(true),
	lastOf: async (_, number) => await Promise.resolve(number),
	mark: async () => await Promise.resolve(),
	endOf: async () => await Promise.resolve(undefined),
};

/** What was made within about this time may not be listed yet. Clocks of processes may differ by as much. Milliseconds. */
const LATELY = 10 * 60_000;

/**
 * Claims in n8n's own database. Where n8n keeps none, each is won.
 * @param fails to be called when the database does not answer: then the claim is won as if there were none
 */
export async function claimsOf(n8n: IExecuteFunctions, fails: () => void): Promise<Claims> {
	const marks = await sharedMarks(n8n);
	return marks ? claimsBy(marks, fails) : NO_CLAIMS;
}

export function claimsBy(marks: SharedMarks, fails: () => void, now = Date.now): Claims {
	async function orElse<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
		const done = await attempt(work);
		if ('value' in done) return done.value;
		fails();
		return otherwise;
	}
	const timeOf = (name: string, later = 0) => `${name} made in ${Math.floor(now() / LATELY) + later}`;
	return {
		tells: true,
		claim: async (name, number) => await orElse(async () => await marks.add(`${name}#${number}`), true),
		async lastOf(name, number) {
			const isClaimed = async (other: number) => await marks.has(`${name}#${other}`);
			return await orElse(async () => {
				let step = 1;
				while (await isClaimed(number + step)) step *= 2;
				let [last, free] = [number + Math.floor(step / 2), number + step];
				while (free - last > 1) {
					const middle = Math.floor((last + free) / 2);
					if (await isClaimed(middle)) last = middle;
					else free = middle;
				}
				return last;
			}, number);
		},
		async mark(name, number, end, values) {
			const claim = `${name}#${number}`;
			const add = async (mark: string) => await orElse(async () => await marks.add(mark), true);
			if (end === 'free') return void (await add(`${claim} free`));
			await Promise.all([timeOf(name), ...(values === '' ? [] : [`${claim} made ${values}`])].map(add));
			// Only this one counts: what is cut short before it stays unknown.
			await add(`${claim} made`);
		},
		async endOf(name, number, values) {
			const claim = `${name}#${number}`;
			return await orElse(async () => {
				const isFree = await marks.has(`${claim} free`);
				if (!isFree && !(await marks.has(`${claim} made`))) return undefined;
				if (!isFree && values !== '' && !(await marks.has(`${claim} made ${values}`))) return 'madeOtherwise';
				// Under an earlier number, too.
				for (const later of [0, -1, 1]) if (await marks.has(timeOf(name, later))) return 'madeLately';
				return isFree ? 'free' : 'made';
			}, undefined);
		},
	};
}
