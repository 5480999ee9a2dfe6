import { attempt } from '../../../core/attempt';
import { ServiceFailure, unusableAnswer } from '../../../nodes/service/failure';
import { PaidTwice } from '../../../nodes/MultiCurrencyPayments/money/failures';
import type { Intention, PaymentResult } from '../../../nodes/MultiCurrencyPayments/money/intention';
import { NotShown } from '../../../nodes/MultiCurrencyPayments/money/intention';
import type { SentMemory } from '../../../nodes/MultiCurrencyPayments/money/memory';
import { sendOnce } from '../../../nodes/MultiCurrencyPayments/money/once';
import { thisProcess } from '../../../nodes/MultiCurrencyPayments/money/processMemory';
import type { Situation } from './payer';
import { called, FACTS, Keys, Payer, terms } from './payer';

/** Payments by themselves, in whatever situation, against a service that is asked by keys. */

const request = { method: 'POST', path: '/v2/payouts' };
const refused = new ServiceFailure('refused', false, request, { attempts: 1, status: 422 });
const lost = new ServiceFailure('timedOut' as never, true, request, { attempts: 1 });
const taken = unusableAnswer(request, { uuid: 'another' });

const MINUTE = 60_000;

const DAY = 24 * 60 * MINUTE;

let payer: Payer;
let service: Keys;
/** Each test has times of its own, later than those before. */
let start = Date.now();
const { startedAt } = thisProcess;
beforeEach(() => {
	jest.useFakeTimers({ now: (start += DAY) });
	payer = new Payer();
	service = new Keys();
});
afterEach(() => {
	thisProcess.startedAt = startedAt;
	jest.useRealTimers();
});

/** What comes of a payment. Time passes as fast as nobody waits for anything else. */
async function pay(memory: SentMemory, about: Partial<Intention> = {}): Promise<PaymentResult> {
	const { canLookUp: _, ...intention } = terms(about);
	const paying = attempt(() =>
		sendOnce({ ...intention, send: service.send, lookUp: service.lookUp, ...about }, memory),
	);
	await jest.runAllTimersAsync();
	const paid = await paying;
	if ('failure' in paid) throw paid.failure;
	return paid.value;
}

/** The explanation of why it was not made. */
async function refusal(memory: SentMemory, about: Partial<Intention> = {}): Promise<object> {
	const paid = await attempt(() => pay(memory, about));
	if (!('failure' in paid)) throw new Error('It was made');
	return (paid.failure as PaidTwice).explanation ?? paid.failure;
}

/** A try of the node in an execution of its own. */
const anew = (situation: Partial<Situation> = {}) => payer.memory({ id: `e${Math.random()}`, kept: {}, ...situation });

/** Tries of one execution. */
function tries(situation: Partial<Situation> = {}): (more?: Partial<Situation>) => SentMemory {
	const kept = {};
	const id = `e${Math.random()}`;
	return (more) => payer.memory({ id, ...situation, kept, ...more });
}

const unknown = (key = 'INV-1') => ({ details: { outcome: 'unknown', external_id: key } });
const doubt = (message: string) => ({ message: expect.stringContaining(message) });
const OTHER = { ...FACTS, amount: '12' };

describe('a payment with an External ID', () => {
	it('is looked for before it is sent', async () => {
		expect(await pay(anew())).toEqual({
			key: 'INV-1',
			record: { uuid: 'uuid 1', status: 'created' },
			outcome: 'created',
		});
		expect([service.asked, service.sent]).toEqual([['INV-1'], ['INV-1']]);
	});

	it('is found instead of made again', async () => {
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS });
		expect(await pay(anew())).toEqual({ key: 'INV-1', record: { uuid: 'u' }, outcome: 'found' });
		expect(service.sent).toEqual([]);
	});

	it('is not sent where the service has another under it', async () => {
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: OTHER });
		expect(await refusal(anew())).toMatchObject({
			message: 'The external ID INV-1 belongs to another payment',
			details: { external_id: 'INV-1' },
		});
		expect(service.sent).toEqual([]);
	});

	it('is not sent where the service has it in another spelling', async () => {
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS, key: 'inv-1' });
		expect(await refusal(anew())).toMatchObject({
			...doubt('inv-1, which differs'),
			details: { external_id: 'inv-1' },
		});
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS, key: null });
		expect(await pay(anew())).toMatchObject({ outcome: 'found' });
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS, key: 'INV-1' });
		expect(await pay(anew())).toMatchObject({ outcome: 'found' });
	});

	it('that has ended without money is not made again, but returned on request', async () => {
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS, ended: 'expired' });
		expect(await refusal(anew())).toMatchObject({ ...doubt('was made before and has ended without money: expired') });
		expect(await pay(anew(), { returnEnded: true })).toMatchObject({ outcome: 'found', record: { uuid: 'u' } });
		expect(service.sent).toEqual([]);
	});

	it('fails with what the question failed with', async () => {
		service.hidden = refused;
		await expect(pay(anew())).rejects.toBe(refused);
		expect(service.sent).toEqual([]);
	});

	it('is not sent once the execution is stopped', async () => {
		const signal = AbortSignal.abort();
		const stopped = await attempt(() => pay(anew(), { signal }));
		expect(stopped).toMatchObject({
			failure: {
				outcome: 'cancelled',
				unclear: false,
				request: { method: 'POST', path: '' },
				details: { attempts: 0 },
			},
		});
		expect([service.asked, service.sent]).toEqual([[], []]);
		await expect(pay(anew(), { signal, lookUp: null })).rejects.toMatchObject({ outcome: 'cancelled' });
		expect(service.sent).toEqual([]);
	});

	it('is not sent twice by two executions at once', async () => {
		const both = Promise.all([pay(anew()), pay(anew())]);
		expect((await both).map(({ outcome }) => outcome).sort()).toEqual(['created', 'found']);
		expect(service.sent).toEqual(['INV-1']);
	});
});

