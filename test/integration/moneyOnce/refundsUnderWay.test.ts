import * as wire from '../../../emulator/otherwise';
import type { Fields } from '../../../emulator/otherwise/difference';
import { everywhere, without } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { operation, QUICK } from '../action/orders';
import { runNode } from '../engine/execution';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';
import { answered } from '../wrongGuesses/differing';
import { paidPayin, refundsMade, startKeepingWrites } from './refundedPayins';

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const payins = () => service.emulator.account('AUD').payins;
const refunded = () => refundsMade(service);
const paid = async () => await paidPayin(service);

const part = (uuid: string, externalId: string, changes = {}) =>
	operation('payin', 'refund', {
		...{ uuid, externalId, refundType: 'partial', amount: '30', reason: 'Parcel came late', options: QUICK },
		...changes,
	});

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
const processed = (refunds: Fields[]) => refunds.filter(({ status }) => status !== 'pending');

const RETRY = { retryOnFail: true, maxTries: 3 };

describe('a refund that the service lists only once it is processed, while the status of the payment tells of it', () => {
	it.each(['', 'r-1'])('is not made again when its answer was lost (External ID “%s”)', async (externalId) => {
		const uuid = await paid();
		listed(processed);
		service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset', nth: 1 });
		const again = await run(service, part(uuid, externalId), { nodeTypes: startProcess().nodeTypes, settings: RETRY });
		expect(again.error?.message).toContain('It is unknown whether the refund');
		expect(payins().get(uuid).status).toBe('return_pending');
		expect(refunded()).toHaveLength(1);
	});

	it.each(['', 'r-1'])('is made when the service says “Ok”, and not again (External ID “%s”)', async (externalId) => {
		const uuid = await paid();
		listed(processed, { status: 'Ok' });
		const made = await run(service, part(uuid, externalId), { nodeTypes: startProcess().nodeTypes, settings: RETRY });
		expect(made.items[0]?.json.idempotency).toMatchObject({ outcome: 'created' });
		expect(refunded()).toHaveLength(1);
	});

	it('stops another process from making it, until it is listed', async () => {
		const uuid = await paid();
		listed(processed);
		await run(service, part(uuid, 'r-1'), { nodeTypes: startProcess().nodeTypes });
		const again = await run(service, part(uuid, 'r-1'), { nodeTypes: startProcess().nodeTypes });
		expect(again.error?.message).toContain('a refund of the payment is under way, and the service does not show which');
		await service.advance(24 * 60 * 60_000);
		const found = await run(service, part(uuid, 'r-1'), { nodeTypes: startProcess().nodeTypes });
		expect(found.items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it('does not keep another one from being made where Prevent Duplicates is off', async () => {
		const uuid = await paid();
		listed(processed);
		await run(service, part(uuid, 'r-1'), { nodeTypes: startProcess().nodeTypes });
		const other = part(uuid, 'r-2', { preventDuplicates: false });
		const { error } = await run(service, other, { nodeTypes: startProcess().nodeTypes });
		expect(error).toBeUndefined();
		expect(refunded()).toHaveLength(2);
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

	it('a list that is null for a moment is read again', async () => {
		const uuid = await paid();
		await run(service, part(uuid, 'r-1'), { nodeTypes: startProcess().nodeTypes });
		await service.advance(24 * 60 * 60_000);
		shown((read, refunds) => (read === 1 ? null : refunds));
		const again = await run(service, part(uuid, 'r-1'), { nodeTypes: startProcess().nodeTypes });
		expect(again.items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it('another refund is made, with a note, when the list stays empty', async () => {
		const uuid = await paid();
		await run(service, part(uuid, 'r-1'), { nodeTypes: startProcess().nodeTypes });
		await service.advance(24 * 60 * 60_000);
		shown(() => []);
		const other = await run(service, part(uuid, 'r-2'), { nodeTypes: startProcess().nodeTypes });
		expect(other.items[0]?.json.idempotency).toMatchObject({ note: expect.stringContaining('does not show') });
		expect(refunded()).toEqual([
			['r-1', 30],
			['r-2', 30],
		]);
	});
});

describe('a second refund whose answer was lost', () => {
	const lost = async (uuid: string, nodeTypes: ReturnType<typeof startProcess>['nodeTypes']) => {
		service.fault({ endpoint: 'v2.payins.refund', fault: 'reset', when: 'after', nth: 1 });
		const parameters = part(uuid, 'r-2', { amount: '20' });
		return await runNode({ credentials: service.credentials(), parameters, items: [{}], nodeTypes });
	};

	it('is not made again where references show late', async () => {
		const uuid = await paid();
		listed((refunds) => refunds.map((each) => (each.status === 'pending' ? without(each, 'external_id') : each)));
		const { nodeTypes } = startProcess();
		await run(service, part(uuid, 'r-1'), { nodeTypes });
		await service.advance(500);
		const first = await lost(uuid, nodeTypes);
		for (let steps = 0; steps < 400 && payins().payments().refunds[0]?.status === 'pending'; steps++)
			await service.advance(250);
		await first.retry();
		expect(refunded()).toEqual([
			['r-1', 30],
			['r-2', 20],
		]);
	});

	it('is not made again where one without a reference has gone', async () => {
		const uuid = await paid();
		let byHand = [{ uuid: 'HAND', amount: '7.0', status: 'pending' }];
		listed((refunds) => [...byHand, ...refunds.map((each) => without(each, 'external_id'))]);
		const first = await lost(uuid, startProcess().nodeTypes);
		byHand = [];
		await first.retry();
		expect(refunded()).toEqual([['r-2', 20]]);
	});

	it('is not made again where the service shows a reference of its own', async () => {
		const uuid = await paid();
		listed((refunds) => refunds.map((each) => ({ ...each, external_id: `RF-${String(each.uuid)}` })));
		const first = await lost(uuid, startProcess().nodeTypes);
		expect((await first.retry()).error?.message).toBe('It is unknown whether the refund r-2 was made');
		expect(refunded()).toEqual([['r-2', 20]]);
	});
});

describe('a second refund like the first, whose answer was lost', () => {
	it.each<[string, (refund: Fields) => Fields]>([
		[
			'as notifications do',
			({ amount, description }) => ({ total_amount: '100.00', refund_amount: amount, description }),
		],
		['by its amount alone', ({ amount }) => ({ amount })],
		['with the email of the customer', ({ amount }) => ({ amount, email: 'nathan@example.com' })],
		['under the uuid of the payment', ({ amount, status }) => ({ uuid: 'K7QX2M9D', amount, status })],
	])('is not made again where the service shows it %s', async (_how, change) => {
		const uuid = await paid();
		listed((refunds) => refunds.map(change));
		const { nodeTypes } = startProcess();
		await run(service, part(uuid, 'r-1'), { nodeTypes });
		await service.advance(24 * 60 * 60_000);
		service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset', nth: 1 });
		await run(service, part(uuid, 'r-2'), { nodeTypes, settings: RETRY });
		expect(refunded()).toHaveLength(2);
	});
});

it('a refund whose answer was lost is not made again by another execution of the process, under a reference of the service', async () => {
	const uuid = await paid();
	listed((refunds) => refunds.map((each) => ({ ...each, external_id: `RF-${String(each.uuid)}` })));
	const { nodeTypes } = startProcess();
	service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset', nth: 1 });
	await run(service, part(uuid, 'r-2'), { nodeTypes });
	const { error } = await run(service, part(uuid, 'r-2'), { nodeTypes });
	expect(error?.message).toBe('It is unknown whether the refund r-2 was made');
	expect(refunded()).toEqual([['r-2', 30]]);
});

it('a refund that is listed as pending, without its reference yet, stops another process', async () => {
	const uuid = await paid();
	listed((refunds) => refunds.map((each) => (each.status === 'pending' ? without(each, 'external_id') : each)));
	await run(service, part(uuid, 'r-1'), { nodeTypes: startProcess().nodeTypes });
	const { error } = await run(service, part(uuid, 'r-1'), { nodeTypes: startProcess().nodeTypes });
	expect(error?.message).toContain('is under way, and the service does not show which');
	expect(refunded()).toEqual([['r-1', 30]]);
});

it.each(['partially_refunded', 'return_rejected'])(
	'an earlier refund that becomes %s says nothing of one whose answer says nothing',
	async (end) => {
		const uuid = await paid();
		let reads = -Infinity;
		answered(['v2.payins.detail'], (payin) => ({
			...without(payin, 'refunds'),
			...(++reads > 1 && { status: end }),
		}));
		await run(service, part(uuid, 'r-1'), { nodeTypes: startProcess().nodeTypes });
		const proxy = await startKeepingWrites(service, () => {
			reads = 0;
			return true;
		});
		const { error } = await runNode({
			credentials: { ...service.credentials(), baseUrl: proxy.baseUrl },
			parameters: part(uuid, 'r-2', { amount: '20', preventDuplicates: false }),
			items: [{}],
			nodeTypes: startProcess().nodeTypes,
		});
		await proxy.close();
		expect(error?.message).toBe('It is unknown whether the refund r-2 was made');
	},
);

it('a refund that was not made does not count as made because another one of the payment was', async () => {
	const uuid = await paid();
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, _endpoint, answer) =>
			everywhere(answer as Fields, (fields) => without(fields, 'refunds')),
		);
	const proxy = await startKeepingWrites(service, (write) => write === 1);
	const { error } = await runNode({
		credentials: { ...service.credentials(), baseUrl: proxy.baseUrl },
		parameters: part(uuid, '={{ $json.key }}', {
			amount: '={{ $json.amount }}',
			options: { ...QUICK, concurrency: 16 },
		}),
		items: [
			{ key: 'r-1', amount: '30' },
			{ key: 'r-2', amount: '20' },
		],
		nodeTypes: startProcess().nodeTypes,
	});
	await proxy.close();
	expect(error?.message).toBe('It is unknown whether the refund r-1 was made');
});
