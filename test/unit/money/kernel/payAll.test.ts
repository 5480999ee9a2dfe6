import { Claims } from '../../../../nodes/MultiCurrencyPayments/money/claims';
import { UnknownYet } from '../../../../nodes/MultiCurrencyPayments/money/failures';
import { Memory } from '../../../../nodes/MultiCurrencyPayments/money/memory';
import { lookUpAll, payAll } from '../../../../nodes/MultiCurrencyPayments/money/payAll';
import type { Setting } from '../../../../nodes/MultiCurrencyPayments/money/setting';
import type {
	FoundPayment,
	Payment,
	PaymentKind,
	Sighting,
} from '../../../../nodes/MultiCurrencyPayments/money/payment';
import type { SharedMarks } from '../../../../nodes/n8n/sharedMarks';
import { ServiceFailure } from '../../../../nodes/service/failure';
import { Clock } from './clock';
import { bill, kindThat, LONGEST_REQUEST, lost, refusedBy, SETTLE, settingIn, sharedMarks } from './payments';

type Send = PaymentKind<Payment>['send'];
type Answer = 'made' | 'lost' | 'refused' | 'failed' | Error;

/** A service of one account, as a test scripts it. */
class Service {
	/** What was sent, one request after the other. */
	readonly requests: string[][] = [];
	lookUps = 0;
	/** What a look-up tells, by External ID. */
	readonly shows = new Map<string, Sighting>();

	constructor(private readonly answers: Answer[] = []) {}

	readonly find = (payments: readonly Payment[]) => {
		this.lookUps++;
		return new Map(
			payments.flatMap((payment) => {
				const sighting = this.shows.get(payment.externalId);
				return sighting ? [[payment, sighting] as const] : [];
			}),
		);
	};

	readonly send: Send = async (payments) => {
		this.requests.push(payments.map(({ externalId }) => externalId));
		const answer = this.answers.shift() ?? 'made';
		if (answer === 'lost') throw lost();
		if (answer === 'refused') throw refusedBy();
		if (answer instanceof Error) throw answer;
		return await Promise.resolve(
			payments.map(({ externalId }) => ({
				external_id: externalId,
				...(answer === 'failed' && { status: 'failed' }),
			})),
		);
	};
}

const found = (payment: Payment, about: Partial<FoundPayment> = {}): Sighting => ({
	found: { record: { external_id: payment.externalId, uuid: 'U1' }, facts: payment.facts, ...about },
});

/** One process that pays by one service. */
function stage({
	answers = [],
	canAsk = true,
	...about
}: { answers?: Answer[]; canAsk?: boolean } & Partial<Setting> = {}) {
	const clock = new Clock();
	const service = new Service(answers);
	const setting = settingIn(clock, about);
	const kind = kindThat(canAsk ? service.find : null, service.send);
	const pay = async (payments: readonly Payment[], other: Partial<Setting> = {}) => {
		const begun = clock.now;
		const outcomes = await clock.run(payAll(kind, payments, { ...setting, ...other }));
		return { told: payments.map((payment) => told(outcomes.get(payment))), took: clock.now - begun, outcomes };
	};
	return { clock, service, setting, kind, pay };
}

function told(outcome: { result: { outcome: string } } | { failure: unknown } | undefined): string {
	if (!outcome) return 'nothing';
	if ('result' in outcome) return outcome.result.outcome;
	return outcome.failure instanceof Error ? outcome.failure.name : String(outcome.failure);
}

const messageOf = (outcome: unknown): string =>
	(outcome as { failure: { explanation: { message: string } } }).failure.explanation.message;

describe('a payment that nobody has made', () => {
	it('is sent once, after the service was asked', async () => {
		const { service, pay } = stage();
		expect(await pay([bill('a')])).toMatchObject({ told: ['created'], took: 0 });
		expect(service).toMatchObject({ lookUps: 1, requests: [['a']] });
	});

	it('is one of a list that is cut into requests, in its order', async () => {
		const { service, pay } = stage();
		const { told } = await pay([bill('a'), bill('b'), bill('c')]);
		expect(told).toEqual(['created', 'created', 'created']);
		expect(service.requests).toEqual([['a', 'b'], ['c']]);
	});

	it('is this execution’s own', async () => {
		const { pay } = stage();
		const payment = bill('a');
		expect((await pay([payment])).outcomes.get(payment)).toMatchObject({ result: { isOwn: true } });
	});

	it('that was refused is sent again at once by the next try', async () => {
		const { service, pay } = stage({ answers: ['refused'] });
		expect((await pay([bill('a')])).told).toEqual(['ServiceFailure']);
		expect(await pay([bill('a')])).toMatchObject({ told: ['created'], took: 0 });
		expect(service).toMatchObject({ requests: [['a'], ['a']] });
	});

	it('that was refused after an unclear request is sent again at once, however long it is looked for', async () => {
		const { service, pay } = stage({ answers: ['lost', 'refused'] });
		expect((await pay([bill('a')])).told).toEqual(['UnknownOutcome']);
		expect((await pay([bill('a')])).told).toEqual(['ServiceFailure']);
		expect(await pay([{ ...bill('a'), settleTime: 90_000 }])).toMatchObject({ told: ['created'], took: 0 });
		expect(service.requests).toHaveLength(3);
	});

	it('whose answer says that it has failed is no success, then or later', async () => {
		const { service, pay } = stage({ answers: ['failed'] });
		expect((await pay([bill('a')])).told).toEqual(['EndedWithoutMoney']);
		expect((await pay([bill('a')])).told).toEqual(['EndedWithoutMoney']);
		expect(service.requests).toHaveLength(1);
	});
});

