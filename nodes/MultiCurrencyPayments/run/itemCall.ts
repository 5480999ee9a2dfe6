import { asText, flagIn, isOn } from '../../../core/text/values';
import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { attemptNow } from '../../../core/attempt';
import { parseAmount } from '../../../core/money';
import { parseInstant } from '../../../core/time/dates';
import { labelOfKey } from '../../../core/text/words';
import { whyEmpty } from './parameters';
import type { Run } from './run';
import type { Patience, ServiceClient } from '../../service/client';
import { fieldsWhere, isObject, isObjectOrList } from '../../../core/objects';

/** The entries of collections that are filled in: most collections are the same for all items. */
const filledIn = new WeakMap<object, IDataObject>();

/** How a record may come out ({@link recordOptions}), and the operation whose Output offers something else and is read there. */
const RECORD_OUTPUTS = ['simplified', 'raw', 'selectedFields'] as const;
const OWN_OUTPUT = 'getHistory';

/** One item of a run: reads and checks its parameters, each once, and refuses what cannot be sent. */
export class ItemCall {
	/** What has become of its writes so far: none was sent, one was sent, or one was sent and accepted. */
	sent: 'nothing' | 'something' | 'accepted' = 'nothing';

	/** Whether this very execution has sent its payment, so that its notifications come here. */
	isSentHere = false;

	/** To be called once it has been sent and only waits: the items after it need not. Where they wait for it at all. */
	leaveLane: (() => void) | undefined;

	private readonly values = new Map<string, unknown>();
	/** What this item refused to send, with the parameter that was refused. */
	private readonly refusals = new WeakMap<NodeOperationError, string | undefined>();

	private account: Promise<Run> | undefined;

	/** @param choose which account of the credential it uses, where there are several; by default the one of the run */
	constructor(
		public run: Run,
		readonly index: number,
		private readonly choose?: (item: ItemCall) => Promise<Run>,
	) {}

	get n8n(): IExecuteFunctions {
		return this.run.n8n;
	}

	/** To be awaited before the item asks or sends anything. @throws what the choice of its account throws */
	async takeAccount(): Promise<void> {
		// They are asked after money has moved, too. By then no expression may fail.
		const isOfRecord = this.value('operation') !== OWN_OUTPUT;
		if (this.text('output') !== '' && isOfRecord) this.choice('output', 'Output', RECORD_OUTPUTS);
		this.parsedFlag(this.options.simplify, 'Simplify');
		this.patience();
		if (!this.choose) return;
		this.run = await (this.account ??= this.choose(this));
	}

	/** The client with the time limits of this item's options. */
	get client(): ServiceClient {
		return this.clientOf(this.run);
	}

	/** The same for an account of the credential. */
	clientOf(run: Run): ServiceClient {
		return run.client.with(this.patience(), {
			before: async () => {
				await this.run.order?.turn(this.index);
				if (this.sent === 'nothing') this.sent = 'something';
			},
			accepted: () => (this.sent = 'accepted'),
		});
	}

	/** The time limits of this item's options. @throws NodeOperationError when one is no number */
	private patience(): Partial<Patience> {
		const { requestTimeout, timeLimit } = this.options;
		const attempt = this.number(requestTimeout, 'Request Timeout (Seconds)', 0) * 1000;
		const whole = this.number(timeLimit, 'Time Limit (Seconds)', 0) * 1000;
		return {
			...(attempt > 0 && { requestTimeout: attempt }),
			...(whole > 0 && { timeLimit: whole, outage: whole }),
		};
	}

	/** To be thrown: it stops this item before anything is sent. @param description what to do about it @param field the parameter refused */
	refusal(message: string, description?: string, field?: string): NodeOperationError {
		const refusal = new NodeOperationError(this.n8n.getNode(), message, { itemIndex: this.index, description });
		this.refusals.set(refusal, field);
		return refusal;
	}

	/** Whether an error is a {@link refusal} of this item. */
	isRefusal(error: unknown): error is NodeOperationError {
		return this.refusals.has(error as NodeOperationError);
	}

	/** The parameter that an error refuses, if it is a {@link refusal} of one. */
	fieldOf(error: unknown): string | undefined {
		return this.refusals.get(error as NodeOperationError);
	}

	/** Reads a parameter, so that a {@link refusal} names it. */
	about<T>(field: string, read: () => T): T {
		const done = attemptNow(read);
		if ('value' in done) return done.value;
		if (this.isRefusal(done.failure) && this.fieldOf(done.failure) === undefined)
			this.refusals.set(done.failure, field);
		throw done.failure;
	}

	/**
	 * A parameter as n8n has it; an empty text when it is not set or not shown. Items share it: it must not be changed. It is
	 * evaluated once, because an expression may give another value the next time, such as the time of day.
	 */
	value(name: string): unknown {
		const parameter = this.run.parameters.of(name);
		if (typeof parameter !== 'function') return parameter.fixed;
		if (!this.values.has(name)) this.values.set(name, parameter(this.index));
		return this.values.get(name);
	}

