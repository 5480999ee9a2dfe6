import { rule, section, statement, values } from './row';
import type { Answers, Row, TestReference } from './row';

const seenByTriggers = {
	in: ['payin.get', 'payin.getAll', 'trigger', 'polling trigger'],
	at: ['v2.payins.detail response status', 'notification payin status'],
};
const inOrder = 'unit/core/events/order: comesTooLate lets every status through in some order that it can happen in';

const finality = 'unit/core/events/naming: nameEvent knows of each status of a %s whether it is final';
const offered = 'integration/trigger/delivery: filters of the %s trigger offer every status';

const status = (list: string, name: string, answers: Omit<Answers, 'tests'>, ...tests: TestReference[]): Row[] =>
	values(list, name, { ...answers, tests: [...tests, inOrder, finality, offered] });

const own = (name: string, ...tests: TestReference[]) => status('payinStatuses', name, seenByTriggers, ...tests);
const ofNotifications = (name: string, ...tests: TestReference[]) =>
	status(
		'webhookOnlyPayinStatuses',
		name,
		{ in: ['trigger'], at: ['notification payin status'] },
		'emulator/payins: states records show eight statuses where notifications carry thirteen %s',
		...tests,
	);

const approvals = 'emulator/payouts: approvals holds a payout until it is approved';
const rejected = 'emulator/payouts: approvals never pays what is rejected; the first decision wins';
const payoutPath = 'emulator/payouts: states goes through processing to completed, money set aside in between';

