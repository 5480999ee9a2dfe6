import * as wire from '../../../emulator/otherwise';
import { everywhere, without, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { QUICK } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { paidPayin, refund, refundOf, refundsMade } from './refundedPayins';

/**
 * Refunds in n8n's engine, against the emulator's books. Which refund of a record is which, test/unit/money/refunds.test.ts
 * tells for every form that a record may have.
 */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const DAY = 24 * 60 * 60_000;
const refunded = () => refundsMade(service);
const anew = () => ({ nodeTypes: startProcess().nodeTypes });

/** The waits of these tests are short, as the service settles at once. */
const part = (uuid: string, externalId: string, amount = '30') =>
	refundOf(uuid, externalId, amount, { options: { ...QUICK, settleSeconds: 0.2 } });
const UNKNOWN = (externalId: string) => `It is unknown whether the refund ${externalId} was made`;
const RETRY = { retryOnFail: true, maxTries: 3 };
const lose = (when: 'before' | 'after' = 'after', nth = 1, at = service) =>
	at.fault({ endpoint: 'v2.payins.refund', when, fault: 'reset', nth });

/** Changes the list of refunds of each payin. */
const listed = (change: (refunds: Fields[]) => unknown) =>
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, _endpoint, answer) =>
			everywhere(answer as Fields, (fields) =>
				Array.isArray(fields.refunds) ? { ...fields, refunds: change(fields.refunds as Fields[]) } : fields,
			),
		);
const withoutReference = (refunds: Fields[]) => refunds.map((each) => without(each, 'external_id'));
const isPending = ({ status }: Fields) => status === 'pending';

it.each([80, 120])(
	'everything of a payin is what was paid of 100, is found again, and no part of it: %i',
	async (amount) => {
		const uuid = await paidPayin(service, {}, amount);
		expect(await refund(service, part(uuid, 'r-0', '50'), anew())).toBe('created');
		expect(await refund(service, refundOf(uuid, 'r-0'), anew())).toContain('belongs to another refund');
		expect(await refund(service, refundOf(uuid, 'r-1'), anew())).toBe('created');
		expect(await refund(service, refundOf(uuid, 'r-1'), anew())).toBe('found');
		expect(refunded()).toEqual([
			['r-0', 50],
			['r-1', amount - 50],
		]);
	},
);

it('a part beside an earlier one whose request never arrived is made by the next execution, and found by the one after', async () => {
	const uuid = await paidPayin(service);
	await refund(service, part(uuid, 'r-1'), anew());
	await service.advance(DAY);
	lose('before');
	for (const told of [UNKNOWN('r-2'), 'created', 'found'])
		expect(await refund(service, part(uuid, 'r-2', '20'))).toBe(told);
	expect(refunded()).toEqual([
		['r-1', 30],
		['r-2', 20],
	]);
});

it.each<[string, (refunds: Fields[]) => unknown]>([
	['without its reference', withoutReference],
	['only once it is processed', (refunds) => refunds.filter((each) => !isPending(each))],
])(
	'a refund whose answer was lost is not made again where the service shows it %s: by Retry On Fail, a retry or another execution',
	async (_how, change) => {
		const uuid = await paidPayin(service);
		await refund(service, part(uuid, 'r-1'), anew());
		await service.advance(DAY);
		listed(change);
		lose();
		const order = { credentials: service.credentials(), parameters: part(uuid, 'r-2'), ...anew() };
		const failed = await runNode({ ...order, settings: RETRY });
		expect(failed.error?.message).toBe(UNKNOWN('r-2'));
		for (const again of [await failed.retry(), await runNode(order)]) expect(again.error?.message).toBe(UNKNOWN('r-2'));
		expect(refunded()).toEqual([
			['r-1', 30],
			['r-2', 30],
		]);
	},
);

it('refunds of two payments under one External ID are made once, whichever answer is lost', async () => {
	const uuids = [await paidPayin(service), await paidPayin(service, { externalId: 'order-2' })];
	listed(withoutReference);
	lose('after', 2);
	const parameters = part('={{ $json.uuid }}', 'RMA-7');
	const items = uuids.map((uuid) => ({ uuid }));
	await runNode({ credentials: service.credentials(), parameters, items, settings: RETRY, ...anew() });
	expect(refunded()).toEqual([
		['RMA-7', 30],
		['RMA-7', 30],
	]);
});

it('where no refund shows its reference, one is sent with a note and found by its process, and an unclear one stays unknown', async () => {
	const other = await startService({ wrongGuesses: ['refundListField'] });
	const [first, second] = [await paidPayin(other), await paidPayin(other, { externalId: 'order-2' })];
	const { items } = await runNode({ credentials: other.credentials(), parameters: part(first, 'r-1') });
	const note = expect.stringContaining('does not show by which references') as string;
	expect(items[0]?.json).toMatchObject({ outcome: 'created', external_id: 'r-1', note });
	expect(await refund(other, part(first, 'r-1'))).toBe('found');
	lose('after', 1, other);
	expect(await refund(other, part(second, 'r-2'), { settings: RETRY })).toBe(UNKNOWN('r-2'));
	expect(other.calls()['v2.payins.refund']).toBe(2);
	await other.close();
});

it('a refund that the service lists only once it is processed stops another process until then', async () => {
	const uuid = await paidPayin(service);
	listed((refunds) => refunds.filter((each) => !isPending(each)));
	expect(await refund(service, part(uuid, 'r-1'), { ...anew(), settings: RETRY })).toBe('created');
	expect(await refund(service, part(uuid, 'r-1'), anew())).toContain(
		'is under way, and the service does not show which',
	);
	await service.advance(DAY);
	expect(await refund(service, part(uuid, 'r-1'), anew())).toBe('found');
	expect(refunded()).toEqual([['r-1', 30]]);
});
