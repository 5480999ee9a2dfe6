import type { Incident } from './service';
import { Stage } from './stage';
import type { Line, Step } from './steps';

/**
 * Sequences in which money once moved twice, or not at all under a green execution, or something untrue was said of it: found by
 * generation, shrunk and kept. A new one is copied from the soak's message as it stands.
 */

const stage = new Stage();
afterAll(async () => await stage.close());

const bills = (...numbers: number[]): Line[] => numbers.map((bill) => ({ bill }));
const at = (write: number, when: Incident['when'], what: Incident['what']): Incident[] => [
	{ at: 'write', nth: write, when, what },
];

/** Each by its name: what a user did, and what the service did meanwhile. */
const cases: Record<string, Step[]> = {
	'External IDs called constructor and __proto__, payouts in a list': [
		{ do: 'run', way: 'payoutList', lines: bills(5, 6, 1) },
		{ do: 'again' },
	],
	'the same, AUD payouts in a list, an answer is lost': [
		{ do: 'run', way: 'audList', lines: bills(5, 6), retryOnFail: true, incidents: at(1, 'after', 'reset') },
		{ do: 'retry' },
	],
	'the same External ID twice in a list': [{ do: 'run', way: 'payoutList', lines: bills(1, 1, 2), goOn: true }],
	'two External IDs of the same payee and amount, at the same time': [
		{ do: 'run', lines: [{ bill: 1 }, { bill: 1, edit: 'key' }] },
	],
	'another External ID while an AUD payout is unclear': [
		{ do: 'run', way: 'aud', incidents: at(1, 'after', 'reset') },
		{ do: 'again', change: 'key' },
	],
	'the same External ID in another list, and by itself': [
		{ do: 'run', way: 'payoutList', lines: bills(1, 2) },
		{ do: 'again', change: 'otherList' },
		{ do: 'again', change: 'otherMode' },
	],
	'two executions at once, one of them stopped as the answers to all its payments come': [
		{ do: 'together', shape: 'errorLoop', way: 'aud', lines: bills(2, 1), incidents: at(2, 'after', 'stop') },
		{ do: 'run', way: 'aud', lines: bills(2, 3) },
	],
	'an empty object as the first list of links after a restart': [
		{ do: 'run', way: 'link', lines: [{ bill: 1, edit: 'amount' }] },
		{ do: 'restart' },
		{ do: 'again', incidents: [{ at: 'read', nth: 1, when: 'after', what: 'emptyObject' }] },
	],
	'an empty object as the answer to a payin': [{ do: 'run', way: 'payin', incidents: at(1, 'after', 'emptyObject') }],
	'an error with status 200 for the second request of a list': [
		{ do: 'run', way: 'payoutList', lines: bills(1, 2, 3), goOn: true, incidents: at(2, 'after', 'errorObject') },
	],
	'n8n is killed, and what it had on its way comes late': [
		{ do: 'lag', seconds: 20 },
		{ do: 'run', lines: bills(1, 2), incidents: [...at(1, 'before', 'straggler'), ...at(2, 'after', 'kill')] },
		{ do: 'again', change: 'grown' },
	],
	'n8n is started anew between an AUD payout that is unclear and its retry': [
		{ do: 'run', way: 'aud', incidents: at(1, 'after', 'reset') },
		{ do: 'restart' },
		{ do: 'retry' },
	],
	'n8n is started anew between a list of AUD payouts and its retry': [
		{ do: 'run', way: 'audList', lines: bills(1, 2, 3), incidents: at(2, 'after', '401') },
		{ do: 'restart' },
		{ do: 'retry' },
	],
	'another account at the retry': [
		{ do: 'run', lines: bills(1, 2), incidents: at(2, 'before', '401') },
		{ do: 'otherAccount' },
		{ do: 'retry' },
	],
	'a refund of a part, then of all': [
		{ do: 'run', way: 'refund', lines: [{ bill: 1, edit: 'amount' }] },
		{ do: 'run', way: 'refund' },
	],
	'another account number under the same External ID': [{ do: 'run' }, { do: 'again', change: 'account' }],
	'a payout that has failed since': [{ do: 'run', lines: bills(4) }, { do: 'settle' }, { do: 'again' }],
	'stopped with On Error Continue, then run again: nobody is left out': [
		{ do: 'run', way: 'payoutList', lines: bills(1, 2, 3), goOn: true, incidents: at(1, 'before', 'stop') },
		{ do: 'pass', seconds: 60 },
		{ do: 'again' },
	],
	'stopped, and run again at once, before the service lists what was sent': [
		{ do: 'lag', seconds: 20 },
		{ do: 'run', incidents: at(1, 'after', 'stop') },
		{ do: 'again' },
	],
	'stopped with Retry On Fail, whose tries send nothing more': [
		{ do: 'run', retryOnFail: true, incidents: at(1, 'after', 'stop') },
	],
};

it.each(Object.entries(cases))('%s', async (_, steps) => await stage.play(steps));