describe('a payment that is there', () => {
	it('is found and not sent', async () => {
		const { service, pay } = stage();
		const payment = bill('a');
		service.shows.set('a', found(payment));
		const { told, outcomes } = await pay([payment]);
		expect(told).toEqual(['found']);
		expect(outcomes.get(payment)).toMatchObject({ result: { record: { uuid: 'U1' }, isOwn: false } });
		expect(service.requests).toEqual([]);
	});

	it.each<[string, Partial<FoundPayment>, string]>([
		['of another amount', { facts: { amount: '2' } }, 'The External ID a belongs to another payment'],
		[
			'that has ended without money',
			{ ended: 'failed' },
			'The payment a was made before and has ended without money: failed',
		],
		['more than once', { alive: ['U1', 'U2'] }, 'The payment a exists 2 times'],
		[
			'in another spelling',
			{ externalId: 'A' },
			'The service has a payment under the External ID A, which differs from a in its spelling only',
		],
	])('%s stops its item', async (_, about, message) => {
		const { service, pay } = stage();
		const payment = bill('a');
		service.shows.set('a', found(payment, about));
		const { outcomes } = await pay([payment]);
		expect(messageOf(outcomes.get(payment))).toBe(message);
		expect(service.requests).toEqual([]);
	});

	it('is remembered while lists do not show it', async () => {
		const { service, pay } = stage();
		await pay([bill('a')]);
		expect((await pay([bill('a')])).told).toEqual(['found']);
		expect((await pay([bill('a', '2')])).told).toEqual(['ExternalIdTaken']);
		expect(service.requests).toHaveLength(1);
	});

	it('that hides its amount is told from another one by what is remembered', async () => {
		const { service, pay } = stage();
		await pay([bill('a')]);
		service.shows.set('a', found(bill('a'), { facts: {} }));
		expect((await pay([bill('a', '2')])).told).toEqual(['ExternalIdTaken']);
		expect((await pay([bill('a')])).told).toEqual(['found']);
	});

	it('that failed since is not what is remembered', async () => {
		const { service, pay } = stage();
		await pay([bill('a')]);
		service.shows.set('a', found(bill('a'), { ended: 'expired' }));
		expect((await pay([bill('a')])).told).toEqual(['EndedWithoutMoney']);
		service.shows.clear();
		expect((await pay([bill('a')])).told).toEqual(['EndedWithoutMoney']);
	});
});

describe('a payment whose answer is lost', () => {
	it('is looked for until the settle time is over, then unknown, and not sent again by this try', async () => {
		const { service, pay } = stage({ answers: ['lost'] });
		const { told, took } = await pay([bill('a')]);
		expect(told).toEqual(['UnknownOutcome']);
		expect(took).toBe(SETTLE);
		expect(service.requests).toHaveLength(1);
		expect(service.lookUps).toBeGreaterThan(5);
		expect(service.lookUps).toBeLessThan(15);
	});

	it('is created when it shows within that time', async () => {
		const { service, clock, pay } = stage({ answers: ['lost'] });
		void clock.sleep(10_000).then(() => service.shows.set('a', found(bill('a'))));
		const payment = bill('a');
		const { told, took, outcomes } = await pay([payment]);
		expect(told).toEqual(['created']);
		expect(took).toBeLessThan(16_000);
		expect(outcomes.get(payment)).toMatchObject({ result: { isOwn: true } });
	});

	it('and that shows as failed was made by this item', async () => {
		const { service, clock, pay } = stage({ answers: ['lost'] });
		void clock.sleep(5_000).then(() => service.shows.set('a', found(bill('a'), { ended: 'failed' })));
		const payment = bill('a');
		const { outcomes } = await pay([payment]);
		expect(messageOf(outcomes.get(payment))).toBe('The payment a was made and has ended without money: failed');
	});

	it('and that a later try finds failed was made by its item, too', async () => {
		const { service, pay } = stage({ answers: ['lost'] });
		await pay([bill('a')]);
		service.shows.set('a', found(bill('a'), { ended: 'failed' }));
		const payment = bill('a');
		const { outcomes } = await pay([payment]);
		expect(messageOf(outcomes.get(payment))).toBe('The payment a was made and has ended without money: failed');
	});

	it('is not taken for one of another amount that shows then', async () => {
		const { service, clock, pay } = stage({ answers: ['lost'] });
		void clock.sleep(5_000).then(() => service.shows.set('a', found(bill('a', '2'))));
		const payment = bill('a');
		const { outcomes } = await pay([payment]);
		expect(messageOf(outcomes.get(payment))).toBe('The payment a is not as it was asked for');
	});

	it('is sent by a later try without another wait', async () => {
		const { service, pay } = stage({ answers: ['lost'] });
		await pay([bill('a')]);
		expect(await pay([bill('a')])).toMatchObject({ told: ['created'], took: 0 });
		expect(service).toMatchObject({ requests: [['a'], ['a']] });
	});

	it('is not sent before the settle time is over, whoever tries', async () => {
		const { service, clock, pay } = stage({ answers: ['lost'] });
		let stopped = false;
		void clock.sleep(1_000).then(() => (stopped = true));
		expect((await pay([bill('a')], { isStopped: () => stopped })).told).toEqual(['UnknownOutcome']);
		const { told, took } = await pay([bill('a')]);
		expect(told).toEqual(['created']);
		expect(took).toBeGreaterThanOrEqual(SETTLE - 2_000);
		expect(service.requests).toHaveLength(2);
	});

	it('stays unknown where the look-up fails', async () => {
		const { service, pay } = stage({ answers: ['lost'] });
		const kind = kindThat((payments) => {
			if (service.requests.length > 0) throw refusedBy('rateLimited');
			return service.find(payments);
		}, service.send);
		const clock = new Clock();
		const payment = bill('a');
		const outcomes = await clock.run(payAll(kind, [payment], settingIn(clock)));
		expect(told(outcomes.get(payment))).toBe('UnknownOutcome');
		expect((await pay([bill('b')])).told).toEqual(['created']);
	});

	it('is looked for to the end though another one of its request has failed', async () => {
		const { service, clock, pay } = stage({ answers: ['lost'] });
		void clock.sleep(2_000).then(() => service.shows.set('a', found(bill('a', '9'))));
		void clock.sleep(20_000).then(() => service.shows.set('b', found(bill('b', '2'))));
		expect((await pay([bill('a'), bill('b', '2')])).told).toEqual(['ExternalIdTaken', 'created']);
	});

	it('is unclear for its whole request and for no other', async () => {
		const { service, pay } = stage({ answers: ['lost'], goOn: true });
		const { told } = await pay([bill('a'), bill('b', '2'), bill('c', '3')]);
		expect(told).toEqual(['UnknownOutcome', 'UnknownOutcome', 'created']);
		expect(service.requests).toEqual([['a', 'b'], ['c']]);
	});

	it.each([
		[
			'that the service has said it took',
			new ServiceFailure(
				'unreadableAnswer',
				true,
				{ method: 'POST', path: '/' },
				{ attempts: 1, answer: { uuid: 'U9' } },
			),
			{},
		],
		['that is listed late', lost(), { isListedLate: true }],
	])('%s is never sent again', async (_, failure, about) => {
		const { service, clock, pay } = stage({ answers: [failure] });
		const payment = { ...bill('a'), ...about };
		expect((await pay([payment])).told).toEqual(['UnknownOutcome']);
		await clock.run(clock.sleep(60 * 60_000));
		for (const again of [payment, bill('a')]) expect((await pay([again])).told).toEqual(['UnknownOutcome']);
		expect(service.requests).toHaveLength(1);
		service.shows.set('a', found(payment));
		expect((await pay([payment])).told).toEqual(['found']);
	});
});