describe('a request that is refused', () => {
	it('leaves nothing behind: a repeat sends at once, and even with other values', async () => {
		const again = tries();
		service.failing = { with: refused, isMade: false };
		await expect(pay(again())).rejects.toBe(refused);
		service.failing = undefined;
		expect(await pay(again(), { facts: OTHER, lookUp: null })).toMatchObject({ outcome: 'created' });
		expect(service.counted).toEqual([
			expect.objectContaining({ key: 'INV-1', isAgain: false }),
			expect.objectContaining({ key: 'INV-1', isAgain: false }),
		]);
	});

	it('does not hide what another execution has made', async () => {
		await pay(anew(), { lookUp: null });
		service.failing = { with: refused, isMade: false };
		await expect(pay(anew(), { makesAnother: true, preventDuplicates: false, lookUp: null })).rejects.toBe(refused);
		expect(await pay(anew(), { lookUp: null })).toMatchObject({ outcome: 'found' });
	});
});

describe('a request without a usable answer', () => {
	it('is looked for until the service shows it', async () => {
		service.failing = { with: lost, isMade: true };
		service.lags = true;
		setTimeout(() => (service.lags = false), 600);
		expect(await pay(anew())).toMatchObject({ outcome: 'found', record: { uuid: 'uuid 1' } });
		// Before the send, and after it at once, after a quarter and after three quarters of a second.
		expect(service.asked).toHaveLength(4);
	});

	it('is unknown when the service does not show it by the end of the settle time', async () => {
		service.failing = { with: lost, isMade: false };
		const started = Date.now();
		expect(await refusal(anew())).toMatchObject({
			...unknown(),
			description: expect.stringMatching(/no usable answer came\. \S.*\. The service was asked for it/),
		});
		expect(Date.now() - started).toBe(1_000);
		// Once before, then after 0, 250, 750 and 1000 milliseconds.
		expect(service.asked).toHaveLength(5);
		expect(service.sent).toHaveLength(1);
	});

	it('is unknown at once where the service cannot be asked, and is not sent again', async () => {
		const again = tries();
		service.failing = { with: lost, isMade: false };
		expect(await refusal(again(), { lookUp: null })).toMatchObject({
			...unknown(),
			description: expect.stringContaining('The service cannot tell.'),
		});
		service.failing = undefined;
		expect(await refusal(again(), { lookUp: null })).toMatchObject(unknown());
		expect(await refusal(anew(), { lookUp: null })).toMatchObject(unknown());
		expect(service.sent).toHaveLength(1);
	});

	it('is unknown when the question fails', async () => {
		service.failing = { with: lost, isMade: false };
		const lookUp = async () => {
			if (service.sent.length > 0) throw refused;
			return null;
		};
		const failed = await attempt(() => pay(anew(), { lookUp }));
		expect(failed).toMatchObject({
			failure: { cause: lost, explanation: { description: expect.stringContaining('The service cannot tell.') } },
		});
	});

	it('may turn out to have been made twice', async () => {
		service.failing = { with: lost, isMade: false };
		const twice = new PaidTwice('INV-1', ['a', 'b']);
		const lookUp = async () => {
			if (service.sent.length > 0) throw twice;
			return null;
		};
		await expect(pay(anew(), { lookUp })).rejects.toBe(twice);
	});

	it('is unknown when the execution is stopped', async () => {
		const stop = new AbortController();
		service.failing = { with: lost, isMade: false };
		setTimeout(() => stop.abort(), 300);
		expect(await refusal(anew(), { signal: stop.signal })).toMatchObject(unknown());
		expect(service.asked).toHaveLength(3);
	});

	it('may be shown with other values: then nobody knows what came of it', async () => {
		service = new Keys(OTHER);
		service.failing = { with: lost, isMade: true };
		expect(await refusal(anew())).toMatchObject({
			message: 'The payment INV-1 is not as it was asked for',
			...unknown(),
		});
	});

	it('that has ended, and was made anew by another execution, is that one, until the service must have shown it', async () => {
		const ended = { record: { uuid: 'u' }, facts: FACTS, ended: 'expired' };
		const lookUp = async () => ended;
		await pay(anew(), { makesAnother: true, preventDuplicates: false });
		for (const about of [{}, { settleTime: 60_000 }])
			expect(await pay(anew(), { lookUp, ...about })).toMatchObject({ outcome: 'found', record: { uuid: 'uuid 1' } });
		const shown = [
			{ ...ended, all: ['u', 'uuid 1'] },
			{ ...ended, record: { uuid: 'uuid 1' } },
			{ ...ended, record: {} },
		];
		for (const one of shown)
			expect(await refusal(anew(), { lookUp: async () => one })).toMatchObject(
				doubt('has ended without money: expired'),
			);
		expect(await pay(anew(), { lookUp, returnEnded: true })).toMatchObject({ record: { uuid: 'u' } });
		jest.setSystemTime(Date.now() + 31_000);
		expect(await refusal(anew(), { lookUp })).toMatchObject(doubt('has ended without money: expired'));
		expect(await refusal(anew(), { lookUp, facts: OTHER })).toMatchObject(doubt('belongs to another payment'));
	});

	it('that has ended is not taken for what another execution has made on purpose, with Prevent Duplicates off', async () => {
		await pay(anew(), { makesAnother: true, preventDuplicates: false });
		const lookUp = async () => ({ record: { uuid: 'u' }, facts: FACTS, ended: 'expired' });
		const crashed = { mode: 'retry', established: { source: 'retry', establishedAt: 1 } };
		const about = { makesAnother: true, preventDuplicates: false, lookUp };
		expect(await refusal(anew(crashed as Partial<Situation>), about)).toMatchObject(doubt('cannot be told'));
	});

	it('that has ended, and was made anew by this execution at another place, is that one', async () => {
		const again = tries();
		await pay(again(), { place: 'item 0' });
		const lookUp = async () => ({ record: { uuid: 'u' }, facts: FACTS, ended: 'expired' });
		expect(await pay(again(), { place: 'item 1', lookUp })).toMatchObject({
			outcome: 'found',
			record: { uuid: 'uuid 1' },
		});
	});

	it('may have ended without money meanwhile', async () => {
		const lookUp = async () => (service.sent.length > 0 ? { record: {}, facts: FACTS, ended: 'failed' } : null);
		service.failing = { with: lost, isMade: true };
		expect(await refusal(anew(), { lookUp })).toMatchObject({
			message: 'The payment INV-1 was made and has ended without money: failed',
		});
	});
});

