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
