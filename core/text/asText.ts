/** A value as text: a number or a switch as it is written, a text without the blanks around it, and nothing else. */
export function asText(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
