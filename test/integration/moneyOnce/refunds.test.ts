import * as wire from '../../../emulator/otherwise';
import { everywhere, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { paidPayin, refund, refundOf, refundsMade, startKeepingWrites } from './refundedPayins';

/** Which refunds are recognised, and which are another one. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const payins = () => service.emulator.account('AUD').payins;
const refunded = () => refundsMade(service);
const paid = async (...asked: [object?, number?]) => await paidPayin(service, ...asked);

/** Refunds in a process of its own, which remembers nothing of the refunds before. */
const refundAnew = async (...about: Parameters<typeof refundOf>) =>
	await refund(service, refundOf(...about), { nodeTypes: startProcess().nodeTypes });

/** Rejects a refund, the last one by default; the payin can then be refunded anew. */
function reject(uuid: string, refundUuid?: string): void {
	payins().refunds.reject(payins().get(uuid), refundUuid);
	jest.replaceProperty(payins().get(uuid), 'status', 'received');
}

const TAKEN = expect.stringContaining('belongs to another refund');

describe.each([
	['less', 80],
	['more', 120],
])('of a payin that was paid %s than was asked for', (_how, amount) => {
	it('everything is what was paid, and is found again', async () => {
		const uuid = await paid({}, amount);
		expect(await refundAnew(uuid, 'r-1')).toBe('created');
		expect(await refundAnew(uuid, 'r-1')).toBe('found');
		expect(refunded()).toEqual([['r-1', amount]]);
	});

	it('everything is known as such after a lost answer', async () => {
		const uuid = await paid({}, amount);
		service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset' });
		expect(await refundAnew(uuid, 'r-1')).toBe('created');
		expect(refunded()).toEqual([['r-1', amount]]);
	});

	it('a part is not everything', async () => {
		const uuid = await paid({}, amount);
		expect(await refundAnew(uuid, 'r-1', '50')).toBe('created');
		expect(await refundAnew(uuid, 'r-1')).toEqual(TAKEN);
		expect(refunded()).toEqual([['r-1', 50]]);
	});
});

it('the amount without its tax is not everything', async () => {
	const uuid = await paid({ additionalFields: { gst: true } });
	expect(await refundAnew(uuid, 'r-1', '100')).toBe('created');
	expect(await refundAnew(uuid, 'r-1')).toEqual(TAKEN);
	expect(await refundAnew(uuid, 'r-2')).toBe('created');
	expect(await refundAnew(uuid, 'r-2')).toBe('found');
	expect(refunded()).toEqual([
		['r-1', 100],
		['r-2', 10],
	]);
});

it('everything is found again where refunds are taken off the amount that was paid', async () => {
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, _endpoint, answer) =>
		everywhere(answer as Fields, (fields) => {
			if (!Array.isArray(fields.refunds)) return fields;
			const back = (fields.refunds as { amount: string }[]).reduce((sum, { amount }) => sum + Number(amount), 0);
			return { ...fields, paid_amount: String(Number(fields.paid_amount) - back) };
		}),
	);
	const uuid = await paid();
	expect(await refundAnew(uuid, 'r-1', '30')).toBe('created');
	expect(await refundAnew(uuid, 'r-1')).toEqual(TAKEN);
	expect(await refundAnew(uuid, 'r-2')).toBe('created');
	expect(await refundAnew(uuid, 'r-2')).toBe('found');
});

describe('after a part was rejected', () => {
	it('everything that was left is not refunded again', async () => {
		const uuid = await paid();
		expect(await refundAnew(uuid, 'r-1', '30')).toBe('created');
		const [{ uuid: first = '' } = {}] = payins().payments().refunds;
		expect(await refundAnew(uuid, 'r-2')).toBe('created');
		payins().refunds.reject(payins().get(uuid), first);
		// Whether the rest was all that was left cannot be told from a part that happens to make up the whole with it.
		expect(await refundAnew(uuid, 'r-2')).toEqual(TAKEN);
	});

	it('another part that makes up the whole with it is not everything', async () => {
		const uuid = await paid();
		await refundAnew(uuid, 'r-0', '60');
		reject(uuid);
		expect(await refundAnew(uuid, 'r-1', '40')).toBe('created');
		expect(await refundAnew(uuid, 'r-1')).toEqual(TAKEN);
	});

	it('it stops under its External ID, and everything is refunded under another one', async () => {
		const uuid = await paid();
		await refundAnew(uuid, 'r-1', '30');
		reject(uuid);
		expect(await refundAnew(uuid, 'r-1', '30')).toBe(
			'The refund r-1 was made before and has ended without money: rejected',
		);
		expect(await refundAnew(uuid, 'r-2')).toBe('created');
		expect(await refundAnew(uuid, 'r-2')).toBe('found');
		expect(refunded()).toEqual([
			['r-1', 30],
			['r-2', 100],
		]);
	});
});

it('a part beside an earlier one whose request never arrived is made by the next execution, and found by the one after', async () => {
	const uuid = await paid();
	await refundAnew(uuid, 'r-1', '30');
	await service.advance(24 * 60 * 60_000);
	service.fault({ endpoint: 'v2.payins.refund', when: 'before', fault: 'reset', nth: 1 });
	const unknown = 'It is unknown whether the refund r-2 was made';
	for (const told of [unknown, 'created', 'found'])
		expect(await refund(service, refundOf(uuid, 'r-2', '20'))).toBe(told);
	expect(refunded()).toEqual([
		['r-1', 30],
		['r-2', 20],
	]);
});

