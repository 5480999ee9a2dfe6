import type { IExecuteFunctions } from 'n8n-workflow';
import { rawCredential } from '../../../nodes/n8n/rawCredential';

const TYPE = 'aCredential';

/** The context of a node, with whatever n8n has for reading credentials. */
const n8nWith = (additionalData: unknown, credentials: object = { [TYPE]: { id: '1', name: 'A' } }) =>
	({
		additionalData,
		getNode: () => ({ credentials }),
		getMode: () => 'manual',
		getExecuteData: () => ({}),
	}) as unknown as IExecuteFunctions;

const reads = (getDecrypted: unknown) => n8nWith({ credentialsHelper: { getDecrypted } });

describe('a credential as it is stored', () => {
	it('shows expressions', async () => {
		const stored = { appId: '={{ $json.account }}' };
		expect(
			await rawCredential(
				reads(async () => await Promise.resolve(stored)),
				TYPE,
			),
		).toEqual(stored);
	});

	it.each([
		['has no such helper', n8nWith(undefined)],
		['has a helper that reads otherwise', n8nWith({ credentialsHelper: {} })],
		['fails', reads(async () => await Promise.reject(new Error('no database')))],
		['gives nothing', reads(async () => await Promise.resolve(undefined))],
		['knows no credential of the node', n8nWith({ credentialsHelper: { getDecrypted: () => ({}) } }, {})],
	])('is not known where n8n %s', async (_, n8n) => {
		expect(await rawCredential(n8n, TYPE)).toBeUndefined();
	});
});
