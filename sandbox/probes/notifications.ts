import { ASSUMED } from '../../contract/assumed';
import { compareAmounts, readDecimal } from '../../core/money';
import { signatureAlgorithms, verifySignature, type SignatureEncoding } from '../../core/service/signature';
import { confirmed, named, refuted, unknown, untried, word, type Finding } from '../finding';
import { notSeen, recordOf, shows, type Probe } from '../probe';
import type { Mail } from '../receiver';
import type { Run } from '../run';

/** The notifications about one thing that the run has made. */
function mailsOf(run: Run, label: string): Mail[] {
	const externalId = `${run.setup.prefix}-${label}`;
	return run.mails.filter(({ headers }) => run.authorizations.get(String(headers.authorization)) === externalId);
}

/** Judges the notifications about one thing, once there are some. */
const onMails =
	(step: string, label: string, judge: (mails: Mail[], run: Run) => Finding) =>
	(run: Run): Finding => {
		if (run.setup.notify === undefined) return untried('The run had no address for notifications.');
		const mails = mailsOf(run, label);
		if (mails.length > 0) return judge(mails, run);
		return run.skipped.has(step) ? notSeen(run, step) : unknown('No notification of it has come.');
	};

/** How a notification is signed, as far as the key tells. */
function signatureOf(run: Run) {
	const { webhookSecretKey: key } = run.setup;
	const encodings: SignatureEncoding[] = ['hex', 'base64'];
	for (const { headers, raw } of run.mails)
		for (const [header, value] of Object.entries(headers))
			for (const encoding of encodings)
				for (const algorithm of signatureAlgorithms)
					if (typeof value === 'string' && verifySignature(raw, value, { keys: [key], algorithm, encoding }))
						return { header, encoding, algorithm };
	return undefined;
}

const signatureProbe = (
	id: 'signatureHeader' | 'signatureEncoding' | 'signatureAlgorithm',
	part: 'header' | 'encoding' | 'algorithm',
	setting: string,
): Probe => ({
	id,
	part: 'notifications',
	does: 'Verifies a notification with the Webhook Secret Key, in every header, encoding and algorithm.',
	proves: 'The assumed one fits.',
	refutes: 'Another one fits.',
	unknown: 'Anything where none fits, as where other bytes are signed.',
	helps: `${setting} in the credential.`,
	judge(run) {
		if (run.setup.notify === undefined) return untried('The run had no address for notifications.');
		if (run.setup.webhookSecretKey === '') return untried('The run had no Webhook Secret Key.');
		if (run.mails.length === 0) return unknown('No notification has come.');
		const found = signatureOf(run);
		if (!found) return unknown('No header holds an HMAC of the body with this key.');
		const seen = `It is ${word(found[part])}.`;
		return found[part] === ASSUMED[id] ? confirmed(seen) : refuted(seen);
	},
});

const CREDENTIALS = [
	...['bank_name', 'bank_code', 'account_number', 'virtual_account_number', 'account_name', 'account_holder_name'],
];

export const notificationProbes: readonly Probe[] = [
	signatureProbe('signatureHeader', 'header', 'Signature Header'),
	signatureProbe('signatureEncoding', 'encoding', 'Signature Encoding'),
	signatureProbe('signatureAlgorithm', 'algorithm', 'Signature Algorithm'),
	{
		id: 'authorizationValue',
		part: 'notifications',
		does: 'Compares the Authorization header of notifications with the values that were sent.',
		proves: 'It comes back unchanged.',
		refutes: 'It is another one.',
		unknown: 'Longer values.',
		helps: 'Another Address with a value of your own, and Accepted Authorization in the credential.',
		judge(run) {
			if (run.setup.notify === undefined) return untried('The run had no address for notifications.');
			if (run.mails.length === 0) return unknown('No notification has come.');
			const others = run.mails.filter(({ headers }) => !run.isOwn(headers.authorization));
			return others.length === 0 ? confirmed('It comes back unchanged.') : refuted('It comes back changed.');
		},
	},
	{
		id: 'simulatedFailureStatus',
		part: 'notifications',
		does: 'Reads the notification of a payin that failed in a simulation.',
		proves: 'Its status is failed.',
		refutes: 'It is another one.',
		unknown: 'How real payments fail.',
		helps: 'Nothing is needed: every final status is known.',
		judge: onMails('payins', 'payin-failed', (mails) => {
			const words = mails.map(({ body }) => body.status);
			const seen = `Words: ${named([...new Set(words)])}.`;
			if (words.every((each) => each === 'pending')) return unknown(seen);
			return words.includes(ASSUMED.simulatedFailureStatus) ? confirmed(seen) : refuted(seen);
		}),
	},
	{
		id: 'webhookTotal',
		part: 'notifications',
		does: 'Compares the total of a notification with that of the record.',
		proves: 'The notification has more.',
		refutes: 'It has less.',
		unknown: 'Fees, where both are the same.',
		helps: 'Nothing is needed: the nodes compare what was paid.',
		judge: onMails('payins', 'payin-paid', (mails, run) => {
			const total = readDecimal(recordOf(run, 'refunded payin')?.total);
			const [told] = mails.map(({ body }) => readDecimal(body.total)).filter((each) => each !== null);
			if (total === null || told === undefined) return unknown('One of them shows no total.');
			const order = compareAmounts(told, total);
			if (order === 0) return unknown('Both are the same.');
			return order > 0 ? confirmed('The notification adds fees.') : refuted('The notification has less.');
		}),
	},
	{
		id: 'payoutCallback',
		part: 'notifications',
		does: 'Reads the notification of a payout.',
		proves: 'It is the payout as its detail shows it.',
		refutes: 'Its fields are missing.',
		unknown: 'Payouts of v1.',
		helps: 'The polling trigger finds payouts by the list.',
		judge: onMails('payouts', 'payout-completed', ([first]) =>
			shows(first?.body ?? {}, 'uuid', 'status', 'external_id', 'payout_transactions'),
		),
	},
	{
		id: 'payinCredentialsCallback',
		part: 'notifications',
		does: 'Reads the notification that delivers an account to pay to.',
		proves: 'It holds the account alone, under assumed names.',
		refutes: 'It holds other names alone.',
		unknown: 'Methods of other currencies.',
		helps: 'Get shows the account once the service has it.',
		judge: onMails('late', 'payin-late', (mails) => {
			const bare = mails.map(({ body }) => body).filter((body) => !('status' in body));
			const [first] = bare;
			if (!first) return unknown('Only notifications of the payin itself have come.');
			const known = bare.some((body) => CREDENTIALS.some((key) => key in body));
			return known ? confirmed('It holds the account.') : refuted(`It holds ${named(Object.keys(first))}.`);
		}),
	},
];