describe('a retry after an unclear request', () => {
	const failed = async (again: () => SentMemory, about: Partial<Intention> = {}, failure = lost) => {
		service.failing = { with: failure, isMade: false };
		await refusal(again(), about);
		service.failing = undefined;
		service.asked.length = 0;
	};

	it('waits until the service would show it, and sends it again', async () => {
		const again = tries();
		await failed(again);
		const started = Date.now();
		expect(await pay(again(), { settleTime: 40_000 })).toMatchObject({ key: 'INV-1', outcome: 'created' });
		expect(Date.now() - started).toBe(39_000);
		expect(service.sent).toHaveLength(2);
		expect(service.counted[1]).toMatchObject({ key: 'INV-1', isAgain: true });
	});

	it.each<[string, number, Partial<Intention>, boolean]>([
		['after the usual time', 30_000, {}, true],
		['after less', 29_999, {}, false],
		['under a key that the service may store as another', 30_000, { ownKey: 'INV 1' }, false],
		['under a long key', 30_000, { ownKey: 'x'.repeat(100) }, true],
		['under a key that is too long', 30_000, { ownKey: 'x'.repeat(101) }, false],
		['within a batch', 30_000, { within: 'wages' }, true],
		['within a batch whose name the service may store as another', 30_000, { within: 'wages of May' }, false],
	])('counts in the place of the first %s', async (_, settleTime, about, isAgain) => {
		const again = tries();
		await failed(again, { ...about, settleTime: 0 });
		await pay(again(), { ...about, settleTime });
		expect(service.counted[1]).toMatchObject({ isAgain });
	});

	it('finds it when it was made', async () => {
		const again = tries();
		await failed(again);
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS });
		expect(await pay(again())).toMatchObject({ outcome: 'found' });
		expect(service.sent).toHaveLength(1);
	});

	it('in another execution as well', async () => {
		await failed(anew);
		expect(await pay(anew())).toMatchObject({ outcome: 'created' });
		expect(service.sent).toHaveLength(2);
	});

	it('is never sent again where the service has taken it', async () => {
		const again = tries();
		await failed(again, {}, taken);
		expect(await refusal(again())).toMatchObject(unknown());
		await jest.advanceTimersByTimeAsync(10 * MINUTE);
		expect(await refusal(again())).toMatchObject(unknown());
		expect(service.sent).toHaveLength(1);
	});

	it('is never sent again where it is due later, so that lists may not show it', async () => {
		const again = tries();
		await failed(again, { isDueLater: true });
		expect(await refusal(again(), { isDueLater: false })).toMatchObject(unknown());
		expect(service.sent).toHaveLength(1);
	});

	it('stays unknown when the question fails', async () => {
		const again = tries();
		await failed(again);
		service.hidden = refused;
		const told = await attempt(() => pay(again()));
		expect(told).toMatchObject({ failure: { cause: refused, key: 'INV-1' } });
	});

	it('with other values looks for the first before it sends the second', async () => {
		const again = tries();
		await failed(again, { ownKey: '' });
		const [first] = service.sent;
		expect(await pay(again(), { ownKey: 'INV-2', facts: OTHER })).toMatchObject({ key: 'INV-2', outcome: 'created' });
		expect([...new Set(service.asked)]).toEqual([first, 'INV-2']);
	});

	it('with other values is refused where the first was made', async () => {
		const again = tries();
		await failed(again);
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS });
		expect(await refusal(again(), { ownKey: 'INV-2', facts: OTHER })).toMatchObject({
			message: 'The external ID INV-1 belongs to another payment',
			details: { external_id: 'INV-1' },
		});
		expect(service.sent).toEqual(['INV-1']);
	});

	it('with other values is unknown where the service cannot be asked for the first', async () => {
		const again = tries();
		await failed(again, { lookUp: null });
		expect(await refusal(again(), { ownKey: 'INV-2', facts: OTHER, lookUp: null })).toMatchObject(unknown());
		expect(service.sent).toEqual(['INV-1']);
	});

	it('of another kind is unknown: the service is asked for another kind then', async () => {
		const again = tries();
		await failed(again);
		expect(await refusal(again(), { ownKey: 'INV-2', facts: OTHER, kind: 'payin' })).toMatchObject({
			...unknown(),
			description: expect.stringContaining('The service cannot tell.'),
		});
		expect([service.asked, service.sent]).toEqual([[], ['INV-1']]);
	});

	it.each<[string, Partial<Intention>]>([
		['the same', {}],
		['other', { ownKey: 'INV-2', facts: OTHER }],
	])(
		'after a restart of n8n waits anew, because lists may lack what was sent before it (%s facts)',
		async (_, about) => {
			const again = tries();
			await failed(again);
			await jest.advanceTimersByTimeAsync(MINUTE);
			thisProcess.startedAt = Date.now();
			const { outcome } = await pay(again(), { ...about, settleTime: 5_000 });
			expect([outcome, Date.now() - thisProcess.startedAt]).toEqual(['created', 5_000]);
		},
	);

	it('with other values under the same key is refused where the first was made', async () => {
		const again = tries();
		await failed(again);
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS });
		expect(await refusal(again(), { facts: OTHER })).toMatchObject({
			message: 'The payment INV-1 is not as it was asked for',
		});
	});
});

