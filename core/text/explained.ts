/**
 * What a failed write has changed at the service: it was not sent, or it was sent and provably nothing was done, or the
 * texts tell what may have been done.
 */
export type Effect = 'notSent' | 'notDone' | 'told';

/** What a user reads about a failure. */
export interface Explanation {
	/** What happened, in one sentence without a full stop. */
	message: string;
	/** What to do about it. */
	description: string;
	/** Default: not sent. */
	effect?: Effect;
	/** Values for the workflow to act on. */
	details?: Readonly<Record<string, string>>;
	/** For a failed request: the answer of the service, if there was one. */
	response?: { status: number | undefined; body: unknown };
}

/** A failure that explains itself to the user, so that no other place has to know all kinds of failures. */
export abstract class ExplainedError extends Error {
	abstract get explanation(): Explanation;
}

/** Sentences as one text. Empty ones are left out. */
export const joined = (...sentences: (string | null | undefined)[]): string => sentences.filter(Boolean).join(' ');
