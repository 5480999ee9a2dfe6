import type { Incident } from './service';
import { Stage } from './stage';
import type { Line, Step } from './steps';

/**
 * Sequences in which money once moved twice, or not at all under a green execution, or something untrue was said of it: found by
 * generation, shrunk and kept. A new one is copied from the soak's message as it stands.
 */

const stage = new Stage();
afterAll(async () => await stage.close());

/** Each by its name: what a user did, and what the service did meanwhile. */
function cases(sequences: Record<string, Step[]>): void {
	it.each(Object.entries(sequences))('%s', async (_, steps) => await stage.play(steps));
}

const bills = (...numbers: number[]): Line[] => numbers.map((bill) => ({ bill }));
const write = (nth: number, when: Incident['when'], what: Incident['what']): Incident => ({
	at: 'write',
	nth,
	when,
	what,
});
const read = (nth: number, what: Incident['what']): Incident => ({ at: 'read', nth, when: 'after', what });

describe('the External ID', () => {
	cases({
		'is called constructor or __proto__, payouts in a list': [
			{ do: 'run', way: 'payoutList', lines: bills(5, 6, 1) },
			{ do: 'again' },
		],
		'is called constructor or __proto__, AUD payouts in a list, an answer is lost': [
			{ do: 'run', way: 'audList', lines: bills(5, 6), retryOnFail: true, incidents: [write(1, 'after', 'reset')] },
			{ do: 'retry' },
		],
		'stands twice among AUD payouts': [{ do: 'run', way: 'aud', lines: bills(1, 1) }],
		'stands twice in a list': [{ do: 'run', way: 'payoutList', lines: bills(1, 1, 2), goOn: true }],
		'is another one of the same payee and amount, at the same time': [
			{ do: 'run', goOn: true, lines: [{ bill: 1 }, { bill: 1, edit: 'key' }] },
		],
		'is another one of the same payee and amount, while the first is unclear': [
			{ do: 'run', way: 'aud', incidents: [write(1, 'after', 'reset')] },
			{ do: 'again', change: 'key' },
		],
		'is the same in another list, or by itself': [
			{ do: 'run', way: 'payoutList', lines: bills(1, 2) },
			{ do: 'again', change: 'otherList' },
			{ do: 'again', change: 'otherMode' },
		],
	});
});

describe('two executions at once', () => {
	cases({
		'AUD payouts in a list': [{ do: 'together', way: 'audList' }],
		'one of them stopped as the answers to all its payments come': [
			{ do: 'together', shape: 'errorLoop', way: 'aud', lines: bills(2, 1), incidents: [write(2, 'after', 'stop')] },
			{ do: 'run', way: 'aud', lines: bills(2, 3) },
		],
		'of a retry': [
			{ do: 'run', incidents: [write(1, 'after', '401')] },
			{ do: 'retry', twice: true },
		],
	});
});

describe('answers that say nothing', () => {
	cases({
		'an empty object for a payin': [{ do: 'run', way: 'payin', incidents: [write(1, 'after', 'emptyObject')] }],
		'an empty list for an AUD payout': [{ do: 'run', way: 'aud', incidents: [write(1, 'before', 'emptyArray')] }],
		'an error with status 200 for the second request of a list': [
			{
				...{ do: 'run', way: 'payoutList', lines: bills(1, 2, 3, 4, 5), goOn: true },
				incidents: [write(2, 'after', 'errorObject')],
			},
		],
		'an empty object for a list of the service': [{ do: 'run', incidents: [read(2, 'emptyObject')] }],
	});
});

describe('n8n', () => {
	cases({
		'is killed, and what it had on its way comes late': [
			{ do: 'lag', seconds: 20 },
			{ do: 'run', lines: bills(1, 2), incidents: [write(2, 'after', 'kill'), write(1, 'before', 'straggler')] },
			{ do: 'again', change: 'grown' },
		],
		'is started anew between an AUD payout that is unclear and its retry': [
			{ do: 'run', way: 'aud', incidents: [write(1, 'after', 'reset')] },
			{ do: 'restart' },
			{ do: 'retry' },
		],
		'is started anew between a list of AUD payouts and its retry': [
			{ do: 'run', way: 'audList', lines: bills(1, 2, 3), incidents: [write(2, 'after', '401')] },
			{ do: 'restart' },
			{ do: 'retry' },
		],
		'hands over to another process': [
			{ do: 'run' },
			{ do: 'pass', seconds: 700 },
			{ do: 'otherProcess' },
			{ do: 'again' },
		],
		'pays from another account after a refusal': [
			{ do: 'run', lines: bills(1, 2), incidents: [write(2, 'before', '401')] },
			{ do: 'otherAccount' },
			{ do: 'retry' },
		],
	});
});

describe('found, and not what was asked for', () => {
	cases({
		'a refund of a part, then of all': [
			{ do: 'run', way: 'refund', lines: [{ bill: 1, edit: 'amount' }] },
			{ do: 'run', way: 'refund' },
		],
		'a refund of another kind at the retry': [
			{ do: 'run', way: 'refund', incidents: [write(1, 'after', 'reset'), read(1, '401')] },
			{ do: 'retry', edit: 'amount' },
		],
		'another account number in a list': [{ do: 'run', lines: [{ bill: 1 }, { bill: 1, edit: 'account' }] }],
		'another name of the payer': [
			{ do: 'run', way: 'payin' },
			{ do: 'again', change: 'payee' },
		],
		'a payout that has failed since': [{ do: 'run', lines: bills(4) }, { do: 'settle' }, { do: 'again' }],
		'a link that has expired since': [{ do: 'run', way: 'link' }, { do: 'pass', seconds: 3_600 }, { do: 'again' }],
	});
});

describe('stopped', () => {
	cases({
		'with On Error Continue, then run again: nobody is left out': [
			{ do: 'run', way: 'payoutList', lines: bills(1, 2, 3), goOn: true, incidents: [write(1, 'before', 'stop')] },
			{ do: 'pass', seconds: 60 },
			{ do: 'again' },
		],
		'and run again at once, before the service lists what was sent': [
			{ do: 'lag', seconds: 20 },
			{ do: 'run', incidents: [write(1, 'after', 'stop')] },
			{ do: 'again' },
		],
		'with Retry On Fail, whose tries send nothing more': [
			{ do: 'run', retryOnFail: true, incidents: [write(1, 'after', 'stop')] },
		],
	});
});
