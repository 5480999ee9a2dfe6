import { needsDetail } from '../../../../core/events/payments';
import { MINUTE, startService, type Service } from '../../../emulator/service';
import { idOf, named } from './notifications';

/** Compares what the emulator pushes with what it answers about the same state. */
let service: Service;

beforeEach(async () => {
	service = await startService();
});
afterEach(() => service.close());

const period = { from_date: '2031-03-01T00:00:00Z', to_date: '2031-04-01T00:00:00Z' };

async function payin(): Promise<string> {
	const { body } = await service.call('v2.payins.create', {
		payin_method_name: 'au_bank_aud',
		payin_method_params: {},
		amount: 80,
		currency: 'AUD',
		name: 'Ada Byron',
		email: 'ada@shop.example',
		description: 'Order 77',
		gst: false,
		webhook_notification: service.target,
	});
	return String(body.uuid);
}

/** The last notification about a payment, and the event ids that its detail and its list record give. */
async function namesOf(kind: 'payins' | 'payouts', uuid: string) {
	const pushed = (await service.heard(uuid)).at(-1);
	const detail = await service.call(`v2.${kind}.detail`, { uuid });
	const list = await service.call(`v2.${kind}.list`, period);
	const listed = list.body.records?.find((record) => record.uuid === uuid);
	return {
		pushed: named(pushed),
		detail: idOf(detail.body),
		listed: needsDetail(listed) ? 'by its detail' : idOf(listed),
	};
}

it('gives one event_id to a payin and its refunds, pushed or asked for', async () => {
	const uuid = await payin();
	await service.call('v2.payins.simulate', { uuid, status: 'completed' });
	const received = await namesOf('payins', uuid);
	expect(received).toEqual({
		pushed: received.pushed,
		detail: received.pushed.event_id,
		listed: received.pushed.event_id,
	});

	await service.advance(45 * MINUTE);
	const seen = new Set([received.pushed.event_id]);
	for (const amount of [30, 20, 30]) {
		await service.call('v2.payins.refund', { uuid, amount, description: 'Late parcel' });
		for (const wait of [0, 1_000]) {
			await service.advance(wait);
			const { pushed, detail, listed } = await namesOf('payins', uuid);
			// The list has no status for a partial refund, and nothing is left to tell of one in whole.
			const shown = { partially_refunded: received.pushed.event_id, return_received: pushed.event_id };
			expect(listed).toBe(shown[pushed.status as keyof typeof shown] ?? 'by its detail');
			// With two refunds of the same amount, only the record tells which one is meant; a notification cannot.
			if (seen.has(pushed.event_id)) expect(pushed).toMatchObject({ status: 'return_pending' });
			else expect(detail).toBe(pushed.event_id);
			seen.add(detail);
		}
	}
	expect(seen.size).toBe(1 + 2 * 3);
});

it('gives one event_id to every step of a payout batch', async () => {
	const { body } = await service.call('v2.payouts.create', {
		payout_method_name: 'au_bank_aud',
		currency: 'AUD',
		description: 'March wages',
		webhook_notification: service.target,
		payout_transaction_details: ['Ada', 'Max'].map((first_name) => ({
			first_name,
			last_name: 'Payee',
			email: 'payee@shop.example',
			amount: 5,
			payout_method_params: { bsb: '062000', account_number: '12345678', account_name: 'Payee' },
		})),
	});
	const uuid = String(body.uuid);
	for (let step = 0; step < 3; step += 1) {
		await service.advance(1_000);
		const { pushed, detail, listed } = await namesOf('payouts', uuid);
		expect([detail, listed]).toEqual([pushed.event_id, pushed.event_id]);
	}
	const ids = (await service.heard(uuid)).map(idOf);
	expect(new Set(ids).size).toBe(ids.length);
	expect(named((await service.heard(uuid)).at(-1))).toMatchObject({ event_type: 'payout.completed', is_final: true });
});
