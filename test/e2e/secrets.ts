import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Stage } from '../../runtime/stage';

/** How every derived Authorization value begins. */
const DERIVED_AUTHORIZATION = 'Bearer mcp2.';

/** What n8n has written: database with its journal, logs, binary data, settings. Installed packages are left out. */
function writtenBy(userFolder: string): string[] {
	return readdirSync(userFolder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && !entry.parentPath.includes(`${sep}nodes`))
		.map(({ parentPath, name }) => join(parentPath, name));
}

/** Searches everything that n8n has written during the preceding tests. */
export function secretTests(stage: () => Stage): void {
	test('nothing that n8n has stored or logged holds a secret or an authorization value', () => {
		const { account, furtherAccounts, userFolder } = stage();
		const secrets = {
			'secret key': account.secretKey,
			...Object.fromEntries(furtherAccounts.map(({ currency, secretKey }) => [`secret key of ${currency}`, secretKey])),
			'signing key': account.webhookSecretKey,
			'authorization value': DERIVED_AUTHORIZATION,
		};
		const files = writtenBy(userFolder);
		expect(files.filter((file) => file.endsWith('database.sqlite'))).toHaveLength(1);
		expect(files.filter((file) => file.endsWith('.log')).length).toBeGreaterThan(0);
		const found = files.flatMap((file) => {
			const content = readFileSync(file);
			return Object.entries(secrets)
				.filter(([, secret]) => secret !== '' && content.includes(secret))
				.map(([name]) => `${name} in ${file.replace(userFolder, '')}`);
		});
		expect(found).toEqual([]);
	});
}
