import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { operation, QUICK } from '../action/orders';
import { startService, type Service } from '../engine/service';
import { run } from '../resources/resourceRun';
import { runNode, runWorkflow } from '../engine/execution';
import { ACTION, AT_MOST, PASS_ON } from '../engine/nodeTypes';
import { outputsOf } from '../engine/workflow';
import { paidPayin, refundsMade, startKeepingWrites } from './refundedPayins';

/** Which refunds are recognised by another process, and which are another one. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const payins = () => service.emulator.account('AUD').payins;
const refunded = () => refundsMade(service);
const paid = async (...asked: [object?, number?]) => await paidPayin(service, ...asked);

/** Refunds in a process of its own. @param amount everything where there is none */
async function refund(uuid: string, externalId: string, amount?: string) {
	const order = {
		...{ uuid, externalId, reason: 'Parcel came late', options: { ...QUICK, settleSeconds: 0 } },
		...(amount === undefined ? { refundType: 'full' } : { refundType: 'partial', amount }),
	};
	const { items, error } = await run(service, operation('payin', 'refund', order), {
		nodeTypes: startProcess().nodeTypes,
	});
	return error?.message ?? (items[0]?.json.idempotency as { outcome: string }).outcome;
}

describe.each([
	['less', 80],
	['more', 120],
])('of a payin that was paid %s than was asked for', (_how, amount) => {
	it('everything is what was paid, and is found again', async () => {
		const uuid = await paid({}, amount);
		expect(await refund(uuid, 'r-1')).toBe('created');
		expect(await refund(uuid, 'r-1')).toBe('found');
		expect(refunded()).toEqual([['r-1', amount]]);
	});

	it('everything is known as such after a lost answer', async () => {
		const uuid = await paid({}, amount);
		service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset' });
		expect(await refund(uuid, 'r-1')).toBe('found');
		expect(refunded()).toEqual([['r-1', amount]]);
	});

	it('a part is not everything', async () => {
		const uuid = await paid({}, amount);
		expect(await refund(uuid, 'r-1', '50')).toBe('created');
		expect(await refund(uuid, 'r-1')).toContain('belongs to another refund');
		expect(refunded()).toEqual([['r-1', 50]]);
	});
});

it('the amount without its tax is not everything', async () => {
	const uuid = await paid({ gst: true });
	expect(await refund(uuid, 'r-1', '100')).toBe('created');
	expect(await refund(uuid, 'r-1')).toContain('belongs to another refund');
	expect(await refund(uuid, 'r-2')).toBe('created');
	expect(await refund(uuid, 'r-2')).toBe('found');
	expect(refunded()).toEqual([
		['r-1', 100],
		['r-2', 10],
	]);
});

it('everything is found again where refunds are taken off the amount that was paid', async () => {
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, _endpoint, answer) =>
		everywhere(answer as Record<string, unknown>, (fields) => {
			if (!Array.isArray(fields.refunds)) return fields;
			const back = (fields.refunds as { amount: string }[]).reduce((sum, { amount }) => sum + Number(amount), 0);
			return { ...fields, paid_amount: String(Number(fields.paid_amount) - back) };
		}),
	);
	const uuid = await paid();
	expect(await refund(uuid, 'r-1', '30')).toBe('created');
	expect(await refund(uuid, 'r-1')).toContain('belongs to another refund');
	expect(await refund(uuid, 'r-2')).toBe('created');
	expect(await refund(uuid, 'r-2')).toBe('found');
	expect(refunded()).toEqual([
		['r-1', 30],
		['r-2', 70],
	]);
});

it('everything that was left is not refunded again after an earlier part was rejected', async () => {
	const uuid = await paid();
	expect(await refund(uuid, 'r-1', '30')).toBe('created');
	const [{ uuid: first = '' } = {}] = payins().payments().refunds;
	expect(await refund(uuid, 'r-2')).toBe('created');
	payins().refunds.reject(payins().get(uuid), first);
	// Whether the rest was all that was left cannot be told from a part that happens to make up the whole with it.
	expect(await refund(uuid, 'r-2')).toContain('belongs to another refund');
	expect(refunded()).toEqual([
		['r-1', 30],
		['r-2', 70],
	]);
});

it('a part that makes up the whole with one that has failed is not everything', async () => {
	const uuid = await paid();
	expect(await refund(uuid, 'r-0', '60')).toBe('created');
	payins().refunds.reject(payins().get(uuid));
	jest.replaceProperty(payins().get(uuid), 'status', 'received');
	expect(await refund(uuid, 'r-1', '40')).toBe('created');
	expect(await refund(uuid, 'r-1')).toContain('belongs to another refund');
});

