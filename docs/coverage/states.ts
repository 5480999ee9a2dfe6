import { rule, section, values } from './row';
import type { Answers, Row, TestReference } from './row';

const seenByTriggers = {
	in: ['payin.get', 'payin.getAll', 'trigger', 'polling trigger'],
	at: ['v2.payins.detail response status', 'notification payin status'],
};
const inOrder = 'unit/core/events/order: lets every status through in some order that it can happen in';

const status = (list: string, name: string, answers: Omit<Answers, 'tests'>, ...tests: TestReference[]): Row[] =>
	values(list, name, { ...answers, tests: [...tests, inOrder] });

const own = (name: string, ...tests: TestReference[]) => status('payinStatuses', name, seenByTriggers, ...tests);
const ofNotifications = (name: string, ...tests: TestReference[]) =>
	status('webhookOnlyPayinStatuses', name, seenByTriggers, ...tests);

const approvals = 'emulator/payouts: holds a payout until it is approved';
const rejected = 'emulator/payouts: never pays what is rejected; the first decision wins';
const payoutPath = 'emulator/payouts: goes through processing to completed';

export const payinStates = section(
	'Payin status (v2 create/detail and webhooks)',
	own('pending', 'emulator/payins: echoes the request'),
	own('waiting', 'emulator/cards: a card is authorised, captured once'),
	own('received', 'emulator/payins: receives, books the payment net of its fee'),
	own('expired', 'emulator/payins: expires at its time'),
	own('return_pending', 'emulator/refunds: waits for funds'),
	own('return_received', 'emulator/refunds: refunds everything right after success'),
	own('return_expired', 'emulator/refunds: expires after ten days without funds'),
	own('return_rejected', 'emulator/refunds: is rejected by the service, and then never retried'),
	ofNotifications('authorised', 'emulator/cards: a card is authorised, captured once'),
	ofNotifications('partially_refunded', 'emulator/refunds: refunds parts from 30 minutes on'),
	ofNotifications('failed', 'emulator/payins: fails on request'),
	ofNotifications('in_dispute', 'emulator/payins: disputes'),
	ofNotifications('dispute_lost', 'emulator/payins: disputes'),
	rule('pending → cancel payin, where is_cancellable → expired', {
		in: ['payin.cancel'],
		tests: ['emulator/payins: cancels what is pending and cancellable', 'integration/action/payins: is cancelled'],
	}),
	rule('pending → payin simulate, completed → received, webhook sent', {
		in: ['payin.simulate'],
		tests: [
			'emulator/payins: receives, books the payment net of its fee, and tells',
			'integration/action/payins: is paid or fails in a simulation',
		],
	}),
	rule('pending → payin simulate, failed → failed or equivalent', {
		by: ['simulatedFailureStatus'],
		in: ['payin.simulate'],
		tests: ['emulator/payins: fails on request', 'integration/action/payins: is paid or fails in a simulation'],
	}),
	rule('pending → confirm or authorise step in mobile money flow → stays in the flow', {
		in: ['payin.confirmOtp', 'payin.resendOtp', 'payin.authorizeStk'],
		tests: [
			'emulator/payins: goes from OTP to prompt to received',
			'integration/action/payins: is confirmed with the OTP and authorized on the phone',
		],
	}),
	rule('received → refund payin, where is_refundable; full right after success, partial only 30 to 60 minutes later', {
		in: ['payin.refund', 'checkoutLink.refund'],
		tests: [
			'emulator/refunds: refunds everything right after success',
			'emulator/refunds: refunds parts from 30 minutes on',
			'integration/action/payins: is refunded in parts',
		],
	}),
	rule('received, return_received → webhook POST to the payin’s endpoint', {
		in: ['trigger'],
		tests: [
			'emulator/payins: receives, books the payment net of its fee, and tells',
			'unit/core/events/eventsOfTheService: gives one event_id to a payin and its refunds',
		],
	}),
	rule('pending to authorised, authorised to waiting → card flow, webhook POST', {
		in: ['trigger'],
		tests: ['emulator/cards: a card is authorised, captured once', 'unit/core/events/order: keeps a card a card'],
	}),
	values('stages', 'normal_stage', {
		at: ['v2.payins.create response stage'],
		in: ['payin.create', 'payin.get'],
		tests: ['emulator/payins: echoes the request'],
	}),
	values('stages', 'authorize_otp authorize_stk', {
		at: ['v2.payins.create response stage'],
		in: ['payin.create', 'payin.confirmOtp', 'payin.authorizeStk'],
		tests: ['emulator/payins: goes from OTP to prompt to received'],
	}),
);

