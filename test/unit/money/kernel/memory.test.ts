import { Memory, type Sent } from '../../../../nodes/MultiCurrencyPayments/money/memory';
import { bill } from './payments';

const MINUTE = 60_000;

const sentAt = (at: number, about: Partial<Sent> = {}): Sent => ({
	externalId: 'x',
	list: '',
	facts: { amount: '1' },
	at,
	settleTime: 30_000,
	...about,
});

describe('the memory of a process', () => {
	it.each([
		['what can be looked up for ten minutes', true, 10 * MINUTE],
		['anything else for a day', false, 24 * 60 * MINUTE],
	])('holds %s', (_, canLookUp, kept) => {
		const memory = new Memory(0);
		memory.set(bill('a'), sentAt(0), canLookUp);
		memory.set(bill('b', '2'), sentAt(kept), canLookUp);
		expect(memory.get(bill('a'))).toBeDefined();
		memory.set(bill('c', '3'), sentAt(kept + 1), canLookUp);
		expect(memory.get(bill('a'))).toBeUndefined();
		expect(memory.get(bill('b'))).toBeDefined();
	});

	it('never forgets what the service may not show yet', () => {
		const memory = new Memory(0);
		memory.set(bill('a'), sentAt(0, { settleTime: 60 * MINUTE }), true);
		memory.set(bill('b', '2'), sentAt(60 * MINUTE), true);
		expect(memory.get(bill('a'))).toBeDefined();
	});

	it('holds the newest 50,000 beyond their settle time', () => {
		const memory = new Memory(0);
		for (let index = 0; index <= 50_000; index++) memory.set(bill(`p${index}`, String(index)), sentAt(0), false);
		memory.set(bill('late', '-1'), sentAt(31_000), false);
		const left = Array.from({ length: 50_001 }, (_, index) => memory.get(bill(`p${index}`)));
		expect(left.filter((sent) => sent !== undefined)).toHaveLength(49_999);
		expect(memory.get(bill('late'))).toBeDefined();
	});

	it('holds for a day what was once kept for a day, whoever finds it again', () => {
		const memory = new Memory(0);
		memory.set(bill('a'), sentAt(0), false);
		memory.set(bill('a'), sentAt(1), true);
		memory.set(bill('b', '2'), sentAt(11 * MINUTE), true);
		memory.set(bill('c', '3'), sentAt(11 * MINUTE), false);
		expect(memory.get(bill('a'))).toBeDefined();
	});

	it('holds the numbers of the newest 50,000 claims', () => {
		const memory = new Memory(0);
		for (let index = 0; index <= 50_000; index++) memory.noteClaim(`list ${index}`, index + 1);
		expect([0, 1, 50_000].map((index) => memory.lastClaim(`list ${index}`))).toEqual([0, 2, 50_001]);
	});

	it('takes payments for alike for ten minutes', () => {
		const memory = new Memory(0);
		memory.set(bill('a'), sentAt(0, { externalId: 'a' }), true);
		expect(memory.twinOf(bill('b'), 10 * MINUTE)?.externalId).toBe('a');
		expect(memory.twinOf(bill('b'), 10 * MINUTE + 1)).toBeUndefined();
	});

	it('knows a payment by one state at a time', () => {
		const memory = new Memory(0);
		memory.set(bill('a'), sentAt(0), true);
		memory.set(bill('a'), sentAt(1, { record: { uuid: 'U' } }), false);
		expect(memory.get(bill('a'))).toMatchObject({ record: { uuid: 'U' } });
		memory.delete(bill('a'));
		expect(memory.get(bill('a'))).toBeUndefined();
	});

	it('compares what decides where money goes, not remarks, to tell payments alike', () => {
		const memory = new Memory(0);
		const remarked = (externalId: string, description: string) => {
			const payment = bill(externalId);
			return { ...payment, facts: { ...payment.facts, description } };
		};
		memory.set(remarked('a', 'March'), sentAt(0, { externalId: 'a' }), true);
		expect(memory.twinOf(remarked('b', 'April'), 1)?.externalId).toBe('a');
		expect(memory.twinOf(remarked('a', 'April'), 1)).toBeUndefined();
		expect(memory.twinOf({ ...remarked('b', 'April'), kind: 'payin' }, 1)).toBeUndefined();
		expect(memory.twinOf({ ...remarked('b', 'April'), account: 'B' }, 1)).toBeUndefined();
		memory.delete(remarked('a', 'March'));
		expect(memory.twinOf(remarked('b', 'April'), 1)).toBeUndefined();
	});

	it('takes payments for alike whatever the order of their facts, and by more than what many share', () => {
		const memory = new Memory(0);
		const of = (externalId: string, facts: Record<string, string>) => ({ ...bill(externalId), facts });
		memory.set(of('a', { account: '12', amount: '1' }), sentAt(0, { externalId: 'a' }), true);
		expect(memory.twinOf(of('b', { amount: '1', account: '12' }), 1)?.externalId).toBe('a');
		const shared = { amount: '1', currency: 'AUD', method: 'au_bank_aud', GST: 'none' };
		memory.set(of('c', shared), sentAt(0, { externalId: 'c' }), true);
		expect(memory.twinOf(of('d', shared), 1)).toBeUndefined();
	});
});
