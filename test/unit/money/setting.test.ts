import { LONGEST_SETTLE_SECONDS } from '../../../nodes/MultiCurrencyPayments/form/fields';
import { PAYMENT } from '../../../nodes/MultiCurrencyPayments/money/failures';
import { accountKey } from '../../../nodes/service/credential';
import { payAll } from '../../../nodes/MultiCurrencyPayments/money/payAll';
import type { Payment } from '../../../nodes/MultiCurrencyPayments/money/payment';
import {
	notesOf,
	paymentOf,
	settingOf,
	settleTimeOf,
	type WaitReason,
} from '../../../nodes/MultiCurrencyPayments/money/setting';
import * as sharedMarksModule from '../../../nodes/n8n/sharedMarks';
import { TimeSlice } from '../../../nodes/service/time';
import { itemOf, n8nWith, type Try } from './items';
import { kindThat } from './kernel/payments';

afterEach(() => jest.restoreAllMocks());

const KIND = { kind: 'payout', externalId: 'INV-7', facts: { amount: '10' } };
const credential = (appId: string, baseUrl = 'https://service.example/api') => ({
	credential: { appId, baseUrl } as never,
});
const of = (about: Try = {}, appId = 'one', baseUrl?: string) => itemOf(n8nWith(about), credential(appId, baseUrl));

describe('the identity of a payment', () => {
	const identity = (about: Partial<Payment> = {}, ...at: [appId?: string, baseUrl?: string]) =>
		paymentOf(of({}, ...at), { ...KIND, ...about }).identity;

	it('is that of every run of the same account, kind, list and External ID, whatever it pays', () => {
		expect(identity({ facts: { amount: '11' } })).toBe(identity());
		expect(identity({ list: '' })).toBe(identity());
	});

	it('is that of every key that looks the same', () => {
		expect(identity({ externalId: 'inv–7' })).toBe(identity());
		expect(identity({ list: 'Payroll' })).toBe(identity({ list: 'payroll' }));
	});

	it.each<[string, string]>([
		['External ID', identity({ externalId: 'INV-8' })],
		['number of zeros before an External ID', identity({ externalId: 'INV-07' })],
		['kind', identity({ kind: 'payin' })],
		['list', identity({ list: 'payroll' })],
		['account', identity({}, 'two')],
		['service', identity({}, 'one', 'https://sandbox.example/api')],
	])('is another one for another %s', (_, other) => {
		expect(other).not.toBe(identity());
	});

	it('does not take a list for a kind, or a list for an External ID', () => {
		expect(identity({ list: 'a', externalId: 'b' })).not.toBe(identity({ list: 'b', externalId: 'a' }));
		expect(identity({ list: 'ab', externalId: 'c' })).not.toBe(identity({ list: 'a', externalId: 'bc' }));
	});
});

it('a payment knows its account, its row, and what it asks for', () => {
	const item = of({ parameters: { options: { settleSeconds: 7 } } });
	expect(paymentOf(item, { ...KIND, list: 'payroll' })).toEqual({
		...KIND,
		list: 'payroll',
		subject: PAYMENT,
		identity: expect.any(String),
		account: accountKey(item.run.credential),
		settleTime: 7_000,
		row: 0,
	});
});

it('a payment shows no sooner than by default where a guard limits amounts, whatever the workflow sets', () => {
	const settling = (settleSeconds: number) => {
		const guard = { limitsAmounts: true } as never;
		return paymentOf(
			itemOf(n8nWith({ parameters: { options: { settleSeconds } } }), { ...credential('one'), guard }),
			KIND,
		).settleTime;
	};
	expect([settling(0), settling(40)]).toEqual([30_000, 40_000]);
});

describe('how late a record may show', () => {
	const settling = (settleSeconds?: unknown) => of({ parameters: { options: { settleSeconds } as never } });

	it.each([
		[undefined, 30_000],
		['', 30_000],
		[0, 0],
		['1.5', 1_500],
		[LONGEST_SETTLE_SECONDS, LONGEST_SETTLE_SECONDS * 1_000],
	])('%j seconds are %i milliseconds', (seconds, milliseconds) => {
		expect(settleTimeOf(settling(seconds))).toBe(milliseconds);
	});

	it.each([-1, LONGEST_SETTLE_SECONDS + 1, 'soon', true])('is no length of time: %j', (seconds) => {
		expect(() => settleTimeOf(settling(seconds))).toThrow('Look for Record (Seconds) must be a number from 0 to 3600');
	});
});

