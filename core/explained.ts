/** What a user reads of a failure. */
export interface Explanation {
	/** What happened, in one sentence without a full stop. */
	message: string;
	/** What to do about it. */
	description: string;
	/** What a workflow can act on, shown beside the description. */
	details?: Readonly<Record<string, string>>;
	/** Of a failed request: what the service answered, as far as it did. */
	response?: { status: number | undefined; body: unknown };
}

/** A failure that explains itself to the user. Each kind says what happened to what, so that nothing has to know them all. */
export abstract class ExplainedError extends Error {
	abstract get explanation(): Explanation;
}
