import type { IDataObject } from 'n8n-workflow';
import { refusedBy } from '../../../core/payments/guards';
import { ItemCall } from '../../../nodes/MultiCurrencyPayments/run/itemCall';
import { ItemOrder } from '../../../nodes/MultiCurrencyPayments/run/lanes';
import type { BatchKind, PaymentRequest } from '../../../nodes/MultiCurrencyPayments/money/batchKind';
import { isRefusedTogether } from '../../../nodes/MultiCurrencyPayments/money/failures';
import { kindOf, payAlone, payList } from '../../../nodes/MultiCurrencyPayments/money/batches';
import { GuardBreach } from '../../../nodes/MultiCurrencyPayments/limits/guard';
import { paymentOf } from '../../../nodes/MultiCurrencyPayments/money/setting';
import type { Moved, ServiceClient, WriteRequest } from '../../../nodes/service/client';
import { ServiceFailure } from '../../../nodes/service/failure';
import { TimeSlice } from '../../../nodes/service/time';
import { n8nWith, openRuns } from './items';
import { PayoutRecords } from './payoutRecords';

afterEach(() => jest.restoreAllMocks());

const refused = new ServiceFailure('refused', false, { method: 'POST', path: '/v2/payouts' }, { attempts: 1 });
const breach = new GuardBreach({
	message: 'It is too much',
	description: 'Pay less.',
	details: refusedBy('maxPerRun'),
});

/** What an item asks for, and what its form holds beside. */
interface Row extends Partial<Pick<PaymentRequest, 'externalId' | 'list' | 'amount' | 'currency'>> {
	/** Its form is refused for this reason. */
	refused?: string;
	/** The account that pays. */
	account?: Account;
	notify?: string;
	maxPerBatch?: number;
}

let accounts = 0;

/** An account of a service. */
class Account {
	readonly credential = { baseUrl: 'https://service.example/api', appId: `batches ${++accounts}` };
	readonly requests: WriteRequest[] = [];
	/** Payments of its guard that were checked together. */
	readonly together: Moved[] = [];
	/** What the service answers; a failure is thrown. */
	answer: (body: unknown) => unknown = (body) => body;
	/** What the credential forbids. */
	forbids: { each?: (key: string) => boolean; together?: Error } = {};
	limitsAmounts = false;
	looksAtPayments = true;
	isGuarded = true;
	read: ServiceClient['read'] = async () => await Promise.reject(new Error('Nobody asks'));

	readonly write = async (request: WriteRequest, check: (answer: unknown) => boolean): Promise<unknown> => {
		this.requests.push(request);
		const answer = this.answer(request.body);
		if (answer instanceof Error) throw answer;
		expect(check(answer)).toBe(true);
		return await Promise.resolve(answer);
	};

	get client() {
		const { credential, forbids, limitsAmounts, looksAtPayments, read, together, write } = this;
		const guard = {
			limitsAmounts,
			looksAtPayments,
			assertEach(moves: { key: string }[]) {
				if (moves.some(({ key }) => forbids.each?.(key))) throw breach;
			},
			async assertTogether(moved: Moved) {
				together.push(moved);
				await (forbids.together ? Promise.reject(forbids.together) : Promise.resolve());
			},
		};
		return { credential, guard: this.isGuarded ? guard : undefined, read, write } as unknown as Partial<ServiceClient>;
	}

	/** The External IDs of each request. */
	get sent(): string[][] {
		return this.requests.map(({ body }) => (body as { ids: string[] }).ids);
	}
}

/** Items of a list, each with its own form. */
function itemsOf(rows: readonly Row[], account = new Account()): ItemCall[] {
	return rows.map((row, index) => {
		const { notify = 'none', maxPerBatch } = row;
		const additionalFields = maxPerBatch === undefined ? {} : { maxPerBatch };
		const custom = { endpointUrl: 'https://shop.example/', authorizationHeader: notify };
		const known = ['none', 'nobody knows'].includes(notify);
		const n8n = n8nWith({
			parameters: { additionalFields, ...(known ? { notify } : { notify: 'custom', ...custom }) },
		});
		const [run] = openRuns(n8n, (row.account ?? account).client);
		return new ItemCall(run, index);
	});
}

