import { resources } from '../../nodes/MultiCurrencyPayments/resources';

/** How many resources have a row of their own: the everyday ones, which come first. */
const EVERYDAY = 6;

/** The operations of the action node, one row for each everyday resource. */
export function operationsAtAGlance(): string {
	const rows = resources
		.slice(0, EVERYDAY)
		.map(({ name, operations }) => `| ${name} | ${operations.map((each) => each.name).join(', ')} |`);
	const others = resources.slice(EVERYDAY).map(({ name }) => name);
	return ['| Resource | Operations |', '|---|---|', ...rows, '', `Besides: ${others.join(', ')}.`].join('\n');
}