const batch = (name: string, ...tests: TestReference[]) =>
	status(
		'payoutBatchStatuses',
		name,
		{ in: ['payout.get', 'payout.getAll', 'trigger', 'polling trigger'], at: ['v2.payouts.detail response status'] },
		...tests,
	);

const created = {
	at: ['v2.payouts.create response status'],
	in: ['payout.create'],
	tests: [payoutPath, 'emulator/payouts: waits for its hour'],
};

export const payoutStates = section(
	'Payout batch status (v2)',
	batch('created', 'emulator/payouts: answers the batch as created'),
	batch('processing', payoutPath),
	batch('scheduled', 'emulator/payouts: waits for its hour'),
	batch('completed', payoutPath),
	batch('expired', 'emulator/payouts: waits for funds with an error code, then pays or expires'),
	values('createdPayoutBatchStatuses', 'created processing scheduled completed', created),
	rule('Each transaction in a batch is processed independently; one failure does not stop others', {
		in: ['payout.create'],
		tests: ['emulator/payouts: completes a batch whose transactions fail on their own'],
	}),
	rule('scheduled → cancel scheduled payout → cancelled', {
		by: ['payoutCancelAnswer'],
		in: ['payout.cancelScheduled'],
		tests: [
			'emulator/payouts: waits for its hour, unless it is cancelled',
			'integration/action/payouts: is scheduled and cancelled',
		],
	}),
	rule('pending payout → payout simulate → completed or failed', {
		in: ['payout.simulate'],
		tests: ['emulator/payouts: is ended by simulation, once', 'integration/action/payouts: is decided by a simulation'],
	}),
	rule('created → approved by an Admin or Finance user in the portal → processing begins', {
		in: ['trigger'],
		tests: [approvals],
	}),
	rule('created → rejected → Rejected (terminal; never processed)', {
		by: ['exceptionalPayoutBatchStatuses'],
		in: ['trigger', 'polling trigger', 'payout.get'],
		tests: [rejected],
	}),
	values('exceptionalPayoutBatchStatuses', 'cancelled Rejected failed', {
		at: ['v2.payouts.detail response status'],
		in: ['payout.get', 'trigger', 'polling trigger'],
		tests: [rejected, 'emulator/payouts: is ended by simulation'],
	}),
	rule('A 2xx create response does not mean funds moved; drive state from the payout webhook', {
		in: ['payout.create', 'payout.createAndWait', 'trigger'],
		tests: [approvals],
	}),
	rule('The first decision wins and a concurrent second decision is refused', { in: ['trigger'], tests: [rejected] }),
);

export const otherStates = [
	section(
		'Static PayID status',
		values('staticPayidStatuses', 'active expired', {
			at: ['v1.staticPayid.create response status'],
			in: ['staticPayid.create', 'trigger'],
			tests: ['emulator/payids: an expired static PayID is called back'],
		}),
	),
	section(
		'Balance flow status (v2 history)',
		values('balanceFlowStatuses', 'waiting done failed', {
			at: ['v2.balances.history response records.status'],
			in: ['balance.getHistory', 'polling trigger'],
			tests: ['emulator/ledger: ends an entry once', 'emulator/balances: settles what comes in'],
		}),
		rule('The portal labels waiting as Processing, done as Done, failed as Failed', {
			by: ['balanceFlowLabels'],
			in: ['balance.getHistory'],
			tests: ['unit/coverage/contract: the labels of the portal'],
		}),
	),
	section(
		'Transfer (sandbox)',
		rule(
			'A transfer out of a USD treasury account is created in Processing and returns a Balance ID; simulate ends it',
			{
				by: ['transferSimulateBody'],
				in: ['transfer.simulate'],
				tests: ['emulator/transfers: a transfer waits in Processing until it is simulated, once'],
			},
		),
	),
];
