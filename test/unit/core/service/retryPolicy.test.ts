import fc from '../../../seeded';
import {
	BACKOFF,
	backoff,
	outcomeOfFailure,
	outcomeOfStatus,
	pauseBeforeRepeat,
	pauseBetweenLookUps,
	RETRY_TABLE,
	retryAfter,
	type RequestOutcome,
} from '../../../../core/service/retryPolicy';

const outcomes = Object.keys(RETRY_TABLE.write) as RequestOutcome[];

/** Outcomes that prove the service did nothing: it refused, or the request never reached it. */
const WITHOUT_EFFECT: RequestOutcome[] = [
	'unauthorised',
	'rateLimited',
	'refused',
	'connectionRefused',
	'nameNotFound',
	'certificateRefused',
];

describe('the decision table', () => {
	it('repeats a write only where nothing happened and trying again can help', () => {
		const repeated = outcomes.filter((outcome) => RETRY_TABLE.write[outcome] === 'repeat');
		expect(repeated).toEqual(['rateLimited', 'connectionRefused', 'nameNotFound']);
		expect(repeated.filter((outcome) => !WITHOUT_EFFECT.includes(outcome))).toEqual([]);
	});

	it('asks the service about every write whose effect is unknown, and only about those', () => {
		const asked = outcomes.filter((outcome) => RETRY_TABLE.write[outcome] === 'lookUp');
		expect(asked).toEqual(outcomes.filter((outcome) => outcome !== 'answered' && !WITHOUT_EFFECT.includes(outcome)));
	});

	it('repeats a read on everything that may pass, and never has to look anything up', () => {
		expect(outcomes.filter((outcome) => RETRY_TABLE.read[outcome] === 'repeat')).toEqual([
			'unreadableAnswer',
			'requestTimeout',
			'rateLimited',
			'serviceFailure',
			'connectionRefused',
			'nameNotFound',
			'connectionLost',
			'timedOut',
		]);
		expect(outcomes.filter((outcome) => RETRY_TABLE.read[outcome] === 'lookUp')).toEqual([]);
	});

	it('accepts an answer and nothing else', () => {
		for (const kind of ['read', 'write'] as const) {
			expect(outcomes.filter((outcome) => RETRY_TABLE[kind][outcome] === 'accept')).toEqual(['answered']);
		}
	});

	it('gives up at once where the same request would fail in the same way', () => {
		expect(outcomes.filter((outcome) => RETRY_TABLE.write[outcome] === 'giveUp')).toEqual([
			'unauthorised',
			'refused',
			'certificateRefused',
		]);
		expect(outcomes.filter((outcome) => RETRY_TABLE.read[outcome] === 'giveUp')).toEqual([
			'tooLarge',
			'redirected',
			'unauthorised',
			'refused',
			'certificateRefused',
			'cancelled',
		]);
	});
});

describe('what a status stands for', () => {
	it.each<[number, RequestOutcome]>([
		[200, 'answered'],
		[201, 'answered'],
		[299, 'answered'],
		[300, 'redirected'],
		[302, 'redirected'],
		[308, 'redirected'],
		[399, 'redirected'],
		[400, 'refused'],
		[401, 'unauthorised'],
		[402, 'refused'],
		[403, 'refused'],
		[404, 'refused'],
		[407, 'refused'],
		[408, 'requestTimeout'],
		[409, 'refused'],
		[422, 'refused'],
		[428, 'refused'],
		[429, 'rateLimited'],
		[430, 'refused'],
		[499, 'refused'],
		[500, 'serviceFailure'],
		[502, 'serviceFailure'],
		[599, 'serviceFailure'],
		[199, 'serviceFailure'],
	])('%i: %s', (status, outcome) => {
		expect(outcomeOfStatus(status)).toBe(outcome);
	});
});