describe('a repeat within an execution', () => {
	it('of what was made is answered from memory', async () => {
		const again = tries();
		await pay(again());
		service.asked.length = 0;
		expect(await pay(again())).toEqual({
			key: 'INV-1',
			record: { uuid: 'uuid 1', status: 'created' },
			outcome: 'created',
		});
		expect(await pay(again(), { ownKey: 'now another' })).toMatchObject({ key: 'INV-1', outcome: 'created' });
		expect([service.asked, service.sent]).toEqual([[], ['INV-1']]);
	});

	it('of what was found is answered from memory, too', async () => {
		const again = tries();
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS });
		await pay(again());
		service.records.clear();
		expect(await pay(again())).toEqual({ key: 'INV-1', record: { uuid: 'u' }, outcome: 'found' });
	});

	it.each([
		['was made and has ended', true, 'The payment INV-1 was made and has ended without money: failed'],
		['was found and has ended', false, 'The payment INV-1 was made before and has ended without money: failed'],
	])('of what %s without money fails, unless it is to be returned', async (_, isMade, message) => {
		const again = tries();
		const record = { uuid: 'u', status: 'failed' };
		if (!isMade) service.records.set('INV-1', { record, facts: FACTS, ended: 'failed' });
		await attempt(() => pay(again(), { send: async () => record, returnEnded: true }));
		expect(await refusal(again())).toMatchObject({ message });
		expect(await pay(again(), { returnEnded: true })).toMatchObject({ record });
	});

	it('with other values is refused', async () => {
		const again = tries();
		await pay(again());
		expect(await refusal(again(), { facts: OTHER })).toMatchObject({
			message: 'The external ID INV-1 belongs to another payment',
			description: expect.stringContaining('Asked for: amount 12. Made before: amount 10.'),
		});
	});

	it('with another remark is the same', async () => {
		const again = tries();
		const [one, other] = ['May', 'June'].map((remark) => ({ ...FACTS, remark }));
		await pay(again(), { facts: one });
		expect(await pay(again(), { facts: other })).toMatchObject({ outcome: 'created' });
		expect(service.sent).toHaveLength(1);
	});

	it('with another remark is refused where the service has it with another amount', async () => {
		const again = tries();
		service.failing = { with: lost, isMade: false };
		await refusal(again(), { facts: { ...FACTS, remark: 'May' } });
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: { ...OTHER, remark: 'May' } });
		expect(await refusal(again(), { facts: { ...FACTS, remark: 'June' } })).toMatchObject({
			message: 'The payment INV-1 is not as it was asked for',
		});
	});

	it('with another remark finds what was unclear', async () => {
		const again = tries();
		const [one = {}, other = {}] = ['May', 'June'].map((remark) => ({ ...FACTS, remark }));
		service = new Keys(one);
		service.failing = { with: lost, isMade: true };
		service.lags = true;
		await refusal(again(), { facts: one });
		service.lags = false;
		expect(await pay(again(), { facts: other })).toMatchObject({ outcome: 'found' });
		expect(service.sent).toHaveLength(1);
	});

	it('of another kind is refused', async () => {
		const again = tries();
		await pay(again());
		expect(await refusal(again(), { kind: 'payin' })).toMatchObject(doubt('belongs to another payment'));
	});

	it('fails where the answer shows an end without money', async () => {
		const send = async () => ({ uuid: 'u', status: 'failed' });
		expect(await refusal(anew(), { send })).toMatchObject({
			message: 'The payment INV-1 was made and has ended without money: failed',
		});
		expect(await pay(anew(), { send, returnEnded: true, ownKey: 'INV-2' })).toMatchObject({ outcome: 'created' });
	});
});

