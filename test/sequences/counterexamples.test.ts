import { Stage } from './stage';
import type { Run, Step } from './steps';
import {
	again,
	bills,
	lag,
	pass,
	processIn,
	read,
	restart,
	retry,
	retryChanged,
	retryEdited,
	retryFirst,
	retryTwice,
	run,
	settle,
	switchAccount,
	together,
	write,
} from './steps';

/**
 * Sequences in which money once moved twice, or not at all under a green execution: found by generation, shrunk and kept.
 * A new one is copied from the soak's message as it stands.
 */

const stage = new Stage();
afterAll(async () => await stage.close());

async function play(...steps: Step[]): Promise<void> {
	const sequence = await stage.begin();
	for (const step of steps) {
		// Skips a step that is no longer possible, such as the retry of an execution that has since succeeded.
		if (sequence.possible(step)) await sequence.play(step);
	}
}

/** Each by its name: what a user did, and what the service did meanwhile. */
function cases(sequences: Record<string, Step[]>): void {
	it.each(Object.entries(sequences))('%s', async (_, steps) => await play(...steps));
}

describe('failed items that come again in several retries of an execution that failed before the node', () => {
	const handedOut = { shape: 'handedOut', references: 'empty', isDown: true } as const;
	cases({
		'a newcomer at the place of somebody who is paid, payouts in one request': [
			run({ ...handedOut, way: 'payoutBatch' }),
			retryFirst(),
			retryChanged('grown'),
		],
		'the amount is corrected after a run that could not be read': [
			run({ ...handedOut, shape: 'errorLoop', way: 'payoutBatch', varying: 'unread0' }),
			retryEdited('name'),
			retryChanged('amount'),
		],
	});
});

describe('expressions that give another value at every try', () => {
	cases({
		'a description, AUD payouts in batches, an answer lost': [
			run({
				way: 'audBatch',
				references: 'empty',
				varying: 'description',
				lines: bills(1, 2, 3),
				retryOnFail: true,
				incidents: [write(2, 'after', 'reset')],
			}),
		],
		'a schedule, AUD payouts in batches, an answer lost': [
			run({
				way: 'audBatch',
				references: 'empty',
				varying: 'schedule',
				lines: bills(1, 2, 3),
				retryOnFail: true,
				incidents: [write(2, 'after', '500')],
			}),
		],
		'an External ID, AUD payouts in batches, an answer lost': [
			run({
				way: 'audBatch',
				references: 'changing',
				lines: bills(1, 2, 3),
				retryOnFail: true,
				incidents: [write(2, 'after', 'cut')],
			}),
		],
		'a remark, payouts, one refused once': [
			run({
				references: 'empty',
				varying: 'remark',
				lines: bills(1, 2, 3),
				retryOnFail: true,
				incidents: [write(2, 'before', '401')],
			}),
		],
		'a remark, payouts in batches, an answer lost': [
			lag(20),
			run({
				way: 'payoutBatch',
				references: 'empty',
				varying: 'remark',
				lines: bills(1, 2, 3),
				retryOnFail: true,
				incidents: [write(2, 'after', 'reset'), read(3, '401')],
			}),
		],
		'a remark, payouts that are retried from the list as well': [
			run({
				references: 'empty',
				varying: 'remark',
				lines: bills(1, 2, 3),
				retryOnFail: true,
				incidents: [write(2, 'before', '401'), write(3, 'before', '401'), write(4, 'before', '401')],
			}),
			retry(),
		],
		'a description, AUD payouts in batches, refused once': [
			run({
				way: 'audBatch',
				references: 'empty',
				varying: 'description',
				lines: bills(1, 1, 1),
				retryOnFail: true,
				goOn: true,
				incidents: [write(1, 'before', '401')],
			}),
		],
	});
});

describe('the key that an item names', () => {
	cases({
		'is the first one, where the External ID is another at every try': [
			run({
				way: 'aud',
				references: 'changing',
				lines: bills(1, 2),
				retryOnFail: true,
				incidents: [write(2, 'before', '401')],
			}),
		],
	});
});