/** Payments by their rows. Those of one currency go together. */
const kindFor = (rows: readonly Row[], about: Partial<BatchKind<PaymentRequest>> = {}): BatchKind<PaymentRequest> => ({
	read: async (item) => {
		const row = rows[item.index] ?? {};
		if (row.refused !== undefined) throw item.refusal(row.refused);
		return await Promise.resolve(requestOf(item, row));
	},
	sharedInRequest: ({ currency }) => [currency],
	path: '/v2/payouts',
	bodyOf: (payments, reference, target) => ({ ids: payments.map(({ externalId }) => externalId), reference, target }),
	recordsIn: (answer) => (answer as { ids?: string[] }).ids?.map((id) => ({ uuid: `uuid of ${id}` })) ?? null,
	found: null,
	present: ({ payee }, record) => ({ ...record, payee }),
	...about,
});

function requestOf(item: ItemCall, row: Row): PaymentRequest {
	const { externalId = `p${item.index}`, list = '', amount = '10', currency = 'AUD' } = row;
	return {
		...paymentOf(item, { kind: 'payout', list, externalId, facts: { amount, currency } }),
		...{
			item,
			destination: '',
			destinationWords: () => '',
			payee: 'Ada',
			email: '',
			amount,
			currency,
			doubts: () => [],
		},
	};
}

const requestsFor = (rows: readonly Row[], account?: Account) =>
	itemsOf(rows, account).map((item, index) => requestOf(item, rows[index] ?? {}));

describe('how a list is cut into requests', () => {
	const cut = (...rows: Row[]) =>
		kindOf(kindFor(rows))
			.requests(requestsFor(rows))
			.map((request) => request.map(({ externalId }) => externalId));

	it('in one, whatever the payments have not to share', () => {
		expect(cut({ list: 'l' }, { list: 'l', amount: '11' }, { list: 'l' })).toEqual([['p0', 'p1', 'p2']]);
	});

	it.each<[string, Row]>([
		['the list', { list: 'other' }],
		['what a request carries once', { list: 'l', currency: 'NZD' }],
		['who is notified', { list: 'l', notify: 'token' }],
		['the account', { list: 'l', account: new Account() }],
	])('by %s, in the order of the first ones', (_, other) => {
		expect(cut({ list: 'l' }, other, { list: 'l' })).toEqual([['p0', 'p2'], ['p1']]);
	});

	it('one by one, by their own External IDs', () => {
		expect(cut({}, {})).toEqual([['p0'], ['p1']]);
	});

	it.each<[number | undefined, number[]]>([
		[2, [2, 2, 1]],
		[5, [5]],
		[1, [1, 1, 1, 1, 1]],
		[undefined, [5]],
	])('of %p payments at most, as the first item of each says', (maxPerBatch, sizes) => {
		const rows = Array.from({ length: 5 }, (_, index) => ({ list: 'l', maxPerBatch: index === 0 ? maxPerBatch : 3 }));
		expect(cut(...rows).map(({ length }) => length)).toEqual(sizes);
		expect(cut(...rows).flat()).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
	});
});

describe('what the credential forbids of a list', () => {
	const forbidden = async (rows: readonly Row[], account: Account) => {
		const requests = requestsFor(rows, account);
		const told = await kindOf(kindFor(rows)).forbidden?.(requests);
		return requests.map((request) => told?.get(request));
	};

	it('stops all payments of its account, and those of no other', async () => {
		const [poor, rich] = [new Account(), new Account()];
		Object.assign(poor, { limitsAmounts: true, forbids: { together: breach } });
		Object.assign(rich, { limitsAmounts: true });
		const rows = [{}, { account: rich }, { amount: '7' }];
		expect(await forbidden(rows, poor)).toEqual([breach, undefined, breach]);
		expect(poor.together).toEqual([
			{
				path: '/v2/payouts',
				moves: [
					expect.objectContaining({ key: 'p0', amount: '10' }),
					expect.objectContaining({ key: 'p2', amount: '7' }),
				],
			},
		]);
		expect(rich.together).toHaveLength(1);
	});

	it('is nothing where it sets no limits', async () => {
		const account = new Account();
		account.forbids = { together: breach };
		expect(await forbidden([{}], account)).toEqual([undefined]);
		expect(account.together).toEqual([]);
	});
});