it('everything is found again that was refunded after a part was rejected', async () => {
	const uuid = await paid();
	expect(await refund(uuid, 'r-1', '30')).toBe('created');
	payins().refunds.reject(payins().get(uuid));
	jest.replaceProperty(payins().get(uuid), 'status', 'received');
	expect(await refund(uuid, 'r-2')).toBe('created');
	expect(await refund(uuid, 'r-2')).toBe('found');
	expect(refunded()).toEqual([
		['r-1', 30],
		['r-2', 100],
	]);
});

type Answered = (answer: Record<string, unknown>) => unknown;

function answerRefunds(answered: Answered): void {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, endpoint, answer) =>
			endpoint === 'v2.payins.refund' ? answered(answer as Record<string, unknown>) : answer,
		);
}

const TAKEN: [string, Answered][] = [
	['the payment', ({ payin_request }) => payin_request],
	['a record of the refund', () => ({ uuid: 'RF1', status: 'pending' })],
	['“Ok”', () => ({ status: 'Ok' })],
];

it.each([...TAKEN, ['success', () => ({ success: true })] satisfies [string, Answered]])(
	'a refund that the service answers with %s is made now, and found only later',
	async (_which, answered) => {
		const uuid = await paid();
		answerRefunds(answered);
		expect(await refund(uuid, 'r-1')).toBe('created');
		expect(await refund(uuid, 'r-1')).toBe('found');
		expect(refunded()).toEqual([['r-1', 100]]);
	},
);

it.each(TAKEN)(
	'another refund under its External ID on purpose, answered with %s, is made as well',
	async (_which, answered) => {
		const uuid = await paid();
		answerRefunds(answered);
		const told: unknown[] = [];
		for (const amount of ['30', '20', '10']) {
			const form = {
				uuid,
				refundType: 'partial',
				amount,
				reason: 'Parcel came late',
				externalId: 'r-1',
				options: QUICK,
			};
			const parameters = operation('payin', 'refund', { ...form, preventDuplicates: false });
			const { items, error } = await runNode({ parameters, credentials: service.credentials(), items: [{}] });
			told.push(error?.message ?? (items[0]?.json.idempotency as { outcome: string }).outcome);
			await service.advance(60_000);
		}
		expect(told).toEqual(['created', 'created', 'created']);
		expect(refunded().map(([, amount]) => amount)).toEqual([30, 20, 10]);
	},
);

it('another refund under its External ID on purpose is unknown where the service answers with the first one', async () => {
	const uuid = await paid();
	expect(await refund(uuid, 'r-1', '30')).toBe('created');
	const [first] = payins().get(uuid).refunds;
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, endpoint, answer) => {
		if (endpoint === 'v2.payins.refund')
			return { uuid: first?.uuid, external_id: 'r-1', amount: '30.0', status: 'pending' };
		return everywhere(answer as Record<string, unknown>, (fields) =>
			Array.isArray(fields.refunds) ? { ...fields, refunds: fields.refunds.slice(0, 1) as unknown } : fields,
		);
	});
	const form = { uuid, refundType: 'partial', amount: '20', reason: 'Parcel came late', externalId: 'r-1' };
	const options = { ...QUICK, settleSeconds: 0 };
	const parameters = operation('payin', 'refund', { ...form, preventDuplicates: false, options });
	const { error } = await runNode({ parameters, credentials: service.credentials(), items: [{}] });
	expect(error?.message).toContain('It is unknown whether the refund r-1 was made');
});

