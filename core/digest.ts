import { hash } from 'crypto';

/** A short digest of texts in their order: 16 hex digits (64 bits). */
export function digestOf(...parts: string[]): string {
	let text = '';
	for (const part of parts) text += `${part.length}:${part};`;
	return hash('sha256', text).slice(0, 16);
}