describe('the same External ID at two places of an execution', () => {
	it('may have another remark at the second in another try', async () => {
		const again = tries();
		const [may, june] = ['May', 'June'].map((remark) => ({ place: 'item 1', facts: { ...FACTS, remark } }));
		service = new Keys({ ...FACTS, remark: 'May' });
		await pay(again(), { ...may, place: 'item 0' });
		await pay(again(), may);
		expect(await pay(again(), june)).toMatchObject({ outcome: 'found' });
		expect(service.sent).toHaveLength(1);
	});

	it('is one payment, as the service has it now', async () => {
		const again = tries();
		await pay(again());
		service.records.set('INV-1', { record: { uuid: 'newer' }, facts: FACTS });
		const second = { key: 'INV-1', record: { uuid: 'newer' }, outcome: 'found' };
		expect(await pay(again(), { place: 'item 1' })).toEqual(second);
		expect(await pay(again())).toMatchObject({ record: { uuid: 'uuid 1' }, outcome: 'created' });
		expect(service.sent).toHaveLength(1);
	});

	it.each<[string, Partial<Intention>]>([
		['the service does not show it yet', {}],
		['the service cannot be asked', { lookUp: null }],
	])('is one payment where %s', async (_, about) => {
		const again = tries();
		service.lags = true;
		await pay(again(), about);
		expect(await pay(again(), { ...about, place: 'item 1' })).toEqual({
			key: 'INV-1',
			record: { uuid: 'uuid 1', status: 'created' },
			outcome: 'found',
		});
		expect(await refusal(again(), { ...about, place: 'item 2', facts: OTHER })).toMatchObject(
			doubt('belongs to another payment'),
		);
		expect(service.sent).toHaveLength(1);
	});

	it('stands for the first from then on: a corrected one is another payment', async () => {
		const again = tries();
		await pay(again(), { lookUp: null });
		await pay(again(), { lookUp: null, place: 'item 1' });
		expect(await pay(again(), { lookUp: null, place: 'item 1', ownKey: '' })).toMatchObject({ key: 'INV-1' });
		expect(await pay(again(), { place: 'item 1', ownKey: 'INV-2' })).toMatchObject({
			key: 'INV-2',
			outcome: 'created',
		});
		expect(service.sent).toEqual(['INV-1', 'INV-2']);
	});

	it('that has ended without money has ended for both', async () => {
		const again = tries();
		const send = async () => ({ uuid: 'u', status: 'failed' });
		await pay(again(), { send, returnEnded: true, lookUp: null });
		expect(await refusal(again(), { place: 'item 1', lookUp: null })).toMatchObject(
			doubt('was made before and has ended without money'),
		);
	});

	it('is refused where Prevent Duplicates is off: within an execution, it tells a repeat', async () => {
		const again = tries();
		const another = { makesAnother: true, preventDuplicates: false };
		await pay(again(), another);
		expect(await refusal(again(), { ...another, place: 'item 1' })).toMatchObject(
			doubt('this execution has made one under the external ID INV-1'),
		);
		expect(await pay(again(), another)).toMatchObject({ outcome: 'created' });
		expect(service.sent).toHaveLength(1);
	});

	it('is refused where Prevent Duplicates is off and the first is unclear', async () => {
		const again = tries();
		const another = { makesAnother: true, preventDuplicates: false };
		service.failing = { with: lost, isMade: false };
		await refusal(again(), another);
		expect(await refusal(again(), { ...another, place: 'item 1' })).toMatchObject(
			doubt('the payment INV-1, which has the same values, may have been made'),
		);
		expect(service.sent).toHaveLength(1);
	});

	it('is one payment for an agent, whatever Prevent Duplicates says', async () => {
		const again = tries({ isTool: true });
		const another = { makesAnother: true, preventDuplicates: false };
		await pay(again(), another);
		expect(await pay(again(), another)).toMatchObject({ outcome: 'found' });
		expect(service.sent).toHaveLength(1);
	});
});

describe('what another execution of this process has made', () => {
	it.each<[string, Partial<Intention>]>([
		['the service does not show it yet', {}],
		['the service cannot be asked', { lookUp: null }],
	])('is found where %s', async (_, about) => {
		service.lags = true;
		await pay(anew(), about);
		expect(await pay(anew(), about)).toEqual({
			key: 'INV-1',
			record: { uuid: 'uuid 1', status: 'created' },
			outcome: 'found',
		});
		expect(await refusal(anew(), { ...about, facts: OTHER })).toMatchObject(doubt('belongs to another payment'));
		expect(service.sent).toHaveLength(1);
	});

	it('is not made again where it has ended without money', async () => {
		await pay(anew(), { send: async () => ({ uuid: 'u', status: 'failed' }), returnEnded: true, lookUp: null });
		expect(await refusal(anew(), { lookUp: null })).toMatchObject(doubt('was made before and has ended'));
		expect(await pay(anew(), { lookUp: null, returnEnded: true })).toMatchObject({ outcome: 'found' });
	});

	it('is remembered as found by this execution as well', async () => {
		const again = tries();
		await pay(anew(), { lookUp: null });
		await pay(again(), { lookUp: null });
		expect(await pay(again(), { lookUp: null })).toMatchObject({ outcome: 'found' });
	});

	it('counts where it is unclear: what cannot be asked for is not sent', async () => {
		service.failing = { with: lost, isMade: false };
		await refusal(anew(), { lookUp: null });
		service.failing = undefined;
		const again = tries();
		expect(await refusal(again(), { lookUp: null, ownKey: 'INV-1' })).toMatchObject(unknown());
		// The execution itself remembers it from then on.
		expect(await refusal(again(), { lookUp: null, ownKey: 'INV-2', facts: OTHER })).toMatchObject(unknown());
		expect(service.sent).toHaveLength(1);
	});
});