describe('what the service cannot be asked for', () => {
	it.each([true, false])('is found once it was made (hidden by a look-up: %s)', async (canAsk) => {
		const { service, pay } = stage({ canAsk });
		service.shows.set('a', 'hidden');
		expect((await pay([bill('a')])).told).toEqual(['created']);
		expect((await pay([bill('a')])).told).toEqual(['found']);
		expect((await pay([bill('a', '2')])).told).toEqual(['ExternalIdTaken']);
		expect(service.requests).toHaveLength(1);
	});

	it('stays unknown once its answer is lost, without a wait', async () => {
		const { service, clock, pay } = stage({ canAsk: false, answers: ['lost'] });
		expect(await pay([bill('a')])).toMatchObject({ told: ['UnknownOutcome'], took: 0 });
		await clock.run(clock.sleep(23 * 60 * 60_000));
		expect((await pay([bill('a')])).told).toEqual(['UnknownOutcome']);
		expect(service.requests).toHaveLength(1);
	});
});

describe('a process that has just been started', () => {
	const young = (clock: Clock) => new Memory(clock.now);

	it('waits until what an earlier one has sent would show, and tells so', async () => {
		const { clock, service, pay } = stage();
		const waits: unknown[] = [];
		const { told, took } = await pay([bill('a')], {
			memory: young(clock),
			noteWait: (...wait) => void waits.push(wait),
		});
		expect(told).toEqual(['created']);
		expect(took).toBe(SETTLE);
		expect(waits).toEqual([['started', SETTLE]]);
		expect(service.lookUps).toBe(2);
	});

	it('looks meanwhile for what it has sent itself', async () => {
		const { clock, service, pay } = stage({ answers: ['lost'] });
		const memory = young(clock);
		let isStopped = false;
		void clock.sleep(SETTLE + 1_000).then(() => (isStopped = true));
		await pay([bill('a')], { memory, isStopped: () => isStopped });
		memory.startedAt = clock.now;
		service.lookUps = 0;
		await pay([bill('a'), bill('b', '2')], { memory });
		expect(service.lookUps).toBeGreaterThan(5);
	});

	it('finds at once what shows, and what it has made itself', async () => {
		const { clock, service, pay } = stage();
		const memory = young(clock);
		service.shows.set('a', found(bill('a')));
		expect(await pay([bill('a')], { memory })).toMatchObject({ told: ['found'], took: 0 });
		service.shows.clear();
		expect(await pay([bill('a')], { memory })).toMatchObject({ told: ['found'], took: 0 });
	});

	it('does not wait for what cannot be asked', async () => {
		const { clock, service, pay } = stage();
		service.shows.set('a', 'hidden');
		expect(await pay([bill('a')], { memory: young(clock) })).toMatchObject({ told: ['created'], took: 0 });
	});
});