describe('where the service shows no list of refunds and acknowledges a refund without naming it', () => {
	/** @param shownStatus of the payment, where it is not the true one */
	const silent = (shownStatus?: string) =>
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, endpoint, answer) =>
			endpoint === 'v2.payins.refund'
				? { result: 'taken' }
				: everywhere(answer as Record<string, unknown>, ({ refunds, ...fields }) => ({
						...fields,
						...(Array.isArray(refunds) && shownStatus !== undefined && { status: shownStatus }),
					})),
		);

	it('a refund counts as made when the status of the payment has come to tell of it', async () => {
		const uuid = await paid();
		silent();
		expect(await refund(uuid, 'r-1')).toBe('created');
		expect(refunded()).toEqual([['r-1', 100]]);
	});

	it('a refund counts as made when the status tells of it a little later', async () => {
		const uuid = await paid();
		let reads = 0;
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, endpoint, answer) => {
			if (endpoint === 'v2.payins.refund') return { result: 'taken' };
			if (endpoint === 'v2.payins.detail') reads += 1;
			return everywhere(answer as Record<string, unknown>, ({ refunds, ...fields }) => ({
				...fields,
				...(Array.isArray(refunds) && reads < 3 && { status: 'received' }),
			}));
		});
		const order = { uuid, externalId: 'r-1', refundType: 'full', reason: 'Parcel came late' };
		const options = { ...QUICK, settleSeconds: 10 };
		const { items, error } = await run(service, operation('payin', 'refund', { ...order, options }));
		expect(error).toBeUndefined();
		expect(items[0]?.json.idempotency).toMatchObject({ outcome: 'created' });
		expect(refunded()).toEqual([['r-1', 100]]);
	});

	it('a refund without an External ID of its own is made once, however often the node is repeated', async () => {
		const uuid = await paid();
		silent();
		const order = { uuid, refundType: 'partial', amount: '30', reason: 'Parcel came late', options: QUICK };
		const made = await run(service, operation('payin', 'refund', order));
		expect(made.items[0]?.json).toMatchObject({ result: 'taken', idempotency: { outcome: 'created' } });
		expect((await made.retry()).error).toBeUndefined();
		expect(refunded()).toHaveLength(1);
	});

	it('a refund is unknown where an earlier one alone gave the payment its status', async () => {
		const uuid = await paid();
		expect(await refund(uuid, 'r-1', '30')).toBe('created');
		silent();
		const nothingDone = await startKeepingWrites(service);
		const order = { uuid, refundType: 'partial', amount: '30', reason: 'Parcel came late', options: QUICK };
		const { error } = await runNode({
			credentials: { ...service.credentials(), baseUrl: nothingDone.baseUrl },
			parameters: operation('payin', 'refund', order),
		});
		await nothingDone.close();
		expect(error?.message).toMatch(/^It is unknown whether the refund .+ was made$/);
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it('it is unknown while the status stays received', async () => {
		const uuid = await paid();
		silent('received');
		expect(await refund(uuid, 'r-1')).toBe('It is unknown whether the refund r-1 was made');
		expect(refunded()).toEqual([['r-1', 100]]);
	});

	it('it is not sent while the status says that one is under way, which may be it', async () => {
		const uuid = await paid();
		silent('return_pending');
		expect(await refund(uuid, 'r-1')).toContain('is under way, and the service does not show which');
		expect(refunded()).toEqual([]);
	});
});

