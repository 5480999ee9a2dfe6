import type { INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { everywhere, without, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, checkoutLink, operation, payin } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { answered } from '../wrongGuesses/differing';
import { list, one, outcomes } from './payroll';
import { paidPayin } from './refundedPayins';

/** What has ended without money stops, once it is known, and is made anew under another External ID. */

let service: Service;
beforeAll(async () => (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const account = () => service.emulator.account('AUD');
const make = async (parameters: INodeParameters, nodeTypes = startProcess().nodeTypes) =>
	await runNode({
		credentials: service.credentials(),
		parameters: { ...parameters, options: AT_ONCE },
		items: [{ key: 'k', amount: 10 }],
		nodeTypes,
	});
const scheduled = { additionalFields: { scheduledAt: new Date(Date.now() + 86_400_000).toISOString() } };

it.each<[string, INodeParameters, status: string, end: (uuid: string) => unknown]>([
	['payment', payin(), 'expired', (uuid) => account().payins.moves(uuid).expire?.()],
	['payment', payin(), 'expired', (uuid) => account().payins.cancel(uuid)],
	['link', checkoutLink(), 'expired', (uuid) => account().links.moves(uuid).expire?.()],
	['payment', one(), 'failed', (uuid) => account().payouts.simulate(uuid, 'failed')],
	['payment', list(), 'failed', (uuid) => account().payouts.simulate(uuid, 'failed')],
	['payment', one(scheduled), 'failed', (uuid) => account().payouts.cancelScheduled(uuid)],
])('a %s (%#) that has ended', async (what, parameters, status, end) => {
	const { nodeTypes } = startProcess();
	const first = await make(parameters, nodeTypes);
	const { uuid, batch_uuid: batch } = first.items[0]?.json as { uuid: string; batch_uuid?: string };
	end(batch ?? uuid);
	await service.advance(60_000);
	for (const process of [nodeTypes, startProcess().nodeTypes]) {
		const { error } = await make(parameters, process);
		const made = what === 'link' ? 'created' : 'made';
		expect(error?.message).toBe(`The ${what} k was ${made} before and has ended without money: ${status}`);
		expect(error?.description).toContain('To try again, use another External ID.');
	}
	expect(outcomes(await make({ ...parameters, externalId: 'k-2' }))).toEqual(['created']);
});

it.each(['expired', 'return_rejected'])('a refund that has ended as %s', async (status) => {
	const uuid = await paidPayin(service);
	const about = { externalId: 'r-1', refundType: 'partial', amount: '2', reason: 'Parcel came late' };
	const refund = operation('payin', 'refund', { uuid, ...about });
	await make(refund);
	const [first] = account().payins.payments().refunds;
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_settings, _endpoint, answer) =>
			everywhere(answer as Fields, (fields) => (fields.uuid === first?.uuid ? { ...fields, status } : fields)),
		);
	const { error } = await make(refund);
	expect(error?.message).toBe(
		`The refund r-1 was made before and has ended without money: ${status.replace('return_', '')}`,
	);
});

it('a link whose payment failed is alive until it expires: its page can be tried again', async () => {
	await make(checkoutLink());
	answered(['v3.links.detail', 'v3.links.list'], (answer) =>
		everywhere(answer, (fields) => ('transaction_info' in fields ? withFailedPayment(fields) : fields)),
	);
	expect(outcomes(await make(checkoutLink()))).toEqual(['found']);
});

const withFailedPayment = ({ transaction_info: payment, ...link }: Fields): Fields => ({
	...link,
	transaction_info: { ...(payment as Fields), status: 'failed' },
});

it.each([
	['payin', payin(), 'v2.payins.create'],
	['payout', one(), 'v2.payouts.create'],
	['list of payouts', list(), 'v2.payouts.create'],
] as const)(
	'a %s whose answer says that it has failed is no success, nor when it is repeated',
	async (_what, parameters, endpoint) => {
		const { nodeTypes } = startProcess();
		answered([endpoint], (answer) =>
			everywhere(answer, (fields) => ('status' in fields ? { ...fields, status: 'failed' } : fields)),
		);
		const { error } = await make(parameters, nodeTypes);
		expect(error?.message).toBe('The payment k was made and has ended without money: failed');
		expect(error?.description).not.toContain('Already made before the node stopped');
		service.emulator.world.settings.listLagMs = 3_600_000;
		const again = await make(parameters, nodeTypes);
		expect(again.error?.message).toBe('The payment k was made before and has ended without money: failed');
		expect(service.writes()).toBe(1);
	},
);

describe('what expires and is not shown as ended says so', () => {
	const NOTE = 'It has expired, and the service does not show it as paid. Another External ID makes a new one.';
	const { now } = Date;
	async function later(minutes: number): Promise<void> {
		await service.advance(minutes * 60_000);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000);
	}

	it('a link that is remembered, because the service does not show it', async () => {
		answered(['v3.links.detail', 'v3.links.list', 'v3.links.create'], (answer) =>
			everywhere(answer, (fields) => without(fields, 'meta_data')),
		);
		const { nodeTypes } = startProcess();
		const fresh = await make(checkoutLink(), nodeTypes);
		expect(fresh.items[0]?.json).not.toMatchObject({ note: NOTE });
		await later(120);
		expect((await make(checkoutLink(), nodeTypes)).items[0]?.json).toMatchObject({
			outcome: 'found',
			note: NOTE,
		});
	});

	it('a one-time PayID', async () => {
		const { nodeTypes } = startProcess();
		const start = now();
		const payid = async (minutes: number) =>
			await make(
				operation('oneTimePayid', 'create', {
					...{ externalId: '={{ $json.key }}', name: 'Ada Byron', emails: 'ada@shop.test', amount: '10' },
					paymentDescription: 'Order 77',
					additionalFields: { expiredAt: new Date(start + minutes * 60_000).toISOString() },
				}),
				nodeTypes,
			);
		expect((await payid(20)).items[0]?.json.note).toBeNull();
		await later(120);
		expect((await payid(140)).items[0]?.json).toMatchObject({ outcome: 'found', note: NOTE });
	});
});
