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
	expect(Object.keys(item)).toEqual([
		'event_id',
		'event_type',
		'source',
		'uuid',
		'external_id',
		'status',
		'is_final',
		'amount',
		'currency',
		'received_at',
		'payload',
	]);
	expect(item).toMatchObject({
		event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
		event_type: 'payin.received',
		source: 'payin',
		uuid: payin.uuid,
		external_id: 'ord-77',
		status: 'received',
		is_final: true,
		amount: '80.0',
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

	it('are recognised after a restart, each of 200 that came together', async () => {
		const workflow = workflowWith();
		const bodies = Array.from({ length: 200 }, (_each, index) => inStatus('received', `PAYIN${index}`));
		const first = await Promise.all(bodies.map(async (body) => await deliver(workflow, body)));
		expect(first.filter(({ items }) => items !== null)).toHaveLength(200);
		workflow.process = anotherProcess();
		const second = await Promise.all(bodies.map(async (body) => await deliver(workflow, body)));
		expect(second.filter(({ items }) => items !== null)).toHaveLength(0);
	});

	it('are recognised after a restart even when the last write began before the last event', async () => {
		const workflow = workflowWith();
		let letFirstWrite: (() => void) | undefined;
		workflow.beforeSave = async () => await new Promise((resolve) => (letFirstWrite = resolve));
		const first = deliver(workflow, inStatus('received', 'FIRST'));
		await new Promise(setImmediate);
		workflow.beforeSave = undefined;
		await deliver(workflow, inStatus('received', 'SECOND'));
		letFirstWrite?.();
		await first;
		workflow.process = anotherProcess();
		expect((await deliver(workflow, inStatus('received', 'SECOND'))).items).toBeNull();
	});

	it('are no copies after n8n was killed before it held the first, although a later event was saved', async () => {
		const workflow = workflowWith();
		const neverStored = new Promise<void>(() => undefined);
		workflow.beforeSave = async () => await neverStored;
		void deliver(workflow, inStatus('received', 'FIRST'));
		await new Promise(setImmediate);
		workflow.beforeSave = undefined;
		await deliver(workflow, inStatus('received', 'SECOND'));
		workflow.process = anotherProcess();
		expect((await deliver(workflow, inStatus('received', 'FIRST'))).items).toHaveLength(1);
		expect((await deliver(workflow, inStatus('received', 'SECOND'))).items).toBeNull();
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

	it.each([
		[true, 1],
		[false, 0],
	])('that come while the first is handed on take its place when that fails: %s', async (executionFails, expected) => {
		const workflow = workflowWith();
		let goOn: (() => void) | undefined;
		workflow.beforeSave = async () => await new Promise((resolve) => (goOn = resolve));
		const first = deliver(workflow, payin);
		await new Promise(setImmediate);
		workflow.beforeSave = undefined;
		const copies = [deliver(workflow, payin), deliver(workflow, payin), deliver(workflow, payin)];
		await new Promise(setImmediate);
		workflow.executionFails = executionFails;
		goOn?.();
		await first;
		workflow.executionFails = false;
		const answers = await Promise.all(copies);
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
		expect(answers.filter(({ items }) => items !== null)).toHaveLength(expected);
	});

	it('take its place when the first caller went and n8n could not store the execution', async () => {
		const workflow = workflowWith();
		Object.assign(workflow, { executionFails: true, callerHangsUp: 'after' });
		await deliver(workflow, payin);
		Object.assign(workflow, { executionFails: false, callerHangsUp: undefined });
		expect((await deliver(workflow, payin)).items).toHaveLength(1);
		expect((await deliver(workflow, payin)).items).toBeNull();
	});

	it('wait for the first as long as n8n takes to store it, hours after its caller went', async () => {
		const beginning = new Date('2031-03-04T00:00:00Z').getTime();
		jest.useFakeTimers({ now: beginning, doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] });
		const workflow = workflowWith();
		workflow.callerHangsUp = 'before';
		let goOn: (() => void) | undefined;
		workflow.beforeSave = async () => await new Promise((resolve) => (goOn = resolve));
		const first = deliver(workflow, payin);
		await new Promise(setImmediate);
		Object.assign(workflow, { beforeSave: undefined, callerHangsUp: undefined });
		const copies: Promise<Answer>[] = [];
		for (const minutes of [15, 30, 45, 300]) {
			jest.setSystemTime(beginning + minutes * 60_000);
			copies.push(deliver(workflow, payin));
			await new Promise(setImmediate);
		}
		goOn?.();
		await first;
		const answers = await Promise.all(copies);
		jest.useRealTimers();
		expect(answers.map(({ status, items }) => [status, items])).toEqual(Array(4).fill([200, null]));
		expect(workflow.held).toHaveLength(1);
	});

	it('that took its place days later make nothing else new', async () => {
		const beginning = new Date('2031-03-04T00:00:00Z').getTime();
		jest.useFakeTimers({ now: beginning, doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask'] });
		const workflow = workflowWith();
		let goOn: (() => void) | undefined;
		workflow.beforeSave = async () => await new Promise((resolve) => (goOn = resolve));
		const first = deliver(workflow, payin);
		await new Promise(setImmediate);
		workflow.beforeSave = undefined;
		jest.setSystemTime(beginning + 15 * 60_000);
		const copy = deliver(workflow, payin);
		await new Promise(setImmediate);
		jest.setSystemTime(beginning + 100 * 3_600_000);
		const other = await deliver(workflow, inStatus('received', 'OTHER'));
		workflow.executionFails = true;
		goOn?.();
		await first;
		workflow.executionFails = false;
		const answers = [other, await copy];
		for (const body of [payin, inStatus('received', 'OTHER')]) answers.push(await deliver(workflow, body));
		jest.useRealTimers();
		expect(answers.map(({ items }) => items !== null)).toEqual([true, true, false, false]);
	});

	it.each(['before', 'after'] as const)('are held back when the first caller went %s, but n8n ran on', async (when) => {
		const workflow = workflowWith();
		workflow.callerHangsUp = when;
		await deliver(workflow, payin);
		workflow.callerHangsUp = undefined;
		expect(await deliver(workflow, payin)).toMatchObject({ status: 200, items: null });
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

	it('is emitted as any other by default', async () => {
		expect(itemOf(await lateAfter({}))).not.toHaveProperty('out_of_order');
	});

	it('is flagged', async () => {
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

	it('is dropped even when the later status was filtered out', async () => {
		expect((await lateAfter({ statuses: ['pending'], options: { outOfOrder: 'drop' } })).items).toBeNull();
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