describe('a list', () => {
	it('with an External ID twice sends nothing, and names both rows', async () => {
		const { service, pay } = stage();
		const twin = bill('a', '2', 5);
		const { told, outcomes } = await pay([bill('a', '1', 0), twin]);
		expect(told).toEqual(['nothing', 'TwiceInList']);
		expect(messageOf(outcomes.get(twin))).toBe('Rows 1 and 6 have the same External ID a');
		expect(service.requests).toEqual([]);
	});

	it('with an External ID twice tells what else is wrong at once', async () => {
		const { clock, pay } = stage({ answers: ['lost'] });
		let isStopped = false;
		void clock.sleep(1_000).then(() => (isStopped = true));
		await pay([bill('u', '9')], { isStopped: () => isStopped });
		expect(await pay([bill('u', '9'), bill('a'), bill('a', '2', 2), bill('b', '9', 3)])).toMatchObject({
			told: ['UnknownOutcome', 'nothing', 'TwiceInList', 'UnclearTwin'],
			took: 0,
		});
	});

	it('with two External IDs that look the same sends nothing, and shows both', async () => {
		const { service, pay } = stage();
		const twin = { ...bill('A–1', '2', 5), identity: bill('a-1').identity };
		const { told, outcomes } = await pay([bill('a-1', '1', 0), twin]);
		expect(told).toEqual(['nothing', 'TwiceInList']);
		expect(messageOf(outcomes.get(twin))).toContain('differ in their spelling only: a-1 and A–1');
		expect(service.requests).toEqual([]);
	});

	it.each<[string, boolean, Answer]>([
		['made', true, 'made'],
		['made, and cannot be asked for', false, 'made'],
		['sent, with an unclear outcome', false, 'lost'],
	])('whose External ID looks like one that this process has %s stops', async (_what, canAsk, answer) => {
		const { service, pay } = stage({ canAsk, answers: [answer] });
		await pay([bill('a-1')]);
		const other = { ...bill('A-1'), identity: bill('a-1').identity };
		const { told, outcomes } = await pay([other]);
		expect(told).toEqual(['LookAlike']);
		expect(outcomes.get(other)).not.toMatchObject({ failure: { explanation: { effect: 'told' } } });
		expect(service.requests).toEqual([['a-1']]);
	});

	it('that goes on pays the first of the two', async () => {
		const { service, pay } = stage({ goOn: true });
		expect((await pay([bill('a'), bill('a', '1', 1)])).told).toEqual(['created', 'TwiceInList']);
		expect(service.requests).toEqual([['a']]);
	});

	it('ends with the first failure', async () => {
		const { clock, service, pay } = stage({ answers: ['refused'] });
		const marks = sharedMarks(clock);
		const add = jest.spyOn(marks, 'add');
		const { told } = await pay([bill('a'), bill('b'), bill('c')], { marks });
		expect(told).toEqual(['ServiceFailure', 'ServiceFailure', 'nothing']);
		expect(service.requests).toHaveLength(1);
		expect(add.mock.calls.filter(([mark]) => mark.startsWith('/c'))).toEqual([]);
	});

	it('ends before anything is sent or asked of a guard where one is found to be another payment', async () => {
		const { clock, service, kind, setting } = stage();
		service.shows.set('c', found(bill('c', '9')));
		const forbidden = jest.fn(async () => await Promise.resolve(new Map()));
		const payments = [bill('a'), bill('b'), bill('c')];
		const outcomes = await clock.run(payAll({ ...kind, forbidden }, payments, setting));
		expect(payments.map((each) => told(outcomes.get(each)))).toEqual(['nothing', 'nothing', 'ExternalIdTaken']);
		expect(service.requests).toEqual([]);
		expect(forbidden).not.toHaveBeenCalled();
	});

	it('ends before anything is sent where one is remembered as another payment', async () => {
		const { service, pay } = stage();
		await pay([bill('c')]);
		expect((await pay([bill('a'), bill('b'), bill('c', '9')])).told).toEqual(['nothing', 'nothing', 'ExternalIdTaken']);
		expect(service.requests).toEqual([['c']]);
	});

	it('without a payment asks for nothing', async () => {
		const { service, pay } = stage();
		await pay([]);
		expect(service).toMatchObject({ lookUps: 0, requests: [] });
	});

	it('gives way to other work of n8n as it goes', async () => {
		const { clock, pay } = stage();
		let pauses = 0;
		const giveWay = () => (pauses++ < 3 ? clock.sleep(1_000) : undefined);
		expect((await pay([bill('a'), bill('b')], { giveWay })).took).toBe(3_000);
	});

	it('goes on where it is told to', async () => {
		const { service, pay } = stage({ answers: ['refused'], goOn: true });
		service.shows.set('c', { failure: refusedBy('rateLimited') });
		const { told } = await pay([bill('a'), bill('b'), bill('c'), bill('d')]);
		expect(told).toEqual(['ServiceFailure', 'ServiceFailure', 'ServiceFailure', 'created']);
		expect(service.requests).toEqual([['a', 'b'], ['d']]);
	});

	it('is not sent as far as it is forbidden', async () => {
		const { clock, service, kind, setting } = stage();
		const [one, other] = [bill('a'), bill('b')];
		const forbidden = async (payments: readonly Payment[]) =>
			await Promise.resolve(
				new Map(payments.filter(({ externalId }) => externalId === 'a').map((each) => [each, new Error('no')])),
			);
		const outcomes = await clock.run(payAll({ ...kind, forbidden }, [one, other], { ...setting, goOn: true }));
		expect([one, other].map((each) => told(outcomes.get(each)))).toEqual(['Error', 'created']);
		expect(service.requests).toEqual([['b']]);
	});

	it('whose first request is looked for in vain is looked up again before the next leaves', async () => {
		const { service, clock, pay } = stage({ answers: ['lost'], goOn: true });
		const slow = (externalId: string, amount: string) => ({ ...bill(externalId, amount), settleTime: 90_000 });
		void clock.sleep(70_000).then(() => service.shows.set('c', found(slow('c', '3'))));
		const { told } = await pay([slow('a', '1'), slow('b', '2'), slow('c', '3')]);
		expect(told).toEqual(['UnknownOutcome', 'UnknownOutcome', 'found']);
		expect(service.requests).toEqual([['a', 'b']]);
	});

	it('that has waited for an unclear payment is looked up again', async () => {
		const { clock, service, pay } = stage({ answers: ['lost'] });
		const slow = (externalId: string, amount: string) => ({ ...bill(externalId, amount), settleTime: 90_000 });
		let isStopped = false;
		void clock.sleep(1_000).then(() => (isStopped = true));
		await pay([slow('a', '1')], { isStopped: () => isStopped });
		void clock.sleep(5_000).then(() => service.shows.set('b', found(slow('b', '2'))));
		expect((await pay([slow('a', '1'), slow('b', '2')])).told).toEqual(['created', 'found']);
		expect(service.requests).toEqual([['a'], ['a']]);
	});

	it('that takes long is looked up again, because others pay meanwhile', async () => {
		const { clock, service, setting } = stage();
		const slow: Send = async (payments) => {
			await clock.sleep(61_000);
			service.shows.set('c', found(bill('c')));
			return await service.send(payments);
		};
		const payments = [bill('a'), bill('b'), bill('c')];
		const outcomes = await clock.run(payAll(kindThat(service.find, slow), payments, setting));
		expect(payments.map((each) => told(outcomes.get(each)))).toEqual(['created', 'created', 'found']);
		expect(service.requests).toEqual([['a', 'b']]);
	});
});

describe('an execution that is stopped', () => {
	it('sends nothing more, and says so', async () => {
		const { service, pay } = stage({ isStopped: () => true, goOn: true });
		const { told, outcomes } = await pay([bill('a')]);
		expect(told).toEqual(['StoppedBefore']);
		expect(messageOf([...outcomes.values()][0])).toBe('The execution was stopped before the payment a was sent');
		expect(service.requests).toEqual([]);
	});

	it('while it looks for payments tells at once what it knows of each', async () => {
		const { clock, kind, setting, service } = stage({ answers: ['lost'] });
		const memory = new Memory(clock.now);
		let isStopped = false;
		const about = { ...setting, memory, isStopped: () => isStopped };
		void clock.sleep(SETTLE + 1_000).then(() => (isStopped = true));
		await clock.run(payAll(kind, [bill('a')], about));
		isStopped = false;
		memory.startedAt = clock.now;
		const stopping = async (payments: readonly Payment[]) => {
			isStopped = true;
			return await Promise.resolve(service.find(payments));
		};
		const payments = [bill('a'), bill('b', '2')];
		const begun = clock.now;
		const outcomes = await clock.run(payAll({ ...kind, find: stopping }, payments, about));
		expect(payments.map((each) => told(outcomes.get(each)))).toEqual(['UnknownOutcome', 'StoppedBefore']);
		expect(clock.now).toBe(begun);
	});
});

describe('two executions of one process with one External ID', () => {
	it('take turns', async () => {
		const { clock, service, kind, setting } = stage();
		const [one, other] = [bill('a'), bill('a')];
		const [first, second] = await clock.run(
			Promise.all([payAll(kind, [one], setting), payAll(kind, [other], setting)]),
		);
		expect([told(first.get(one)), told(second.get(other))]).toEqual(['created', 'found']);
		expect(service.requests).toHaveLength(1);
	});
});

describe('two executions of one process with different External IDs', () => {
	it('keep each other from nothing', async () => {
		const { clock, kind, setting } = stage();
		const slow = kindThat(kind.find, async (payments) => {
			await clock.sleep(1_000);
			return await kind.send(payments);
		});
		const begun = clock.now;
		await clock.run(Promise.all(['a', 'b'].map(async (id) => await payAll(slow, [bill(id)], setting))));
		expect(clock.now - begun).toBe(1_000);
	});

	it('take turns where they have the same', async () => {
		const { clock, kind, setting } = stage();
		const slow = kindThat(kind.find, async (payments) => {
			await clock.sleep(1_000);
			return await kind.send(payments);
		});
		const refunds = ['a', 'b'].map((id) => ({ ...bill(id), turn: 'refunds of K7QX2M9D' }));
		const begun = clock.now;
		await clock.run(Promise.all(refunds.map(async (each) => await payAll(slow, [each], setting))));
		expect(clock.now - begun).toBe(2_000);
	});
});