describe('a failed item that goes into the node again by the error output', () => {
	cases({
		'AUD payouts that come again and again': [
			run({ shape: 'handedOut', way: 'audBatch', references: 'empty', incidents: [write(1, 'after', '502')] }),
		],
		'payouts that were refused, and come again and again': [
			run({ shape: 'handedOut', references: 'empty', lines: bills(1, 2), incidents: [write(1, 'before', '401')] }),
		],
		'AUD payout': [
			run({ shape: 'errorLoop', way: 'aud', references: 'empty', incidents: [write(1, 'after', 'reset')] }),
		],
		'AUD payout, own External ID': [run({ shape: 'errorLoop', way: 'aud', incidents: [write(1, 'after', 'reset')] })],
		'AUD payouts in batches': [
			run({ shape: 'errorLoop', way: 'audBatch', references: 'empty', incidents: [write(1, 'after', 'cut')] }),
		],
		payout: [
			lag(20),
			run({ shape: 'errorLoop', references: 'empty', incidents: [write(1, 'after', 'reset'), read(3, '401')] }),
		],
		'payout that is carried out late': [
			run({ shape: 'errorLoop', references: 'empty', incidents: [write(1, 'before', 'straggler'), read(3, '401')] }),
		],
		'payout, own External ID': [
			lag(20),
			run({ shape: 'errorLoop', incidents: [write(1, 'after', 'reset'), read(3, '401')] }),
		],
		'payout whose remark is another in each run': [
			lag(20),
			run({
				shape: 'errorLoop',
				references: 'empty',
				varying: 'remark',
				incidents: [write(1, 'after', 'reset'), read(3, '401')],
			}),
		],
		'payouts in batches whose remarks are others in each run': [
			lag(20),
			run({
				shape: 'errorLoop',
				way: 'payoutBatch',
				references: 'empty',
				varying: 'remark',
				lines: bills(1, 2),
				incidents: [write(1, 'after', 'reset'), read(3, '401')],
			}),
		],
	});
});

describe.each(['oldAgent', 'newAgent'] as const)('a tool of an agent (%s)', (shape) => {
	cases({
		'two agents at once, an answer that tells nothing, and the same values under another External ID': [
			together({ shape, references: 'changing', lines: bills(1, 1), incidents: [write(1, 'before', 'errorObject')] }),
		],
		'a payin that is found after its answer was lost, and the same values under another External ID, killed': [
			run({
				shape,
				way: 'payin',
				references: 'changing',
				lines: bills(1, 1),
				incidents: [write(1, 'after', 'emptyArray'), write(2, 'after', 'kill')],
			}),
		],
		'without an External ID': [run({ shape, references: 'empty' })],
		'an unclear call repeated, AUD payout': [
			run({ shape, way: 'aud', lines: bills(1, 1), incidents: [write(1, 'after', 'reset')] }),
		],
		'an unclear call repeated, AUD payouts in batches': [
			run({ shape, way: 'audBatch', lines: bills(1, 1), incidents: [write(1, 'after', 'reset')] }),
		],
		'an unclear call repeated, payout': [
			lag(20),
			run({ shape, lines: bills(1, 1), incidents: [write(1, 'after', 'reset'), read(3, '401')] }),
		],
		'an unclear call repeated with another External ID, payout': [
			lag(20),
			run({
				shape,
				references: 'changing',
				lines: bills(1, 1),
				incidents: [write(1, 'after', 'reset'), read(3, '401')],
			}),
		],
		'an unclear call of another execution repeated with another External ID, AUD payout': [
			together({
				shape,
				way: 'aud',
				references: 'changing',
				lines: bills(3, 3, 1),
				incidents: [write(1, 'after', 'stop')],
			}),
		],
		'an unclear call repeated with another name and External ID, AUD payout': [
			run({
				shape,
				way: 'aud',
				references: 'changing',
				lines: [{ bill: 2 }, { bill: 2, edit: 'name' }],
				incidents: [write(1, 'after', 'cut')],
			}),
		],
		'another amount after an unclear call': [
			run({
				shape,
				references: 'changing',
				lines: [{ bill: 2 }, { bill: 2, edit: 'amount' }],
				incidents: [write(1, 'before', 'errorObject')],
			}),
		],
		'AUD payout, n8n killed, the agent retried': [
			run({ shape, way: 'aud', incidents: [write(1, 'after', 'kill')] }),
			retry(),
		],
		'a call that was made already, records late': [lag(3), run({ shape, lines: bills(1, 1) })],
	});
});

describe('records that appear late in lists', () => {
	cases({
		'the same External ID twice in a list': [lag(3), run({ lines: bills(2, 2) })],
		'two executions at once': [lag(3), together()],
		'run again after a success': [lag(20), run(), again()],
		'run again after a success, in batches': [lag(20), run({ way: 'payoutBatch', lines: bills(1, 2) }), again()],
		'run again after a success, by batch reference': [
			lag(3),
			run({ way: 'payoutBatch', references: 'batchOnly' }),
			again(),
		],
		'run again after a stop in the middle': [
			lag(20),
			run({ lines: bills(1, 2), incidents: [write(2, 'after', 'stop')] }),
			again(),
		],
		'run again in a new process': [lag(20), run(), restart(), again()],
	});
});

