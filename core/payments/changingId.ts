/** What gives another value in every run: the number of the execution, chance, the time of day. */
const CHANGING = /\$execution\.id|\$runIndex|Math\.random|crypto|Date\.now|new Date\(\)|\$now/;

/** A moment that is cut to a day or longer. */
const OF_A_DAY =
	/\$now(?:\.\w+\([^()]*\))*\.(?:toISODate\(\)|startOf\(['"](?:day|week|month|quarter|year)['"]\)|(?:toFormat|format)\(['"][^'"hHmsSaqXxTtfF]*['"]\)|(?:year|quarter|month|weekNumber|day)\b(?!\())/g;

/** Whether an expression gives an External ID that no repeated run has: what it pays is paid again. */
export function changesEveryRun(expression: unknown): boolean {
	if (typeof expression !== 'string' || !expression.startsWith('=')) return false;
	return CHANGING.test(expression.replace(OF_A_DAY, ''));
}
