import { endpoints, type EndpointContract, type EndpointId } from '../../contract';
import { describedAs, type Operation } from '../../nodes/MultiCurrencyPayments/operation';
import { resources } from '../../nodes/MultiCurrencyPayments/resources';
import { callers } from './gaps';
import type { Section } from './row';

/** Every operation of the node with its endpoints and what it does to money, as Markdown. */
export function operationsTable(specification: Section[]): string {
	const called = callers(specification);
	const endpointsOf = (operation: string) =>
		[...called].filter(([, places]) => places.includes(operation)).map(([id]) => address(id as EndpointId));
	const rows = resources.flatMap(({ value: resource, name, operations }) =>
		operations.map((operation, index) => {
			const cells = [
				index === 0 ? `**${name}** \`${resource}\`` : '',
				`${operation.name} \`${operation.value}\``,
				endpointsOf(`${resource}.${operation.value}`).join('<br>'),
				moneyOf(operation),
			];
			return `| ${cells.join(' | ')} |`;
		}),
	);
	return [
		'# Operations',
		'Written by `npx tsx docs/coverage/write.ts` from the registry of operations; do not edit by hand.',
		['| Resource | Operation | Endpoint | Does it move money? |', '|---|---|---|---|', ...rows].join('\n'),
	]
		.join('\n\n')
		.concat('\n');
}

function address(id: EndpointId): string {
	const { method, path, multipart }: EndpointContract = endpoints[id];
	return `${method} ${path.replace(/:(\w+)/, '{$1}')}${multipart ? ' (file)' : ''}`;
}

/** What the operation itself tells an agent about money. */
function moneyOf(operation: Operation): string {
	if (operation.sandboxOnly) return 'Sandbox only: no real money.';
	const sentences = describedAs(operation).split(/(?<=\.)\s+/);
	return (
		sentences.find((sentence) => /\bmoves?\b/i.test(sentence) && /\bmoney\b/i.test(sentence)) ?? sentences[0] ?? ''
	);
}
