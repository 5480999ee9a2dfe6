import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { payByAccount } from '../../../nodes/MultiCurrencyPayments/money/payByAccount';
import type { Manner } from '../../../nodes/MultiCurrencyPayments/money/paymentList';
import { payTogether } from '../../../nodes/MultiCurrencyPayments/money/payTogether';

/** When the parts of a list check and send. */

jest.mock('../../../nodes/MultiCurrencyPayments/money/payTogether', () => ({ payTogether: jest.fn() }));

const runs = ['a', 'b', 'c'].map((appId) => ({ credential: { baseUrl: 'https://service.example/api', appId } }));
const kind = {} as BatchKind<PaymentRequest>;

/** Pays a list with a payment for each of these accounts, some of which fail in their checks, or as a whole. */
async function pay(accounts: readonly number[], goOn: boolean, fails: Record<number, 'check' | 'send' | 'whole'> = {}) {
	const steps: string[] = [];
	jest.mocked(payTogether).mockImplementation(async (_kind, run, requests, manner) => {
		const account = runs.indexOf(run as never);
		steps.push(`check ${account}`);
		await new Promise((done) => setImmediate(done));
		if (fails[account] === 'whole') throw new Error('down');
		const failsNow = fails[account] === 'check';
		if ((await manner.mayFollow?.(failsNow)) === false) return [];
		steps.push(`send ${account}`);
		return requests.map((request) =>
			failsNow || fails[account] ? { request, failure: account } : { request, result: account },
		) as never;
	});
	const requests = accounts.map((account) => ({ item: { run: runs[account] } }) as unknown as PaymentRequest);
	const outcomes = await payByAccount(kind, requests, { goOn } as Manner<PaymentRequest>);
	return { steps, outcomes: outcomes.length };
}

const checks = (steps: string[]) => steps.filter((step) => step.startsWith('check'));
const sends = (steps: string[]) => steps.filter((step) => step.startsWith('send'));

it('they check in one order whatever that of the items, so that executions cannot wait for each other', async () => {
	const { steps } = await pay([0, 1, 2], false);
	for (const order of [
		[2, 1, 0],
		[1, 2, 0],
	])
		expect(checks((await pay(order, false)).steps)).toEqual(checks(steps));
});

it('they send in the order of the items, one after the other, once all have passed their checks', async () => {
	const { steps, outcomes } = await pay([2, 0, 1], false);
	expect(steps.slice(3)).toEqual(['send 2', 'send 0', 'send 1']);
	expect(outcomes).toBe(3);
});

it.each(['check', 'whole'] as const)('none sends when one fails (%s), unless the others are to go on', async (how) => {
	for (const failing of [0, 1, 2]) {
		expect(sends((await pay([0, 1, 2], false, { [failing]: how })).steps)).toEqual([]);
		const others = [0, 1, 2].filter((account) => how === 'check' || account !== failing);
		const { steps, outcomes } = await pay([0, 1, 2], true, { [failing]: how });
		expect(sends(steps)).toEqual(others.map((account) => `send ${account}`));
		expect(outcomes).toBe(3);
	}
});

it('none sends after one that has failed', async () => {
	expect(sends((await pay([0, 1, 2], false, { 1: 'send' })).steps)).toEqual(['send 0', 'send 1']);
	expect(sends((await pay([0, 1, 2], true, { 1: 'send' })).steps)).toEqual(['send 0', 'send 1', 'send 2']);
});