describe('a later try', () => {
	it('that looks for a shorter time waits as long as the one that sent the payment would have', async () => {
		const { clock, service, pay } = stage({ answers: ['lost'] });
		let isStopped = false;
		void clock.sleep(1_000).then(() => (isStopped = true));
		await pay([bill('a')], { isStopped: () => isStopped });
		void clock.sleep(5_000).then(() => service.shows.set('a', found(bill('a'))));
		const { told } = await pay([{ ...bill('a'), settleTime: 0 }]);
		expect(told).toEqual(['found']);
		expect(service.requests).toHaveLength(1);
	});
});

describe('the same facts under another External ID', () => {
	it('are not sent for ten minutes after an unclear answer', async () => {
		const { clock, service, pay } = stage({ answers: ['lost'] });
		await pay([bill('a')]);
		const twin = bill('b');
		const { told, outcomes } = await pay([twin]);
		expect(told).toEqual(['UnclearTwin']);
		expect(messageOf(outcomes.get(twin))).toBe('The same payment may have been made under the External ID a');
		expect((await pay([bill('c', '3')])).told).toEqual(['created']);
		await clock.run(clock.sleep(10 * 60_000));
		expect((await pay([bill('b')])).told).toEqual(['created']);
		expect(service.requests).toEqual([['a'], ['c'], ['b']]);
	});

	it('are sent where nothing tells who pays or is paid', async () => {
		const { pay } = stage({ answers: ['lost'] });
		const anybody = (externalId: string) => ({
			...bill(externalId),
			facts: { amount: '1', currency: 'AUD', payer: '' },
		});
		await pay([anybody('a')]);
		expect((await pay([anybody('b')])).told).toEqual(['created']);
	});

	it('are sent while the other is only on its way', async () => {
		const { clock, service, setting } = stage();
		const slow: Send = async (payments) => {
			await clock.sleep(1_000);
			return await service.send(payments);
		};
		const kind = kindThat(service.find, slow);
		const [one, other] = [bill('a'), bill('b')];
		const [first, second] = await clock.run(
			Promise.all([payAll(kind, [one], setting), payAll(kind, [other], setting)]),
		);
		expect([told(first.get(one)), told(second.get(other))]).toEqual(['created', 'created']);
	});

	it('are sent once the other is cleared up', async () => {
		const { service, pay } = stage({ answers: ['lost'] });
		await pay([bill('a')]);
		service.shows.set('a', found(bill('a'), { ended: 'failed' }));
		expect((await pay([bill('a')])).told).toEqual(['EndedWithoutMoney']);
		expect((await pay([bill('b')])).told).toEqual(['created']);
	});

	it('of two unclear payments keep neither from being cleared up', async () => {
		const { pay } = stage({ answers: ['lost'], goOn: true });
		const list = () => [bill('a', '1', 0), bill('b', '1', 1)];
		expect((await pay(list())).told).toEqual(['UnknownOutcome', 'UnknownOutcome']);
		expect((await pay(list())).told).toEqual(['created', 'created']);
	});
});

describe('a doubt', () => {
	it('that comes up while a list is on its way stops what was not sent yet', async () => {
		const { clock, service, setting } = stage({ goOn: true });
		const slow = kindThat(service.find, async (sent) => {
			await clock.sleep(61_000);
			return await service.send(sent);
		});
		const payments = ['a', 'b', 'c'].map((id) => bill(id));
		void clock.sleep(1_000).then(() => service.shows.set('c', { doubt: new Error('It may be this one') }));
		const outcomes = await clock.run(payAll(slow, payments, setting));
		expect(payments.map((payment) => told(outcomes.get(payment)))).toEqual(['created', 'created', 'Error']);
		expect(service.requests).toEqual([['a', 'b']]);
	});
});

describe('what is remembered of a payment', () => {
	it.each([
		['briefly where the service will tell of it', true, {}, true],
		['for longer where it cannot be asked', false, {}, false],
		['for longer where it lists it late', true, { isListedLate: true }, false],
	])('is kept %s', async (_how, canAsk, about, isBriefly) => {
		const { setting, pay } = stage({ canAsk });
		const remembered = jest.spyOn(setting.memory, 'set');
		expect((await pay([{ ...bill('a'), ...about }])).told).toEqual(['created']);
		expect(new Set(remembered.mock.calls.map(([, , canLookUp]) => canLookUp))).toEqual(new Set([isBriefly]));
	});
});