describe('a workflow that another one calls, External ID empty', () => {
	cases({
		'Retry On Fail of the caller': [
			run({
				shape: 'child',
				references: 'empty',
				retryOnFail: true,
				lines: bills(1, 2),
				incidents: [write(2, 'before', '500')],
			}),
		],
		'Retry On Fail of the caller, once per item': [
			run({
				shape: 'childEach',
				way: 'payoutBatch',
				references: 'empty',
				retryOnFail: true,
				lines: bills(1, 2),
				incidents: [write(2, 'before', '401')],
			}),
		],
		'the caller is retried from the list': [
			run({ shape: 'child', references: 'empty', lines: bills(1, 2), incidents: [write(2, 'before', '500')] }),
			retry(),
		],
		'the caller is retried from the list after an unclear chunk that was not made': [
			run({
				shape: 'child',
				way: 'payoutBatch',
				references: 'empty',
				lines: [{ bill: 2 }, { bill: 3, edit: 'amount' }, { bill: 1 }],
				incidents: [write(1, 'before', 'cut')],
			}),
			retry(),
		],
		'the caller crashed and is retried': [
			run({ shape: 'child', references: 'empty', incidents: [write(1, 'after', 'kill')] }),
			retry(),
		],
	});
});

describe('a workflow that another one calls, run again', () => {
	cases({
		'by a caller that began in the same millisecond': [run({ shape: 'child', references: 'empty' }), again()],
		'by a caller that began in the same millisecond, AUD payout': [
			run({ shape: 'child', way: 'aud', references: 'empty' }),
			again(),
		],
		'by a caller that began later': [run({ shape: 'child', references: 'empty' }), pass(1), again()],
		'by two callers at once, of which the last is retried': [
			together({ shape: 'child', references: 'empty', lines: bills(1, 2), incidents: [write(2, 'before', '401')] }),
			retry(),
		],
	});
});

describe.each(['child', 'childEach', 'childOfChild'] as const)('a called workflow (%s), own External ID', (shape) => {
	cases({
		'AUD payout, crashed and retried': [run({ shape, way: 'aud', incidents: [write(1, 'after', 'kill')] }), retry()],
		'AUD payouts in batches, crashed and retried': [
			run({ shape, way: 'audBatch', lines: bills(1, 2, 3), incidents: [write(2, 'after', 'kill')] }),
			retry(),
		],
		'AUD payout, n8n restarted before the retry': [
			run({ shape, way: 'aud', lines: bills(1, 2), incidents: [write(2, 'after', 'reset')] }),
			restart(),
			retry(),
		],
		'AUD payout, refused and retried': [
			run({ shape, way: 'aud', lines: bills(1, 2), incidents: [write(1, 'before', '401')] }),
			retry(),
		],
		'payout, records late, crashed and retried': [
			lag(20),
			run({ shape, incidents: [write(1, 'after', 'kill')] }),
			retry(),
		],
	});
});

describe('an execution that crashed and is retried', () => {
	cases({
		'payout, External ID empty': [run({ references: 'empty', incidents: [write(1, 'after', 'kill')] }), retry()],
		'payouts in batches, External ID empty': [
			run({ way: 'payoutBatch', references: 'empty', lines: bills(1, 2, 3), incidents: [write(2, 'after', 'kill')] }),
			retry(),
		],
		'AUD payout, External ID empty': [
			run({ way: 'aud', references: 'empty', incidents: [write(1, 'after', 'kill')] }),
			retry(),
		],
		'AUD payout, own External ID': [run({ way: 'aud', incidents: [write(1, 'after', 'kill')] }), retry()],
		'payin, External ID empty': [
			run({ way: 'payin', references: 'empty', incidents: [write(1, 'after', 'kill')] }),
			retry(),
		],
		'payout, own External ID, records late': [lag(20), run({ incidents: [write(1, 'after', 'kill')] }), retry()],
	});
});

describe.each(['plain', 'loop', 'child', 'newAgent', 'oldAgent'] as const)(
	'an execution that a webhook started (%s), crashed and retried',
	(shape) => {
		const killed = (changes: Partial<Run>) =>
			run({ shape, byWebhook: true, lines: bills(1, 2), incidents: [write(2, 'after', 'kill')], ...changes });
		cases({
			'payout, External ID empty': [killed({ references: 'empty' }), retry()],
			'payout, records late': [lag(20), killed({}), retry()],
			'AUD payout, External ID empty': [killed({ way: 'aud', references: 'empty' }), retry()],
			'AUD payout, own External ID': [killed({ way: 'aud' }), retry()],
		});
	},
);