describe('a part refund beside an earlier one that this process did not make', () => {
	const part = (uuid: string, externalId: string, amount: string, changes = {}) =>
		operation('payin', 'refund', {
			...{ uuid, externalId, amount, refundType: 'partial', reason: 'Parcel came late', options: QUICK },
			...changes,
		});

	async function refundedBefore(): Promise<string> {
		const uuid = await paid();
		await run(service, part(uuid, 'r-1', '30'), { nodeTypes: startProcess().nodeTypes });
		await service.advance(24 * 60 * 60_000);
		return uuid;
	}

	it('whose request never arrived is made by the next execution, and found by the one after', async () => {
		const uuid = await refundedBefore();
		const { nodeTypes } = startProcess();
		service.fault({ endpoint: 'v2.payins.refund', when: 'before', fault: 'reset', nth: 1 });
		const lost = await run(service, part(uuid, 'r-2', '20'), { nodeTypes });
		expect(lost.error?.message).toBe('It is unknown whether the refund r-2 was made');
		for (const outcome of ['created', 'found']) {
			const { items } = await run(service, part(uuid, 'r-2', '20'), { nodeTypes });
			expect(items[0]?.json.idempotency).toMatchObject({ outcome });
		}
		expect(refunded()).toEqual([
			['r-1', 30],
			['r-2', 20],
		]);
	});

	it('that was refused at first, and is made beside one of another process, needs no note', async () => {
		const uuid = await paidPayin(service, {}, undefined, 0);
		const { nodeTypes } = startProcess();
		const early = await run(service, part(uuid, 'r-2', '20'), { nodeTypes });
		expect(early.error?.message).toBeDefined();
		await service.advance(45 * 60_000);
		await run(service, part(uuid, 'r-1', '30'), { nodeTypes: startProcess().nodeTypes });
		await service.advance(60_000);
		const { items } = await run(service, part(uuid, 'r-2', '20'), { nodeTypes });
		expect(items[0]?.json.idempotency).toEqual({ outcome: 'created', external_id: 'r-2' });
	});

	it.each(['', 'r-2'])('is made by a later run of an error output that leads back (External ID “%s”)', async (key) => {
		const uuid = await refundedBefore();
		service.fault({ endpoint: 'v2.payins.refund', when: 'before', fault: 'reset', nth: 1 });
		const settings = { onError: 'continueErrorOutput' as const };
		const { runData } = await runWorkflow(
			{
				nodes: [
					{ name: 'Start', type: PASS_ON },
					{ name: 'Pay', type: ACTION, parameters: part(uuid, key, '20'), settings },
					{ name: 'Again', type: AT_MOST, parameters: { times: 3 } },
				],
				wires: [
					['Start', 0, 'Pay'],
					['Pay', 1, 'Again'],
					['Again', 0, 'Pay'],
				],
			},
			[{ json: {} }],
			{ credentials: service.credentials(), nodeTypes: startProcess().nodeTypes },
		);
		const outcomes = runData.Pay?.flatMap((each) => outputsOf(each).flat()).map(({ json }) => json.idempotency);
		expect(outcomes?.at(-1)).toMatchObject({ outcome: 'created' });
		expect(refunded()).toHaveLength(2);
	});

	it('that was rejected fails in a retry once Return Ended is off', async () => {
		const uuid = await paid();
		await run(service, part(uuid, 'r-1', '30'), { nodeTypes: startProcess().nodeTypes });
		const { payins } = service.emulator.account('AUD');
		payins.refunds.reject(payins.get(uuid));
		jest.replaceProperty(payins.get(uuid), 'status', 'received');
		service.fault({ endpoint: 'v2.payins.refund', when: 'before', fault: 'reset', nth: 1 });
		const all = (returnEnded: boolean) =>
			part(uuid, '={{ $json.key }}', '={{ $json.amount }}', { options: { ...QUICK, returnEnded } });
		const first = await runNode({
			credentials: service.credentials(),
			parameters: all(true),
			items: [
				{ key: 'r-1', amount: 30 },
				{ key: 'r-9', amount: 20 },
			],
			nodeTypes: startProcess().nodeTypes,
		});
		expect(first.error?.message).toBe('It is unknown whether the refund r-9 was made');
		const { error } = await first.retry({ parameters: all(false) });
		expect(error?.message).toContain('The refund r-1 was made before and has ended without money: rejected');
	});
});

it('a list of refunds that is null holds none, so that everything can be refunded under a limit', async () => {
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_world, endpoint, answer) =>
			endpoint !== 'v2.payins.detail'
				? answer
				: everywhere(answer as Record<string, unknown>, (fields) =>
						Array.isArray(fields.refunds) && fields.refunds.length === 0 ? { ...fields, refunds: null } : fields,
					),
		);
	const order = { uuid: await paid(), externalId: 'r-1', reason: 'Parcel came late', refundType: 'full' };
	const { items, error } = await runNode({
		credentials: { ...service.credentials(), maxPerPayment: 'AUD 500' },
		parameters: operation('payin', 'refund', { ...order, options: { ...QUICK, settleSeconds: 0 } }),
		nodeTypes: startProcess().nodeTypes,
	});
	expect(error).toBeUndefined();
	expect(items[0]?.json.idempotency).toEqual({ outcome: 'created', external_id: 'r-1' });
	expect(refunded()).toEqual([['r-1', 100]]);
});

/** The node's parameters for a refund of a part. */
const part = (uuid: string, externalId: string, amount: string) =>
	operation('payin', 'refund', {
		...{ uuid, externalId, refundType: 'partial', amount, reason: 'Parcel came late' },
		options: { ...QUICK, settleSeconds: 0 },
	});