describe('what is remembered', () => {
	/** Pays by a service that cannot be asked. */
	async function pay(about: Try, appId: string, answer = async () => await Promise.resolve([{ uuid: 'U1' }])) {
		const item = of(about, appId);
		const payment = paymentOf(item, KIND);
		const sent = jest.fn(answer);
		const outcome = (await payAll(kindThat(null, sent), [payment], await settingOf(item, false))).get(payment);
		const told = outcome && ('result' in outcome ? outcome.result.outcome : (outcome.failure as Error).name);
		return { told, sent: sent.mock.calls.length, outcome };
	}

	it('is shared by all executions of the process', async () => {
		expect(await pay({ execution: 'e1' }, 'process')).toMatchObject({ told: 'created', sent: 1 });
		expect(await pay({ execution: 'e2' }, 'process')).toMatchObject({ told: 'found', sent: 0 });
		expect(await pay({ execution: 'e2' }, 'process of another account')).toMatchObject({ told: 'created' });
	});

	it('tells what an execution has sent from what another one has', async () => {
		await pay({ execution: 'e1' }, 'own');
		expect(await pay({ execution: 'e1' }, 'own')).toMatchObject({ outcome: { result: { isOwn: true } } });
		expect(await pay({ execution: 'e2' }, 'own')).toMatchObject({ outcome: { result: { isOwn: false } } });
	});

	it('is that of the process alone where n8n keeps nothing', async () => {
		expect(await pay({ stored: null }, 'agent')).toMatchObject({ told: 'created' });
		expect(await pay({ stored: null }, 'agent')).toMatchObject({ told: 'found', sent: 0 });
	});
});

describe('an execution', () => {
	it('is stopped when n8n says so, and then waits no longer', async () => {
		const stop = new AbortController();
		const { isStopped, pause } = await settingOf(of({ signal: stop.signal }), false);
		expect(isStopped()).toBe(false);
		const paused = pause(60_000);
		stop.abort();
		expect(isStopped()).toBe(true);
		await paused;
		expect((await settingOf(of(), false)).isStopped()).toBe(false);
	});

	it('goes on or not after a failure, as it is told, and knows how long its requests may take', async () => {
		for (const goOn of [true, false]) expect((await settingOf(of(), goOn)).goOn).toBe(goOn);
		expect((await settingOf(itemOf(n8nWith(), { timeLimit: 7_000 }), false)).longestRequest).toBe(7_000);
	});

	it('lets others work when its slice is over', async () => {
		const isOver = jest.spyOn(TimeSlice.prototype, 'isOver', 'get').mockReturnValue(false);
		const { giveWay } = await settingOf(of(), false);
		expect(giveWay()).toBeUndefined();
		isOver.mockReturnValue(true);
		await expect(giveWay()).resolves.toBeUndefined();
	});
});

describe('marks that processes share', () => {
	/** What n8n keeps, or why it does not. */
	const marksOf = async (keep: () => Promise<boolean>) => {
		const kept = { ...sharedMarksModule.NO_MARKS, scope: 'w1', add: keep, has: keep };
		jest.spyOn(sharedMarksModule, 'sharedMarks').mockResolvedValue(kept);
		const item = of();
		const { marks } = await settingOf(item, false);
		return { item, marks };
	};

	it.each([true, false])('are those of n8n: %s', async (isThere) => {
		const { item, marks } = await marksOf(async () => await Promise.resolve(isThere));
		expect([marks.scope, await marks.add('a'), await marks.has('a')]).toEqual(['w1', isThere, isThere]);
		expect(notesOf(item.n8n)).toEqual([]);
	});

	it('keep nobody from paying where the database does not answer, and tell so', async () => {
		const { item, marks } = await marksOf(async () => await Promise.reject(new Error('It is down')));
		expect([await marks.add('a'), await marks.has('a')]).toEqual([true, false]);
		expect(notesOf(item.n8n)).toEqual([
			'n8n’s database did not answer, so what another process of n8n pays at the same moment was not known.',
		]);
	});

	it('are known to be none where n8n keeps none', async () => {
		expect((await settingOf(of(), false)).marks).toBe(sharedMarksModule.NO_MARKS);
	});
});

it('pauses as long as it is told, by the clock of the system', async () => {
	const { pause, systemTime } = await settingOf(of(), false);
	const before = Date.now();
	await pause(30);
	expect(systemTime()).toBeGreaterThanOrEqual(before + 29);
});

describe('a wait before a payment', () => {
	it.each<[WaitReason, string]>([
		[
			'started',
			'Waited 30 s before sending: n8n had just been started, and what it sent before that may be listed late.',
		],
		['claimed', 'Waited 30 s before sending: another run of this workflow had begun to send the same.'],
	])('is told in seconds, the longest one: %s', async (reason, sentence) => {
		const item = of();
		expect(notesOf(item.n8n)).toEqual([]);
		for (const milliseconds of [3_000, 29_600, 12_000]) (await settingOf(item, false)).noteWait(reason, milliseconds);
		expect(notesOf(item.n8n)).toEqual([sentence]);
		expect(notesOf(of().n8n)).toEqual([]);
	});

	it('is not told when it is short', async () => {
		const item = of();
		const { noteWait } = await settingOf(item, false);
		noteWait('started', 2_000);
		expect(notesOf(item.n8n)).toEqual([]);
		noteWait('started', 2_001);
		expect(notesOf(item.n8n)).toEqual([expect.stringContaining('Waited 2 s')]);
	});
});