describe('a record that hides the account', () => {
	const paidTo = async (facts: Record<string, string>) => {
		service = new Keys({ amount: '10' });
		await pay(anew(), { facts });
	};

	it.each<[string, Record<string, string>]>([
		['in the same spelling', FACTS],
		['spelt otherwise', { ...FACTS, account: '1-1 1' }],
		['with another amount, which the record shows', { ...FACTS, amount: '10.0' }],
		['with another currency, which the record shows', { ...FACTS, currency: 'NZD' }],
		['by another method, which the record shows', { ...FACTS, method: 'other' }],
		['with another email, which the record shows', { ...FACTS, 'payee email': 'other@example.com' }],
		['with another name', { ...FACTS, payee: 'Other' }],
		['with another remark', { ...FACTS, remark: 'Other' }],
	])('is the same payment %s', async (_, facts) => {
		await paidTo(facts);
		const { account, ...shown } = { method: 'bank', 'payee email': 'ada@example.com', ...FACTS };
		service.records.set('INV-1', { record: { uuid: 'uuid 1' }, facts: shown });
		const asked = { ...shown, account, payee: 'Ada', remark: 'May' };
		expect(await pay(anew(), { facts: asked })).toMatchObject({ outcome: 'found' });
	});

	it.each([
		['amount', '12'],
		['currency', 'NZD'],
		['method', 'other'],
		['payee email', 'other@example.com'],
	])('and the %s is another payment where this process has made it with another one', async (name, other) => {
		const asked = { method: 'bank', 'payee email': 'ada@example.com', ...FACTS };
		await paidTo({ ...asked, [name]: other });
		service.records.set('INV-1', { record: { uuid: 'uuid 1' }, facts: {} });
		expect(await refusal(anew(), { facts: asked })).toMatchObject(doubt('belongs to another payment'));
	});

	it('is another payment where this process has paid another account', async () => {
		await paidTo({ ...FACTS, account: '222', payee: 'Ada' });
		expect(await refusal(anew(), { facts: { ...FACTS, payee: 'Ada' } })).toMatchObject({
			message: 'The external ID INV-1 belongs to another payment',
			description: expect.stringContaining('Asked for: account 111. Made before: account 222.'),
		});
	});

	it('is compared with the very record that is remembered', async () => {
		await paidTo({ ...FACTS, account: '222' });
		service.records.set('INV-1', { record: { uuid: 'another' }, facts: { amount: '10' } });
		expect(await pay(anew())).toMatchObject({ outcome: 'found', record: { uuid: 'another' } });
	});

	it.each<[string, Record<string, string>, string, boolean]>([
		['this amount', { amount: '10' }, '10', false],
		['another amount, as the record shows', { amount: '10' }, '12', true],
		['another amount, which the record hides', {}, '12', false],
	])('may be what was sent with %s, and is unclear', async (_, shown, amount, isFound) => {
		service = new Keys(shown);
		service.failing = { with: lost, isMade: true };
		service.lags = true;
		await refusal(anew(), { facts: { ...FACTS, amount, account: '222' } });
		service.lags = false;
		const found = await attempt(() => pay(anew()));
		expect('value' in found).toBe(isFound);
		if (!isFound) expect(found).toMatchObject({ failure: { explanation: unknown() } });
	});

	it('is what came of this very try, where the one before to another account was not made', async () => {
		const again = tries();
		service = new Keys({ amount: '10' });
		service.failing = { with: lost, isMade: false };
		await refusal(again(), { facts: { ...FACTS, account: '222' } });
		service.failing.isMade = true;
		expect(await pay(again())).toMatchObject({ outcome: 'found' });
		expect(service.sent).toHaveLength(2);
	});
});

describe('where an answer may not tell', () => {
	it('a payment is sent all the same, but not looked for', async () => {
		service.hidden = new NotShown();
		expect(await pay(anew(), { mayHide: true })).toMatchObject({ outcome: 'created' });
		expect(service.asked).toHaveLength(1);
	});

	it('an unclear request is unknown at once, and is not sent again', async () => {
		const again = tries();
		service.hidden = new NotShown();
		service.failing = { with: lost, isMade: false };
		expect(await refusal(again(), { mayHide: true })).toMatchObject({
			description: expect.stringContaining('The service cannot tell.'),
			...unknown(),
		});
		expect(await refusal(again(), { mayHide: true })).toMatchObject(unknown());
		expect(service.sent).toHaveLength(1);
	});

	it('what this process has made counts', async () => {
		service.hidden = new NotShown();
		await pay(anew(), { mayHide: true });
		expect(await pay(anew(), { mayHide: true })).toMatchObject({ outcome: 'found' });
		expect(service.sent).toHaveLength(1);
	});

	it('a retry after a crash stops', async () => {
		service.hidden = new NotShown();
		const crashed = { mode: 'retry', established: { source: 'retry', establishedAt: 1 } };
		expect(await refusal(anew(crashed), { mayHide: true })).toMatchObject({
			...doubt('whether the payment INV-1 was made before the retry'),
			details: { external_id: 'INV-1' },
		});
		expect(service.sent).toEqual([]);
	});

	it('a retry after a crash takes what this process has made', async () => {
		service.hidden = new NotShown();
		await pay(anew(), { mayHide: true });
		const crashed = { mode: 'retry', established: { source: 'retry', establishedAt: 1 } };
		expect(await pay(anew(crashed), { mayHide: true })).toMatchObject({ outcome: 'found' });
	});
});