describe('a request', () => {
	const send = async (account: Account, rows: readonly Row[], kind = kindFor(rows)) =>
		await kindOf(kind).send(requestsFor(rows, account));

	it('carries its payments under their reference, to who is to be notified, and what they move', async () => {
		const account = new Account();
		const rows = [
			{ list: 'wages', notify: 'token' },
			{ list: 'wages', notify: 'token', amount: '7' },
		];
		expect(await send(account, rows)).toEqual([{ uuid: 'uuid of p0' }, { uuid: 'uuid of p1' }]);
		const target = { endpoint_url: 'https://shop.example/', authorization_header: 'token' };
		expect(account.requests).toEqual([
			{
				...{ method: 'POST', path: '/v2/payouts', body: { ids: ['p0', 'p1'], reference: 'wages', target } },
				moves: [
					expect.objectContaining({ key: 'p0', amount: '10' }),
					expect.objectContaining({ key: 'p1', amount: '7' }),
				],
			},
		]);
	});

	it.each(['looksAtPayments', 'isGuarded'] as const)('does not say what it moves unless %s', async (condition) => {
		const account = new Account();
		account[condition] = false;
		await send(account, [{}]);
		expect(account.requests).toMatchObject([{ moves: [] }]);
	});

	it('of a payment by itself has its own reference', async () => {
		const account = new Account();
		await send(account, [{}]);
		expect(account.requests).toMatchObject([{ body: { reference: 'p0' } }]);
	});

	it('whose answer does not confirm exactly its payments is unclear', async () => {
		const account = new Account();
		account.answer = () => ({ something: 'else' });
		await expect(send(account, [{}])).rejects.toMatchObject({
			outcome: 'unreadableAnswer',
			unclear: true,
			details: { answer: { something: 'else' } },
		});
	});

	it('fails as the service says', async () => {
		const account = new Account();
		account.answer = () => refused;
		await expect(send(account, [{}])).rejects.toBe(refused);
	});

	it('without payments is none', async () => {
		expect(await kindOf(kindFor([])).send([])).toEqual([]);
	});
});

describe('earlier payments', () => {
	it('are looked for where the service can be asked, and only there', async () => {
		const records = new PayoutRecords();
		const account = Object.assign(new Account(), { read: records.client.read });
		const batch = records.pay('wages', ['p0']);
		const found: BatchKind<PaymentRequest>['found'] = (_, { transaction: { uuid } }) => ({
			record: { uuid },
			facts: {},
		});
		const requests = requestsFor([{ list: 'wages' }, { list: 'wages' }], account);
		const sightings = await kindOf(kindFor([], { found })).find?.(requests);
		expect(requests.map((request) => sightings?.get(request))).toMatchObject([
			{ found: { record: { uuid: batch.payout_transactions[0]?.uuid } } },
			undefined,
		]);
		expect(kindOf(kindFor([])).find).toBeNull();
	});
});

describe('one item by itself', () => {
	const pay = async (row: Row, account: Account, order?: ItemOrder, notify = () => ({}) as never) => {
		const [item] = itemsOf([row], account) as [ItemCall];
		item.run.order = order;
		return { record: await payAlone(kindFor([row]), item, notify), item };
	};

	it('comes out with its record, and how that came about', async () => {
		const account = new Account();
		const notify = jest.fn((externalId: string | null) => ({ told: externalId }) as never);
		const { record, item } = await pay({}, account, undefined, notify as never);
		expect(record).toEqual({ uuid: 'uuid of p0', outcome: 'created', external_id: 'p0' });
		expect(account.requests).toMatchObject([{ body: { ids: ['p0'], target: { told: 'p0' } } }]);
		expect(item.isSentHere).toBe(true);
	});

	it('is found the second time', async () => {
		const account = new Account();
		await pay({}, account);
		expect((await pay({}, account)).record).toMatchObject({ outcome: 'found' });
		await expect(pay({ amount: '11' }, account)).rejects.toMatchObject({ name: 'ExternalIdTaken' });
		expect(account.sent).toEqual([['p0']]);
	});

	it.each<[string, Row, Account['forbids'], string]>([
		['its form', { refused: 'Amount is empty' }, {}, 'Amount is empty'],
		['the credential', {}, { each: () => true }, 'It is too much'],
	])('is not sent where %s forbids it', async (_, row, forbids, message) => {
		const account = Object.assign(new Account(), { forbids });
		await expect(pay(row, account)).rejects.toThrow(message);
		expect(account.sent).toEqual([]);
	});

	it('waits for its turn', async () => {
		const account = new Account();
		const order = new ItemOrder();
		order.closeAfter(-1);
		await expect(pay({}, account, order)).rejects.toThrow('An item before stopped the node');
		expect(account.sent).toEqual([]);
	});

	it('fails as its request does', async () => {
		const account = new Account();
		account.answer = () => refused;
		await expect(pay({}, account)).rejects.toBe(refused);
	});
});

