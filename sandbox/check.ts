import { lateCredentialMethods } from '../contract/methods';
import type { Created } from './journal';
import type { Mail, Receiver } from './receiver';
import { PENDING, recordsIn, type Run } from './run';
import type { Service } from './service';
import { isUsable, methodsOf, type Able, type Method } from './steps/methods';
import { tryAud, tryContact, tryLink } from './steps/others';
import { simulate, tryLate, tryOtp, tryPayins, tryQrCode, tryQrFields } from './steps/payins';
import { tryPayouts } from './steps/payouts';
import { read, readOfCurrencies } from './steps/reads';

/** How long tidying up may take, whatever the run has taken. */
const TIDYING_MS = 60_000;

/** Reads, then makes what the plan names, waits for notifications and tidies up. Whatever the service does, it comes to its end. */
export async function check(run: Run, receiver?: Receiver): Promise<void> {
	const { say, readOnly } = run.setup;
	say('Reading methods');
	const able: Able[] = [];
	for (const service of run.services) {
		const [payins, payouts] = [await methodsOf(run, service, 'payin'), await methodsOf(run, service, 'payout')];
		service.access.currency ||= 'UNKNOWN';
		able.push({ service, payins, payouts });
	}
	say('Reading lists, histories and refusals');
	await read(run);
	await readOfCurrencies(run);
	const isEmpty = able.every(({ payins, payouts }) => payins.length + payouts.length === 0);
	const hasCheckout = recordsIn(run.exchanges.get('checkout methods')?.body).length > 0;
	const why = readOnly
		? 'the run only reads'
		: isEmpty && !hasCheckout
			? 'no account shows a payment method'
			: undefined;
	if (why !== undefined) {
		for (const step of ['payins', 'payouts', 'link', 'contact', 'AUD', 'late', 'QR', 'OTP']) run.skipped.set(step, why);
		return;
	}
	try {
		await write(run, able);
		if (receiver) await takeMails(run, receiver);
	} finally {
		say('Tidying up');
		for (const service of run.services) service.deadline = Date.now() + TIDYING_MS;
		for (const entry of [...run.setup.journal.created]) await tidy(run, entry);
	}
}

async function write(run: Run, able: readonly Able[]): Promise<void> {
	const { say } = run.setup;
	const pick = (
		step: string,
		needs: string,
		direction: 'payins' | 'payouts',
		fits: (method: Method) => boolean,
	): [Service, Method] | undefined => {
		for (const { service, ...methods } of able) {
			const method = methods[direction].find((each) => isUsable(each) && fits(each));
			if (method) return [service, method];
		}
		run.skipped.set(step, `no account has ${needs}`);
		return undefined;
	};
	await run.ask('a malformed request', run.main, 'v2.payins.cancel', { body: [] });
	const payin = pick(
		'payins',
		'a payin method that refunds, cancels and needs nothing but made-up values',
		'payins',
		isWhole,
	);
	if (payin) {
		say(`Payins by ${payin[1].name}`);
		await tryPayins(run, ...payin);
	}
	const payout = pick('payouts', 'a payout method that needs nothing but made-up values', 'payouts', () => true);
	if (payout) {
		say(`Payouts by ${payout[1].name}`);
		await tryPayouts(run, ...payout);
	}
	say('A checkout link, a contact and look-ups');
	await tryLink(run, run.main);
	await tryContact(run, run.main);
	const late = pick('late', 'a method that delivers its account later', 'payins', ({ name }) =>
		lateCredentialMethods.some((each) => each === name),
	);
	if (late) await tryLate(run, ...late);
	const code = pick('QR', 'a method that shows a QR code', 'payins', ({ name }) => /(?:^|_)qr|qr_/.test(name));
	if (code) await tryQrCode(run, ...code);
	await tryQrFields(run, code?.[0] ?? run.main);
	run.skipped.set('OTP', 'no account has a method of mobile money that asks for an OTP');
	for (const { service, payins } of able) {
		const method = payins.find((each) => isUsable(each) && /mobile_money/.test(each.name));
		if (method && !run.names.has('otpField')) await tryOtp(run, service, method);
	}
	const australia = run.ofCurrency('AUD');
	if (australia) {
		say('One-time PayID, gateway link and what v1 refuses');
		await tryAud(run, australia);
	} else run.skipped.set('AUD', 'no account of AUD');
}

/** A method that shows everything about payins. */
const isWhole = ({ record }: Method): boolean => record.is_refundable === true && record.is_cancellable === true;

/** The notifications that come for what this run has made. */
async function takeMails(run: Run, receiver: Receiver): Promise<void> {
	const { say, journal } = run.setup;
	say('Waiting for notifications');
	const isOurs = ({ headers, body }: Mail) =>
		run.authorizations.has(String(headers.authorization)) ||
		journal.created.some(({ uuid }) => uuid !== '' && uuid === body.uuid);
	const expected = ['payin-failed', 'payin-paid', 'payout-completed', 'payin-late']
		.map((label) => `${run.setup.prefix}-${label}`)
		.filter((externalId) => [...run.authorizations.values()].includes(externalId));
	await run.until(() => {
		const told = receiver.mails.filter(({ body }) => body.status !== 'pending');
		const ids = new Set(told.map(({ headers }) => run.authorizations.get(String(headers.authorization))));
		return Promise.resolve(expected.every((id) => ids.has(id)));
	});
	run.mails.push(...receiver.mails.filter(isOurs));
}

/** Ends what is still pending, and names what cannot be ended. */
async function tidy(run: Run, entry: Created): Promise<void> {
	const { account, kind, uuid, left } = entry;
	const service = run.ofCurrency(account);
	if (left !== PENDING || !service || (kind !== 'payin' && kind !== 'payout')) return;
	const { journal } = run.setup;
	const name = run.nameFor('actionBodies', 'uuid');
	const status = async () => String((await run.detail('tidying', service, kind, uuid))?.status);
	const isPending = (word: string) => ['pending', 'waiting', 'created', 'scheduled', 'processing'].includes(word);
	const before = await status();
	if (before === 'undefined') return;
	if (isPending(before)) {
		if (kind === 'payin') await run.ask('tidy', service, 'v2.payins.cancel', { body: { [name]: uuid } });
		else if (before === 'scheduled')
			await run.ask('tidy', service, 'v2.payouts.cancelScheduled', { body: { [name]: uuid } });
		if (isPending(await status())) await simulate(run, service, kind, 'tidied', { uuid, outcome: 'failed' });
	}
	const after = await status();
	journal.note(entry, isPending(after) ? { left: `still ${after}` } : { state: 'ended', left: '' });
}
