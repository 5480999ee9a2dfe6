import { asUtcWithoutOffset } from '../../core/time/dates';
import { amountAsJsonNumber, parseAmount } from '../../core/money';
import type { Fields, Made, Run } from '../run';
import type { Service } from '../service';
import { SOMEBODY, type Method } from './methods';
import { simulate } from './payins';

const DAY_MS = 86_400_000;

function createPayout(run: Run, service: Service, method: Method, label: string, scheduledAt?: Date) {
	return run.make(service, 'payout', label, method.least, (externalId) =>
		run.ask(`create ${label}`, service, 'v2.payouts.create', {
			body: {
				payout_method_name: method.name,
				currency: service.access.currency,
				description: 'Sandbox check',
				external_id: externalId,
				webhook_notification: run.target(service, externalId),
				...(scheduledAt ? { scheduled_at: asUtcWithoutOffset(scheduledAt) } : {}),
				payout_transaction_details: [
					{
						first_name: SOMEBODY.first,
						last_name: SOMEBODY.last,
						email: SOMEBODY.email,
						amount: amountAsJsonNumber(parseAmount(method.least)),
						payout_method_params: method.parameters,
						external_id: externalId,
					},
				],
			},
		}),
	);
}

const ended = (run: Run, { entry }: Made) => run.setup.journal.note(entry, { state: 'ended', left: '' });

/** Payouts that are cancelled before they are due, that fail, and that are paid. Each pays the least that its method takes. */
export async function tryPayouts(run: Run, service: Service, method: Method): Promise<void> {
	const scheduled = await createPayout(run, service, method, 'payout-scheduled', new Date(Date.now() + 2 * DAY_MS));
	if (scheduled?.isNew) {
		await run.detail('scheduled payout', service, 'payout', scheduled.uuid);
		const name = run.nameFor('actionBodies', 'uuid');
		const cancelled = await run.ask('cancel payout', service, 'v2.payouts.cancelScheduled', {
			body: { [name]: scheduled.uuid },
		});
		if (cancelled.result === 'answered') ended(run, scheduled);
	}
	if (scheduled) await run.detail('cancelled payout', service, 'payout', scheduled.uuid);
	await endBy(run, service, method, 'failed');
	await endBy(run, service, method, 'completed');
	await run.ask('history', service, 'v2.balances.history', { query: run.period() });
}

async function endBy(run: Run, service: Service, method: Method, outcome: 'failed' | 'completed'): Promise<void> {
	const label = `payout-${outcome}`;
	const made = await createPayout(run, service, method, label);
	if (!made) return;
	const query = { ...run.period(), external_id: made.externalId };
	await run.ask('listed payout', service, 'v2.payouts.list', { query });
	if (made.isNew) {
		const simulated = await simulate(run, service, 'payout', label, { uuid: made.uuid, outcome });
		if (simulated.result === 'answered') ended(run, made);
	}
	const isOver = (record: Fields | undefined) => !['created', 'processing'].includes(String(record?.status));
	const over = await run.until(async () => isOver(await run.detail(`${outcome} payout`, service, 'payout', made.uuid)));
	if (over && run.exchanges.get(`${outcome} payout`)?.result === 'answered') ended(run, made);
}
