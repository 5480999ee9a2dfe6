import type { Payment } from './payment';

/** Marks of payments that all processes share. They are never taken back, only added to. */
export interface Claims {
	/** Whether they tell anything: if not, every claim is won. */
	readonly tells: boolean;
	/** Claims a payment under a number. @returns whether nobody had claimed it under that number */
	claim(payment: Payment, number: number): Promise<boolean>;
	/** Notes what became of a claim. */
	mark(payment: Payment, number: number, end: 'refused' | 'made'): Promise<void>;
	/** Whether that was noted, by whatever process. */
	isMarked(payment: Payment, number: number, end: 'refused' | 'made'): Promise<boolean>;
}

/** Where nothing is shared between processes. */
export const NO_CLAIMS: Claims = {
	tells: false,
	claim: async () => await Promise.resolve(true),
	mark: async () => await Promise.resolve(),
	isMarked: async () => await Promise.resolve(false),
};