describe('a claim', () => {
	/** How long after a claim its request may leave, in milliseconds. */
	const SERVES = 30_000;
	/** What another process has claimed, and what became of it. */
	const elsewhere = async (marks: SharedMarks, clock: Clock, payments: readonly Payment[], end?: 'free' | 'made') => {
		const { setting } = stage({ marks });
		const service = new Service(end === 'free' ? ['refused'] : []);
		const killed = kindThat(service.find, async (sent) => {
			if (end === undefined) await new Promise<never>(() => undefined);
			return await service.send(sent);
		});
		const cannotAsk = { ...killed, find: null };
		const paying = payAll(payments.some(({ list }) => list !== '') ? killed : cannotAsk, payments, {
			...setting,
			pause: async (milliseconds) => await clock.sleep(milliseconds),
			now: () => clock.now,
		});
		await clock.run(Promise.race([paying, clock.sleep(100)]));
	};
	/** The numbers that were claimed, and how their ends were marked. */
	function added(add: jest.SpiedFunction<SharedMarks['add']>) {
		const marks = add.mock.calls.map(([mark]) => mark);
		const claimed = marks.flatMap((mark) => /#(\d+)$/.exec(mark)?.[1] ?? []).map(Number);
		return { claimed, marked: marks.flatMap((mark) => /#(\d+ (free|made))$/.exec(mark)?.[1] ?? []) };
	}

	const inList = (externalId: string) => bill(externalId, '1', 0, 'L');

	function shared(about: Parameters<typeof stage>[0] = {}) {
		const staged = stage(about);
		return { ...staged, marks: sharedMarks(staged.clock) };
	}

	it('that another process has won is waited for as long as its request may take and its record may be late', async () => {
		const { clock, marks, service, pay } = shared();
		await elsewhere(marks, clock, [inList('a')]);
		const { told, took } = await pay([inList('a')], { marks });
		expect(told).toEqual(['created']);
		expect(took).toBeGreaterThanOrEqual(SETTLE + SERVES + LONGEST_REQUEST);
		expect(took).toBeLessThan(SETTLE + SERVES + LONGEST_REQUEST + 100);
		expect(service.requests).toHaveLength(1);
	});

	it('whose payment shows meanwhile is found', async () => {
		const { clock, marks, service, pay } = shared();
		await elsewhere(marks, clock, [inList('a')]);
		void clock.sleep(8_000).then(() => service.shows.set('a', found(inList('a'))));
		expect((await pay([inList('a')], { marks })).told).toEqual(['found']);
		expect(service.requests).toEqual([]);
	});

	it('that comes to its end meanwhile is waited for no longer, and the wait is told', async () => {
		const { clock, marks, pay } = shared();
		await elsewhere(marks, clock, [inList('a')]);
		const has = jest.spyOn(marks, 'has');
		const freeMark = () => has.mock.calls.map(([mark]) => mark).find((mark) => mark.endsWith('#1 free')) ?? '';
		void clock.sleep(15_000).then(() => marks.add(freeMark()));
		const waits: unknown[] = [];
		const { told, took } = await pay([inList('a')], { marks, noteWait: (...wait) => void waits.push(wait) });
		expect(told).toEqual(['created']);
		expect(took).toBeLessThan(25_000);
		expect(waits).toEqual([
			['claimed', expect.any(Number)],
			['claimed', 20_000],
		]);
	});

	it('whose request was refused is free again at once', async () => {
		const { clock, marks, pay } = shared();
		await elsewhere(marks, clock, [inList('a')], 'free');
		const { told, took } = await pay([inList('a')], { marks });
		expect(told).toEqual(['created']);
		expect(took).toBeLessThan(100);
	});

	it('of a list that was paid lately keeps others of the list for the settle time, and for no time later', async () => {
		const { clock, marks, pay } = shared();
		await elsewhere(marks, clock, [inList('a')], 'made');
		const soon = await pay([inList('b')], { marks });
		expect(soon.told).toEqual(['created']);
		expect(soon.took).toBeGreaterThanOrEqual(SETTLE);
		await clock.run(clock.sleep(11 * 60_000));
		const later = await pay([inList('c')], { marks });
		expect(later.told).toEqual(['created']);
		expect(later.took).toBeLessThan(100);
	});

	it('of its own keeps no other payee of a list waiting', async () => {
		const { marks, pay } = shared();
		await pay([inList('a')], { marks });
		const { told, took } = await pay([inList('b')], { marks });
		expect(told).toEqual(['created']);
		expect(took).toBeLessThan(100);
	});

	/** The numbers that lists claim which begin half a second apart, and how they are marked. @param seconds how long a request takes */
	async function numbersOf(lists: readonly Payment[][], seconds: number, answers: Answer[] = []) {
		const { clock, marks, service, setting } = shared({ answers, goOn: true });
		const slow = kindThat(service.find, async (sent) => {
			await clock.sleep(seconds * 1000);
			return await service.send(sent);
		});
		const add = jest.spyOn(marks, 'add');
		const payments = lists.map(async (list, index) => {
			await clock.sleep(index * 500);
			await payAll(slow, list, { ...setting, marks });
		});
		await clock.run(Promise.all(payments));
		return added(add);
	}
	const five = (of = '') => ['a', 'b', 'c', 'd', 'e'].map((id) => inList(`${of}${id}`));

	it('of a list is one for each request, by which nobody else of the process has to wait', async () => {
		expect(await numbersOf([five()], 0, ['refused', 'made', 'refused'])).toEqual({
			claimed: [1, 2, 3],
			marked: ['1 free', '2 made', '3 free'],
		});
		expect((await numbersOf([five('x'), five('y')], 1)).claimed).toEqual([1, 2, 3, 4, 5, 6]);
	});

	it.each<['made' | undefined, string, string]>([
		['made', '1', 'found'],
		['made', '2', 'ExternalIdTaken'],
		[undefined, '1', 'UnknownOutcome'],
	])('of what cannot be asked for decides (%s, amount %s: %s)', async (end, amount, outcome) => {
		const { clock, marks, service, pay } = shared({ canAsk: false });
		await elsewhere(marks, clock, [bill('a')], end);
		expect((await pay([bill('a', amount)], { marks })).told).toEqual([outcome]);
		expect(service.requests).toEqual([]);
	});

	it('that tells of a payment tells nothing but its External ID', async () => {
		const { clock, marks, pay } = shared({ canAsk: false });
		const payment = bill('a');
		await elsewhere(marks, clock, [payment], 'made');
		const { outcomes } = await pay([payment], { marks });
		expect(outcomes.get(payment)).toEqual({
			result: { record: { external_id: 'a' }, outcome: 'found', isOwn: false, isBare: true },
		});
		const other = bill('a', '2');
		const taken = (await pay([other], { marks, memory: new Memory(0) })).outcomes;
		expect(messageOf(taken.get(other))).toBe('The External ID a belongs to another payment');
	});

	it('of what cannot be asked for stays open while its outcome is unknown', async () => {
		const { marks, pay } = shared({ canAsk: false, answers: ['lost'] });
		const add = jest.spyOn(marks, 'add');
		expect((await pay([bill('a')], { marks })).told).toEqual(['UnknownOutcome']);
		expect(added(add)).toEqual({ claimed: [1], marked: [] });
	});

	it('of what cannot be asked for costs one question', async () => {
		const { marks, pay } = shared({ canAsk: false });
		const has = jest.spyOn(marks, 'has');
		await pay([bill('a')], { marks });
		expect(has).toHaveBeenCalledTimes(1);
	});

	it('of what was made is marked where a later look-up may not tell', async () => {
		const { clock, marks, kind, setting } = shared();
		for (const mayHide of [false, true]) {
			const add = jest.spyOn(marks, 'add');
			await clock.run(payAll({ ...kind, mayHide }, [bill(`mayHide ${mayHide}`)], { ...setting, marks }));
			expect(added(add)).toEqual({ claimed: [1], marked: mayHide ? ['1 made'] : [] });
			add.mockRestore();
		}
	});

	it('of what the service says it took stays open, so that others wait it out', async () => {
		const taken = new ServiceFailure(
			'unreadableAnswer',
			true,
			{ method: 'POST', path: '/' },
			{ attempts: 1, answer: { uuid: 'U9' } },
		);
		const { marks, setting, pay } = shared({ answers: [taken] });
		const add = jest.spyOn(marks, 'add');
		expect((await pay([bill('a')], { marks })).told).toEqual(['UnknownOutcome']);
		expect(added(add)).toEqual({ claimed: [1], marked: [] });
		expect(setting.memory.get(bill('a'))).toMatchObject({ staysUnclear: true });
	});

	it('is given back by an execution that is stopped', async () => {
		const { marks, service, pay } = shared();
		let checks = 0;
		expect((await pay([bill('a')], { marks, isStopped: () => ++checks > 1 })).told).toEqual(['StoppedBefore']);
		expect(service.lookUps).toBe(1);
		const { told, took } = await pay([bill('a')], { marks });
		expect(told).toEqual(['created']);
		expect(took).toBeLessThan(100);
	});

	it('is given back where another payment of its request has failed meanwhile', async () => {
		const { marks, service, pay } = shared();
		const late = { ...bill('b', '2'), isListedLate: true };
		await pay([late], { marks });
		const other = { ...late, facts: { ...late.facts, amount: '3' } };
		service.shows.set('b', 'hidden');
		const { told } = await pay([bill('a'), other], { marks, memory: new Memory(-Infinity) });
		expect(told).toEqual(['nothing', 'ExternalIdTaken']);
		const next = await pay([bill('a')], { marks, memory: new Memory(-Infinity) });
		expect(next.told).toEqual(['created']);
		expect(next.took).toBeLessThan(100);
	});

	it('is one of the list, also for a payee of whom the service does not tell', async () => {
		const { clock, marks, service, pay } = shared();
		service.shows.set('b', 'hidden');
		await elsewhere(marks, clock, [inList('a')]);
		const { told, took } = await pay([inList('b')], { marks });
		expect(told).toEqual(['created']);
		expect(took).toBeGreaterThanOrEqual(SETTLE + SERVES + LONGEST_REQUEST);
	});

	it('of a list stays open where nobody knows what became of it, and whoever goes on waits', async () => {
		const { clock, marks, service, pay } = shared({ answers: ['lost'], goOn: true });
		let isStopped = false;
		void clock.sleep(1_000).then(() => (isStopped = true));
		expect((await pay([inList('a')], { marks, isStopped: () => isStopped })).told).toEqual(['UnknownOutcome']);
		const { told, took } = await pay([bill('b', '2', 0, 'L'), bill('c', '3', 0, 'L'), bill('d', '4', 0, 'L')], {
			marks,
		});
		expect(told).toEqual(['created', 'created', 'created']);
		expect(took).toBeGreaterThanOrEqual(SETTLE + SERVES + LONGEST_REQUEST);
		expect(took).toBeLessThan(SETTLE + SERVES + LONGEST_REQUEST + 1_000);
		expect(service.requests).toEqual([['a'], ['b', 'c'], ['d']]);
	});

	it('of a list whose lost request was found keeps others for the settle time, as if it had been answered', async () => {
		const { clock, marks, service, pay } = shared({ answers: ['lost'] });
		void clock.sleep(10_000).then(() => service.shows.set('a', found(inList('a'))));
		expect((await pay([inList('a'), inList('b')], { marks, goOn: true })).told).toEqual(['created', 'UnknownOutcome']);
		const { told, took } = await pay([bill('c', '3', 0, 'L')], { marks, memory: new Memory(-Infinity) });
		expect(told).toEqual(['created']);
		expect(took).toBeGreaterThanOrEqual(SETTLE);
		expect(took).toBeLessThan(SETTLE + 1_000);
	});

	it('of a list of which nothing came is free at once', async () => {
		const { marks, pay } = shared({ answers: ['lost'] });
		const list = [inList('a'), inList('b')];
		expect((await pay(list, { marks, goOn: true })).told).toEqual(['UnknownOutcome', 'UnknownOutcome']);
		const { told, took } = await pay([inList('c')], { marks, memory: new Memory(-Infinity) });
		expect(told).toEqual(['created']);
		expect(took).toBeLessThan(100);
	});

	it('of a list stays open where the service does not tell of one of its request', async () => {
		const { marks, service, pay } = shared({ answers: ['lost'] });
		service.shows.set('b', 'hidden');
		const add = jest.spyOn(marks, 'add');
		await pay([inList('a'), inList('b')], { marks });
		expect(added(add)).toEqual({ claimed: [1], marked: [] });
	});

	it('of what hides stays open where the last look-up fails', async () => {
		const { clock, marks, service, kind, setting } = shared({ answers: ['lost'] });
		service.shows.set('a', 'hidden');
		const failsFrom = clock.now + SETTLE;
		const fails = (payments: readonly Payment[]) => {
			if (clock.now >= failsFrom) throw refusedBy('rateLimited');
			return service.find(payments);
		};
		const add = jest.spyOn(marks, 'add');
		const failing = { ...kind, find: async (payments: readonly Payment[]) => await Promise.resolve(fails(payments)) };
		const payment = bill('a');
		const outcomes = await clock.run(payAll({ ...failing, mayHide: true }, [payment], { ...setting, marks }));
		expect(told(outcomes.get(payment))).toBe('UnknownOutcome');
		expect(added(add)).toEqual({ claimed: [1], marked: [] });
	});

	it.each([
		['of another workflow', 'w2'],
		['that no other process sees', 'w1'],
	])('%s counts for nothing', async (_whose, scope) => {
		const { clock, marks, pay } = shared();
		const unseen = { ...marks, scope, add: async () => await Promise.resolve(true) };
		await pay([inList('x')], { marks: unseen });
		const add = jest.spyOn(marks, 'add');
		await clock.run(clock.sleep(1));
		expect((await pay([inList('a')], { marks })).told).toEqual(['created']);
		expect(added(add).claimed).toEqual([1]);
	});

	it('of another workflow with as many counts for nothing', async () => {
		const { clock, marks, pay } = shared();
		await pay([inList('x')], { marks: sharedMarks(clock, 'w2') });
		await elsewhere(marks, clock, [inList('y')]);
		const { took } = await pay([inList('a')], { marks });
		expect(took).toBeGreaterThanOrEqual(SETTLE + SERVES + LONGEST_REQUEST);
	});

	it.each<[string, Answer, string, string]>([
		['', 'made', '1', 'found'],
		['L', 'made', '1', 'found'],
		['', 'made', '2', 'ExternalIdTaken'],
		['L', 'made', '2', 'ExternalIdTaken'],
		['', 'lost', '1', 'UnknownOutcome'],
		['L', 'lost', '1', 'UnknownOutcome'],
	])(
		'of what is listed late holds in another process (list %j, %s, then amount %s)',
		async (list, answer, amount, end) => {
			const { clock, kind, marks, service, setting, pay } = shared({ answers: [answer] });
			const late = (of: string) => ({ ...bill('a', of, 0, list), isListedLate: true });
			await pay([late('1')], { marks });
			const elsewhere = { ...setting, marks, memory: new Memory(0) };
			expect((await pay([late(amount)], elsewhere)).told).toEqual([end]);
			const ahead = late(amount);
			const outcomes = await clock.run(lookUpAll(kind, [ahead], { ...elsewhere, memory: new Memory(0) }));
			expect(told(outcomes.get(ahead))).toBe(end);
			const { failure } = outcomes.get(ahead) as { failure?: unknown };
			expect(failure instanceof UnknownYet).toBe(false);
			expect(service.requests).toHaveLength(1);
		},
	);

	it.each([
		['of what cannot be asked for', false, undefined],
		['of what a look-up hides', true, 'hidden'],
	] as const)('%s, and has failed in its answer, tells another process so', async (_what, canAsk, shown) => {
		const { marks, kind, service, clock, setting } = shared({ canAsk, answers: ['failed'] });
		if (shown) service.shows.set('a', shown);
		const payment = bill('a');
		const pay = async () =>
			await clock.run(payAll({ ...kind, mayHide: true }, [payment], { ...setting, marks, memory: new Memory(0) }));
		expect(told((await pay()).get(payment))).toBe('EndedWithoutMoney');
		const elsewhere = (await pay()).get(payment);
		expect(messageOf(elsewhere)).toBe('The payment a was made before and has ended without money');
		expect(service.requests).toHaveLength(1);
	});

	it('counts a look-up on the way of a list from its beginning', async () => {
		const { clock, marks, service, setting } = shared();
		const claim = jest.spyOn(Claims.prototype, 'claim');
		const askedAt: number[] = [];
		const slow = kindThat(
			async (payments) => {
				askedAt.push(clock.now);
				await clock.sleep(5_000);
				return service.find(payments);
			},
			async (payments) => {
				await clock.sleep(61_000);
				return await service.send(payments);
			},
		);
		await clock.run(payAll(slow, [bill('a'), bill('b'), bill('c')], { ...setting, marks }));
		expect(claim.mock.calls.map(([, lookedUpAt]) => lookedUpAt)).toEqual(askedAt);
		expect(askedAt).toHaveLength(2);
		claim.mockRestore();
	});

	it('that is waited for sends nothing that became doubtful meanwhile', async () => {
		const { clock, marks, service, setting, pay } = shared({ answers: ['lost'] });
		await pay([inList('a')], { marks });
		await elsewhere(marks, clock, [inList('b')]);
		void clock.sleep(5_000).then(() => service.shows.set('a', { doubt: new Error('It may be this one') }));
		const { told } = await pay([inList('a')], { ...setting, marks });
		expect(told).toEqual(['UnknownOutcome']);
		expect(service.requests).toEqual([['a']]);
	});

	it('that has ended since the last look-up is looked up before the next, whatever the settle time', async () => {
		const { clock, marks, service, kind, setting } = shared();
		const payment = { ...inList('a'), settleTime: 0 };
		const slow = async () => {
			await clock.sleep(1_000);
			await elsewhere(marks, clock, [payment], 'made');
			service.shows.set('a', found(payment));
			return new Map();
		};
		const outcomes = await clock.run(payAll({ ...kind, forbidden: slow }, [payment], { ...setting, marks }));
		expect(told(outcomes.get(payment))).toBe('found');
		expect(service.requests).toEqual([]);
	});

	it('makes the wait of a young process needless', async () => {
		const { clock, marks, pay } = shared();
		const memory = new Memory(clock.now);
		const { told, took } = await pay([bill('a')], { marks, memory });
		expect(told).toEqual(['created']);
		expect(took).toBeLessThan(100);
	});
});

describe('a look ahead', () => {
	it('tells what others have claimed and cannot be asked for, and claims nothing', async () => {
		const { clock, kind, setting } = stage({ canAsk: false });
		const marks = sharedMarks(clock);
		const add = jest.spyOn(marks, 'add');
		const payments = [bill('made'), bill('changed', '2'), bill('open'), bill('refused'), bill('new')];
		const outcomes = await clock.run(
			(async () => {
				for (const [externalId, end] of Object.entries({
					made: 'made',
					changed: 'made',
					open: null,
					refused: 'free',
				})) {
					const other = stage({ canAsk: false, answers: [end === 'free' ? 'refused' : 'made'] });
					const isLost = (mark: string) => end === null && /(free|made)/.test(mark);
					await payAll(other.kind, [bill(externalId)], {
						...other.setting,
						marks: { ...marks, add: async (mark) => isLost(mark) || (await marks.add(mark)) },
					});
				}
				add.mockClear();
				return await lookUpAll(kind, payments, { ...setting, marks });
			})(),
		);
		expect(payments.map((each) => told(outcomes.get(each)))).toEqual([
			'found',
			'ExternalIdTaken',
			'UnknownOutcome',
			'nothing',
			'nothing',
		]);
		expect(add).not.toHaveBeenCalled();
	});

	it('tells of a payment whose facts are those of an unclear one', async () => {
		const { clock, kind, setting, pay } = stage({ answers: ['lost'] });
		await pay([bill('a')]);
		const twin = bill('b');
		const outcomes = await clock.run(lookUpAll(kind, [twin], setting));
		expect(told(outcomes.get(twin))).toBe('UnclearTwin');
	});

	it('tells what is there, what stops, and what is not known, without a wait', async () => {
		const { clock, service, kind, setting, pay } = stage({ answers: ['lost'] });
		let stopped = false;
		void clock.sleep(1_000).then(() => (stopped = true));
		await pay([bill('d', '4')], { isStopped: () => stopped });
		service.shows.set('a', found(bill('a')));
		service.shows.set('b', found(bill('b', '9')));
		await pay([bill('e', '5')]);
		const payments = [bill('a'), bill('b'), bill('c'), bill('d', '4'), bill('e', '5')];
		const begun = clock.now;
		const outcomes = await clock.run(lookUpAll(kind, payments, setting));
		expect(payments.map((each) => told(outcomes.get(each)))).toEqual([
			'found',
			'ExternalIdTaken',
			'nothing',
			'UnknownOutcome',
			'found',
		]);
		expect(clock.now).toBe(begun);
		expect(service.requests).toEqual([['d'], ['e']]);
	});
});
