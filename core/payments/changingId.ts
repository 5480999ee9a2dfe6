/**
 * What gives another value in every run: the execution, chance, and the time, unless arguments make it another time than now.
 * Behind a dot it is a field of the data.
 */
const CHANGING =
	/(?<![\w$.])(?:\$execution|\$resumeWebhookUrl|Math\.random|crypto\b|\$now\b|Date\.now\b|Date\(\)|new Date\b(?!\()|DateTime\.now\b|DateTime\.(?:local|utc)\([){])|\brandom\w*\(|getRandomValues/;

/** What of an execution is the same in every run. */
const STEADY = /\$execution(?:\.|\[['"])(?:mode|customData)\b/g;

const NOW = /(?:\$now|DateTime\.(?:now|local|utc)\(\)|\(?(?:new Date(?:\(\))?|Date\(\))\)?)/;

/** What cuts a moment to a day or longer: of Luxon, of n8n and of JavaScript. */
const TO_A_DAY = [
	/to(?:ISODate|ISOWeekDate|SQLDate|DateString|LocaleDateString)\([^()]*\)/,
	/(?:startOf|endOf|beginningOf|extract)\(['"](?:day|week|month|quarter|year)s?['"][^()]*\)/,
	/(?:toFormat|format)\((?:'[^'"hHmsSauXxTtfF]*'|"(?:[^'"hHmsSauXxTtfF]|'[^'"]*')*")(?:,[^()]*)?\)/,
	/to(?:ISO|ISOString|JSON|SQL|String)\([^()]*\)\.(?:slice|substring|substr)\(0,(?:10|\d)\)/,
	/to(?:ISO|ISOString|JSON|String)\([^()]*\)\.split\(['"]T['"]\)(?:\[0\]|\.first\(\))/,
	/get(?:UTC)?(?:FullYear|Month|Date|Day)\(\)/,
	/(?:year|quarter|month(?:Long|Short)?|week(?:Number|Year|day)|day|ordinal)\b(?!\()/,
];

const OF_A_DAY = new RegExp(
	`${NOW.source}(?:\\.\\w+\\([^()]*\\))*\\.(?:${TO_A_DAY.map(({ source }) => source).join('|')})`,
	'g',
);

const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;

/** The code between its braces, without the spaces that make no difference. */
const codeIn = (expression: string): string =>
	expression
		.split('{{')
		.slice(1)
		.map((part) => part.slice(0, part.lastIndexOf('}}')))
		.join(';')
		.replace(/\s+/g, ' ')
		.replace(/ ?([.,()[\]{}]) ?/g, '$1')
		.replaceAll('?.', '.');

/** Whether an expression gives an External ID that no repeated run has: what it pays is paid again. */
export function changesEveryRun(expression: unknown): boolean {
	if (typeof expression !== 'string' || !expression.startsWith('=')) return false;
	return CHANGING.test(codeIn(expression).replace(OF_A_DAY, '').replace(STEADY, '').replace(STRING, "''"));
}
