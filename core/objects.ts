/** Whether a value is an object or a list. */
export const isObjectOrList = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a value is an object, and no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
	isObjectOrList(value) && !Array.isArray(value);

/** The fields of an object that pass. */
export const fieldsWhere = <T>(
	fields: Readonly<Record<string, T>>,
	passes: (value: T, name: string) => boolean,
): Record<string, T> => Object.fromEntries(Object.entries(fields).filter(([name, value]) => passes(value, name)));