describe('with Prevent Duplicates off', () => {
	const another = { makesAnother: true, preventDuplicates: false };

	it('each execution makes one', async () => {
		expect(await pay(anew(), another)).toMatchObject({ outcome: 'created' });
		expect(await pay(anew(), another)).toMatchObject({ outcome: 'created' });
		expect(service.sent).toHaveLength(2);
	});

	it('an unclear one is looked for where nothing had its key', async () => {
		service.failing = { with: lost, isMade: true };
		expect(await pay(anew(), another)).toMatchObject({ outcome: 'found' });
		// For an earlier one, and for what became of it.
		expect(service.asked).toHaveLength(2);
	});

	it.each<[string, () => Promise<void> | void]>([
		[
			'the service has an earlier one',
			() => void service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS }),
		],
		[
			'this process has made an earlier one',
			async () => {
				service.lags = true;
				await pay(anew());
				service.asked.length = 0;
			},
		],
		['the service has several', () => void (service.hidden = new PaidTwice('INV-1', ['a', 'b']))],
		['an answer may not tell', () => void (service.hidden = new NotShown())],
	])('an unclear one is unknown where %s', async (_, prepare) => {
		await prepare();
		const before = service.sent.length;
		const again = tries();
		service.failing = { with: lost, isMade: false };
		expect(await refusal(again(), another)).toMatchObject({
			...unknown(),
			description: expect.stringContaining('The service cannot tell.'),
		});
		service.hidden = undefined;
		expect(await refusal(again(), another)).toMatchObject(unknown());
		expect(service.asked).toHaveLength(1);
		expect(service.sent).toHaveLength(before + 1);
	});

	it('nothing is sent where the question for an earlier one fails', async () => {
		service.hidden = refused;
		await expect(pay(anew(), another)).rejects.toBe(refused);
		expect(service.sent).toEqual([]);
	});

	it('nothing is asked where the service cannot be asked', async () => {
		expect(await pay(anew(), { ...another, lookUp: null })).toMatchObject({ outcome: 'created' });
	});

	it('nobody is asked for a key that the node has made', async () => {
		const sent = await pay(anew(), { ...another, ownKey: '' });
		expect([sent.outcome, service.asked]).toEqual(['created', []]);
	});

	it('another execution stops while an earlier one is unclear', async () => {
		service.failing = { with: lost, isMade: false };
		await refusal(anew(), another);
		service.failing = undefined;
		expect(await refusal(anew(), another)).toMatchObject(doubt('which has the same values, may have been made'));
		expect(await refusal(anew(), { ...another, lookUp: null })).toMatchObject(unknown());
		expect(service.sent).toHaveLength(1);
	});

	it('the retry of an unclear one goes on with its own', async () => {
		const again = tries();
		service.failing = { with: lost, isMade: false };
		await refusal(again(), another);
		service.failing = undefined;
		expect(await pay(again(), another)).toMatchObject({ outcome: 'created' });
		expect(service.sent).toHaveLength(2);
	});

	it('the retry of an unclear one does not take what another execution has made since', async () => {
		const again = tries();
		service.failing = { with: lost, isMade: false };
		await refusal(again(), another);
		service.failing = undefined;
		// The process forgets it.
		await jest.advanceTimersByTimeAsync(11 * MINUTE);
		await pay(anew(), { ownKey: 'INV-9' });
		expect(await pay(anew(), another)).toMatchObject({ outcome: 'created' });
		expect(await refusal(again(), another)).toMatchObject({
			...unknown(),
			description: expect.stringContaining('The service cannot tell.'),
		});
		service.records.set('INV-1', { record: { uuid: 'of this one' }, facts: FACTS });
		expect(await pay(again(), another)).toMatchObject({ outcome: 'found', record: { uuid: 'of this one' } });
	});

	it('the retry of an unclear one takes what another has made since, where that prevents duplicates', async () => {
		const again = tries();
		service.failing = { with: lost, isMade: false };
		await refusal(again());
		service.failing = undefined;
		await jest.advanceTimersByTimeAsync(11 * MINUTE);
		await pay(anew(), { ownKey: 'INV-9' });
		expect(await pay(anew(), another)).toMatchObject({ outcome: 'created' });
		expect(await pay(again())).toMatchObject({ outcome: 'found' });
	});

	it('two retries of an unclear one both find it', async () => {
		const kept = {};
		service.failing = { with: lost, isMade: true };
		service.lags = true;
		await refusal(payer.memory({ kept }), another);
		service.lags = false;
		const [one, other] = [1, 2].map((id) => payer.memory({ id: `r${id}`, mode: 'retry', kept: structuredClone(kept) }));
		if (!one || !other) throw new Error();
		expect(await pay(one, another)).toMatchObject({ outcome: 'found' });
		expect(await pay(other, another)).toMatchObject({ outcome: 'found' });
		expect(service.sent).toHaveLength(1);
	});

	it('an agent that calls again after a crash is told of the payment of its first call', async () => {
		const again = tries({ isTool: true, mode: 'retry', established: { source: 'retry', establishedAt: 1 } });
		await pay(again(), another);
		expect(await pay(again(), another)).toMatchObject({ outcome: 'found' });
		expect(service.sent).toHaveLength(1);
	});

	it('the retry of a crashed execution does not take an earlier payment for its own', async () => {
		service.records.set('INV-1', { record: { uuid: 'u' }, facts: FACTS });
		const crashed = { mode: 'retry', established: { source: 'retry', establishedAt: 1 } };
		expect(await refusal(anew(crashed), another)).toMatchObject({
			...doubt('the service has one under the external ID INV-1, and what was sent before'),
			details: { external_id: 'INV-1' },
		});
		expect(await pay(anew(crashed))).toMatchObject({ outcome: 'found' });
	});

	it('two retries of one execution make it once', async () => {
		const kept = JSON.stringify(keptBy((memory) => memory.account));
		const [one, other] = [1, 2].map((id) => payer.memory({ id: `r${id}`, mode: 'retry', kept: JSON.parse(kept) }));
		if (!one || !other) throw new Error();
		await pay(one, another);
		expect(await refusal(other, another)).toMatchObject({
			...doubt('the service has one under the external ID INV-1'),
			details: { external_id: 'INV-1' },
		});
		expect(await pay(one, another)).toMatchObject({ outcome: 'created' });
		expect(service.sent).toHaveLength(1);
	});
});

/** What the node of an execution keeps once it has begun. */
function keptBy(begin: (memory: SentMemory) => unknown): object {
	const kept = {};
	begin(payer.memory({ kept }));
	return kept;
}