export const payinStates = section(
	'Payin status (v2 create/detail and webhooks)',
	own('pending', 'emulator/payins: create echoes the request, masks the authorization value and keeps the metadata'),
	own('waiting', 'emulator/cards: a card is authorised, captured once, received and refunded in part'),
	own('received', 'emulator/payins: states receives, books the payment net of its fee, and tells'),
	own('expired', 'emulator/payins: states expires at its time, unless it was paid'),
	own('return_pending', 'emulator/refunds: waits for funds, and goes on when they arrive'),
	own('return_received', 'emulator/refunds: refunds everything right after success'),
	own('return_expired', 'emulator/refunds: expires after ten days without funds'),
	own('return_rejected', 'emulator/refunds: is rejected by the service, and then never retried'),
	ofNotifications('authorised', 'emulator/cards: a card is authorised, captured once, received and refunded in part'),
	ofNotifications('partially_refunded', 'emulator/refunds: refunds parts from 30 minutes on, up to the whole'),
	ofNotifications('failed', 'emulator/payins: states fails on request'),
	ofNotifications('in_dispute', 'emulator/payins: disputes %s'),
	ofNotifications('dispute_lost', 'emulator/payins: disputes %s'),
	rule('pending → cancel payin, where is_cancellable → expired', {
		in: ['payin.cancel'],
		tests: [
			'emulator/payins: states cancels what is pending and cancellable',
			'integration/action/payins: what happens to a payin is cancelled',
		],
	}),
	rule('pending → payin simulate, completed → received, webhook sent', {
		in: ['payin.simulate'],
		tests: [
			'emulator/payins: states receives, books the payment net of its fee, and tells',
			'integration/action/payins: what happens to a payin is paid or fails in a simulation, also in part',
		],
	}),
	rule('pending → payin simulate, failed → failed or equivalent', {
		by: ['simulatedFailureStatus'],
		in: ['payin.simulate'],
		tests: [
			'emulator/payins: states fails on request',
			'integration/action/payins: what happens to a payin is paid or fails in a simulation, also in part',
		],
	}),
	rule('pending → confirm or authorise step in mobile money flow → stays in the flow', {
		in: ['payin.confirmOtp', 'payin.resendOtp', 'payin.authorizeStk'],
		tests: [
			'emulator/payins: mobile money goes from OTP to prompt to received',
			'integration/action/payins: what happens to a payin is confirmed with the OTP and authorized on the phone',
		],
	}),
	rule('received → refund payin, where is_refundable; full right after success, partial only 30 to 60 minutes later', {
		in: ['payin.refund', 'checkoutLink.refund'],
		tests: [
			'emulator/refunds: refunds everything right after success',
			'emulator/refunds: refunds parts from 30 minutes on, up to the whole',
			'integration/action/payins: what happens to a payin is refunded in parts, each under an External ID of its own',
		],
	}),
	rule('received, return_received → webhook POST to the payin’s endpoint', {
		in: ['trigger'],
		tests: [
			'emulator/payins: states receives, books the payment net of its fee, and tells',
			'unit/core/events/eventsOfTheService: gives one event_id to a payin and its refunds, pushed or asked for',
		],
	}),
	rule('pending to authorised, authorised to waiting → card flow, webhook POST', {
		in: ['trigger'],
		tests: [
			'emulator/cards: a card is authorised, captured once, received and refunded in part',
			'unit/core/events/order: confirmEvent keeps a card a card and a dispute a dispute after a partial refund',
		],
	}),
	values('stages', 'normal_stage', {
		at: ['v2.payins.create response stage'],
		in: ['payin.create', 'payin.get'],
		tests: [
			'emulator/payins: create echoes the request, masks the authorization value and keeps the metadata',
			'integration/resources/specifiedWords: a payin is of the stage normal_stage where nothing has to be confirmed',
		],
	}),
	values('stages', 'authorize_otp authorize_stk', {
		at: ['v2.payins.create response stage'],
		in: ['payin.create', 'payin.confirmOtp', 'payin.authorizeStk'],
		tests: [
			'emulator/payins: mobile money goes from OTP to prompt to received',
			'integration/action/payins: what happens to a payin is confirmed with the OTP and authorized on the phone',
		],
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
	tests: [
		payoutPath,
		'emulator/payouts: states waits for its hour, unless it is cancelled',
		'integration/resources/specifiedWords: a payout counts as made when it is answered as %s',
	],
};

export const payoutStates = section(
	'Payout batch status (v2)',
	batch('created', 'emulator/payouts: create answers the batch as created, with one transaction per payee'),
	batch('processing', payoutPath),
	batch('scheduled', 'emulator/payouts: states waits for its hour, unless it is cancelled'),
	batch('completed', payoutPath),
	batch('expired', 'emulator/payouts: states waits for funds with an error code, then pays or expires'),
	values('createdPayoutBatchStatuses', 'created processing scheduled completed', created),
	rule('Each transaction in a batch is processed independently; one failure does not stop others', {
		in: ['payout.create'],
		tests: [
			'emulator/payouts: states completes a batch whose transactions fail on their own, and gives their money back',
			'integration/moneyOnce/batches: a completed batch with failed transactions is a failure of those payees alone',
		],
	}),
	rule('scheduled → cancel scheduled payout → cancelled', {
		by: ['payoutCancelAnswer'],
		in: ['payout.cancelScheduled'],
		tests: [
			'emulator/payouts: states waits for its hour, unless it is cancelled',
			'integration/action/payouts: create, one request per item is scheduled and cancelled',
		],
	}),
	rule('pending payout → payout simulate → completed or failed', {
		in: ['payout.simulate'],
		tests: [
			'emulator/payouts: states is ended by simulation, once',
			'integration/action/payouts: what became of payouts is decided by a simulation',
		],
	}),
	rule('created → approved by an Admin or Finance user in the portal → processing begins', {
		in: ['trigger', 'polling trigger'],
		tests: [
			approvals,
			'unit/core/events/order: comesTooLate flags nothing that is or may be in order',
			'integration/pollingTrigger/approvals: tells that a scheduled payout is scheduled, once it was approved',
		],
	}),
	rule('created → rejected → Rejected (terminal; never processed)', {
		by: ['exceptionalPayoutBatchStatuses'],
		in: ['trigger', 'polling trigger', 'payout.get'],
		tests: [rejected, finality, 'unit/core/events/order: comesTooLate flags what only ever precedes a status seen'],
	}),
	values('exceptionalPayoutBatchStatuses', 'cancelled Rejected failed', {
		at: ['v2.payouts.detail response status'],
		in: ['payout.get', 'trigger', 'polling trigger'],
		tests: [
			rejected,
			'emulator/payouts: states is ended by simulation, once',
			'emulator/payouts: states waits for its hour, unless it is cancelled',
			finality,
			offered,
		],
	}),
	rule('A 2xx create response does not mean funds moved; drive state from the payout webhook', {
		in: ['payout.create', 'payout.createAndWait', 'trigger'],
		tests: [
			approvals,
			finality,
			'integration/waiting/waitForStatus: a payout is waited for by the uuid of its payment, which comes out with its batch',
		],
	}),
	statement(
		'The creator of a portal payout cannot approve it; API-created payouts can be decided by any Admin or Finance user',
		[],
		'Who may decide is a matter of the portal, where people of the merchant sign in; the service’s answers do not tell who decided.',
	),
	rule('The first decision wins and a concurrent second decision is refused', {
		in: ['trigger'],
		tests: [rejected, finality, 'unit/core/events/order: comesTooLate flags what only ever precedes a status seen'],
	}),
);

export const otherStates = [
	section(
		'Static PayID status',
		values('staticPayidStatuses', 'active expired', {
			at: ['v1.staticPayid.create response status'],
			in: ['staticPayid.create', 'trigger'],
			tests: [
				'emulator/payids: an expired static PayID is called back and takes no more payments; its prefix stays taken',
				finality,
				offered,
			],
		}),
	),
	section(
		'Balance flow status (v2 history)',
		values('balanceFlowStatuses', 'waiting done failed', {
			at: ['v2.balances.history response records.status'],
			in: ['balance.getHistory', 'polling trigger', 'reconciliation.run', 'reconciliation.export'],
			tests: [
				offered,
				'integration/pollingTrigger/polling: emits balance entries, again when they change',
				'unit/core/reconciliation/matching: entries of the history count once they have settled, and outgoing ones at once',
				'emulator/specifiedWords: histories v2 shows what failed',
				'emulator/balances: settles what comes in and sets aside what goes out',
			],
		}),
		statement(
			'The portal labels waiting as Processing, done as Done, failed as Failed',
			[],
			'Words of the portal’s pages, which docs/events.md lists.',
		),
	),
	section(
		'Transfer (sandbox)',
		rule(
			'A transfer out of a USD treasury account is created in Processing and returns a Balance ID; simulate ends it',
			{
				by: ['transferSimulateBody'],
				in: ['transfer.simulate'],
				tests: [
					'emulator/transfers: a transfer waits in Processing until it is simulated, once',
					'integration/resources/accounts: sandbox simulations lets a transfer end as %s',
				],
			},
		),
	),
];
