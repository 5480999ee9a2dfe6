import type { Run } from '../../../nodes/MultiCurrencyPayments/form/run';
import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { accountOf } from '../../../nodes/MultiCurrencyPayments/money/memory';
import type { Outcome } from '../../../nodes/MultiCurrencyPayments/money/payee';
import type { Manner } from '../../../nodes/MultiCurrencyPayments/money/paymentList';
import { payByAccount } from '../../../nodes/MultiCurrencyPayments/money/payByAccount';
import { payTogether } from '../../../nodes/MultiCurrencyPayments/money/payTogether';

/** How the parts of a list take turns. How one part is paid is no matter here. */

jest.mock('../../../nodes/MultiCurrencyPayments/money/payTogether');

type Request = PaymentRequest & { name: string };

const kind = {} as BatchKind<Request>;

/** Accounts in the order in which their parts check. */
const [first, second, third] = ['a', 'b', 'c', 'd']
	.map((appId) => ({ credential: { baseUrl: 'https://service.example', appId } }) as unknown as Run)
	.sort((one, other) => (accountOf(one) < accountOf(other) ? -1 : 1)) as [Run, Run, Run];

const of = (run: Run, name: string) => ({ item: { run }, name }) as unknown as Request;

const events: string[] = [];
/** The parts that fail as a whole, and those of which a payment fails. */
const broken = { checking: '', aPayment: '', sending: '' };
beforeEach(() => {
	events.length = 0;
	Object.assign(broken, { checking: '', aPayment: '', sending: '' });
	jest.mocked(payTogether).mockImplementation(async (_kind, run, requests, { mayFollow }) => {
		const all = requests as readonly Request[];
		const name = all.map((each) => each.name).join('');
		const step = async (what: string) => {
			events.push(`${name} ${what}`);
			await new Promise((done) => setImmediate(done));
		};
		expect(all.every(({ item }) => item.run === run)).toBe(true);
		await step('checks');
		if (broken.checking === name) throw new Error(`${name} is broken`);
		if ((await mayFollow?.(broken.aPayment === name)) === false) return [];
		await step('sends');
		await step('has sent');
		return all.map((request) =>
			broken.sending === name ? { request, failure: new Error('No') } : { request, result: { key: request.name } },
		) as Outcome<PaymentRequest>[];
	});
});

async function pay(goOn: boolean, ...requests: Request[]): Promise<string[]> {
	const paid = await payByAccount(kind, requests, { goOn } as Manner<Request>);
	return paid.map((outcome) => `${outcome.request.name} ${'failure' in outcome ? 'failed' : 'paid'}`);
}

const [p, q, r] = [of(first, 'p'), of(second, 'q'), of(third, 'r')];

it('nothing is nothing', async () => expect(await pay(false)).toEqual([]));

it('a list of one account is paid as it is', async () => {
	const manner = { goOn: false } as Manner<Request>;
	const requests = [p, of(first, 's')];
	await payByAccount(kind, requests, manner);
	expect(payTogether).toHaveBeenLastCalledWith(kind, first, requests, manner);
	expect(events).toEqual(['ps checks', 'ps sends', 'ps has sent']);
});

it('no part sends before all have checked, in the order of their accounts; then one after the other, as in the list', async () => {
	expect(await pay(false, q, p, r, of(second, 's'))).toEqual(['q paid', 's paid', 'p paid', 'r paid']);
	expect(events).toEqual([
		...['p checks', 'qs checks', 'r checks'],
		...['qs sends', 'qs has sent', 'p sends', 'p has sent', 'r sends', 'r has sent'],
	]);
});

describe.each(['checking', 'aPayment'] as const)('where a part fails before it sends (%s)', (how) => {
	it('no other is sent', async () => {
		broken[how] = 'q';
		const paid = await pay(false, p, q, r);
		expect(events).toEqual(['p checks', 'q checks', 'r checks']);
		expect(paid).toEqual(how === 'checking' ? ['q failed'] : []);
	});

	it('the others are sent where they go on', async () => {
		broken[how] = 'q';
		const paid = await pay(true, p, q, r);
		expect(paid).toEqual(['p paid', how === 'checking' ? 'q failed' : 'q paid', 'r paid']);
	});
});

it.each([
	['stops those behind it', false, ['p paid', 'q failed', 's failed']],
	['stops nothing where the others go on', true, ['p paid', 'q failed', 's failed', 'r paid']],
])('a part that fails when it is sent %s', async (_, goOn, outcomes) => {
	broken.sending = 'qs';
	expect(await pay(goOn, p, q, r, of(second, 's'))).toEqual(outcomes);
});

it('one failed payment of a part stops those behind the part', async () => {
	jest.mocked(payTogether).mockImplementationOnce(async (_kind, _run, requests, { mayFollow }) => {
		await mayFollow?.(false);
		return requests.map((request, at) =>
			at === 0 ? { request, failure: new Error('No') } : { request, result: {} },
		) as never;
	});
	expect(await pay(false, p, of(first, 's'), q)).toEqual(['p failed', 's paid']);
});

it('a part that fails as a whole fails with what stopped it', async () => {
	broken.checking = 'qs';
	const paid = await payByAccount(kind, [p, q, of(second, 's')], { goOn: true } as Manner<Request>);
	expect(paid.slice(1)).toMatchObject([
		{ request: { name: 'q' }, failure: new Error('qs is broken') },
		{ request: { name: 's' }, failure: new Error('qs is broken') },
	]);
});
