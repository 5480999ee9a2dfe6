import { amountAsJsonNumber, compareAmounts, parseAmount, readDecimal, sumAmounts } from '../../core/money';
import { confirmed, refuted, unknown, untried, word, type Finding } from '../finding';
import { missedBy } from '../refusal';
import { NOBODY, reasonOf, type AssumedName, type Fields, type Made, type Run } from '../run';
import type { Exchange, Service } from '../service';
import { SOMEBODY, type Method } from './methods';

const UUID: AssumedName = {
	id: 'actionBodies',
	assumed: 'uuid',
	others: ['id', 'payin_uuid', 'payment_request_id'],
	like: /id$/i,
};
const OUTCOME: AssumedName = {
	id: 'simulateOutcomeField',
	assumed: 'status',
	others: ['outcome', 'result', 'state'],
	like: /status|outcome|result|state/i,
};
const REASON: AssumedName = {
	id: 'refundReasonField',
	assumed: 'description',
	others: ['reason', 'refund_reason', 'note', 'message'],
	like: /reason|description|note|message/i,
};

const REFUND_REFERENCE = 'refund';

/** The name of the field that names a record in an action. */
const uuidName = (run: Run): string => run.nameFor('actionBodies', 'uuid');

/** Ends a payin or payout as the sandbox lets it end. */
export const simulate = (run: Run, service: Service, kind: 'payin' | 'payout', label: string, body: Fields) =>
	run.tryNames(OUTCOME, (name) => {
		const { uuid, outcome, ...others } = body;
		return run.ask(`simulate ${label}`, service, `v2.${kind}s.simulate`, {
			body: { [uuidName(run)]: uuid, [name]: outcome, ...others },
		});
	});

const cancel = (run: Run, service: Service, label: string, uuid: string) =>
	run.tryNames(UUID, (name) => run.ask(`cancel ${label}`, service, 'v2.payins.cancel', { body: { [name]: uuid } }));

/** A new payin under a label. */
function createPayin(
	run: Run,
	service: Service,
	method: Method,
	label: string,
	{ amount = method.least, gst = false, address }: { amount?: string; gst?: boolean; address?: string } = {},
): Promise<Made | undefined> {
	return run.make(service, 'payin', label, amount, (externalId) =>
		run.ask(`create ${label}`, service, 'v2.payins.create', {
			body: {
				payin_method_name: method.name,
				payin_method_params: method.parameters,
				amount: amountAsJsonNumber(parseAmount(amount)),
				currency: service.access.currency,
				name: `${SOMEBODY.first} ${SOMEBODY.last}`,
				email: SOMEBODY.email,
				description: 'Sandbox check',
				gst,
				external_id: externalId,
				webhook_notification: run.target(service, externalId, address),
			},
		}),
	);
}

const note = (run: Run, { entry }: Made, answer: Exchange) => {
	if (answer.result === 'answered') run.setup.journal.note(entry, { state: 'ended', left: '' });
};

/** Payins that are cancelled, that fail, and that are paid and refunded. */
export async function tryPayins(run: Run, service: Service, method: Method): Promise<void> {
	await tryCancelling(run, service, method);
	if (service.access.currency === 'AUD') await tryGst(run, service, method);
	await tryFailing(run, service, method);
	await tryPaying(run, service, method);
	await run.ask('payins of the run', service, 'v2.payins.list', { query: run.period() });
}

async function tryCancelling(run: Run, service: Service, method: Method): Promise<void> {
	const label = 'payin-cancelled';
	const made = await createPayin(run, service, method, label, { address: NOBODY });
	if (!made) return;
	if (made.isNew) run.order.push(made.uuid);
	await run.ask('listed payin', service, 'v2.payins.list', {
		query: { ...run.period(), external_id: made.externalId },
	});
	await run.detail('payin', service, 'payin', made.uuid);
	if (!made.isNew) return;
	if (made.shownAfter !== undefined) run.findings.set('recordDelay', delayOf(made.shownAfter));
	note(run, made, await cancel(run, service, label, made.uuid));
	await run.detail('cancelled payin', service, 'payin', made.uuid);
}

function delayOf(took: NonNullable<Made['shownAfter']>): Finding {
	if (took === 'not read') return unknown('The list could not be read.');
	if (took === 'not shown') return refuted('The list did not show a new payin in time.');
	return confirmed(`The list showed a new payin after ${Math.ceil(took / 1_000)} s.`);
}

async function tryGst(run: Run, service: Service, method: Method): Promise<void> {
	const label = 'payin-gst';
	const made = await createPayin(run, service, method, label, { gst: true });
	if (!made) return;
	if (made.isNew) run.order.push(made.uuid);
	await run.detail('payin with GST', service, 'payin', made.uuid);
	if (made.isNew) note(run, made, await cancel(run, service, label, made.uuid));
}

