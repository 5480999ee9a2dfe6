import type { AnyPayinStatus } from '../../contract/statuses';
import type { Clock } from '../engine/clock';
import type { Notify } from '../engine/notifications';
import type { Random } from '../engine/random';
import { unprocessable } from '../engine/serviceError';
import type { Settings } from '../engine/settings';
import type { Ledger } from '../ledger/ledger';
import type { Money } from '../ledger/money';
import { latePayCode } from './payCodes';
import { payinFee, type Payin, type Refund } from './payin';
import { payinNotification } from './payinRecords';

interface Needs {
	clock: Clock;
	random: Random;
	ledger: Ledger;
	notify: Notify;
	settings: Pick<Settings, 'latePayCodeDelayMs' | 'promptLifetimeMs' | 'settlementDelayMs'>;
}

export type PayinProgress = ReturnType<typeof createPayinProgress>;

/** @throws ServiceError 422 */
export function mustBePending(payin: Payin): void {
	if (payin.status !== 'pending') throw unprocessable({ uuid: `is ${payin.status}, not pending` });
}

/** How a payin moves from one status to the next (section "Payin status"). */
export function createPayinProgress({ clock, random, ledger, notify, settings }: Needs) {
	/** Sends a notification with every status change; `refund` is the refund that caused it. */
	function become(payin: Payin, status: AnyPayinStatus, refund?: Refund): void {
		payin.status = status;
		const body = payinNotification(payin, refund);
		notify({ source: 'payin', about: payin.uuid, target: payin.target, body });
	}

	function fail(payin: Payin, code: string, message: string): void {
		payin.payCode = { error_code: code, error_message: message };
		become(payin, 'failed');
	}

	/** Money has arrived: books it first, then notifies. */
	function receive(payin: Payin, paid: Money): void {
		const { settlementDelayMs } = settings;
		payin.paid = paid;
		payin.completedAt = clock.now().getTime();
		payin.stage = 'normal_stage';
		const entry = ledger.post({
			type: 'payment',
			direction: 'money_in',
			amount: paid,
			fees: payinFee(paid, payin),
			status: settlementDelayMs > 0 ? 'waiting' : 'done',
			referenceId: payin.uuid,
			paymentMethod: payin.method.name,
			description: payin.description,
		});
		if (settlementDelayMs > 0) clock.after(settlementDelayMs, () => void ledger.settle(entry.id, 'done'));
		become(payin, 'received');
	}

	/** Sends the prompt to the handset; an unanswered prompt fails the payment. */
	function prompt(payin: Payin): void {
		payin.stage = 'authorize_stk';
		clock.after(settings.promptLifetimeMs, () => {
			if (payin.status === 'pending') fail(payin, 'prompt_expired', 'The customer did not answer the prompt');
		});
	}

	function deliverPayCode(payin: Payin): void {
		if (payin.status !== 'pending') return;
		payin.payCode = latePayCode(random, payin);
		notify({ source: 'payinCredentials', about: payin.uuid, target: payin.target, body: payin.payCode });
	}

	/** Starts what needs no action by the customer: a late pay code, the first prompt, the expiry. */
	function begin(payin: Payin): void {
		if (payin.method.payCode === 'late') clock.after(settings.latePayCodeDelayMs, () => deliverPayCode(payin));
		if (payin.method.stage === 'authorize_stk') prompt(payin);
		clock.schedule(new Date(payin.expiresAt), () => {
			if (payin.status === 'pending') become(payin, 'expired');
		});
	}

	return { become, fail, receive, prompt, begin };
}