describe('what a failed connection stands for', () => {
	it.each<[string | undefined, RequestOutcome]>([
		['ECONNREFUSED', 'connectionRefused'],
		['ENOTFOUND', 'nameNotFound'],
		['EAI_AGAIN', 'nameNotFound'],
		['ECONNABORTED', 'timedOut'],
		['ERR_ANSWER_TOO_LARGE', 'tooLarge'],
		['ETIMEDOUT', 'timedOut'],
		['ESOCKETTIMEDOUT', 'timedOut'],
		['ERR_CANCELED', 'cancelled'],
		['CERT_HAS_EXPIRED', 'certificateRefused'],
		['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificateRefused'],
		['SELF_SIGNED_CERT_IN_CHAIN', 'certificateRefused'],
		['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificateRefused'],
		['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificateRefused'],
		['ERR_TLS_CERT_ALTNAME_INVALID', 'certificateRefused'],
		['ECONNRESET', 'connectionLost'],
		['EPIPE', 'connectionLost'],
		['', 'connectionLost'],
		['constructor', 'connectionLost'],
		[undefined, 'connectionLost'],
	])('%s: %s', (code, outcome) => {
		expect(outcomeOfFailure(code)).toBe(outcome);
	});

	it('never takes a code it does not know for a request that had no effect', () => {
		fc.assert(
			fc.property(fc.string(), (code) => {
				const unknown = !/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(code);
				if (unknown) expect(RETRY_TABLE.write[outcomeOfFailure(code)]).not.toBe('repeat');
			}),
		);
	});
});

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the pause between attempts', () => {
	it('doubles its ceiling from half a second to twenty seconds', () => {
		expect([1, 2, 3, 4, 5, 6, 7, 8, 2000].map((attempt) => backoff(attempt, 1 - Number.EPSILON))).toEqual([
			499, 999, 1999, 3999, 7999, 15_999, 19_999, 19_999, 19_999,
		]);
		expect(backoff(1, 0.5)).toBe(250);
		expect(backoff(3, 0.25)).toBe(500);
	});

	it('lies anywhere from nothing to its ceiling, in whole milliseconds', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 5000 }), chance, (attempt, random) => {
				const pause = backoff(attempt, random);
				expect(Number.isInteger(pause)).toBe(true);
				expect(pause).toBeGreaterThanOrEqual(0);
				expect(pause).toBeLessThan(BACKOFF.longest);
				expect(backoff(attempt, 0)).toBe(0);
			}),
		);
	});
});

describe('Retry-After', () => {
	const now = Date.UTC(2031, 2, 4, 5, 6, 7);

	it.each<[string | undefined, number | null]>([
		[undefined, null],
		['', null],
		['0', 0],
		['120', 120_000],
		[' 7 ', 7_000],
		['Tue, 04 Mar 2031 05:06:37 GMT', 30_000],
		[' Tue, 04 Mar 2031 05:06:08 GMT ', 1_000],
		['Tue, 04 Mar 2031 05:06:07 GMT', 0],
		['Tue, 04 Mar 2031 05:06:06 GMT', 0],
		['Tue, 04 Mar 2031 05:06:37', null],
		['1.5', null],
		['-5', null],
		['5 seconds', null],
		['in 5', null],
		['Tue, 04 Mar 2031 05:06:37 GMT (UTC)', null],
		['(at) Tue, 04 Mar 2031 05:06:37 GMT', null],
		['soon', null],
		['2031-03-04T05:06:37Z', null],
		['Tue, 99 Mar 2031', null],
	])('%j asks for %j ms', (header, pause) => {
		expect(retryAfter(header, now)).toBe(pause);
	});

	it('reads every HTTP date as the time until then', () => {
		fc.assert(
			fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (seconds) => {
				const header = new Date(now + seconds * 1000).toUTCString();
				expect(retryAfter(header, now)).toBe(Math.max(0, seconds * 1000));
			}),
		);
	});
});

describe('the pause before a repeat', () => {
	const given = { attempt: 3, random: 0.5, retryAfterHeader: undefined, now: 10_000, deadline: 20_000 };

	it('is the backoff, or longer when the service asks for it', () => {
		expect(pauseBeforeRepeat(given)).toBe(1000);
		expect(pauseBeforeRepeat({ ...given, retryAfterHeader: '3' })).toBe(3000);
		expect(pauseBeforeRepeat({ ...given, retryAfterHeader: '0' })).toBe(1000);
		expect(pauseBeforeRepeat({ ...given, retryAfterHeader: 'soon' })).toBe(1000);
	});

	it('is none when the time would be up', () => {
		expect(pauseBeforeRepeat({ ...given, deadline: 11_001 })).toBe(1000);
		expect(pauseBeforeRepeat({ ...given, deadline: 11_000 })).toBeNull();
		expect(pauseBeforeRepeat({ ...given, retryAfterHeader: '10' })).toBeNull();
		expect(pauseBeforeRepeat({ ...given, retryAfterHeader: '9'.repeat(400) })).toBeNull();
	});

	it('never ends after the deadline, nor before the service allows', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 20 }),
				chance,
				fc.option(fc.nat(100)),
				fc.nat(100_000),
				(attempt, random, seconds, left) => {
					const pause = pauseBeforeRepeat({
						attempt,
						random,
						retryAfterHeader: seconds === null ? undefined : String(seconds),
						now: 1_000,
						deadline: 1_000 + left,
					});
					if (pause === null) return;
					expect(pause).toBeLessThan(left);
					expect(pause).toBeGreaterThanOrEqual((seconds ?? 0) * 1000);
				},
			),
		);
	});
});

it('look-ups become fewer the longer a record does not show', () => {
	expect([1, 2, 3, 4, 5, 6, 7, 100].map(pauseBetweenLookUps)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
});