async function tryFailing(run: Run, service: Service, method: Method): Promise<void> {
	const label = 'payin-failed';
	const made = await createPayin(run, service, method, label);
	if (!made) return;
	if (made.isNew) run.order.push(made.uuid);
	if (made.isNew) note(run, made, await simulate(run, service, 'payin', label, { uuid: made.uuid, outcome: 'failed' }));
	await settled(run, service, 'failed payin', made.uuid);
}

async function tryPaying(run: Run, service: Service, method: Method): Promise<void> {
	const label = 'payin-paid';
	const total = sumAmounts([method.least, method.least].map(parseAmount));
	const made = await createPayin(run, service, method, label, { amount: total });
	if (!made) return;
	if (made.isNew) run.order.push(made.uuid);
	const { uuid } = made;
	if (made.isNew) {
		const part = amountAsJsonNumber(parseAmount(method.least));
		const paid = await simulate(run, service, 'payin', label, { uuid, outcome: 'completed', amount: part });
		note(run, made, paid);
		const record = await settled(run, service, 'paid payin', uuid);
		if (paid.result === 'answered' && record) judgePaid(run, record, method.least, total);
		if (paid.result === 'answered' && record) await refund(run, service, uuid, record);
	}
	await run.detail('refunded payin', service, 'payin', uuid);
}

/** The detail of a payin that a simulation has ended, once it shows so; after the settle time as it is. */
async function settled(run: Run, service: Service, name: string, uuid: string): Promise<Fields | undefined> {
	let record: Fields | undefined;
	await run.until(async () => {
		record = await run.detail(name, service, 'payin', uuid);
		return record === undefined || record.status !== 'pending';
	});
	return record;
}

const equal = (shown: unknown, amount: string): boolean => {
	const decimal = readDecimal(shown);
	return decimal !== null && compareAmounts(decimal, parseAmount(amount)) === 0;
};

function judgePaid(run: Run, { paid_amount: paid, status }: Fields, part: string, total: string): void {
	const { findings } = run;
	if (equal(paid, part)) {
		findings.set('simulatedAmountField', confirmed('paid_amount shows the amount of the simulation.'));
		const seen = `A payment of less than the total shows as ${word(status)}.`;
		const isUnderWay = status === 'pending' || status === 'waiting';
		findings.set('partialPayment', (status === 'received' ? confirmed : isUnderWay ? unknown : refuted)(seen));
	} else if (equal(paid, total)) {
		findings.set('simulatedAmountField', refuted('The service ignored amount: paid_amount shows the total.'));
	} else findings.set('simulatedAmountField', unknown('paid_amount shows neither the part nor the total.'));
}

/**
 * First asks for far too much, so that a service that knows the field of the amount refuses, and one that ignores it refunds in
 * full; then for the full refund.
 */
async function refund(run: Run, service: Service, uuid: string, paid: Fields): Promise<void> {
	const reference = `${run.setup.prefix}-${REFUND_REFERENCE}`;
	const send = (amount?: number) =>
		run.tryNames(REASON, (reason) =>
			run.ask('refund', service, 'v2.payins.refund', {
				body: {
					[uuidName(run)]: uuid,
					...(amount === undefined ? {} : { amount }),
					[reason]: 'Sandbox check',
					[run.nameFor('refundReferenceField', 'external_id')]: reference,
				},
			}),
		);
	const entry = run.setup.journal.begin(service.access.currency, 'refund', reference, '');
	const { findings } = run;
	const far = await send(1_000_000);
	if (far.result === 'answered') {
		findings.set('refundAmountField', refuted('The service ignored amount, and refunded what it could.'));
	} else if (far.result === 'refused') {
		const whole = await send();
		const seen = `A refund of far too much is refused: ${reasonOf(far)}.`;
		if (whole.result === 'answered') findings.set('refundAmountField', confirmed(seen));
		else findings.set('refundAmountField', unknown(`Refused with and without an amount: ${reasonOf(whole)}.`));
	}
	const answer = run.exchanges.get('refund');
	const isDone = answer?.result === 'answered';
	run.setup.journal.note(entry, {
		state: isDone ? 'ended' : answer?.result === 'refused' ? 'refused' : 'unclear',
		left: isDone || answer?.result === 'refused' ? '' : 'it may have been made',
	});
	if (!isDone || !answer) return;
	const record = await run.detail('refund of payin', service, 'payin', uuid);
	const amount = refundAmountIn(answer.body) ?? refundAmountIn(record);
	if (amount === undefined) return;
	if (equal(amount, String(paid.paid_amount ?? '')))
		findings.set('fullRefund', confirmed('It gives back what was paid, not the total.'));
	else findings.set('fullRefund', refuted('It gives back another amount than paid_amount.'));
}

