import * as wire from '../../../emulator/otherwise';
import { everywhere, without, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { QUICK } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { answered } from '../wrongGuesses/differing';
import { paidPayin, refund, refundOf, refundsMade, startKeepingWrites } from './refundedPayins';

/** Where the service does not show which of its refunds is which: what this process has sent is known, the rest stays unknown. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const payins = () => service.emulator.account('AUD').payins;
const refunded = () => refundsMade(service);
const paid = async () => await paidPayin(service);
const anew = () => ({ nodeTypes: startProcess().nodeTypes });
const DAY = 24 * 60 * 60_000;

/** The waits of these tests are short, as the service settles at once. */
const part = (uuid: string, externalId: string, amount = '30') =>
	refundOf(uuid, externalId, amount, { options: { ...QUICK, settleSeconds: 0.2 } });
const UNKNOWN = (externalId: string) => `It is unknown whether the refund ${externalId} was made`;
const UNDER_WAY = expect.stringContaining('is under way, and the service does not show which');
const RETRY = { retryOnFail: true, maxTries: 3 };
const lose = (when: 'before' | 'after' = 'after') =>
	service.fault({ endpoint: 'v2.payins.refund', when, fault: 'reset', nth: 1 });

/** Changes the list of refunds of each payin; the answer to a refund, where one is given. */
const listed = (change: (refunds: Fields[]) => unknown, answerToRefund?: object) =>
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			endpoint === 'v2.payins.refund' && answerToRefund
				? answerToRefund
				: everywhere(answer as Fields, (fields) =>
						Array.isArray(fields.refunds) ? { ...fields, refunds: change(fields.refunds as Fields[]) } : fields,
					),
		);
const withoutReference = (refunds: Fields[]) => refunds.map((each) => without(each, 'external_id'));
const isPending = ({ status }: Fields) => status === 'pending';

