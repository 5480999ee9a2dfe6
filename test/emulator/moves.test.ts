import { moveNames } from '../../emulator/ledger/moves';
import { samplePayments, type SamplePayments } from './samplePayments';
import { MINUTE, startService, type Service } from './service';

let service: Service;
let kinds: SamplePayments;

beforeEach(async () => {
	service = await startService();
	kinds = samplePayments(service);
});
afterEach(() => service.close());

const listed = (uuid: string) =>
	service.emulator
		.account('AUD')
		.reporting.flatMap((domain) => domain.recent?.(10) ?? [])
		.find((one) => one.uuid === uuid);
const allowed = (uuid: string) =>
	service.emulator.account('AUD').reporting.flatMap(({ moves }) => Object.keys(moves?.(uuid) ?? {}));
const move = (uuid: string, made: string) => service.control('payments/move', { currency: 'AUD', uuid, move: made });

/** Holds exactly these moves possible: every other is refused and changes nothing. */
async function expectMoves(uuid: string, ...expected: string[]): Promise<void> {
	expect(allowed(uuid)).toEqual(expected);
	const before = listed(uuid)?.status;
	for (const other of moveNames.filter((one) => !expected.includes(one)))
		expect((await move(uuid, other)).status).toBe(422);
	expect(listed(uuid)?.status).toBe(before);
}

test.each([
	['payin', 'complete', 'received'],
	['payin', 'fail', 'failed'],
	['payin', 'expire', 'expired'],
	['payout', 'complete', 'completed'],
	['payout', 'fail', 'failed'],
	['payout', 'expire', 'expired'],
	['AUD payout', 'complete', 'completed'],
	['AUD payout', 'fail', 'failed'],
	['AUD payout', 'expire', 'expired'],
	['checkout link', 'complete', 'received'],
	['checkout link', 'fail', 'failed'],
	['checkout link', 'expire', 'expired'],
] as const)(
	'a pending %s: %s makes it %s, is notified, and nothing is possible afterwards',
	async (kind, made, status) => {
		const uuid = await kinds[kind]();
		await expectMoves(uuid, 'complete', 'fail', 'expire');
		expect(await move(uuid, made)).toEqual({ status: 200, body: { uuid, move: made, allowed_next: [] } });
		expect(listed(uuid)?.status).toBe(status);
		expect(JSON.stringify((await service.heard(uuid)).at(-1))).toContain(`"status":"${status}"`);
		await expectMoves(uuid);
		// What was planned before the move no longer happens.
		await service.advance(60 * MINUTE);
		expect(listed(uuid)?.status).toBe(status);
		expect(service.emulator.account('AUD').ledger.audit().balanced).toBe(true);
	},
);

test.each(['payout', 'AUD payout'] as const)(
	'a %s in processing can no longer expire, and one without funds cannot complete',
	async (kind) => {
		const processing = await kinds[kind]();
		await service.advance(1_000);
		expect(listed(processing)?.status).toBe('processing');
		await expectMoves(processing, 'complete', 'fail');
		const { ledger } = service.emulator.account('AUD');
		await service.control('balances/move', { currency: 'AUD', amount: 9_999_980, direction: 'money_out' });
		const poor = await kinds[kind]();
		await expectMoves(poor, 'fail', 'expire');
		await move(processing, 'fail');
		await move(poor, 'fail');
		await service.advance(60 * MINUTE);
		expect([listed(processing)?.status, listed(poor)?.status]).toEqual(['failed', 'failed']);
		expect(ledger.audit().balanced).toBe(true);
	},
);
