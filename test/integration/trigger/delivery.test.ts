import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	card,
	checkoutLink,
	gatewayLink,
	identityCheck,
	payid,
	payin,
	payout,
	virtualAccount,
	withRefund,
} from '../../unit/core/events/notifications';
import { credential, headersFor } from './account';
import { EVENT_FIELDS } from './payments';
import { anotherProcess, StoredWorkflow, thisProcess, type Answer, type Process } from './triggerEngine';

const workflowWith = (parameters: INodeParameters = {}, process?: Process) =>
	new StoredWorkflow(credential, { webhook: parameters }, process);
const deliver = async (workflow: StoredWorkflow, body: unknown) =>
	await workflow.deliver({ headers: headersFor(body), body });
const itemOf = (answer: Answer): IDataObject => {
	if (answer.items?.length !== 1) throw new Error('One item was expected');
	return answer.items[0]?.json ?? {};
};
const inStatus = (status: string, uuid = payin.uuid) => ({ ...payin, uuid, status });

it('hands on an event in the shape that both triggers use', async () => {
	const item = itemOf(await deliver(workflowWith(), payin));
	expect(Object.keys(item).join(' ')).toBe(EVENT_FIELDS);
	expect(item).toMatchObject({
		event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
		event_type: 'payin.received',
		source: 'payin',
		uuid: payin.uuid,
		external_id: 'ord-77',
		status: 'received',
		is_final: true,
		amount: '80.00',
		currency: 'AUD',
		payload: payin,
	});
	expect(Math.abs(Date.now() - Date.parse(String(item.received_at)))).toBeLessThan(60_000);
});

it('adds the body as it arrived when asked to', async () => {
	const body = JSON.stringify(payin, null, 1);
	expect(itemOf(await deliver(workflowWith({ options: { includeRawBody: true } }), body))).toMatchObject({
		raw_body: body,
	});
});

it('knows the notifications of every source', async () => {
	const workflow = workflowWith();
	const types: unknown[] = [];
	for (const body of [payin, virtualAccount, card, payout, checkoutLink, payid, gatewayLink, identityCheck])
		types.push(itemOf(await deliver(workflow, body)).event_type);
	expect(types).toEqual([
		'payin.received',
		'payinCredentials.notification',
		'card.authorised',
		'payout.processing',
		'checkoutLink.received',
		'payid.received',
		'gatewayLink.received',
		'identityCheck.pending',
	]);
});

it.each([
	{ status: 'failed', payment_method: 'card', pay_code: { error_code: 'issuer_declined', error_message: 'No funds' } },
	{ status: 'authorised', token: card.token },
	{ status: 'waiting', token: card.token },
])('hands on a card payment with all that it shows: %j', async (shown) => {
	const body = { uuid: card.uuid, external_id: card.external_id, ...shown };
	const item = itemOf(await deliver(workflowWith(), body));
	expect(item).toMatchObject({ event_type: `card.${shown.status}`, source: 'card', payload: body });
});

describe('a PayID callback is answered with', () => {
	it('200 once n8n holds it, not before', async () => {
		const workflow = workflowWith();
		workflow.executionFails = true;
		expect((await deliver(workflow, payid)).status).toBe(500);
		expect(workflow.held).toEqual([]);
		workflow.executionFails = false;
		expect((await deliver(workflow, payid)).status).toBe(200);
		expect(workflow.held).toMatchObject([{ source: 'payid', payload: payid }]);
	});

	it.each<[string, unknown]>([
		['cut short', JSON.stringify(payid).slice(0, -1)],
		['without its ID and PayID', { ...payid, id: undefined, request_payid: undefined }],
	])('400 when it is %s', async (_case, body) => {
		const workflow = workflowWith();
		expect((await workflow.deliver({ headers: headersFor(payid), body })).status).toBe(400);
		expect(workflow.held).toEqual([]);
	});

	it.each<[string, Record<string, string>]>([
		['missing', {}],
		['made for another account', headersFor(payid, { ...credential, appId: 'app-2' })],
		['made with another secret key', headersFor(payid, { ...credential, secretKey: 'other' })],
	])('401 when its authorization value is %s', async (_case, headers) => {
		const workflow = workflowWith();
		expect((await workflow.deliver({ headers, body: payid })).status).toBe(401);
		expect(workflow.held).toEqual([]);
	});
});

