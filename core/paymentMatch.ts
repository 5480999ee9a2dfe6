/**
 * Whether a payment of the service's records is the one that was asked for: to the same destination, and alive. What a
 * record masks compares as far as it is shown (specification: "Payout batch and transaction", `payout_method_params`).
 */

/** Values of a destination by name: `account_number`, `bsb`, `pay_id` … */
export type Parameters = Readonly<Record<string, unknown>>;

/** Stands for digits or letters that a record does not show. */
const MASK = /[*•●]+/;

/** Where digits alone are expected, two times X are a mask too; in codes of banks ("DEUTDEFFXXX") they are letters. */
const MASK_OF_DIGITS = /[*•●]+|x{2,}/;

/** One way to write a value: "062-000" and "062 000" are the same. */
const plain = (value: unknown): string =>
	(typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')).toLowerCase().replace(/[\s-]+/g, '');

/** Whether a value of a record is the one asked for, as far as the record shows it. */
export function isShownAs(asked: unknown, shown: unknown): boolean {
	const [wanted, there] = [plain(asked), plain(shown)];
	if (wanted === there) return true;
	const pieces = there.split(/^\+?\d+$/.test(wanted) ? MASK_OF_DIGITS : MASK);
	const [first = '', ...others] = pieces;
	const last = others.pop();
	if (last === undefined || !wanted.startsWith(first)) return false;
	let from = first.length;
	for (const piece of others) {
		const at = wanted.indexOf(piece, from);
		if (at < 0) return false;
		from = at + piece.length;
	}
	return wanted.length - from >= last.length && wanted.endsWith(last);
}

/** What a parameter tells beside where the money goes; people correct it without meaning another payment. */
const BESIDE_THE_DESTINATION = /name|purpose|reason|remark|note|description|reference|message|relation|occupation/i;

/** Where the money goes, as one text: the same for every spelling of names and numbers. Empty when the parameters do not tell. */
export function destinationOf(parameters: Parameters): string {
	return Object.keys(parameters)
		.filter((name) => !BESIDE_THE_DESTINATION.test(name))
		.sort()
		.map((name) => `${name}=${plain(parameters[name])}`)
		.join(' ');
}

/** Parameters as facts of a payment, by their names. */
export function parameterFacts(parameters: Parameters): Record<string, string> {
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [
			name,
			typeof value === 'object' ? JSON.stringify(value) : String(value),
		]),
	);
}

/** The facts that a record shows of the parameters asked for: as they were asked for where they are the same. */
export function shownParameterFacts(asked: Parameters, shown: unknown): Record<string, string> {
	if (typeof shown !== 'object' || shown === null) return {};
	const record = shown as Parameters;
	const names = Object.keys(asked).filter((name) => Object.hasOwn(record, name) && record[name] !== null);
	return parameterFacts(
		Object.fromEntries(names.map((name) => [name, isShownAs(asked[name], record[name]) ? asked[name] : record[name]])),
	);
}

const ENDED = ['failed', 'expired', 'cancelled', 'canceled', 'rejected'];
const PAID = ['settled', 'completed', 'paid', 'success', 'succeeded'];

/**
 * The status with which a payment of a batch ended without money; null while it may still be paid, or is. A batch can be
 * completed although some of its payments failed (specification: "Payout batch status").
 */
export function endedAs(transactionStatus: unknown, batchStatus: unknown): string | null {
	const [own, whole] = [plain(transactionStatus), plain(batchStatus)];
	if (ENDED.includes(own)) return own;
	return ENDED.includes(whole) && !PAID.includes(own) ? whole : null;
}
