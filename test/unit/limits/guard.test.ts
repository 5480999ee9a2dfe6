import type { Movement } from '../../../core/payments/guards';
import type { ServiceClient } from '../../../nodes/service/client';
import type { PaymentsCredential } from '../../../nodes/service/credential';
import { CredentialGuard } from '../../../nodes/MultiCurrencyPayments/limits/guard';
import { n8nWith, type Try } from '../money/items';

/** What a credential lets leave. How it is asked on the way of a payment: see test/integration/guards. */

const DAY = 86_400_000;
const PATH = '/v2/payouts';

/** Each test has a day of its own. */
let midnight = Date.UTC(2031, 0, 1);
let now = 0;
let account = '';
beforeEach(() => {
	now = (midnight += 10 * DAY) + 1_000_000;
	account = `account of ${now}`;
	listed.length = 0;
	questions.length = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const credential = (guards: object, appId = 'main') => ({ guards, baseUrl: account, appId }) as PaymentsCredential;

function guardOf(guards: object, about: Try = {}, appId?: string): CredentialGuard {
	return new CredentialGuard(n8nWith(about), credential(guards, appId), credential({}));
}

let moves = 0;

/** Another payment in each call. */
function move(amount: string, about: Partial<Movement> = {}): Movement {
	const named = { key: `key of ${amount}`, reference: 'k', identity: `${++moves}` };
	return { ...named, amount, currency: 'AUD', destination: '062000 1', ...about };
}

interface Batch {
	external_id?: string;
	currency?: unknown;
	status?: string;
	payments: object[];
}

/** What the service has listed, and the questions for it. */
const listed: Batch[] = [];
const questions: Record<string, string>[] = [];

const batchOf = (batch: Batch, index: number) => {
	const { external_id: reference = 'k', currency = 'AUD', status = 'completed', payments } = batch;
	const known = { external_id: 'k', payee: 'Ada', email: 'a@', payout_method_params: {}, status, error_message: null };
	const transactions = payments.map((payment, at) => ({ ...known, uuid: `${index} ${at}`, amount: '10', ...payment }));
	const total = transactions.reduce((sum, { amount }) => sum + Number(amount), 0);
	const whole = { uuid: `${index}`, external_id: reference, payout_method_name: 'bank', total_amount: `${total}` };
	return { ...whole, currency, status, payout_transactions: transactions };
};

const client = {
	credential: { baseUrl: 'any', appId: 'any' },
	read: async ({ path, query }: { path: string; query: Record<string, string> }) => {
		if (path.endsWith('detail')) return listed.map(batchOf).find(({ uuid }) => uuid === query.uuid);
		questions.push(query);
		return { records: listed.map(batchOf), has_more: false };
	},
} as unknown as ServiceClient;

/** What is told of some payments: nothing where they may leave. */
async function allow(guard: CredentialGuard, moves: readonly Movement[], path = PATH): Promise<string> {
	try {
		await guard.allow({ path, moves }, client);
		return '';
	} catch (failure) {
		return (failure as Error).message;
	}
}

const TOO_MUCH = 'is more than the credential allows';

it.each<[object, boolean, boolean]>([
	[{}, false, false],
	[{ readOnly: true }, false, false],
	[{ maxPerPayment: 'AUD 1' }, true, true],
	[{ maxPerRun: 'AUD 1' }, true, true],
	[{ maxPerDay: 'AUD 1' }, true, true],
	[{ allowedDestinations: '062000 1' }, false, true],
])('with %j it must be known what is paid', (guards, limitsAmounts, looksAtPayments) => {
	const guard = guardOf(guards);
	expect([guard.limitsAmounts, guard.looksAtPayments]).toEqual([limitsAmounts, looksAtPayments]);
});

it('a credential for reading only lets nothing leave, and tells what to do', async () => {
	const guard = guardOf({ readOnly: true });
	expect(() => guard.assertWritable()).toThrow(
		expect.objectContaining({
			name: 'GuardBreach',
			explanation: {
				message: 'The credential is for reading only',
				description: expect.stringContaining('Read Only is on'),
				details: { guard: 'readOnly', limit: '', asked: '' },
			},
		}),
	);
	expect(await allow(guard, [])).toBe('The credential is for reading only');
	expect(() => guardOf({}).assertWritable()).not.toThrow();
});

it('each payment is checked by itself', async () => {
	const guard = guardOf({ maxPerPayment: 'AUD 10', allowedDestinations: '062000 1' });
	expect(() => guard.assertEach([move('10')])).not.toThrow();
	expect(() => guard.assertEach([move('10'), move('11')])).toThrow(`11.00 AUD ${TOO_MUCH}`);
	expect(await allow(guard, [move('10'), move('11')])).toBe(`11.00 AUD ${TOO_MUCH}`);
	expect(await allow(guard, [move('1', { destination: 'other' })])).toContain('to this destination');
});

describe('Max per Run', () => {
	const guards = { maxPerRun: 'AUD 20\nEUR 5' };

	it('counts all payments of the execution, of all accounts of the credential', async () => {
		expect(await allow(guardOf(guards), [move('8'), move('4')])).toBe('');
		expect(await allow(guardOf(guards, {}, 'other account'), [move('9')])).toBe(`9.00 AUD ${TOO_MUCH}`);
		expect(await allow(guardOf(guards, {}, 'other account'), [move('8')])).toBe('');
		expect(await allow(guardOf(guards), [move('5', { currency: 'EUR' })])).toBe('');
		expect(await allow(guardOf(guards), [move('0.01')])).toBe(`0.01 AUD ${TOO_MUCH}`);
	});

	it('counts another execution by itself, that of a called workflow, too', async () => {
		expect(await allow(guardOf(guards), [move('20')])).toBe('');
		expect(await allow(guardOf(guards, { execution: 'called' }), [move('20')])).toBe('');
		expect(await allow(guardOf(guards, { execution: 'called' }), [move('1')])).toBe(`1.00 AUD ${TOO_MUCH}`);
	});

	it('counts each call by itself where there is no execution', async () => {
		const call = () => guardOf(guards, { execution: null });
		const [one, other] = [call(), call()];
		expect(await allow(one, [move('12')])).toBe('');
		expect(await allow(one, [move('9')])).toBe(`9.00 AUD ${TOO_MUCH}`);
		expect(await allow(other, [move('9')])).toBe('');
	});

	it('counts in this process where n8n keeps nothing with the execution', async () => {
		expect(await allow(guardOf(guards, { stored: null }), [move('12')])).toBe('');
		expect(await allow(guardOf(guards, { stored: null }), [move('9')])).toBe(`9.00 AUD ${TOO_MUCH}`);
	});

	it('holds over a restart of n8n, by what the execution carries', async () => {
		const flow = {};
		await allow(guardOf(guards, { execution: 'before', flow }), [move('8')]);
		await allow(guardOf(guards, { execution: 'before', flow }), [move('4')]);
		// To this process, another id is a run that it does not know.
		expect(await allow(guardOf(guards, { execution: 'after', flow }), [move('9')])).toBe(`9.00 AUD ${TOO_MUCH}`);
		expect(await allow(guardOf(guards, { execution: 'after', flow }), [move('8')])).toBe('');
	});

	it('counts what this process has sent for the run since, where the execution carries less', async () => {
		const flow = {};
		await allow(guardOf(guards, { flow }), [move('8')]);
		const earlier = structuredClone(flow);
		await allow(guardOf(guards, { flow }), [move('4')]);
		expect(await allow(guardOf(guards, { flow: earlier }), [move('9')])).toBe(`9.00 AUD ${TOO_MUCH}`);
		expect(await allow(guardOf(guards, { flow: earlier }), [move('8')])).toBe('');
	});

	it('is named where it is exceeded', async () => {
		const failed = guardOf(guards).allow({ path: PATH, moves: [move('21')] }, client);
		await expect(failed).rejects.toMatchObject({
			explanation: { description: expect.stringContaining('Max per Run in the credential is 20.00 AUD') },
		});
	});

	it('counts nothing that had no effect', async () => {
		const flow = {};
		const guard = guardOf(guards, { flow });
		(await guard.allow({ path: PATH, moves: [move('15'), move('5')] }, client))();
		expect(await allow(guardOf(guards, { execution: 'later', flow: structuredClone(flow) }), [move('20')])).toBe('');
		expect(await allow(guard, [move('15'), move('6')])).toBe(`21.00 AUD together ${TOO_MUCH}`);
	});

	it('counts nothing of what is too much together', async () => {
		const guard = guardOf(guards);
		expect(await allow(guard, [move('15'), move('6')])).toBe(`21.00 AUD together ${TOO_MUCH}`);
		expect(await allow(guard, [move('20')])).toBe('');
	});

	it('tells of a list whose amounts are not all known which payment is too much', async () => {
		const unknown = move('6', { amount: undefined });
		expect(await allow(guardOf(guards), [move('21'), unknown])).toBe(`21.00 AUD ${TOO_MUCH}`);
	});

	it('tells of a list of several currencies which one is too much together', async () => {
		const twoCurrencies = { maxPerRun: 'AUD 20\nEUR 5' };
		const moves = [move('3', { currency: 'EUR' }), move('15'), move('6'), move('2', { currency: 'EUR' })];
		expect(await allow(guardOf(twoCurrencies), moves)).toBe(`21.00 AUD together ${TOO_MUCH}`);
		const alone = [move('5', { currency: 'EUR' }), move('21')];
		expect(await allow(guardOf(twoCurrencies), alone)).toBe(`21.00 AUD ${TOO_MUCH}`);
	});

	it('counts nothing of a list that is only checked', async () => {
		const guard = guardOf(guards);
		const together = async (...amounts: string[]) =>
			await guard.assertTogether({ path: PATH, moves: amounts.map((amount) => move(amount)) }, client);
		await together('15', '5');
		await together('15', '5');
		await expect(together('15', '6')).rejects.toThrow(TOO_MUCH);
		expect(await allow(guard, [move('20')])).toBe('');
	});

	it('counts a payment that is sent again once, in a retry of the execution and of that one, too', async () => {
		const payment = move('15');
		const flow = {};
		expect(await allow(guardOf(guards, { flow }), [payment])).toBe('');
		expect(await allow(guardOf(guards, { flow }), [payment])).toBe('');
		const carried = structuredClone(flow);
		const retry = guardOf(guards, { execution: 'retry', flow: carried });
		expect(await allow(retry, [move('6')])).toBe(`6.00 AUD ${TOO_MUCH}`);
		expect(await allow(retry, [payment])).toBe('');
		const last = guardOf(guards, { execution: 'its retry', flow: structuredClone(carried) });
		expect(await allow(last, [payment, move('6')])).toBe(`21.00 AUD together ${TOO_MUCH}`);
		expect(await allow(last, [payment, move('5')])).toBe('');
	});

	it('counts a payment as before where it is not sent again', async () => {
		const guard = guardOf(guards);
		const payment = move('15');
		await allow(guard, [payment]);
		expect(await allow(guard, [{ ...payment, amount: '21' }])).toBe(`21.00 AUD ${TOO_MUCH}`);
		(await guard.allow({ path: PATH, moves: [{ ...payment, amount: '1' }] }, client))();
		expect(await allow(guard, [move('6')])).toBe(`6.00 AUD ${TOO_MUCH}`);
	});
});

describe('Max per Day', () => {
	const guards = { maxPerDay: 'AUD 20\nEUR 5' };

	it('counts what the service lists since midnight, whatever made it', async () => {
		listed.push({ payments: [{ amount: '4' }, { amount: '3' }] }, { currency: 'aud', payments: [{ amount: '5' }] });
		expect(await allow(guardOf(guards), [move('9')])).toBe(`9.00 AUD ${TOO_MUCH}`);
		expect(questions[0]?.from_date).toBe(new Date(midnight).toISOString().replace('.000', ''));
		expect(await allow(guardOf(guards, { execution: 'other' }), [move('8')])).toBe('');
		expect(await allow(guardOf(guards), [move('1')])).toBe(`1.00 AUD ${TOO_MUCH}`);
		expect(await allow(guardOf(guards), [move('5', { currency: 'EUR' })])).toBe('');
		expect(await allow(guardOf(guards, {}, 'other account'), [move('8')])).toBe('');
	});

	it('does not count what has ended without money, nor a payment twice', async () => {
		const twice = { uuid: 'u', amount: '7' };
		listed.push(
			{ payments: [{ amount: '9', status: 'failed' }, twice] },
			{ status: 'expired', payments: [{ amount: '9', status: '' }] },
			{ payments: [twice, { amount: '3' }] },
		);
		expect(await allow(guardOf(guards), [move('11')])).toBe(`11.00 AUD ${TOO_MUCH}`);
		expect(await allow(guardOf(guards), [move('10')])).toBe('');
	});

	it('counts a payment in every currency where the list does not tell its own', async () => {
		listed.push({ currency: '', payments: [{ amount: '4' }] });
		expect(await allow(guardOf(guards), [move('17')])).toBe(`17.00 AUD ${TOO_MUCH}`);
		expect(await allow(guardOf(guards), [move('2', { currency: 'EUR' })])).toBe(`2.00 EUR ${TOO_MUCH}`);
		expect(await allow(guardOf(guards), [move('16'), move('1', { currency: 'EUR' })])).toBe('');
	});

	it('counts an amount that cannot be read as nothing', async () => {
		listed.push({ payments: [{ amount: 'ten' }, { amount: '4' }] });
		expect(await allow(guardOf(guards), [move('17')])).toBe(`17.00 AUD ${TOO_MUCH}`);
		expect(await allow(guardOf(guards), [move('16')])).toBe('');
	});

	it('asks again after 30 seconds, and counts what it has sent itself once', async () => {
		const guard = guardOf(guards);
		expect(await allow(guard, [move('10', { key: 'k' })])).toBe('');
		now += 29_999;
		expect(await allow(guard, [move('11')])).toBe(`11.00 AUD ${TOO_MUCH}`);
		expect(questions).toHaveLength(1);
		listed.push({ payments: [{ amount: '10', external_id: 'k' }] });
		now += 1;
		expect(await allow(guard, [move('10', { key: 'l' })])).toBe('');
		expect(questions).toHaveLength(2);
		now += 30_000;
		expect(await allow(guard, [move('1')])).toBe(`1.00 AUD ${TOO_MUCH}`);
		listed.push({ payments: [{ amount: '10', external_id: 'l' }] });
		now += 30_000;
		expect(await allow(guard, [move('1')])).toBe(`1.00 AUD ${TOO_MUCH}`);
		expect(questions).toHaveLength(4);
	});

	it('counts a payment beside one of another list under its External ID, until the list has its own', async () => {
		const guard = guardOf(guards);
		listed.push({ external_id: 'wages', payments: [{ amount: '7', external_id: 'emp-1' }] });
		expect(await allow(guard, [move('8', { reference: 'bonus', key: 'emp-1' })])).toBe('');
		now += 30_000;
		expect(await allow(guard, [move('6')])).toBe(`6.00 AUD ${TOO_MUCH}`);
		listed.push({ external_id: 'bonus', payments: [{ amount: '8', external_id: 'emp-1' }] });
		now += 30_000;
		expect(await allow(guard, [move('6')])).toBe(`6.00 AUD ${TOO_MUCH}`);
		expect(await allow(guard, [move('5')])).toBe('');
	});

	it('counts once a payment by itself whose batch alone shows the External ID', async () => {
		const guard = guardOf(guards);
		expect(await allow(guard, [move('8', { reference: 'inv-1', key: 'inv-1' })])).toBe('');
		listed.push({ external_id: 'inv-1', payments: [{ amount: '8', external_id: '' }] });
		now += 30_000;
		expect(await allow(guard, [move('12')])).toBe('');
	});

	it('asks for all currencies at once, and asks again where one is too old', async () => {
		const guard = guardOf(guards);
		await allow(guard, [move('1')]);
		await allow(guard, [move('1', { currency: 'EUR' }), move('1')]);
		expect(questions).toHaveLength(1);
		await allow(guardOf({ maxPerDay: 'AUD 20\nEUR 5\nNZD 5' }), [move('1'), move('1', { currency: 'NZD' })]);
		expect(questions).toHaveLength(2);
	});

	it('begins anew at midnight', async () => {
		const guard = guardOf(guards);
		expect(await allow(guard, [move('20')])).toBe('');
		now = midnight + DAY - 1;
		expect(await allow(guard, [move('1')])).toBe(`1.00 AUD ${TOO_MUCH}`);
		now += 1;
		expect(await allow(guard, [move('20')])).toBe('');
	});

	it('of two answers counts the one that was asked for later', async () => {
		const guard = guardOf(guards);
		const release: (() => void)[] = [];
		const slow = {
			...client,
			read: async () => {
				const records = listed.map(batchOf);
				await new Promise<void>((end) => release.push(end));
				return { records, has_more: false };
			},
		} as unknown as ServiceClient;
		const early = guard.assertTogether({ path: PATH, moves: [move('1')] }, slow);
		listed.push({ payments: [{ amount: '15', external_id: 'other' }] });
		now += 1;
		expect(await allow(guard, [move('1')])).toBe('');
		release.forEach((end) => end());
		await early;
		expect(await allow(guard, [move('5')])).toBe(`5.00 AUD ${TOO_MUCH}`);
	});

	it('is named where it is exceeded', async () => {
		listed.push({ payments: [{ amount: '4' }] });
		const failed = guardOf(guards).allow({ path: PATH, moves: [move('17')] }, client);
		await expect(failed).rejects.toMatchObject({
			explanation: {
				description: expect.stringContaining('Max per Day in the credential is 20.00 AUD, and 4.00 AUD was sent today'),
			},
		});
	});

	it('lets nothing leave that the service does not list', async () => {
		const guard = guardOf(guards);
		await expect(guard.allow({ path: '/v1/payouts', moves: [move('1')] }, client)).rejects.toMatchObject({
			explanation: {
				message: 'How much of this kind was paid today cannot be told',
				description: expect.stringContaining('Max per Day in the credential counts what the service lists'),
			},
		});
		expect(await allow(guard, [], '/v1/payouts')).toBe('');
		expect(questions).toEqual([]);
	});

	it('lets nothing leave in a currency without a limit, and asks nothing for it', async () => {
		expect(await allow(guardOf(guards), [move('1', { currency: 'NZD' })])).toBe('The credential sets no limit for NZD');
		expect(questions).toEqual([]);
	});

	it('counts a payment that is sent again once, listed or not', async () => {
		const guard = guardOf(guards);
		const payment = move('15', { identity: 'i', key: 'k' });
		expect(await allow(guard, [payment])).toBe('');
		expect(await allow(guard, [move('6')])).toBe(`6.00 AUD ${TOO_MUCH}`);
		expect(await allow(guard, [payment])).toBe('');
		listed.push({ payments: [{ amount: '15', external_id: 'k' }] });
		now += 30_000;
		expect(await allow(guard, [move('6')])).toBe(`6.00 AUD ${TOO_MUCH}`);
		expect(await allow(guard, [move('5')])).toBe('');
	});

	it('with Max per Run, takes back both where one of them is exceeded', async () => {
		const guard = guardOf({ maxPerRun: 'AUD 30', maxPerDay: 'AUD 20' });
		expect(await allow(guard, [move('21')])).toBe(`21.00 AUD ${TOO_MUCH}`);
		expect(await allow(guard, [move('20')])).toBe('');
		expect(await allow(guard, [move('1')])).toBe(`1.00 AUD ${TOO_MUCH}`);
	});
});