describe('a failed execution that is retried twice from the list, External ID empty', () => {
	const twice = (changes: Partial<Run>, ...between: Step[]): Step[] => [
		run({ references: 'empty', lines: bills(1, 2, 3), incidents: [write(1, 'before', '401')], ...changes }),
		retry(write(2, 'before', '401')),
		...between,
		retryFirst(),
	];
	cases({
		payout: twice({}, pass(60)),
		'payout, after a restart': twice({}, restart()),
		'payouts in batches': twice({ way: 'payoutBatch' }, pass(60)),
		payin: twice({ way: 'payin' }, pass(60)),
		refund: twice({ way: 'refund' }, pass(60)),
		'AUD payout': twice({ way: 'aud' }),
		'AUD payout, after a restart': twice({ way: 'aud' }, restart()),
		'AUD payouts in batches, after a restart': twice({ way: 'audBatch' }, restart()),
		'AUD payout of a tool, after a restart': twice({ shape: 'newAgent', references: 'own', way: 'aud' }, restart()),
		'payout in a loop': twice({ shape: 'loop' }, pass(60)),
	});
});

describe.each(['plain', 'loop', 'child', 'childEach', 'newAgent'] as const)(
	'a failed execution that is retried twice at once (%s)',
	(shape) => {
		const twice = (changes: Partial<Run>): Step[] => [
			run({ shape, lines: bills(1, 2), incidents: [write(1, 'before', '401')], ...changes }),
			retryTwice(),
		];
		cases({
			'payout, own External ID': twice({}),
			'payout, External ID empty': twice({ references: 'empty' }),
			'payouts in batches, External ID empty, records late': [
				lag(20),
				...twice({ way: 'payoutBatch', references: 'empty' }),
			],
			'payouts in batches under a Batch External ID alone': twice({ way: 'payoutBatch', references: 'batchOnly' }),
			'payout whose remark is another in each': twice({ references: 'empty', varying: 'remark' }),
			'AUD payout, own External ID': twice({ way: 'aud' }),
			'AUD payouts in batches, External ID empty': twice({ way: 'audBatch', references: 'empty' }),
			payin: twice({ way: 'payin', references: 'empty' }),
			refund: twice({ way: 'refund', references: 'empty' }),
		});
	},
);

describe('all items with own External IDs', () => {
	cases({
		'run again with one more': [run({ way: 'payoutBatch', lines: bills(2, 3, 4) }), again('grown')],
		'run again with one less': [run({ way: 'payoutBatch', lines: bills(1, 2, 3) }), again('shrunk')],
		'first one by one, then all together': [run({ lines: bills(1, 2) }), again('otherMode')],
		'first all together, then one by one': [run({ way: 'payoutBatch', lines: bills(1, 2) }), again('otherMode')],
	});
});

describe('keys', () => {
	cases({
		'a batch reference alone and an account that is corrected while it is unknown whether it was paid': [
			run({
				...{ shape: 'loop', way: 'payoutBatch', references: 'batchOnly', lines: bills(3) },
				incidents: [write(1, 'before', 'cut')],
			}),
			again('account'),
		],
		'a batch reference alone and a corrected name': [
			run({ way: 'payoutBatch', references: 'batchOnly', lines: bills(1) }),
			again('name'),
		],
		'the name constructor, AUD payouts': [
			run({ way: 'audBatch', lines: bills(5, 6), retryOnFail: true, incidents: [write(1, 'after', 'reset')] }),
			retry(),
		],
		'the names constructor and __proto__, payouts in batches': [
			run({ way: 'payoutBatch', lines: bills(5, 6, 1) }),
			again(),
		],
		'Prevent Duplicates as text': [run({ guard: 'text' }), again()],
		'the same External ID twice in a list, AUD payouts': [run({ way: 'aud', lines: bills(1, 1) })],
		'run again in the same process, AUD payout': [run({ way: 'aud' }), again()],
		'two executions at once, AUD payouts in batches': [together({ way: 'audBatch' })],
		'two executions at once, one of them stopped as the answers to all its payments come': [
			together({
				shape: 'errorLoop',
				way: 'aud',
				guard: 'text',
				lines: bills(2, 1),
				incidents: [write(2, 'after', 'stop')],
			}),
			run({ way: 'aud', lines: bills(2, 3) }),
		],
	});
});

