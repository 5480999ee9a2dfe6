import { ServiceClient, type ServiceContext, type WriteGuard, type WriteRequest } from '../../../nodes/service/client';
import type { PaymentsCredential } from '../../../nodes/service/credential';

afterEach(() => jest.restoreAllMocks());

it.each([
	['may leave', 119_000, true],
	['does not leave', 121_000, false],
])('a write whose guard reads for some time %s: %i ms of its 120 s', async (_what, reading, mayLeave) => {
	let now = Date.UTC(2031, 2, 4);
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const httpRequestWithAuthentication = async () => await Promise.reject(new Error('It is not answered'));
	const context = { helpers: { httpRequestWithAuthentication } } as unknown as ServiceContext;
	const guard = {
		allow: async () => {
			now += reading;
			return await Promise.resolve(() => undefined);
		},
	} as unknown as WriteGuard;
	const credential = { baseUrl: 'https://service.example/api', appId: 'one', secretKey: 's' } as PaymentsCredential;
	const client = new ServiceClient(context, credential, guard, { requestTimeout: 30_000, timeLimit: 120_000 });
	const write: WriteRequest = { method: 'POST', path: '/v2/payouts', body: {}, moves: [] };
	await expect(client.write(write, () => true)).rejects.toMatchObject({ unclear: mayLeave });
});