describe('with the External ID left empty', () => {
	it('items are told apart by their places, and nothing is asked before', async () => {
		const again = tries();
		const one = await pay(again(), { ownKey: '' });
		const other = await pay(again(), { ownKey: '', place: 'item 1' });
		expect(one.key).toMatch(/^n8n-\S+-0-0$/);
		expect(other.key).toBe(one.key.replace(/0$/, '1'));
		expect(service.asked).toEqual([]);
		expect(await pay(again(), { ownKey: '' })).toMatchObject({ key: one.key, outcome: 'created' });
		expect(service.sent).toHaveLength(2);
	});

	it('a retry looks for what another retry may have made under the same key', async () => {
		const kept = JSON.stringify(keptBy((memory) => memory.account));
		const [one, other] = [1, 2].map((id) => payer.memory({ id: `r${id}`, mode: 'retry', kept: JSON.parse(kept) }));
		if (!one || !other) throw new Error();
		const { key } = await pay(one, { ownKey: '' });
		expect(service.asked).toEqual([key]);
		expect(await pay(other, { ownKey: '' })).toMatchObject({ key, outcome: 'found' });
		expect(service.sent).toHaveLength(1);
	});

	it.each([
		['before it looks', 0],
		['while it looks', 50],
	])('a retry stops where another retry has made the same at another place %s', async (_, after) => {
		const kept = JSON.stringify(keptBy((memory) => memory.account));
		const [one, other] = [1, 2].map((id) => payer.memory({ id: `r${id}`, mode: 'retry', kept: JSON.parse(kept) }));
		if (!one || !other) throw new Error();
		const first = async () => await pay(one, { ownKey: '', place: 'item 1' });
		if (after === 0) await first();
		const lookUp = async () => {
			if (after > 0)
				await sendOnce({ ...terms({ ownKey: '', place: 'item 1' }), send: service.send, lookUp: null }, one);
			return null;
		};
		expect(await refusal(other, { ownKey: '', lookUp })).toMatchObject(
			doubt('another retry of this execution had one with the same values'),
		);
		expect(service.sent).toHaveLength(1);
		expect(await pay(other)).toMatchObject({ key: 'INV-1', outcome: 'created' });
	});
});

describe('in a called workflow, with the External ID left empty', () => {
	let began = 0;
	beforeEach(() => (began = Date.now()));
	const call = (name: string, rootMode?: string) => anew(called(began, name, rootMode));
	const empty = { ownKey: '' };

	it('a payment is looked for by its facts', async () => {
		const { key, outcome } = await pay(call('c1'), empty);
		expect([outcome, service.asked]).toEqual(['created', [key]]);
	});

	it('a second one with the same facts in the same call stops', async () => {
		const again = tries(called(began, 'c1'));
		const memory = again();
		await pay(memory, empty);
		expect(await refusal(memory, { ...empty, place: 'item 1' })).toMatchObject(
			doubt('another item of this call has the same values'),
		);
		expect(service.sent).toHaveLength(1);
	});

	it('one that the service has already stops', async () => {
		const lookUp = async () => ({ record: { uuid: 'u' }, facts: FACTS });
		expect(await refusal(call('c1'), { ...empty, lookUp })).toMatchObject(
			doubt('the calling execution has had a payment with the same values'),
		);
	});

	it('one that an earlier call of this process has made stops, shown or not', async () => {
		await pay(call('c1'), empty);
		service.lags = true;
		expect(await refusal(call('c1'), empty)).toMatchObject(doubt('has had a payment with the same values'));
		expect(await refusal(call('c1'), { ...empty, lookUp: null })).toMatchObject(
			doubt('has had a payment with the same values'),
		);
		expect(service.sent).toHaveLength(1);
	});

	it('one that an earlier call has left unclear is taken over', async () => {
		service.failing = { with: lost, isMade: true };
		service.lags = true;
		await refusal(call('c1'), { ...empty, description: 'Rent' });
		service.lags = false;
		expect(await refusal(call('c1'), { ...empty, description: 'Deposit' })).toMatchObject(
			doubt('which has the same values, may have been made'),
		);
		expect(await pay(call('c1'), { ...empty, description: 'Rent' })).toMatchObject({ outcome: 'found' });
		expect(service.sent).toHaveLength(1);
	});

	it('a repeat of the very call may have another description', async () => {
		const again = tries(called(began, 'c1'));
		service.failing = { with: lost, isMade: true };
		service.lags = true;
		await refusal(again(), { ...empty, description: 'Rent' });
		service.lags = false;
		expect(await pay(again(), { ...empty, description: 'Deposit' })).toMatchObject({ outcome: 'found' });
	});

	it('a retry of the call may have another remark and another description', async () => {
		const again = tries(called(began, 'c1'));
		service = new Keys({});
		service.failing = { with: lost, isMade: true };
		service.lags = true;
		await refusal(again(), { ...empty, description: 'Rent', facts: { ...FACTS, remark: 'May' } });
		service.lags = false;
		const retry = { ...empty, description: 'Deposit', facts: { ...FACTS, remark: 'June' } };
		expect(await pay(again({ id: 'retry' }), retry)).toMatchObject({ outcome: 'found' });
		expect(service.sent).toHaveLength(1);
	});

	it('another amount in a retry of the call is refused where another call has made the first since', async () => {
		const again = tries(called(began, 'c1'));
		service.failing = { with: lost, isMade: false };
		await refusal(again(), empty);
		service.failing = undefined;
		await jest.advanceTimersByTimeAsync(11 * MINUTE);
		await pay(anew(), { ownKey: 'INV-9' });
		service.lags = true;
		await pay(call('c1'), empty);
		expect(await refusal(again(), { ...empty, facts: OTHER })).toMatchObject(doubt('belongs to another payment'));
	});

	it('another item stops while one with the same facts is unclear', async () => {
		const memory = call('c1');
		service.failing = { with: lost, isMade: false };
		await refusal(memory, empty);
		expect(await refusal(memory, { ...empty, place: 'item 1' })).toMatchObject(
			doubt('another item of this call has the same values'),
		);
		expect(service.sent).toHaveLength(1);
	});

	it('nothing is sent by the retry of a caller that has paid something else', async () => {
		await pay(call('c1'), empty);
		expect(await refusal(call('c2', 'retry'), { ...empty, facts: OTHER })).toMatchObject(
			doubt('the calling execution may have had it made before it was repeated'),
		);
		expect(await pay(call('c1'), { ...empty, facts: OTHER })).toMatchObject({ outcome: 'created' });
	});
});