describe('answers that say nothing', () => {
	cases({
		'an empty object for a payin': [run({ way: 'payin', incidents: [write(1, 'after', 'emptyObject')] })],
		'an empty list for an AUD payout': [run({ way: 'aud', incidents: [write(1, 'before', 'emptyArray')] })],
		'an error with status 200 for a payout': [run({ incidents: [write(1, 'before', 'errorObject')] })],
		'an error with status 200 for the second batch': [
			run({
				way: 'payoutBatch',
				lines: bills(1, 2, 3, 4, 5),
				goOn: true,
				incidents: [write(2, 'after', 'errorObject')],
			}),
		],
		'an empty object for the form of a method': [run({ incidents: [read(1, 'emptyObject')] })],
		'an empty object for a list': [run({ incidents: [read(2, 'emptyObject')] })],
	});
});

describe('a list that was read before the payment was made', () => {
	cases({
		'is asked again where this process pays one by one what it has paid all together': [
			run({ way: 'payoutBatch', lines: bills(2, 1) }),
			run({ incidents: [read(2, 'stall')] }),
		],
	});
});

describe('found, and not what was asked for', () => {
	cases({
		'a refund of a part, then of all under the same External ID': [
			run({ way: 'refund', lines: [{ bill: 1, edit: 'amount' }] }),
			run({ way: 'refund', lines: bills(1) }),
		],
		'a refund of another kind at the retry': [
			run({
				way: 'refund',
				references: 'empty',
				lines: bills(1),
				incidents: [write(1, 'after', 'reset'), read(1, '401')],
			}),
			retryEdited('amount'),
		],
		'another account number in a list': [run({ lines: [{ bill: 1 }, { bill: 1, edit: 'account' }] })],
		'another account number under the same External ID': [run(), again('account')],
		'a corrected account above the old one, under a batch reference alone': [
			run({ references: 'batchOnly', goOn: true, lines: bills(6) }),
			run({ references: 'batchOnly', goOn: true, lines: [{ bill: 6, edit: 'account' }, { bill: 6 }] }),
		],
		'a corrected account above the old one, in batches': [
			run({ way: 'payoutBatch', references: 'batchOnly', goOn: true, lines: bills(6) }),
			run({
				way: 'payoutBatch',
				references: 'batchOnly',
				goOn: true,
				lines: [{ bill: 6, edit: 'account' }, { bill: 6 }],
			}),
		],
		'another name of the payer': [run({ way: 'payin' }), again('name')],
		'a payout that has failed since': [run({ lines: bills(4) }), settle(), again()],
		'a payout that has failed at once': [processIn(1), run({ lines: bills(4) }), pass(5), again()],
		'a payout that has failed at once, in a batch': [
			processIn(1),
			run({ way: 'payoutBatch', lines: bills(1, 4) }),
			pass(5),
			again(),
		],
		'a payout that has failed since, corrected': [run({ lines: bills(4) }), settle(), again('account')],
	});
});

describe('another account', () => {
	cases({
		'unclear in one, retried in the other': [
			run({ lines: bills(1, 2), incidents: [write(2, 'before', '401')] }),
			switchAccount(),
			retry(),
		],
		'AUD payouts': [
			run({ way: 'audBatch', references: 'empty', lines: bills(1, 2, 3), incidents: [write(2, 'before', '401')] }),
			switchAccount(),
			retry(),
		],
	});
});

describe('what a killed process had on its way', () => {
	cases({
		'is carried out while the next run begins, with a payee whose account was corrected': [
			run({ references: 'batchOnly', lines: bills(1, 2), retryOnFail: true, incidents: [read(1, 'kill')] }),
			again('grown', write(3, 'after', 'kill'), write(2, 'before', 'straggler')),
			again('account'),
		],
	});
});

describe('stopped', () => {
	cases({
		'with continue on fail, then run again: nobody is left out': [
			run({ lines: bills(1, 2, 3), goOn: true, incidents: [write(1, 'before', 'stop')] }),
			pass(60),
			again(),
		],
		'with continue on fail, in batches, then run again: nobody is left out': [
			run({ way: 'payoutBatch', lines: bills(1, 2, 3), goOn: true, incidents: [write(1, 'before', 'stop')] }),
			pass(60),
			again(),
		],
		'then retried: nobody is left out': [
			run({ references: 'empty', lines: bills(1, 2, 3), incidents: [write(1, 'before', 'stop')] }),
			retry(),
		],
		'and run again after the settle time': [
			run({ lines: bills(1, 2), incidents: [write(1, 'after', 'stop')] }),
			pass(60),
			again(),
		],
	});
});
