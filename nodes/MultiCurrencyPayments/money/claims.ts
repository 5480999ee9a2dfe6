import type { Payment } from './payment';

/** A payment was refused before it was carried out, or the service has said that it was made. */
export type ClaimEnd = 'refused' | 'made';

/** Marks of payments that all processes share. They are never taken back, only added to. */
export interface Claims {
	/** Whether they tell anything: if not, every claim is won. */
	readonly tells: boolean;
	/** Claims a payment under a number. @returns whether nobody had claimed it under that number */
	claim(payment: Payment, number: number): Promise<boolean>;
	/** Notes what became of a claim. */
	mark(payment: Payment, number: number, end: ClaimEnd): Promise<void>;
	/** What became of a claim, of whatever process; undefined as long as nobody has noted that. */
	endOf(payment: Payment, number: number): Promise<ClaimEnd | 'madeOtherwise' | undefined>;
}

/** Where nothing is shared between processes. */
export const NO_CLAIMS: Claims = {
	tells: false,
	claim: async () => await Promise.resolve(true),
	mark: async () => await Promise.resolve(),
	endOf: async () => await Promise.resolve(undefined),
};