	/**
	 * A text parameter, trimmed; empty when it is not set or not shown. Numbers, booleans and date-times become text.
	 * @throws NodeOperationError when an expression gives a list or an object: left out, it would be missed
	 */
	text(name: string, label?: string): string {
		return this.about(name, () => this.parsedText(this.chosen(name), () => label ?? labelOfName(name)));
	}

	/** A parameter without what a picker stores beside it: whether it was chosen or typed. */
	private chosen(name: string): unknown {
		const value = this.value(name);
		return isObjectOrList(value) && '__rl' in value ? (value as { value?: unknown }).value : value;
	}

	/** A text of Additional Fields; empty when it is not there. */
	added(name: string): string {
		return this.parsedText(this.additionalFields[name], () => labelOfName(name));
	}

	/** Like {@link text}, for a value from a collection. @param label may be made for the message alone: lists have many items */
	parsedText(value: unknown, label: string | (() => string)): string {
		if (!isObjectOrList(value)) return asText(value);
		if (isDateTime(value)) return value.toISO() ?? '';
		const named = typeof label === 'string' ? label : label();
		const what = Array.isArray(value) ? 'a list' : 'an object';
		throw this.refusal(`${named} must be text, not ${what}`, 'Correct the expression.');
	}

	/**
	 * A reference of the user's own, by which a payment is recognised; empty when none was given.
	 * @throws NodeOperationError when it could stand for several payments, or for none
	 */
	reference(value: unknown, label = 'External ID'): string {
		if (isEmpty(value)) return '';
		if (typeof value === 'object' || (typeof value === 'number' && !isExact(value))) {
			const what = typeof value === 'number' ? `the number ${value}` : Array.isArray(value) ? 'a list' : 'an object';
			throw this.refusal(
				`${label} must be text, not ${what}`,
				'Correct the expression. Numbers of more than 15 digits lose their last ones unless they are texts.',
			);
		}
		const text = asText(value);
		// The service would store something else.
		if (!text.isWellFormed())
			throw this.refusal(`${label} is cut within a character`, 'Correct the expression: cut it elsewhere.');
		return text;
	}

	/** Whether a parameter is the same for all items of a run, because no expression is in it. */
	isSameForAll(name: string): boolean {
		return typeof this.run.parameters.of(name) !== 'function';
	}

	/** See {@link Parameters.isComposed}. */
	isComposed(name: string): boolean {
		return this.run.parameters.isComposed(name);
	}

	/** Why the expression of a parameter gives nothing, as a sentence that begins with a blank; empty where that is not known. */
	whyEmpty(name: string, part?: string): string {
		return whyEmpty(this.n8n, this.index, name, part);
	}

	/** A text parameter that must be filled in. @throws NodeOperationError when it is empty, or a number that has lost digits */
	requiredText(name: string, label: string): string {
		const value = this.chosen(name);
		const asReference = () => this.reference(value, label);
		const text = typeof value === 'number' ? this.about(name, asReference) : this.text(name, label);
		if (text !== '') return text;
		throw this.refusal(`${label} is empty`, `Fill in ${label}.${this.whyEmpty(name)}`, name);
	}

	/** A text parameter of at least `fewest` characters (specification: "Limits"). @throws NodeOperationError */
	longText(name: string, label: string, fewest: number): string {
		const text = this.text(name, label);
		if (text.length >= fewest) return text;
		const why = text === '' ? this.whyEmpty(name) : '';
		throw this.refusal(
			`${label} must have at least ${fewest} characters, not ${text.length}`,
			`Write a longer ${label.toLowerCase()}: the payment service refuses shorter ones.${why}`,
			name,
		);
	}

	/** Whether something is switched on. @throws NodeOperationError when an expression gives neither true nor false */
	parsedFlag(value: unknown, label: string): boolean {
		const isOn = flagIn(value);
		if (isOn !== undefined) return isOn;
		throw this.refusal(
			`${label} must be true or false, not ${shown(value)}`,
			'Correct the expression, or use the switch.',
		);
	}

	/** Whether it wants the fields most workflows need instead of the record as it came ({@link recordOptions}). */
	get isSimple(): boolean {
		const output = this.text('output').toLowerCase();
		return output === '' ? isOn(this.options.simplify ?? true) : output === 'simplified';
	}

	/** A choice of a list, in whatever case. @throws NodeOperationError when an expression gives none of them */
	choice<T extends string>(name: string, label: string, choices: readonly T[]): T {
		const chosen = choices.find((choice) => choice.toLowerCase() === this.text(name).toLowerCase());
		if (chosen !== undefined) return chosen;
		throw this.refusal(`${label} must be ${choices.join(' or ')}`, 'Correct the expression, or use the list.', name);
	}

	/** A number; the usual one where it is empty. @throws NodeOperationError when an expression gives none */
	number(value: unknown, label: string, otherwise: number): number {
		if (isEmpty(value)) return otherwise;
		const number = numberIn(value);
		if (Number.isFinite(number)) return number;
		throw this.refusal(`${label} must be a number, not ${shown(value)}`, 'Correct the expression, or leave it empty.');
	}