describe('where the service shows refunds without the references that they were sent with', () => {
	const hidden = () =>
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_world, endpoint, answer) =>
				endpoint !== 'v2.payins.detail'
					? answer
					: everywhere(answer as Record<string, unknown>, (fields) =>
							'external_id' in fields && !('payment_method' in fields) ? { ...fields, external_id: null } : fields,
						),
			);

	/** n8n tries the node again after its first try has lost the answer, or never reached the service. */
	async function refundAgain(uuid: string, when: 'before' | 'after') {
		hidden();
		service.fault({ endpoint: 'v2.payins.refund', when, fault: 'reset', nth: 1 });
		const order = { uuid, externalId: 'r-1', refundType: 'partial', amount: '30', reason: 'Parcel came late' };
		return await run(service, operation('payin', 'refund', { ...order, options: { ...QUICK, settleSeconds: 0 } }), {
			nodeTypes: startProcess().nodeTypes,
			settings: { retryOnFail: true, maxTries: 2 },
		});
	}

	it('a refund whose answer was lost is not made again', async () => {
		const { error } = await refundAgain(await paid(), 'after');
		expect(error?.message).toBe('It is unknown whether the refund r-1 was made');
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it.each<[string, (amount: string) => unknown]>([
		['negative', (amount) => `-${amount}`],
		['in cents', (amount) => String(Number(amount) * 100)],
		['with a fee', (amount) => String(Number(amount) + 0.5)],
		['nowhere', () => null],
	])('a refund whose answer was lost is not made again where its amount is shown %s', async (_how, shownAs) => {
		const uuid = await paid();
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, _endpoint, answer) =>
			everywhere(answer as Record<string, unknown>, (fields) => {
				const { refunds } = fields as { refunds?: { amount: string }[] };
				if (refunds === undefined) return fields;
				const shown = refunds.map((each) => ({ ...each, external_id: null, amount: shownAs(each.amount) }));
				return { ...fields, refunds: shown };
			}),
		);
		service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset', nth: 1 });
		const settings = { retryOnFail: true, maxTries: 3 };
		const { error } = await run(service, part(uuid, 'r-1', '30'), { nodeTypes: startProcess().nodeTypes, settings });
		expect(error?.message).toBe('It is unknown whether the refund r-1 was made');
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it.each(['', 'r-1'])('is not followed by one of another amount in a retry, External ID "%s"', async (externalId) => {
		const uuid = await paid();
		hidden();
		service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset', nth: 1 });
		const failed = await run(service, part(uuid, externalId, '30'), { nodeTypes: startProcess().nodeTypes });
		const { error } = await failed.retry({ parameters: part(uuid, externalId, '50') });
		expect(error?.message).toContain('It is unknown whether the refund');
		expect(refunded()).toHaveLength(1);
	});

	it('is not followed by one of another amount in a new execution of the process', async () => {
		const uuid = await paid();
		const { nodeTypes } = startProcess();
		hidden();
		service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset', nth: 1 });
		await run(service, part(uuid, 'r-1', '30'), { nodeTypes });
		const { error } = await run(service, part(uuid, 'r-1', '50'), { nodeTypes });
		expect(error?.message).toBe('It is unknown whether the refund r-1 was made');
		expect(refunded()).toEqual([['r-1', 30]]);
	});

	it('is found after a lost answer behind one made by hand, where references are kept', async () => {
		const uuid = await paid();
		payins().refunds.request(payins().get(uuid), { amount: 20, description: 'By hand' });
		service.fault({ endpoint: 'v2.payins.refund', when: 'after', fault: 'reset', nth: 1 });
		expect(await refund(uuid, 'r-1', '30')).toBe('found');
	});

	it('one of another amount does not stand in the way', async () => {
		const uuid = await paid();
		expect(await refund(uuid, 'by hand', '20')).toBe('created');
		const { error } = await refundAgain(uuid, 'before');
		expect(error).toBeUndefined();
		expect(refunded()).toEqual([
			['by hand', 20],
			['r-1', 30],
		]);
	});
});

describe.each<[string, boolean]>([
	['shows', true],
	['does not show', false],
])('a refund that is denied at once fails, where the service %s refunds', (_shows, isListed) => {
	it.each<[string, (answer: Record<string, unknown>) => unknown]>([
		['refund record', ({ refund_amount: amount }) => ({ uuid: 'R1', amount, status: 'return_rejected' })],
		['payment', ({ payin_request: payment }) => ({ ...(payment as object), status: 'return_rejected' })],
		['payment, expired', ({ payin_request: payment }) => ({ ...(payment as object), status: 'return_expired' })],
		['assumed form', (answer) => ({ ...answer, status: 'return_rejected' })],
		['assumed form with the payment', (answer) => answer],
		['nothing', () => ({})],
	])('and the answer is the %s', async (_what, change) => {
		const uuid = await paid();
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_world, endpoint, answer) => {
			if (endpoint === 'v2.payins.refund') {
				const [{ uuid: denied = '' } = {}] = payins().payments().refunds;
				payins().refunds.reject(payins().get(uuid), denied);
				const { payin_request: payment, ...made } = answer as { payin_request: object };
				return change({ ...made, payin_request: { ...payment, status: 'return_rejected' } });
			}
			return everywhere(answer as Record<string, unknown>, ({ refunds, ...fields }) =>
				isListed && refunds !== undefined ? { ...fields, refunds } : fields,
			);
		});
		expect(await refund(uuid, 'r-1')).toMatch(/^The refund r-1 .*(rejected|expired)/);
	});
});
