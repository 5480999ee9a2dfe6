const EVENING_HOUR = 22;
/** Time zones reach from 12 hours behind UTC to 14 ahead. */
const FURTHEST_AHEAD = 14;

/**
 * A time zone in which it is evening now, whatever the hour of the test: the emulator's time begins hours in the past, and
 * what it does is of today only where today is that old.
 */
export function eveningZone(): string {
	const ahead = EVENING_HOUR - new Date().getUTCHours();
	const hours = ahead > FURTHEST_AHEAD ? ahead - 24 : ahead;
	// The sign of these names counts westwards.
	return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