/** `refund_amount`, or the amount of the only record of a list. */
function refundAmountIn(value: unknown): string | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const { refund_amount: told } = value as Fields;
	if (told !== undefined) return String(told);
	const [list] = Object.values(value).filter(
		(each): each is Fields[] => Array.isArray(each) && each.length === 1 && 'amount' in Object(each[0]),
	);
	return list?.[0] === undefined ? undefined : String(list[0].amount);
}

/** A payin of a method that delivers its account later. */
export async function tryLate(run: Run, service: Service, method: Method): Promise<void> {
	const label = 'payin-late';
	const isRounded = ['VND', 'JPY', 'XAF', 'KRW', 'XOF'].includes(service.access.currency);
	const amount = isRounded ? sumAmounts([parseAmount(method.least), '0.5']) : method.least;
	const made = await createPayin(run, service, method, label, { amount });
	if (!made) return;
	const { uuid } = made;
	await run.until(async () => {
		const record = await run.detail('late payin', service, 'payin', uuid);
		return record === undefined || hasKeys(record.pay_code);
	});
	if (!made.isNew) return;
	const record = (run.exchanges.get(`create ${label}`)?.body ?? {}) as Fields;
	if (isRounded) {
		const up = sumAmounts([parseAmount(method.least), '1']);
		const verdict = equal(record.amount, up) ? confirmed : equal(record.amount, method.least) ? refuted : unknown;
		run.findings.set('roundingDirection', verdict(`Half a unit was booked as ${word(record.amount)} above the least.`));
	}
	await end(run, service, made, label);
}

/** Ends a payin that nobody pays: cancelled, or failed where its method cannot be cancelled. */
async function end(run: Run, service: Service, made: Made, label: string): Promise<void> {
	const cancelled = await cancel(run, service, label, made.uuid);
	if (cancelled.result === 'answered') return note(run, made, cancelled);
	note(run, made, await simulate(run, service, 'payin', label, { uuid: made.uuid, outcome: 'failed' }));
}

const hasKeys = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/** A payin whose method shows a QR code: who it pays is looked up. */
export async function tryQrCode(run: Run, service: Service, method: Method): Promise<void> {
	const label = 'payin-qr';
	const made = await createPayin(run, service, method, label);
	if (!made) return;
	const record = await run.detail('QR payin', service, 'payin', made.uuid);
	const code = (record?.pay_code as Fields | undefined)?.qr_string;
	if (typeof code === 'string') await lookUp(run, service, code);
	if (made.isNew) await end(run, service, made, label);
}

const CONTENT: AssumedName = {
	id: 'qrContentField',
	assumed: 'qr_content',
	others: ['content', 'qr_code', 'qr_string'],
	like: /qr|content|code/i,
};

const lookUp = (run: Run, service: Service, code: string) =>
	run.tryNames(CONTENT, (name) => run.ask('QR content', service, 'v2.banks.qrContent', { body: { [name]: code } }));

/** An image of one white point. */
const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

/** Looks up what is no code: the refusal tells whether the field is known. */
export async function tryQrFields(run: Run, service: Service): Promise<void> {
	for (const [id, field, endpoint, value] of [
		['qrContentField', 'qr_content', 'v2.banks.qrContent', '000201'],
		['qrImageField', 'qr_image', 'v2.banks.qrImage', IMAGE],
	] as const) {
		if (run.names.get(id)) continue;
		const asked = await run.ask(`no ${field}`, service, endpoint, { body: { [field]: value } });
		run.names.set(id, judgeRefused(asked, field));
	}
}

/** What a refusal of a wrong value says of the name of its field. */
function judgeRefused(asked: Exchange, field: string) {
	const [missed] = missedBy(asked.body, asked.sent);
	if (missed !== undefined) return refuted(`The service misses a field ${word(missed)}.`);
	const isKnown = asked.result === 'answered' || JSON.stringify(asked.body ?? '').includes(`"${field}"`);
	if (isKnown) return confirmed(`The service looks at ${field}.`);
	return asked.status === 404 ? untried('The account has no look-up of QR codes.') : unknown(`${asked.why}.`);
}

/** A mobile money payin: some ask for an OTP. */
export async function tryOtp(run: Run, service: Service, method: Method): Promise<void> {
	const label = 'payin-otp';
	const made = await createPayin(run, service, method, label);
	if (!made?.isNew) return;
	const created = run.exchanges.get(`create ${label}`)?.body as Fields | undefined;
	if (created?.stage === 'authorize_otp') await confirmOtp(run, service, made.uuid);
	note(run, made, await simulate(run, service, 'payin', label, { uuid: made.uuid, outcome: 'failed' }));
}

const OTP: AssumedName = { id: 'otpField', assumed: 'code', others: ['otp', 'otp_code'], like: /otp|code/i };

const confirmOtp = (run: Run, service: Service, uuid: string) =>
	run.tryNames(OTP, (name) =>
		run.ask('confirm OTP', service, 'v2.payins.confirmOtp', { body: { [uuidName(run)]: uuid, [name]: '123456' } }),
	);