describe('copies of an event', () => {
	it('are answered with 200 and start nothing', async () => {
		const workflow = workflowWith();
		expect(await deliver(workflow, payin)).toMatchObject({ status: 200, items: [expect.anything()] });
		expect(await deliver(workflow, payin)).toEqual({ status: 200, body: { message: 'Received before' }, items: null });
	});

	it('start one execution when 50 of them arrive at once', async () => {
		const workflow = workflowWith();
		const answers = await Promise.all(Array.from({ length: 50 }, async () => await deliver(workflow, payin)));
		expect(answers.filter(({ items }) => items !== null)).toHaveLength(1);
		expect(answers.every(({ status }) => status === 200)).toBe(true);
	});

	it('are recognised while n8n has not stored the executions of hundreds of other workflows', async () => {
		const process = anotherProcess();
		for (let other = 0; other < 500; other += 1) {
			const waiting = workflowWith({}, process);
			waiting.beforeSave = async () => await new Promise(() => undefined);
			void deliver(waiting, payin);
		}
		await new Promise(setImmediate);
		const workflow = workflowWith({}, process);
		let goOn: (() => void) | undefined;
		workflow.beforeAnswer = async () => await new Promise((resolve) => (goOn = resolve));
		const first = deliver(workflow, payin);
		await new Promise(setImmediate);
		workflow.beforeAnswer = undefined;
		const copy = deliver(workflow, payin);
		await new Promise(setImmediate);
		goOn?.();
		expect((await first).items).toHaveLength(1);
		expect((await copy).items).toBeNull();
	});

	it('are told apart between workflows', async () => {
		expect((await deliver(workflowWith(), payin)).items).not.toBeNull();
		expect((await deliver(workflowWith(), payin)).items).not.toBeNull();
	});

	it('are not held back when n8n could not store the execution', async () => {
		const workflow = workflowWith();
		workflow.executionFails = true;
		expect(await deliver(workflow, payin)).toMatchObject({ status: 500, items: null });
		workflow.executionFails = false;
		expect((await deliver(workflow, payin)).items).toHaveLength(1);
		expect((await deliver(workflow, payin)).items).toBeNull();
	});
});

it('remembers events for 72 hours, after a restart, too', async () => {
	const workflow = workflowWith();
	const clock = jest.spyOn(Date, 'now');
	const isNewAfter = async (hours: number) => {
		clock.mockReturnValue(Date.UTC(2031, 2, 4) + hours * 3_600_000);
		workflow.process = anotherProcess();
		return (await deliver(workflow, payin)).items !== null;
	};
	const outcomes = [await isNewAfter(0), await isNewAfter(71), await isNewAfter(74)];
	clock.mockRestore();
	expect(outcomes).toEqual([true, false, true]);
});

it('says once when this n8n does not let it save at once what it has handed on', async () => {
	const workflow = workflowWith();
	const warnings: string[] = [];
	Object.assign(workflow, { logger: { warn: (message: string) => warnings.push(message) }, lacksOverride: true });
	for (const uuid of ['ONE', 'TWO', 'THREE'])
		expect((await deliver(workflow, inStatus('received', uuid))).items).toHaveLength(1);
	expect(warnings).toEqual([expect.stringMatching(/does not let the payments trigger save at once/)]);
});

it('takes two partial refunds of one amount for one event, and of two amounts for two', async () => {
	const workflow = workflowWith();
	const isNew = async (amount: string) =>
		(await deliver(workflow, withRefund('partially_refunded', amount))).items !== null;
	expect([await isNew('30.0'), await isNew('30.00'), await isNew('20.0')]).toEqual([true, false, true]);
});

it('takes two payments whose numbers differ in the last of twenty digits for two', async () => {
	const workflow = workflowWith();
	const numbers = ['12345678901234567890', '12345678901234567891'];
	for (const number of [...numbers, ...numbers]) {
		const { id: _id, ...rest } = payid;
		const body = `{"id":${number},${JSON.stringify(rest).slice(1)}`;
		await workflow.deliver({ headers: headersFor(body), body });
	}
	expect(workflow.held.map(({ uuid }) => uuid)).toEqual(numbers);
});