describe('a list', () => {
	const pay = async (rows: readonly Row[], account = new Account(), goOn = true) => {
		const items = itemsOf(rows, account);
		return { account, items, results: await payList(kindFor(rows), items, goOn) };
	};
	const paid = (id: string, item: number, outcome = 'created') => ({
		item,
		items: [{ json: { uuid: `uuid of ${id}`, payee: 'Ada', outcome, external_id: id } }],
	});
	const list = (...rows: Row[]): Row[] => rows.map((row) => ({ list: 'wages', ...row }));

	it('is paid in few requests, each payment reported on its item', async () => {
		const { account, items, results } = await pay(list({}, { currency: 'NZD' }, {}));
		expect(account.sent).toEqual([['p0', 'p2'], ['p1']]);
		expect(results.toSorted((one, other) => one.item - other.item)).toEqual([
			paid('p0', 0),
			paid('p1', 1),
			paid('p2', 2),
		]);
		expect(items.map(({ isSentHere }) => isSentHere)).toEqual([true, true, true]);
	});

	it('is found the second time, and only what is new is sent', async () => {
		const { account } = await pay(list({}, {}));
		const { results } = await pay(list({}, {}, {}), account);
		expect(results).toEqual([paid('p0', 0, 'found'), paid('p1', 1, 'found'), paid('p2', 2)]);
		expect(account.sent).toEqual([['p0', 'p1'], ['p2']]);
	});

	it.each([
		[true, [['p0', 'p2']]],
		[false, []],
	])('with an item that cannot be sent is paid as to the rest, or not at all (goes on: %s)', async (goOn, sent) => {
		const { account, results } = await pay(list({}, { refused: 'Amount is empty' }, {}), undefined, goOn);
		expect(account.sent).toEqual(sent);
		const refusals = results.filter((result) => 'failure' in result);
		expect(refusals).toEqual([{ item: 1, failure: expect.objectContaining({ message: 'Amount is empty' }) }]);
		expect(results).toHaveLength(goOn ? 3 : 1);
	});

	it('has all its inputs checked, so that everything can be corrected at once', async () => {
		const { results } = await pay(
			list({ refused: 'Amount is empty' }, { refused: 'Email is empty' }, { notify: 'nobody knows' }),
			undefined,
			false,
		);
		expect(results.map((result) => 'failure' in result && (result.failure as Error).message)).toEqual([
			'Amount is empty',
			'Email is empty',
			expect.stringContaining('Notify must be'),
		]);
	});

	it('is checked payment by payment against the credential', async () => {
		const account = Object.assign(new Account(), { forbids: { each: (key: string) => key === 'p1' } });
		const { results } = await pay(list({}, {}, {}), account);
		expect(account.sent).toEqual([['p0', 'p2']]);
		expect(results.find(({ item }) => item === 1)).toEqual({ item: 1, failure: breach });
	});

	it('is checked together against the credential, before anything is sent', async () => {
		const account = Object.assign(new Account(), { limitsAmounts: true, forbids: { together: breach } });
		const { results } = await pay(list({}, {}), account);
		expect(results).toEqual([0, 1].map((item) => ({ item, failure: breach })));
		expect(account.sent).toEqual([]);
	});

	it('has each item take its own account before it is read', async () => {
		const account = new Account();
		const [item] = itemsOf(list({}), account) as [ItemCall];
		const other = new Account();
		const [run] = openRuns(item.n8n, other.client);
		const choosing = new ItemCall(item.run, 0, async () => await Promise.resolve(run));
		await payList(kindFor(list({})), [choosing], true);
		expect([account.sent, other.sent]).toEqual([[], [['p0']]]);
	});

	it('fails as its request does, and ends there unless it goes on', async () => {
		const rows = list({ maxPerBatch: 1 }, {});
		const failing = (goOn: boolean) => {
			const account = new Account();
			account.answer = (body) => ((body as { ids: string[] }).ids.includes('p0') ? refused : body);
			return pay(rows, account, goOn);
		};
		expect((await failing(false)).results).toEqual([{ item: 0, failure: refused }]);
		expect((await failing(true)).results).toEqual([{ item: 0, failure: refused }, paid('p1', 1)]);
	});

	it.each<[string, unknown, (string | undefined)[]]>([
		[
			'some of its payments',
			{ errors: { 'payout_transaction_details[1].email': 'x', 'payout_transaction_details[3].email': 'y' } },
			[
				'Not sent: the request was refused because of row 2 (p1) and 1 more',
				undefined,
				'Not sent: the request was refused because of row 2 (p1) and 1 more',
				undefined,
			],
		],
		['none of them', { errors: { currency: 'x' } }, [undefined, undefined, undefined, undefined]],
	])('that is refused because of %s says so of each', async (_, answer, messages) => {
		const account = new Account();
		const refusal = new ServiceFailure(
			'refused',
			false,
			{ method: 'POST', path: '/v2/payouts' },
			{ attempts: 1, status: 422, answer },
		);
		account.answer = () => refusal;
		const { results } = await pay(list({}, {}, {}, {}), account);
		const failures = results.map((result) => ('failure' in result ? (result.failure as Error) : undefined));
		const together = failures.map((failure) => (isRefusedTogether(failure) ? failure?.message : undefined));
		expect(together).toEqual(messages);
		const own = failures.filter((failure) => !isRefusedTogether(failure)) as ServiceFailure[];
		expect(own.map(({ details }) => Object.keys((details.answer as { errors: object }).errors))).toEqual(
			messages[0] === undefined
				? [['currency'], ['currency'], ['currency'], ['currency']]
				: [['payout_transaction_details[1].email'], ['payout_transaction_details[3].email']],
		);
	});

	it('whose inputs are wrong tells at once what is wrong with its payments, but no failure of the service', async () => {
		const records = new PayoutRecords();
		records.pay('wages', ['p0']);
		const found = () => ({ record: {}, facts: { amount: '99' } });
		const account = Object.assign(new Account(), { read: records.client.read });
		const rows = list({}, { refused: 'Amount is empty' }, {});
		const told = async (read: ServiceClient['read']) => {
			const results = await payList(kindFor(rows, { found }), itemsOf(rows, Object.assign(account, { read })), false);
			return results.map((result) => ('failure' in result ? (result.failure as Error).message : 'paid'));
		};
		expect(await told(records.client.read)).toEqual([
			'Amount is empty',
			'The External ID p0 belongs to another payment',
		]);
		const down = new ServiceFailure('serviceFailure', false, { method: 'GET', path: '/v2/payouts' }, { attempts: 1 });
		expect(await told(async () => await Promise.reject(down))).toEqual(['Amount is empty']);
		expect(account.sent).toEqual([]);
	});

	it('of an account without guards is paid', async () => {
		const { account } = await pay(list({}, {}), Object.assign(new Account(), { isGuarded: false }));
		expect(account.sent).toEqual([['p0', 'p1']]);
	});

	it('of no items is nothing', async () => {
		expect((await pay([])).results).toEqual([]);
	});

	it.each([
		[true, (turns: number) => turns >= 6],
		[false, (turns: number) => turns === 0],
	])('lets others have their turn where a slice is over (%s)', async (isOver, isEnough) => {
		jest.spyOn(TimeSlice.prototype, 'isOver', 'get').mockReturnValue(isOver);
		const giveWay = jest.spyOn(TimeSlice.prototype, 'giveWay');
		await pay(list({}, {}, {}));
		expect(isEnough(giveWay.mock.calls.length)).toBe(true);
	});
});

it('a record that the service shows as failed at once is no payment', async () => {
	const account = new Account();
	const [item] = itemsOf([{}], account) as [ItemCall];
	const failed: IDataObject = { uuid: 'u', status: 'failed' };
	const paying = payAlone(kindFor([{}], { recordsIn: () => [failed] }), item, () => ({}) as never);
	await expect(paying).rejects.toMatchObject({ name: 'EndedWithoutMoney' });
});