it('a part that was refused at first is made later, beside one of another process, and needs no note', async () => {
	const uuid = await paidPayin(service, {}, undefined, 0);
	const parameters = refundOf(uuid, 'r-2', '20');
	expect(await refund(service, parameters)).toContain('refused');
	await service.advance(45 * 60_000);
	await refundAnew(uuid, 'r-1', '30');
	await service.advance(60_000);
	const { items } = await runNode({ credentials: service.credentials(), parameters });
	expect(items[0]?.json).toMatchObject({ outcome: 'created', external_id: 'r-2' });
});

it('a refund of everything that was to be of a part is told with both amounts', async () => {
	const other = await startService({ wrongGuesses: ['refundAmountField'] });
	const uuid = await paidPayin(other);
	const { error } = await runNode({ credentials: other.credentials(), parameters: refundOf(uuid, 'r-1', '20') });
	expect(error?.message).toBe('The refund r-1 is not as it was asked for');
	expect(error?.description).toContain('Asked for: amount 20. There: amount 100. This item was sent');
	expect(error?.description).toContain('another External ID without looking may refund twice');
	await other.close();
});

it('a list of refunds that is null holds none, so that everything can be refunded under a limit', async () => {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_world, endpoint, answer) =>
			endpoint !== 'v2.payins.detail'
				? answer
				: everywhere(answer as Fields, (fields) =>
						Array.isArray(fields.refunds) && fields.refunds.length === 0 ? { ...fields, refunds: null } : fields,
					),
		);
	const { items } = await runNode({
		credentials: { ...service.credentials(), maxPerPayment: 'AUD 500' },
		parameters: refundOf(await paid(), 'r-1'),
	});
	expect(items[0]?.json).toMatchObject({ outcome: 'created', external_id: 'r-1' });
	expect(refunded()).toEqual([['r-1', 100]]);
});

describe('an answer to a refund in another form', () => {
	const answerRefunds = (change: (answer: Fields) => unknown) =>
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_settings, endpoint, answer) =>
				endpoint === 'v2.payins.refund' ? change(answer as Fields) : answer,
			);

	it.each<[string, (answer: Fields) => unknown]>([
		['the payment', ({ payin_request }) => payin_request],
		['a record of the refund', () => ({ uuid: 'RF1', status: 'pending' })],
		['“Ok”', () => ({ status: 'Ok' })],
		['success', () => ({ success: true })],
	])('%s: it is made now, and found only later', async (_which, change) => {
		const uuid = await paid();
		answerRefunds(change);
		expect(await refundAnew(uuid, 'r-1')).toBe('created');
		expect(await refundAnew(uuid, 'r-1')).toBe('found');
		expect(refunded()).toEqual([['r-1', 100]]);
	});

	it.each(
		(
			[
				['refund record', ({ refund_amount: amount }) => ({ uuid: 'R1', amount, status: 'return_rejected' })],
				['payment', ({ payin_request: payment }) => ({ ...(payment as object), status: 'return_rejected' })],
				['payment, expired', ({ payin_request: payment }) => ({ ...(payment as object), status: 'return_expired' })],
				['assumed form', (answer) => ({ ...answer, status: 'return_rejected' })],
				['assumed form with the payment', (answer) => answer],
				['nothing', () => ({})],
			] satisfies [string, (answer: Fields) => unknown][]
		).flatMap(([what, change]) => [[what, 'shows', change] as const, [what, 'does not show', change] as const]),
	)('the %s, of one that is denied at once, where the service %s refunds: it fails', async (_what, shows, change) => {
		const uuid = await paid();
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
			if (endpoint === 'v2.payins.refund') {
				const [{ uuid: denied = '' } = {}] = payins().payments().refunds;
				payins().refunds.reject(payins().get(uuid), denied);
				const { payin_request: payment, ...made } = answer as { payin_request: object };
				return change({ ...made, payin_request: { ...payment, status: 'return_rejected' } });
			}
			return everywhere(answer as Fields, ({ refunds, ...fields }) =>
				shows === 'shows' && refunds !== undefined ? { ...fields, refunds } : fields,
			);
		});
		expect(await refundAnew(uuid, 'r-1')).toMatch(/^The refund r-1 .*(rejected|expired)/);
	});
});

describe('where the service shows no list of refunds and acknowledges a refund without naming it', () => {
	/** @param status that the payment shows, where it is not the true one */
	const silent = (status?: string) =>
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, endpoint, answer) =>
			endpoint === 'v2.payins.refund'
				? { result: 'taken' }
				: everywhere(answer as Fields, ({ refunds, ...fields }) => ({
						...fields,
						...(Array.isArray(refunds) && status !== undefined && { status }),
					})),
		);

	it('a refund counts as made when the status of the payment has come to tell of it', async () => {
		const uuid = await paid();
		silent();
		expect(await refundAnew(uuid, 'r-1', '30')).toBe('created');
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it('it is unknown where an earlier one alone gave the payment its status', async () => {
		const uuid = await paid();
		expect(await refundAnew(uuid, 'r-1', '30')).toBe('created');
		await service.advance(24 * 60 * 60_000);
		silent();
		const nothingDone = await startKeepingWrites(service);
		const credentials = { ...service.credentials(), baseUrl: nothingDone.baseUrl };
		expect(await refund(service, refundOf(uuid, 'r-2', '30'), { credentials })).toBe(
			'It is unknown whether the refund r-2 was made',
		);
		await nothingDone.close();
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it('it is unknown while the status stays received', async () => {
		const uuid = await paid();
		silent('received');
		expect(await refundAnew(uuid, 'r-1')).toBe('It is unknown whether the refund r-1 was made');
		expect(refunded()).toEqual([['r-1', 100]]);
	});

	it('it is not sent while the status says that one is under way, which may be it', async () => {
		const uuid = await paid();
		silent('return_pending');
		expect(await refundAnew(uuid, 'r-1')).toContain('is under way, and the service does not show which');
		expect(refunded()).toEqual([]);
	});
});
