import { payout } from '../action/orders';
import { startService } from '../engine/service';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import type { Notification } from '../trigger/triggerEngine';
import { StoredWorkflow } from '../trigger/triggerEngine';
import { credential } from '../trigger/account';
import { deriveAuthorization } from '../../../core/authorization';
import { WaitingN8n } from '../waiting/waitingN8n';

/** The specification does not show the payload of every notification. */

const authorization = (externalId: string | null) =>
	deriveAuthorization({ secret: credential.secretKey, appId: credential.appId, externalId });
const told = { event: 'payout', payout: { id: 'B-1', state: 'completed' } };
const deliver = async (notification: Partial<Notification>, webhook = {}, workflow?: StoredWorkflow) =>
	await (workflow ?? new StoredWorkflow(credential, { webhook })).deliver({
		headers: { authorization: authorization('run-3') },
		body: told,
		...notification,
	});

describe('a genuine notification in a form that is not known', () => {
	it('starts a workflow, with its body and the External ID that its value is bound to', async () => {
		const { status, items } = await deliver({});
		expect(status).toBe(200);
		expect(items?.[0]?.json).toMatchObject({
			event_type: 'unknown.notification',
			source: 'unknown',
			uuid: null,
			external_id: 'run-3',
			status: null,
			is_final: false,
			payload: told,
		});
	});

	it('starts it once, however many copies come, and again for another content or payment', async () => {
		const workflow = new StoredWorkflow(credential);
		const started = async (notification: Partial<Notification>) =>
			(await deliver(notification, {}, workflow)).items?.length ?? 0;
		expect(await started({})).toBe(1);
		expect(await started({})).toBe(0);
		expect(await started({ body: { ...told, event: 'payout.changed' } })).toBe(1);
		expect(await started({ headers: { authorization: authorization('run-4') } })).toBe(1);
	});

	it('is left out where it is not chosen', async () => {
		expect(await deliver({}, { events: ['payout'] })).toMatchObject({ status: 200, items: null });
	});

	it('is refused without a value of the credential', async () => {
		expect(await deliver({ headers: { authorization: 'Bearer somebody' } })).toMatchObject({ status: 401 });
	});

	it('is unconfirmed, because nothing says what it is about', async () => {
		const { items } = await deliver({}, { options: { confirmWithService: true } });
		expect(items?.[0]?.json).toMatchObject({ source: 'unknown', confirmed: false });
	});

	it('ends the wait for a payout when the record shows its end', async () => {
		const service = await startService({ notificationRetries: 3, wrongGuesses: ['payoutCallback'] });
		const { n8n, close } = await WaitingN8n.listening(service.credentials());
		const parameters = {
			...payout(),
			operation: 'createAndWait',
		};
		const id = await n8n.start(
			{
				nodes: [
					{ name: 'Start', type: PASS_ON },
					{ name: 'Pay', type: ACTION, parameters },
				],
				wires: [['Start', 0, 'Pay']],
			},
			[{ amount: 5, key: 'wage-1' }],
		);
		expect(n8n.execution(id).status).toBe('waiting');
		await service.advance(3_600_000);
		await n8n.idle();
		expect(n8n.execution(id).status).toBe('success');
		expect(n8n.outputOf(id, 'Pay')).toMatchObject([{ batch: { status: 'completed' }, wait: { outcome: 'final' } }]);
		await close();
		await service.close();
	});
});
