import { readdirSync } from 'node:fs';

/** The tests that have to notice a mutant of the money code. Left out is what takes long and adds nothing. */
const parts = [
	'unit/core/(money|digest|accounts|service/(retryPolicy|paging|writeProof)|payments/[^/]+)',
	'unit/(credentialGuards|(n8n|service|money|limits|preview|wait)/[^/]+|money/kernel/[^/]+)',
	'integration/(guards|accounts|waiting|moneyOnce|wrongGuesses)/[^/]+',
	'integration/action/(badInput|failures|lanes|notifications|outage|payins|payouts|repeats|severalRefusals|wording)',
	'integration/resources/(audPayout|audPayoutFile)',
	'sequences/counterexamples',
];

/** Their paths, by which every process names them. */
export const testFiles: readonly string[] = readdirSync('test', { recursive: true, encoding: 'utf8' })
	.map((path) => `test/${path.replaceAll('\\', '/')}`)
	.filter((path) => new RegExp(`^test/(${parts.join('|')})[.]test[.]ts$`).test(path));
