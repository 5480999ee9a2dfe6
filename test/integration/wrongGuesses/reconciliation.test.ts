import { parse } from 'csv-parse/sync';
import type { IDataObject } from 'n8n-workflow';
import { readDecimal } from '../../../core/money';
import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';
import { newPayin } from '../trigger/payments';
import { answered, listed, shown } from './differing';

/** Records of refunds, fees and taxes that the specification does not show. */

const HOUR = 3_600_000;
const NOTIFIED = { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' };

const service = serviceOfFile({ start: new Date('2031-03-04T05:06:07Z') });
// The opening balance was paid in before the period.
beforeEach(async () => await service.advance(60_000));

const account = () => service.emulator.account('AUD');

function receive(external_id: string, amount: number, gst = false, paid = gst ? (amount * 11) / 10 : amount): string {
	const uuid = newPayin(service, { amount, gst, external_id });
	account().payins.simulate(uuid, 'completed', paid);
	return uuid;
}

async function giveBack(uuid: string): Promise<void> {
	await service.advance(HOUR);
	const refund = { amount: 12.5, description: 'Parcel came late', external_id: 'back-1' };
	account().payins.refunds.request(account().payins.get(uuid), refund);
	await service.advance(HOUR);
}

/** A checkout link that was paid by card. @returns its uuid */
async function receiveByLink(external_id: string, amount: number): Promise<string> {
	const { uuid } = account().links.create({
		...{ amount, description: 'Order 77', expires_in: 1800, meta_data: { external_id } },
		sender_info: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Byron' },
	});
	const session = account().links.session(uuid);
	account().checkoutSessions.choose(session, 'au_card_aud');
	account().checkoutSessions.pay(session);
	await service.advance(HOUR);
	return uuid;
}

const showOtherwise = (change: (fields: Record<string, unknown>) => Record<string, unknown>) =>
	shown('everywhere', change);

const PERIOD = { fromDate: '2031-03-04T05:06:30Z', toDate: '2031-03-05T00:00:00Z' };

async function reconciled(items: IDataObject[]): Promise<IDataObject[]> {
	const parameters = { resource: 'reconciliation', operation: 'run', ...PERIOD };
	const { items: results, error } = await run(service, parameters, { items });
	expect(error).toBeUndefined();
	return results.slice(0, -1).map(({ json }) => ({ ...json, gross: readDecimal(json.gross) }));
}

const verdicts = async (items: IDataObject[]): Promise<unknown[]> =>
	(await reconciled(items)).map(({ external_id, verdict }) => [external_id, verdict]);

async function exportedRows(): Promise<Record<string, string>[]> {
	const parameters = { resource: 'reconciliation', operation: 'export', format: 'csv', ...PERIOD };
	const { items, error } = await run(service, parameters);
	expect(error).toBeUndefined();
	return parse(Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64'), { columns: true });
}

/** A batch that pays these amounts. @returns its uuid */
const payWages = (...amounts: number[]): string =>
	account().payouts.create({
		...{ payout_method_name: 'au_bank_aud', currency: 'AUD', description: 'March wages', external_id: 'run-3' },
		webhook_notification: NOTIFIED,
		payout_transaction_details: amounts.map((amount, index) => ({
			...{ first_name: 'Nathan', last_name: 'Smith', email: 'nathan@example.com', amount },
			external_id: `wage-${index + 1}`,
			payout_method_params: { bsb: '062000', account_number: `1234567${index}`, account_name: 'Nathan Smith' },
		})),
	}).uuid;

const EXPECTED = [
	{ external_id: 'inv-1', amount: 50, kind: 'payin' },
	{ external_id: 'back-1', amount: 12.5, kind: 'refund' },
];
const MATCHED = [
	['inv-1', 'matched'],
	['back-1', 'matched'],
];

it('a payin that was refunded in part is matched where refunds are taken off what was paid', async () => {
	const uuid = receive('inv-1', 50);
	await giveBack(uuid);
	showOtherwise((fields) => (fields.uuid === uuid ? { ...fields, paid_amount: '37.5' } : fields));
	expect(await verdicts(EXPECTED)).toEqual(MATCHED);
});

it('a refund in another word is matched where its entry is done', async () => {
	await giveBack(receive('inv-1', 50));
	const named = (refund: IDataObject) => (refund.status === 'received' ? { ...refund, status: 'refunded' } : refund);
	showOtherwise((fields) =>
		Array.isArray(fields.refunds) ? { ...fields, refunds: (fields.refunds as IDataObject[]).map(named) } : fields,
	);
	expect(await verdicts(EXPECTED)).toEqual(MATCHED);
});

it.each<[where: string, move: (refunds: unknown, payment: object) => object]>([
	['under another name', (refunds) => ({ refund_records: refunds })],
	['beside its payment', (refunds, payment) => ({ transaction_info: { ...payment, refunds } })],
])('a refund of a checkout link is found %s', async (_where, move) => {
	const { uuid } = account().links.create({
		...{ amount: 50, description: 'Order 77', expires_in: 1800, meta_data: { external_id: 'inv-1' } },
		sender_info: { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron' },
	});
	const session = account().checkoutSessions.find(uuid);
	if (!session) throw new Error('The link has no page');
	account().checkoutSessions.pay(session);
	await service.advance(HOUR);
	account().links.refund(uuid, { amount: 12.5, description: 'Sent back', external_id: 'back-1' });
	await service.advance(HOUR);
	showOtherwise(({ refunds, ...fields }) => {
		if (refunds === undefined || !('transaction_info' in fields))
			return refunds === undefined ? fields : { ...fields, refunds };
		return { ...fields, ...move(refunds, fields.transaction_info as object) };
	});
	expect(await verdicts(EXPECTED)).toEqual(MATCHED);
});

it.each([80, 88])('a payin of 80 with its tax of 8, whose total includes fees, is matched as %s', async (amount) => {
	receive('inv-1', 80, true);
	showOtherwise((fields) => ('gst_amount' in fields ? { ...fields, total: '90.0' } : fields));
	expect(await verdicts([{ external_id: 'inv-1', amount, kind: 'payin' }])).toEqual([['inv-1', 'matched']]);
});

it.each([
	['null', null],
	['empty', {}],
	['without a status', { status: null }],
])('a paid link is found where the list shows its payment %s', async (_how, payment) => {
	await receiveByLink('inv-1', 50);
	listed('v3.links.list', (link) => ({ ...link, transaction_info: payment }));
	expect(await verdicts([{ external_id: 'inv-1', amount: 50, kind: 'payin' }])).toEqual([['inv-1', 'matched']]);
});

describe.each([
	[[10, 10, 10], 'batch', ['', '', '']],
	[[10, 20, 30], 'batch', ['wage-3', 'wage-2', 'wage-1']],
])('payees of %j whose entries share the ID of a balance and name the %s', (amounts, named, exported) => {
	beforeEach(async () => {
		const reference_id = payWages(...amounts);
		await service.advance(HOUR);
		showOtherwise((fields) => {
			if ('balance_id' in fields) return { ...fields, balance_id: 'B-1' };
			if (fields.transaction_type !== 'payout') return fields;
			return { ...fields, id: 'B-1', ...(named === 'batch' && { reference_id }) };
		});
	});

	it('are matched, each with an entry of its own', async () => {
		const results = await reconciled(amounts.map((amount, index) => ({ external_id: `wage-${index + 1}`, amount })));
		expect(results.map(({ verdict, gross }) => [verdict, gross])).toEqual(
			amounts.map((amount) => ['matched', `-${amount}`]),
		);
	});

	it('are named in a statement where it is known which entry is whose', async () => {
		const rows = (await exportedRows()).filter(({ transaction_type }) => transaction_type === 'payout');
		expect(rows.map(({ external_id }) => external_id)).toEqual(exported);
	});
});

it('a payout with an empty Balance ID has no part in entries that name nothing', async () => {
	payWages(10);
	account().deposits.simulate({ account_number: '1234567', amount: '100' });
	await service.advance(HOUR);
	showOtherwise((fields) => ({
		...fields,
		...('balance_id' in fields && { balance_id: '' }),
		...(fields.transaction_type === 'topup' && { reference_id: '' }),
	}));
	const names = (await exportedRows()).map(({ transaction_type, name }) => [transaction_type, name]);
	expect(names).toContainEqual(['topup', '']);
});

/** Entries of a type name something else; the list of links may lack what only a detail shows. */
function entriesName(type: string, reference: string, hidden = ''): void {
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) =>
		everywhere(answer as Record<string, unknown>, ({ [hidden]: shown, ...fields }) => {
			if (fields.transaction_type === type) return { ...fields, reference_id: reference };
			return shown === undefined || endpoint === 'v3.links.list' ? fields : { ...fields, [hidden]: shown };
		}),
	);
}

describe('a refund whose entry names', () => {
	const ways = ['the refund', 'nothing', 'something unknown'].flatMap((what) =>
		[50, 12.5].map((amount) => [what, amount] as const),
	);
	const nameOf = (what: string, refund: string) => ({ 'the refund': refund, nothing: '' })[what] ?? 'L-4711';
	const expected = (amount: number) => [
		{ external_id: 'inv-1', amount: 50, kind: 'payin' },
		{ external_id: 'back-1', amount, kind: 'refund' },
	];
	const told = async (amount: number) =>
		(await reconciled(expected(amount))).map(({ verdict, gross }) => [verdict, gross]);
	const bothMatched = (amount: number) => [
		['matched', '50'],
		['matched', `-${amount}`],
		['not_expected', '60'],
		['not_expected', '60'],
	];

	// Payments that were received and not refunded.
	beforeEach(() => ['inv-2', 'inv-3'].forEach((key) => receive(key, 60)));

	it.each(ways)('%s is matched with it, and nothing is left over: %d of a payin', async (what, amount) => {
		const uuid = receive('inv-1', 50);
		await service.advance(HOUR);
		const { refunds } = account().payins;
		const refund = refunds.request(account().payins.get(uuid), { amount, description: 'Late', external_id: 'back-1' });
		await service.advance(HOUR);
		entriesName('refund', nameOf(what, refund.uuid));
		expect(await told(amount)).toEqual(bothMatched(amount));
	});

	describe.each([
		['which the list shows', ''],
		['which only its detail shows', 'refunds'],
	])('of a checkout link, %s,', (_where, hidden) => {
		it.each([...ways, ['the link', 50] as const, ['the link', 12.5] as const])(
			'%s is matched with it, and nothing is left over: %d',
			async (what, amount) => {
				const uuid = await receiveByLink('inv-1', 50);
				account().links.refund(uuid, { amount, description: 'Late', external_id: 'back-1' });
				await service.advance(HOUR);
				const [refund] = account().links.detail(uuid).refunds as unknown as [{ uuid: string }];
				entriesName('refund', what === 'the link' ? uuid : nameOf(what, refund.uuid), hidden);
				expect(await told(amount)).toEqual(bothMatched(amount));
			},
		);
	});
});

describe('an entry that names its payment otherwise has its external ID, name and tax in a statement:', () => {
	const told = async (type: string) =>
		(await exportedRows()).flatMap(({ transaction_type, external_id, name, tax }) =>
			transaction_type === type ? [[external_id, name, tax]] : [],
		);

	it('by the External ID of a payin', async () => {
		receive('inv-1', 100, true);
		await service.advance(HOUR);
		entriesName('payment', 'inv-1');
		expect(await told('payment')).toEqual([['inv-1', 'Ada Byron', '10']]);
	});

	it('by an External ID that two payments have, of neither', async () => {
		for (const amount of [100, 200]) receive('inv-1', amount);
		await service.advance(HOUR);
		entriesName('payment', 'inv-1');
		const nothing = ['', '', ''];
		expect(await told('payment')).toEqual([nothing, nothing]);
	});

	it('by the checkout link', async () => {
		entriesName('payment', await receiveByLink('shop-1', 50));
		expect(await told('payment')).toEqual([['shop-1', 'Ada Byron', '']]);
	});

	it('of a checkout link whose payment stands among the payins', async () => {
		const uuid = await receiveByLink('shop-1', 50);
		const { uuid: payment } = account().links.detail(uuid).transaction_info ?? {};
		const payin = { uuid: payment, name: '', status: 'received', currency: 'AUD', external_id: null, gst: false };
		const listedToo = {
			...payin,
			amount: '50.0',
			total: '50.0',
			paid_amount: '50.0',
			created_at: '2031-03-04T05:07:00Z',
		};
		answered(['v2.payins.list'], (answer) => ({ ...answer, total: 1, records: [listedToo] }));
		expect(await told('payment')).toEqual([['shop-1', 'Ada Byron', '0']]);
	});
});

it.each([
	['with its tax', 100, true, 110, '-10'],
	['in part, whose tax is not known', 100, true, 55, ''],
	['without tax', 100, false, 55, '0'],
])('the statement shows a refund %s', async (_what, amount, gst, back, tax) => {
	const uuid = receive('inv-1', amount, gst);
	await service.advance(HOUR);
	const { payins } = account();
	payins.refunds.request(payins.get(uuid), { amount: back, description: 'Late', external_id: 'back-1' });
	await service.advance(HOUR);
	const refunds = (await exportedRows()).filter(({ transaction_type }) => transaction_type === 'refund');
	expect(refunds.map((row) => [row.gross, row.tax])).toEqual([[`-${back}`, tax]]);
});

it('a checkout link whose amount only its payment shows is matched', async () => {
	await receiveByLink('inv-1', 50);
	showOtherwise((fields) => {
		if (!('transaction_info' in fields)) return fields;
		const { amount, transaction_info: payment, ...link } = fields;
		return { ...link, transaction_info: { ...(payment as object), amount, total: '51.5', paid_amount: '51.5' } };
	});
	const [told] = await reconciled([{ external_id: 'inv-1', amount: 50, kind: 'payin' }]);
	expect([told?.verdict, told?.recorded_amount]).toEqual(['matched', '50.00']);
});

describe('a list of links that shows less of a payment than its detail', () => {
	/** @param how what is left of the payment */
	const lists = (how: (payment: Record<string, unknown>) => unknown, type = '', reference = '') =>
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) =>
			everywhere(answer as Record<string, unknown>, (fields) => {
				if (type !== '' && fields.transaction_type === type) return { ...fields, reference_id: reference };
				if (endpoint !== 'v3.links.list' || !('transaction_info' in fields)) return fields;
				const { refunds: _refunds, transaction_info: payment, ...link } = fields;
				return { ...link, transaction_info: how(payment as Record<string, unknown>) };
			}),
		);
	const onlyStatus = ({ status }: Record<string, unknown>) => ({ status });
	const refundOf = async (uuid: string): Promise<string> => {
		account().links.refund(uuid, { amount: 12.5, description: 'Late', external_id: 'back-1' });
		await service.advance(HOUR);
		const [refund] = account().links.detail(uuid).refunds as unknown as [{ uuid: string }];
		return refund.uuid;
	};
	const told = async (items: IDataObject[]) => (await reconciled(items)).map(({ verdict, gross }) => [verdict, gross]);

	it('tells of each payment once, with its entry', async () => {
		for (const key of ['inv-1', 'inv-2']) await receiveByLink(key, 50);
		lists(onlyStatus);
		const items = ['inv-1', 'inv-2'].map((external_id) => ({ external_id, amount: 50, kind: 'payin' }));
		expect(await told(items)).toEqual([
			['matched', '50'],
			['matched', '50'],
		]);
	});

	it.each(['the refund', ''])('finds a refund alone, whose entry names “%s”', async (named) => {
		const refund = await refundOf(await receiveByLink('inv-1', 50));
		lists(() => null, 'refund', named && refund);
		expect(await told([{ external_id: 'back-1', amount: 12.5, kind: 'refund' }])).toEqual([
			['matched', '-12.5'],
			['not_expected', '50'],
		]);
	});
});

it('spends no look-ups on links that the list shows whole where a payin is missing', async () => {
	const late = newPayin(service, { amount: 70, external_id: 'inv-0' });
	await service.advance(HOUR);
	for (let link = 0; link < 5; link++) await receiveByLink(`link-${link}`, 50);
	account().payins.simulate(late, 'completed');
	const parameters = {
		...{ resource: 'reconciliation', operation: 'run', fromDate: '2031-03-04T05:30:00Z', toDate: PERIOD.toDate },
		options: { lookBackDays: 0, mostLookUps: 2 },
	};
	const { items } = await run(service, parameters, { items: [{ external_id: 'inv-0', amount: 70, kind: 'payin' }] });
	expect(items[0]?.json).toMatchObject({ verdict: 'matched', external_id: 'inv-0' });
	expect(service.calls()['v3.links.detail'] ?? 0).toBe(0);
	expect(items.at(-1)?.json.look_ups_left_out).toBe(0);
});