	/** A whole number from 1 on; the usual one where it is empty. @throws NodeOperationError when it is anything else */
	count(value: unknown, label: string, otherwise: number): number {
		if (isEmpty(value)) return otherwise;
		const count = numberIn(value);
		if (Number.isSafeInteger(count) && count >= 1) return count;
		throw this.refusal(
			`${label} must be a whole number from 1 on, not ${shown(value)}`,
			'Correct the expression, or leave it empty.',
		);
	}

	/** An amount as canonical decimal text. @throws NodeOperationError when it is not a positive number, or ambiguous */
	amount(name: string): string {
		const value = this.value(name);
		return this.about(name, () => this.parsedAmount(value, 'Amount', isEmpty(value) ? this.whyEmpty(name) : ''));
	}

	/** Like {@link amount}, for a value from a collection. @param why it is empty; see {@link whyEmpty} */
	parsedAmount(value: unknown, label: string, why = ''): string {
		const remedy = `Give the amount in the currency’s main unit (dollars, not cents), such as 1250.50.${why}`;
		if (isEmpty(value)) throw this.refusal(`${label} is empty`, remedy);
		const amount = attemptNow(() => parseAmount(value));
		if ('value' in amount) return amount.value;
		throw this.refusal(`${label} cannot be used: ${(amount.failure as Error).message}`, remedy);
	}

	/** A point in time; undefined when empty. Without an offset it is local to the workflow. @throws NodeOperationError when it is no date */
	date(name: string, label: string): Date | undefined {
		return this.about(name, () => this.parsedDate(this.value(name), label));
	}

	/** Like {@link date}, for a value from a collection. */
	parsedDate(value: unknown, label: string): Date | undefined {
		if (isEmpty(value)) return undefined;
		const instant = attemptNow(() => parseInstant(value, this.n8n.getTimezone()));
		if ('value' in instant) return instant.value;
		throw this.refusal(
			`${label} cannot be used: ${(instant.failure as Error).message}`,
			'Write it like 2031-03-04T05:06:07Z.',
		);
	}

	/** The External ID of the item, for a message; undefined where there is none that can be read. */
	shownKey(): string | undefined {
		const key = attemptNow(() => this.reference(this.value('externalId')));
		return ('value' in key && key.value) || undefined;
	}

	get additionalFields(): IDataObject {
		return this.collection('additionalFields');
	}

	get options(): IDataObject {
		return this.collection('options');
	}

	get filters(): IDataObject {
		return this.collection('filters');
	}

	/** The entries of a collection that are filled in. Items share it: it must not be changed. */
	private collection(name: string): IDataObject {
		const values = this.value(name);
		if (!isObjectOrList(values)) return {};
		const filled = filledIn.get(values) ?? withoutEmpty(values as IDataObject);
		filledIn.set(values, filled);
		return filled;
	}

	/** A JSON value (text or object) as an object; undefined when empty. @throws NodeOperationError when it is anything else */
	object(value: unknown, label: string): IDataObject | undefined {
		if (isEmpty(value)) return undefined;
		const read = attemptNow(() => (typeof value === 'string' ? JSON.parse(value) : value) as unknown);
		if (!('value' in read && isObject(read.value)))
			throw this.refusal(`${label} must be a JSON object`, 'Write it like {"order": "A-77"}.');
		const lost = typeof value === 'string' ? numberThatLosesDigits(value) : undefined;
		if (lost !== undefined) {
			throw this.refusal(
				`${label} holds the number ${lost}, of which n8n cannot keep every digit`,
				`Write it as text: "${lost}".`,
			);
		}
		return Object.keys(read.value).length === 0 ? undefined : (read.value as IDataObject);
	}
}

/** What is filled in. */
export const withoutEmpty = (values: IDataObject): IDataObject => fieldsWhere(values, (value) => !isEmpty(value));

/** A whole number in a JSON text that becomes another one when it is read; undefined where there is none. */
function numberThatLosesDigits(json: string): string | undefined {
	const outsideTexts = json.replace(/"(?:[^"\\]|\\.)*"/g, '""');
	const whole = outsideTexts.match(/(?<![\d.])-?\d{16,}(?![\d.eE])/g) ?? [];
	return whole.find((digits) => String(Number(digits)) !== digits);
}

/** `orderSuccessUrl` → "Order Success URL". */
const labelOfName = (name: string): string =>
	labelOfKey(
		name
			.replace(/^payment/, '')
			.replace(/[A-Z]/g, '_$&')
			.toLowerCase(),
	);

/** Whether a value is a date-time of n8n's expressions (Luxon). */
const isDateTime = (value: object): value is { toISO(): string | null } =>
	'toISO' in value && typeof value.toISO === 'function';

export const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A value that cannot be used, for a message. */
const shown = (value: unknown): string => asText(value) || 'something else';

/** A number, which an expression may give as text; NaN where there is none. */
export const numberIn = (value: unknown): number => Number(asText(value) || NaN);

/** Whether a number is still the one that was written down. */
const isExact = (value: number): boolean =>
	Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value));
