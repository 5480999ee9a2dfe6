import { DEFAULT_PATIENCE, ServiceClient, type ServiceContext, type WriteGuard } from '../../../nodes/service/client';

/** A write that has had to wait for others until its time was up does not leave any more: it would count as sent. */
it('says that the service is busy, and nothing was sent', async () => {
	const httpRequestWithAuthentication = jest.fn();
	const context = {
		helpers: { httpRequestWithAuthentication },
		getNode: () => ({ name: 'Pay', type: 'pay' }),
	} as unknown as ServiceContext;
	const credential = { baseUrl: 'http://127.0.0.1:1', appId: 'app' } as ServiceClient['credential'];
	const strain = { repeats: 0, resumeAt: Date.now() + 60_000 };
	const guard = {
		assertWritable: () => undefined,
		allow: async () => () => undefined,
	} as unknown as WriteGuard;
	const client = new ServiceClient(context, credential, guard, { ...DEFAULT_PATIENCE, timeLimit: 20 }, strain);
	const sent = client.write({ method: 'POST', path: '/v2/payouts', body: {}, moves: [] }, () => true);
	await expect(sent).rejects.toMatchObject({ outcome: 'rateLimited', unclear: false });
	expect(httpRequestWithAuthentication).not.toHaveBeenCalled();
});