describe('filters', () => {
	it.each<[string, INodeParameters, boolean]>([
		['its event', { events: ['payin', 'payout'] }, true],
		['another event', { events: ['payout'] }, false],
		['no event at all, which means all', { events: [] }, true],
		['its status', { statuses: ['received'] }, true],
		['another status', { statuses: ['expired'] }, false],
		['its status as text', { statuses: 'received' }, true],
		['another status as text', { statuses: 'expired, failed' }, false],
		['another event as the text of a list', { events: '["payout"]' }, false],
	])('let a received payin through for %s', async (_case, parameters, passes) => {
		const answer = await deliver(workflowWith(parameters), payin);
		expect(answer).toMatchObject({ status: 200 });
		expect(answer.items !== null).toBe(passes);
	});

	const told =
		'active approved authorised cancelled completed created dispute_lost expired failed in_dispute partially_refunded pending processing received rejected return_expired return_pending return_received return_rejected scheduled settled waiting';

	it.each<[keyof Process, string]>([
		['webhook', told],
		['polling', `${told} available done`],
	])('of the %s trigger offer every status', (trigger, statuses) => {
		const field = thisProcess[trigger].description.properties.find(({ name }) => name === 'statuses');
		const offered = field?.options?.map((option) => ('value' in option ? option.value : null));
		expect(offered).toEqual(statuses.split(' ').sort());
	});

	it('remember nothing of what they leave out, so that it is no copy later', async () => {
		const workflow = workflowWith({ events: ['payout'] });
		await deliver(workflow, payin);
		expect(workflow.saves).toBe(0);
		workflow.parameters.webhook = {};
		expect((await deliver(workflow, payin)).items).toHaveLength(1);
	});
});

describe('an event that was overtaken', () => {
	const lateAfter = async (parameters: INodeParameters) => {
		const workflow = workflowWith(parameters);
		await deliver(workflow, inStatus('received'));
		return await deliver(workflow, inStatus('pending'));
	};

	it('is flagged where that is asked for', async () => {
		expect(itemOf(await lateAfter({}))).not.toHaveProperty('out_of_order');
		expect(itemOf(await lateAfter({ options: { outOfOrder: 'flag' } }))).toMatchObject({
			status: 'pending',
			out_of_order: true,
		});
		const inOrder = workflowWith({ options: { outOfOrder: 'flag' } });
		expect(itemOf(await deliver(inOrder, inStatus('pending')))).toMatchObject({ out_of_order: false });
		expect(itemOf(await deliver(inOrder, inStatus('received')))).toMatchObject({ out_of_order: false });
	});

	it('is dropped', async () => {
		expect(await lateAfter({ options: { outOfOrder: 'drop' } })).toEqual({
			status: 200,
			body: { message: 'Overtaken' },
			items: null,
		});
	});

	it('is dropped after a restart, too', async () => {
		const workflow = workflowWith({ options: { outOfOrder: 'drop' } });
		await deliver(workflow, inStatus('received'));
		workflow.process = anotherProcess();
		expect((await deliver(workflow, inStatus('pending'))).items).toBeNull();
	});
});

describe('a test in the editor', () => {
	const listen = async (workflow: StoredWorkflow, body: unknown) =>
		await workflow.deliver({ headers: headersFor(body), body }, { mode: 'manual' });

	it('shows an event as often as it is sent, and leaves it to the published workflow', async () => {
		const workflow = workflowWith({ options: { outOfOrder: 'drop' } });
		expect((await listen(workflow, payin)).items).toHaveLength(1);
		expect((await listen(workflow, payin)).items).toHaveLength(1);
		expect((await deliver(workflow, payin)).items).toHaveLength(1);
		expect((await listen(workflow, payin)).items).toHaveLength(1);
	});

	it('verifies and filters as the published workflow does', async () => {
		expect((await workflowWith().deliver({ body: payin }, { mode: 'manual' })).status).toBe(401);
		expect((await listen(workflowWith({ statuses: ['expired'] }), payin)).items).toBeNull();
	});

	it('heeds a change of the credential at once', async () => {
		const workflow = workflowWith();
		await listen(workflow, payin);
		workflow.credentials = { ...credential, secretKey: 'n3w' };
		expect((await listen(workflow, payin)).status).toBe(401);
	});
});
