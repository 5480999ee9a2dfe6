import type { IDataObject, IExecuteFunctions, INodeParameterResourceLocator } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { AmountError, parseAmount } from '../../../core/money';
import { DateError, parseInstant } from '../../../core/dates';
import type { Run } from './run';
import type { Patience, ServiceClient } from '../../service/client';

/** One item of one operation: reads its parameters, checked, and refuses what cannot be sent. */
export class ItemCall {
	constructor(
		readonly run: Run,
		readonly index: number,
	) {}

	get n8n(): IExecuteFunctions {
		return this.run.n8n;
	}

	/** The client with the time limits of this item's options. */
	get client(): ServiceClient {
		const { requestTimeout, timeLimit } = this.collection('options');
		const patience: Partial<Patience> = {};
		if (typeof requestTimeout === 'number') patience.requestTimeout = requestTimeout * 1000;
		if (typeof timeLimit === 'number') patience.timeLimit = timeLimit * 1000;
		return this.run.client.with(patience);
	}

	/** A sentence about this item that stops it before anything is sent. Throw what it returns. */
	refusal(message: string, description?: string): NodeOperationError {
		return new NodeOperationError(this.n8n.getNode(), `${message} [Item ${this.index}]`, {
			itemIndex: this.index,
			description,
		});
	}

	/** A text parameter, trimmed; empty when it is not set or not shown. Numbers from expressions count as text. */
	text(name: string): string {
		const value: unknown = this.n8n.getNodeParameter(name, this.index, '');
		return asText(isLocator(value) ? value.value : value);
	}

	/** A text parameter that must be there. */
	requiredText(name: string, label: string): string {
		const text = this.text(name);
		if (text === '') throw this.refusal(`${label} is empty`, `Fill in ${label}.`);
		return text;
	}

	/** A text parameter of at least so many characters (specification: "Limits"). */
	longText(name: string, label: string, fewest: number): string {
		const text = this.text(name);
		if (text.length < fewest) {
			throw this.refusal(
				`${label} must have at least ${fewest} characters, not ${text.length}`,
				`Write a longer ${label.toLowerCase()}: the payment service refuses shorter ones.`,
			);
		}
		return text;
	}

	flag(name: string): boolean {
		return this.n8n.getNodeParameter(name, this.index, false) === true;
	}

	number(name: string, otherwise: number): number {
		const value = Number(this.n8n.getNodeParameter(name, this.index, otherwise));
		return Number.isFinite(value) ? value : otherwise;
	}

	/** An amount as canonical decimal text. @throws when it is not a positive number or ambiguous */
	amount(name: string, label = 'Amount'): string {
		return this.parsedAmount(this.n8n.getNodeParameter(name, this.index, ''), label);
	}

	/** An amount that may be left empty (0 is the empty value of a number field). */
	optionalAmount(name: string, label = 'Amount'): string | undefined {
		const value: unknown = this.n8n.getNodeParameter(name, this.index, '');
		return isEmpty(value) || value === 0 ? undefined : this.parsedAmount(value, label);
	}

	parsedAmount(value: unknown, label: string): string {
		try {
			return parseAmount(value);
		} catch (error) {
			if (error instanceof AmountError) {
				throw this.refusal(
					`${label} cannot be used: ${error.message}`,
					'Give the amount in the currency’s base unit, such as 1250.50.',
				);
			}
			throw new NodeOperationError(this.n8n.getNode(), error as Error, { itemIndex: this.index });
		}
	}

	/** A point in time; undefined when empty. Without offset it is local to the workflow's time zone. */
	date(name: string, label: string): Date | undefined {
		return this.parsedDate(this.n8n.getNodeParameter(name, this.index, ''), label);
	}

	parsedDate(value: unknown, label: string): Date | undefined {
		if (isEmpty(value)) return undefined;
		try {
			return parseInstant(value, this.n8n.getTimezone());
		} catch (error) {
			if (error instanceof DateError) {
				throw this.refusal(`${label} cannot be used: ${error.message}`, 'Write it like 2031-03-04T05:06:07Z.');
			}
			throw new NodeOperationError(this.n8n.getNode(), error as Error, { itemIndex: this.index });
		}
	}

	/** A collection parameter without its empty entries. */
	collection(name: string): IDataObject {
		const values = this.n8n.getNodeParameter(name, this.index, {}) as IDataObject;
		return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => !isEmpty(value)));
	}

	/** A JSON parameter (text or object) as an object; undefined when empty. */
	object(value: unknown, label: string): IDataObject | undefined {
		if (isEmpty(value)) return undefined;
		const parsed = typeof value === 'string' ? parseJson(value) : value;
		if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
			throw this.refusal(`${label} must be a JSON object`, 'Write it like {"order": "A-77"}.');
		}
		return Object.keys(parsed).length === 0 ? undefined : (parsed as IDataObject);
	}
}

/** What a picker stores: the identifier, and whether it was chosen or typed. */
function isLocator(value: unknown): value is INodeParameterResourceLocator {
	return typeof value === 'object' && value !== null && '__rl' in value;
}

export function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

export function asText(value: unknown): string {
	if (typeof value === 'string') return value.trim();
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
