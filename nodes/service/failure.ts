import type { Outcome } from '../../core/retryPolicy';

/** A request that did not end with an answer to accept. Turned into n8n's own errors where the item is known. */
export class ServiceFailure extends Error {
	constructor(
		readonly outcome: Outcome,
		/** Whether the service may have carried the request out all the same. */
		readonly unclear: boolean,
		readonly request: { method: string; path: string },
		readonly details: { status?: number; answer?: unknown; code?: string; attempts: number; retryAfter?: string },
	) {
		super(`${request.method} ${request.path}: ${outcome}`);
		this.name = 'ServiceFailure';
	}

	/** The service's own words about a refusal, in one line; empty when it gave none. */
	get reason(): string {
		return reasonIn(this.details.answer);
	}
}

/** Longest piece of an answer that is quoted in a message. */
const LONGEST_QUOTE = 300;

/**
 * The reason in an error body of any generation (specification: "Errors"): v1 `{error, message}`, v2
 * `{errors: {code, message}}` or `{errors: {<field>: <message>}}`.
 */
function reasonIn(answer: unknown): string {
	if (typeof answer !== 'object' || answer === null) return '';
	const { error, errors, message } = answer as Record<string, unknown>;
	if (typeof errors === 'object' && errors !== null) {
		const { code, message: sentence, ...fields } = errors as Record<string, unknown>;
		const perField = Object.entries(fields).map(([field, text]) => `${field}: ${asText(text)}`);
		return clip([asText(sentence), ...perField].filter(Boolean).join('; ') || asText(code));
	}
	return clip(asText(message) || asText(error) || asText(errors));
}

function asText(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	if (Array.isArray(value)) return value.map(asText).filter(Boolean).join(', ');
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function clip(text: string): string {
	return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
