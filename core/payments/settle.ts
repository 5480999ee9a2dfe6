/** The pause after so many look-ups, in milliseconds: short at first, because most records appear at once. */
export function pauseBetweenLookUps(lookUps: number): number {
	return Math.min(5000, 250 * 2 ** (lookUps - 1));
}
