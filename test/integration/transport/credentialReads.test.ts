import { Readable } from 'node:stream';
import { ServiceClient, type ServiceContext, type WriteGuard } from '../../../nodes/service/client';
import type { PaymentsCredential } from '../../../nodes/service/credential';

/** How often n8n has to read the credential from its database. */

const credential = {
	baseUrl: 'https://service.example/api',
	appId: 'app-1',
	secretKey: 'secret',
	guards: {},
} as PaymentsCredential;
const guard = {
	allow: async () => await Promise.resolve({ takeBack: () => undefined, isUnclear: () => undefined }),
} as unknown as WriteGuard;
const now = jest.spyOn(performance, 'now');

beforeEach(() => now.mockReturnValue(1_000));
afterAll(() => now.mockRestore());

/** A client whose credential has another secret each time it is read, and the secrets that its requests use. */
function newClient() {
	const used: unknown[] = [];
	let times = 0;
	const context = {
		getNode: () => ({ name: 'Pay' }),
		getCredentials: async () => await Promise.resolve({ ...credential, secretKey: `secret ${++times}` }),
		helpers: {
			async httpRequestWithAuthentication(this: ServiceContext, type: string) {
				const { secretKey } = await this.getCredentials(type);
				used.push(secretKey);
				return { statusCode: 200, headers: {}, body: Readable.from([Buffer.from('{"uuid":"K7QX2M9D"}')]) };
			},
		},
	} as unknown as ServiceContext;
	const client = new ServiceClient(context, credential, guard);
	const read = async () => await client.with({}).read({ method: 'GET', path: '/v2/payins/detail' });
	const write = async () => await client.write({ method: 'POST', path: '/v2/payouts', moves: [] }, () => true);
	return { used, read, write };
}

it.each(['read', 'write'] as const)('one serves the requests of a quarter of a second: %s', async (kind) => {
	const client = newClient();
	await client.read();
	now.mockReturnValue(1_249);
	await client[kind]();
	now.mockReturnValue(1_250);
	await client[kind]();
	expect(client.used).toEqual(['secret 1', 'secret 1', 'secret 2']);
});