describe('a refund whose answer was lost is not made again', () => {
	it.each<[string, (refunds: Fields[]) => unknown]>([
		['without its reference', withoutReference],
		[
			'as notifications do',
			(refunds) =>
				refunds.map(({ amount, description }) => ({ total_amount: '100.00', refund_amount: amount, description })),
		],
		['by its amount alone', (refunds) => refunds.map(({ amount }) => ({ amount }))],
		[
			'with the email of the customer',
			(refunds) => refunds.map(({ amount }) => ({ amount, email: 'nathan@example.com' })),
		],
		[
			'under the uuid of the payment',
			(refunds) => refunds.map(({ amount, status }) => ({ uuid: 'K7QX2M9D', amount, status })),
		],
		[
			'as negative',
			(refunds) => withoutReference(refunds).map((each) => ({ ...each, amount: `-${String(each.amount)}` })),
		],
		[
			'in cents',
			(refunds) => withoutReference(refunds).map((each) => ({ ...each, amount: String(Number(each.amount) * 100) })),
		],
		[
			'with a fee',
			(refunds) => withoutReference(refunds).map((each) => ({ ...each, amount: String(Number(each.amount) + 0.5) })),
		],
		['without its amount', (refunds) => withoutReference(refunds).map((each) => ({ ...each, amount: null }))],
		['only once it is processed', (refunds) => refunds.filter((each) => !isPending(each))],
	])('where the service shows it %s: by Retry On Fail, a retry or another execution', async (_how, change) => {
		const uuid = await paid();
		await refund(service, refundOf(uuid, 'r-1', '30'), anew());
		await service.advance(DAY);
		listed(change);
		const { nodeTypes } = anew();
		lose();
		const order = { credentials: service.credentials(), parameters: part(uuid, 'r-2'), nodeTypes };
		const failed = await runNode({ ...order, settings: RETRY });
		expect(failed.error?.message).toBe(UNKNOWN('r-2'));
		for (const again of [await failed.retry(), await runNode(order)]) expect(again.error?.message).toBe(UNKNOWN('r-2'));
		expect(refunded()).toEqual([
			['r-1', 30],
			['r-2', 30],
		]);
	});

	it('nor followed by one of another amount', async () => {
		const uuid = await paid();
		listed(withoutReference);
		const { nodeTypes } = anew();
		lose();
		const order = { credentials: service.credentials(), parameters: part(uuid, 'r-1'), nodeTypes };
		const failed = await runNode(order);
		const other = { parameters: part(uuid, 'r-1', '50') };
		for (const again of [await failed.retry(other), await runNode({ ...order, ...other })])
			expect(again.error?.message).toBe(UNKNOWN('r-1'));
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it('where references show late', async () => {
		const uuid = await paid();
		listed((refunds) => refunds.map((each) => (isPending(each) ? without(each, 'external_id') : each)));
		const { nodeTypes } = anew();
		const order = { credentials: service.credentials(), nodeTypes };
		await runNode({ ...order, parameters: part(uuid, 'r-1') });
		await service.advance(500);
		lose();
		const failed = await runNode({ ...order, parameters: part(uuid, 'r-2', '20') });
		for (let steps = 0; steps < 400 && payins().payments().refunds[0]?.status === 'pending'; steps++)
			await service.advance(250);
		await failed.retry();
		expect(refunded()).toEqual([
			['r-1', 30],
			['r-2', 20],
		]);
	});

	it('where one without a reference has gone', async () => {
		const uuid = await paid();
		let byHand = [{ uuid: 'HAND', amount: '7.0', status: 'pending' }];
		listed((refunds) => [...byHand, ...withoutReference(refunds)]);
		lose();
		const failed = await runNode({ credentials: service.credentials(), parameters: part(uuid, 'r-2'), ...anew() });
		byHand = [];
		await failed.retry();
		expect(refunded().length).toBeLessThan(2);
	});

	it('of two payments under one External ID, whichever answer is lost', async () => {
		const uuids = [await paid(), await paidPayin(service, { externalId: 'order-2' })];
		listed(withoutReference);
		service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset', nth: 2 });
		const parameters = part('={{ $json.uuid }}', 'RMA-7');
		const items = uuids.map((uuid) => ({ uuid }));
		await runNode({ credentials: service.credentials(), parameters, items, settings: RETRY, ...anew() });
		expect(refunded()).toEqual([
			['RMA-7', 30],
			['RMA-7', 30],
		]);
	});
});

it('a refund whose answer was lost is found behind one made by hand, where references are kept', async () => {
	const uuid = await paid();
	payins().refunds.request(payins().get(uuid), { amount: 20, description: 'By hand' });
	lose();
	expect(await refund(service, part(uuid, 'r-1'), anew())).toBe('created');
});

describe('where no refund shows its reference', () => {
	let other: Service;
	beforeAll(async () => void (other = await startService({ wrongGuesses: ['refundListField'] })));
	beforeEach(async () => await other.reset());
	afterAll(async () => await other.close());

	it('one is sent, its item says what was not asked, and the process finds it', async () => {
		const parameters = part(await paidPayin(other), 'r-1');
		const { items } = await runNode({ credentials: other.credentials(), parameters });
		const note = expect.stringContaining('does not show by which references') as string;
		expect(items[0]?.json).toMatchObject({ outcome: 'created', external_id: 'r-1', note });
		expect(await refund(other, parameters)).toBe('found');
		expect(refundsMade(other)).toEqual([['r-1', 30]]);
	});

	it('an unclear one stays unknown', async () => {
		other.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset' });
		expect(await refund(other, part(await paidPayin(other), 'r-1'), { settings: RETRY })).toBe(UNKNOWN('r-1'));
		expect(other.calls()['v2.payins.refund']).toBe(1);
	});
});

describe('a refund that is under way', () => {
	it('and that the service lists only once it is processed stops another process until then', async () => {
		const uuid = await paid();
		listed((refunds) => refunds.filter((each) => !isPending(each)), { status: 'Ok' });
		expect(await refund(service, part(uuid, 'r-1'), { ...anew(), settings: RETRY })).toBe('created');
		expect(await refund(service, part(uuid, 'r-1'), anew())).toEqual(UNDER_WAY);
		await service.advance(DAY);
		expect(await refund(service, part(uuid, 'r-1'), anew())).toBe('found');
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it('and that is listed without its reference yet stops another process', async () => {
		const uuid = await paid();
		listed((refunds) => refunds.map((each) => (isPending(each) ? without(each, 'external_id') : each)));
		await refund(service, part(uuid, 'r-1'), anew());
		expect(await refund(service, part(uuid, 'r-1'), anew())).toEqual(UNDER_WAY);
		expect(refunded()).toEqual([['r-1', 30]]);
	});
});

describe('where the record itself says partially_refunded', () => {
	/** Gives the payin this status, and the list of refunds at each read of its detail. */
	const shown = (refundsAt: (read: number, refunds: unknown) => unknown) => {
		let reads = 0;
		answered(['v2.payins.detail'], ({ refunds, ...payin }) => ({
			...payin,
			status: 'partially_refunded',
			refunds: refundsAt(++reads, refunds),
		}));
	};
	const refundedBefore = async () => {
		const uuid = await paid();
		await refund(service, part(uuid, 'r-1'), anew());
		await service.advance(DAY);
		return uuid;
	};

	it('a list that is null for a moment is read again', async () => {
		const uuid = await refundedBefore();
		shown((read, refunds) => (read === 1 ? null : refunds));
		const patient = refundOf(uuid, 'r-1', '30', { options: { ...QUICK, settleSeconds: 5 } });
		expect(await refund(service, patient, anew())).toBe('found');
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it('another refund is made, with a note, when the list stays empty', async () => {
		const uuid = await refundedBefore();
		shown(() => []);
		const order = { credentials: service.credentials(), parameters: part(uuid, 'r-2'), ...anew() };
		const { items } = await runNode(order);
		const note = expect.stringContaining('does not show') as string;
		expect(items[0]?.json).toMatchObject({ outcome: 'created', note });
		expect(refunded()).toEqual([
			['r-1', 30],
			['r-2', 30],
		]);
	});
});

it('one that was not made does not count as made because another one, sent at the same time, was', async () => {
	const uuid = await paid();
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, _endpoint, answer) =>
			everywhere(answer as Fields, (fields) => without(fields, 'refunds')),
		);
	const proxy = await startKeepingWrites(service, (write) => write === 1);
	const parameters = {
		...part(uuid, '={{ $json.key }}', '={{ $json.amount }}'),
		options: { ...QUICK, concurrency: 16 },
	};
	const items = [
		{ key: 'r-1', amount: '30' },
		{ key: 'r-2', amount: '20' },
	];
	const credentials = { ...service.credentials(), baseUrl: proxy.baseUrl };
	expect(await refund(service, parameters, { credentials, items, ...anew() })).toBe(UNKNOWN('r-1'));
	await proxy.close();
});
