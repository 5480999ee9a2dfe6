import type { IDataObject } from 'n8n-workflow';
import { isObjectOrList } from '../../core/objects';

/**
 * A part of static data whose content is decided at the moment n8n writes it. Not a class with private fields: n8n hands
 * static data out through proxies, which those do not survive in every version. Relies on n8n writing static data as JSON: without
 * that, the placeholder would be stored, and nothing be remembered over a restart. Tried with n8n 1.100.1, 2.40.7 and 2.41.1.
 */
export function writtenLater(written: () => object | undefined): IDataObject {
	// n8n would not notice the first assignment of an object without properties.
	const placeholder = { writtenLater: true };
	return Object.defineProperty(placeholder, 'toJSON', { value: written, enumerable: false });
}

/** A value of static data as it would be written now. */
export function asWritten(value: unknown): unknown {
	if (!isObjectOrList(value) || !('toJSON' in value)) return value;
	return typeof value.toJSON === 'function' ? (value.toJSON() as unknown) : value;
}
