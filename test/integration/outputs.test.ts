import { loadOutputSchema } from 'n8n-core';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'fs';
import { dirname, join } from 'path';
import { callers } from '../../docs/coverage/gaps';
import { specification } from '../../docs/coverage/specification';
import { startService, type Service } from './engine/service';
import { operations } from './outputs/occasions';
import { schemaPath, schemaText } from './outputs/schemaFiles';

let service: Service;
beforeAll(async () => void (service = await startService({ start: new Date() })));
afterAll(async () => await service.close());

const endpointsOf = (operation: string) =>
	[...callers(specification)].filter(([, places]) => places.includes(operation)).map(([id]) => id);

/** What an operation calls on other occasions than this test's: repeats, fields left empty, lists that show less. */
const OTHERWISE: Readonly<Record<string, string[]>> = {
	'balance.get': ['v2.payins.methods', 'v2.payouts.methods', 'v3.methods'],
	'balance.getAll': ['v3.methods'],
	'checkoutLink.create': ['v3.links.detail'],
	'contact.create': ['v2.contacts.detail'],
	'payin.create': ['v2.payins.detail'],
	'payout.preview': ['v2.contacts.detail'],
	'reconciliation.export': ['v3.methods'],
	'reconciliation.run': ['v3.links.detail', 'v3.methods'],
};

/** After an operation's output changes: `WRITE_OUTPUT_SCHEMAS=1 npm run jest -- test/integration/outputs.test.ts`. */
function write(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}

describe.each(operations)('%s', (operation) => {
	it('runs with a good input, calls the endpoints of its row and no others, and gives what its output schema says', async () => {
		const path = schemaPath(operation);
		const text = await schemaText(service, operation);
		if (process.env.WRITE_OUTPUT_SCHEMAS) write(path, text);
		expect([...Object.keys(service.calls()), ...(OTHERWISE[operation] ?? [])].sort()).toEqual(
			endpointsOf(operation).sort(),
		);
		expect(readFileSync(path, 'utf8')).toBe(text);
	});
});

it('n8n finds the schema of every operation, and there is none of another', () => {
	const nodeDir = join(__dirname, '../../nodes/MultiCurrencyPayments');
	for (const name of operations) {
		const [resource, operation] = name.split('.');
		expect(loadOutputSchema({ nodeDir, version: 1, resource, operation })).toMatchObject({
			type: 'object',
			version: 1,
		});
		expect(existsSync(schemaPath(name))).toBe(true);
	}
	expect(globSync('__schema__/**/*.json', { cwd: nodeDir })).toHaveLength(operations.length);
});
