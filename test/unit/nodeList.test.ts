import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MultiCurrencyPaymentsTrigger } from '../../nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node';

/** n8n’s list of nodes takes what is typed for letters of one alias, in their order. */
const holds = (alias: string, typed: string): boolean => {
	let found = 0;
	for (const letter of alias.toLowerCase()) if (letter === typed[found]) found++;
	return found === typed.length;
};

// n8n lists both as one node: under the trigger in a workflow that has none yet.
it.each(['MultiCurrencyPayments', 'MultiCurrencyPaymentsTrigger'])('%s is found by what people type', (node) => {
	const file = join(__dirname, '..', '..', 'nodes', node, `${node}.node.json`);
	const { alias } = JSON.parse(readFileSync(file, 'utf8')) as { alias: string[] };
	const typed = ['create payout', 'refund payin', 'simulate payin', 'checkout link', 'payroll', 'payid'];
	const known = node.endsWith('Trigger') ? typed.filter((words) => words !== 'payroll') : typed;
	expect(known.filter((words) => !alias.some((each) => holds(each, words)))).toEqual([]);
});

it('the trigger lists first what most payments tell', () => {
	const { properties } = new MultiCurrencyPaymentsTrigger().description;
	const { options = [] } = properties.find(({ name }) => name === 'events') ?? {};
	const names = options.map(({ name }) => name);
	expect(names.slice(0, 3)).toEqual(['Payout', 'Payin', 'Checkout Link']);
	expect(names.slice(3)).toEqual([...names.slice(3)].sort((one, other) => one.localeCompare(other, 'en')));
});
