import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ServiceError } from '../../../emulator/engine/serviceError';
import { deriveAuthorization } from '../../../core/service/authorization';
import { batch, chosen, form, payin, payout, QUICK } from '../action/orders';
import { ACTION, ACTION_TOOL, AGENT, AT_MOST, PASS_ON } from '../engine/nodeTypes';
import { startService, type Service } from '../engine/service';
import type { NodePlan, WorkflowPlan } from '../engine/workflow';
import { WaitingN8n } from './waitingN8n';

/** Create, tell the customer, then wait. The service can reach n8n, and its notification resumes the execution. */

const QUARTER_HOUR = 15 * 60_000;
const WAIT = 'Wait for the payment';

let service: Service;
let n8n: WaitingN8n;
let close: () => Promise<void>;

beforeAll(async () => {
	service = await startService({ notificationRetries: 3 });
});
afterAll(async () => await service.close());
beforeEach(async () => await service.reset());
afterEach(async () => await close());

async function open(currency = 'AUD'): Promise<void> {
	({ n8n, close } = await WaitingN8n.listening(service.credentials(currency)));
}

const create = (changes: INodeParameters = {}) => payin({ notify: 'thisExecution', ...changes });
const wait = (resource: string, changes: INodeParameters = {}): INodeParameters => ({
	resource,
	operation: 'waitForStatus',
	uuid: '={{ $("Create").first().json.uuid }}',
	...changes,
});
const node = (name: string, parameters: INodeParameters): NodePlan => ({ name, type: ACTION, parameters });
const step = (name: string): NodePlan => ({ name, type: PASS_ON });

/** A workflow whose nodes run one after another. */
const chain = (...nodes: NodePlan[]): WorkflowPlan => ({
	nodes: [step('Start'), ...nodes, step('Then')],
	wires: [step('Start'), ...nodes].map(({ name }, index) => [name, 0, nodes[index]?.name ?? 'Then']),
});
const ordinary = (changes: INodeParameters = {}, waits: INodeParameters = {}) =>
	chain(node('Create', create(changes)), step('Mail'), node(WAIT, wait('payin', waits)));

const ORDER = [{ amount: '80', key: 'order-1' }];
const LINK = {
	...{
		resource: 'checkoutLink',
		operation: 'create',
		notify: 'thisExecution',
		amount: '49.90',
		externalId: 'order-78',
	},
	...{ paymentDescription: 'Order 78', customerEmail: 'ada@shop.example', firstName: 'Ada', lastName: 'Byron' },
};
const start = async (plan: WorkflowPlan, items: IDataObject[] = ORDER) => await n8n.start(plan, items);
const payins = (currency = 'AUD') => service.emulator.account(currency).payins;
const uuidOf = (id: string, maker = 'Create') => String(n8n.outputOf(id, maker)?.[0]?.uuid);
const answersAbout = (uuid: string) =>
	service.emulator.world.notifications.deliveries
		.filter(({ about }) => about === uuid)
		.flatMap(({ attempts }) => attempts.map(({ status }) => status));
async function delivered(): Promise<void> {
	await service.emulator.world.notifications.idle();
	await n8n.idle();
}
async function pay(uuid: string): Promise<void> {
	payins().simulate(uuid, 'completed');
	await delivered();
}
/** An execution that has told its customer and waits. */
async function waiting(plan = ordinary()): Promise<{ id: string; uuid: string }> {
	const id = await start(plan);
	expect([n8n.execution(id).status, n8n.execution(id).error?.message]).toEqual(['waiting', undefined]);
	return { id, uuid: uuidOf(id) };
}
const outcome = (id: string) => {
	expect([n8n.execution(id).status, n8n.execution(id).error?.message]).toEqual(['success', undefined]);
	expect(n8n.outputOf(id, 'Then')).toEqual(n8n.outputOf(id, WAIT));
	return n8n.outputOf(id, WAIT);
};

describe('a payin', () => {
	beforeEach(async () => await open());

	it('is handed to the customer before the wait, and the execution goes on with the final record', async () => {
		const { id, uuid } = await waiting();
		expect(n8n.outputOf(id, 'Mail')?.[0]).toMatchObject({ uuid, account_number: expect.any(String) });
		await pay(uuid);
		expect(outcome(id)).toMatchObject([
			{ uuid, external_id: 'order-1', status: 'received', wait: { outcome: 'final' } },
		]);
		expect(answersAbout(uuid)).toEqual([200]);
	});

	const paidAtOnce = node('Paid at once', { resource: 'payin', operation: 'simulate', uuid: '={{ $json.uuid }}' });
	const refunded = node('Refunded', {
		...{ resource: 'payin', operation: 'refund', uuid: '={{ $json.uuid }}' },
		...{ refundType: 'full', reason: 'Parcel lost', externalId: 'refund-1' },
	});

	it('is not waited for when it came to its end before', async () => {
		const id = await start(chain(node('Create', create()), paidAtOnce, step('Mail'), node(WAIT, wait('payin'))));
		await delivered();
		expect(outcome(id)).toMatchObject([{ status: 'received', wait: { outcome: 'final' } }]);
		// The notification arrived while the execution was still running.
		expect(answersAbout(uuidOf(id))).toEqual([409]);
	});

	it('that was received is not waited for while its refund is under way', async () => {
		const nodes = [paidAtOnce, refunded, step('Mail'), node(WAIT, wait('payin'))];
		const id = await start(chain(node('Create', create()), ...nodes));
		expect(outcome(id)).toMatchObject([{ status: 'return_pending', wait: { outcome: 'final' } }]);
		const again = n8n.execution(await start(chain(node('Create', payin({ operation: 'createAndWait' })))));
		expect(again.error?.message).toBeUndefined();
		expect(again.runData.Create?.[0]?.data?.main[0]).toMatchObject([
			{ json: { uuid: uuidOf(id), status: 'return_pending', wait: { outcome: 'final' } } },
		]);
	});

	it.each([
		['by the notification of the refund, where that of the receipt is late', { delayMs: 500, count: 1 }],
		['by the notification of the receipt, where the refund began before it came', { delayMs: 500 }],
	])('that was received ends the wait %s', async (_, late) => {
		const { id, uuid } = await waiting();
		service.emulator.world.notifications.plan(late);
		payins().simulate(uuid, 'completed');
		payins().refunds.request(payins().get(uuid), { description: 'Parcel lost' });
		if (!('count' in late)) await service.advance(500);
		await delivered();
		expect(outcome(id)).toMatchObject([{ uuid, status: 'return_pending', wait: { outcome: 'final' } }]);
	});

	it('ends the wait with the second delivery when the first came before n8n had stored the execution', async () => {
		service.fault({ endpoint: 'v2.payins.detail', when: 'after', fault: 'slow', delayMs: 1_500, times: 1 });
		const starting = start(ordinary());
		while (service.emulator.world.faults.firings.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		const [{ uuid } = { uuid: '' }] = payins().payments().payins;
		payins().simulate(uuid, 'completed');
		await service.emulator.world.notifications.idle();
		expect(answersAbout(uuid)).toEqual([409]);
		const id = await starting;
		expect(n8n.execution(id).status).toBe('waiting');
		await service.advance(QUARTER_HOUR);
		await n8n.idle();
		expect(outcome(id)).toMatchObject([{ uuid, status: 'received', wait: { outcome: 'final' } }]);
		expect(answersAbout(uuid)).toEqual([409, 200]);
	});

	it('resumes its execution once, however many copies come', async () => {
		const { id, uuid } = await waiting();
		service.emulator.world.notifications.plan({ duplicate: 5 });
		await pay(uuid);
		expect(answersAbout(uuid).filter((status) => status === 200)).toHaveLength(1);
		expect(outcome(id)).toHaveLength(1);
		expect(n8n.execution(id).runData.Then).toHaveLength(1);
	});

	it('leaves another node that waits alone: its address ends in a part of its own', async () => {
		const { id, uuid } = await waiting();
		const { endpoint_url: address, authorization_header: authorization } = payins().get(uuid).target;
		payins().simulate(uuid, 'completed');
		const body = JSON.stringify({ uuid, status: 'received', external_id: 'order-1', payment_method: 'au_bank_aud' });
		const elsewhere = address.replace('/payment-status', '');
		expect(elsewhere).not.toBe(address);
		expect(await n8n.receive({ url: elsewhere, headers: { authorization }, body })).toBe(404);
		await delivered();
		outcome(id);
	});

	it('that another execution of the same account made is refused while it is not final, and passed on when it is', async () => {
		const made = await start(chain(node('Create', create())));
		const uuid = uuidOf(made);
		const other = () => start(chain(node(WAIT, wait('payin', { uuid }))));
		const refused = n8n.execution(await other());
		expect(refused.status).toBe('error');
		expect(refused.error?.message).toMatch(/not final yet, and its notifications do not come to this execution/);
		payins().simulate(uuid, 'completed');
		expect(outcome(await other())).toMatchObject([{ uuid, status: 'received', wait: { outcome: 'final' } }]);
	});

	it('found under its External ID in a new execution is not waited for either', async () => {
		await start(chain(node('Create', create())));
		const again = n8n.execution(await start(ordinary()));
		expect(again.error?.message).toMatch(/its notifications do not come to this execution/);
		expect(service.calls()['v2.payins.create']).toBe(1);
	});

	it('made with Notify: Trigger is not waited for', async () => {
		const { error } = n8n.execution(await start(ordinary({ notify: 'trigger' })));
		expect(error?.message).toMatch(/its notifications do not come to this execution/);
	});

	it('that the retry of an execution finds has its notifications sent to the first one', async () => {
		const id = await start(ordinary({}, { uuid: '={{ "" }}' }));
		expect(n8n.execution(id).error?.message).toMatch(/Payin is empty/);
		const retried = await n8n.execution(id).retry({ plan: ordinary() });
		expect(retried.error?.message).toMatch(/its notifications do not come to this execution/);
	});

	it('goes on after the limit with the record as it was, marked as timed out', async () => {
		const { id, uuid } = await waiting();
		await n8n.timeOut(id);
		expect(outcome(id)).toMatchObject([{ uuid, status: 'pending', wait: { outcome: 'timed_out' } }]);
	});

	it('may be waited for up to 60 days', async () => {
		await waiting(ordinary({}, { waitLimit: 86_400 }));
		const { error } = n8n.execution(
			await start(ordinary({}, { waitLimit: 86_401 }), [{ amount: '1', key: 'order-2' }]),
		);
		expect(error?.message).toBe('Wait Limit must be between 1 and 86400 minutes, not 86401');
	});

	it('that failed ends the wait unconfirmed, because records have no word for that', async () => {
		const { id, uuid } = await waiting();
		payins().simulate(uuid, 'failed');
		await delivered();
		expect(outcome(id)).toMatchObject([{ uuid, status: 'failed', confirmed: false, wait: { outcome: 'final' } }]);
	});

	it('that one execution made beside another is waited for after it, and its notification put off until then', async () => {
		const second = node('Create another', create({ externalId: 'order-2', amount: '30' }));
		const waitForSecond = node(
			'Wait for the other',
			wait('payin', { uuid: '={{ $("Create another").first().json.uuid }}' }),
		);
		const id = await start(chain(node('Create', create()), second, node(WAIT, wait('payin')), waitForSecond));
		const other = String(n8n.outputOf(id, 'Create another')?.[0]?.uuid);
		await pay(other);
		expect(answersAbout(other)).toEqual([503]);
		expect(n8n.execution(id).status).toBe('waiting');
		await pay(uuidOf(id));
		expect(n8n.outputOf(id, WAIT)).toMatchObject([{ uuid: uuidOf(id), status: 'received' }]);
		expect(n8n.outputOf(id, 'Then')).toMatchObject([{ uuid: other, status: 'received', wait: { outcome: 'final' } }]);
	});

	it('several items are refused, and nothing waits', async () => {
		const plan = chain(node('Create', create()), node(WAIT, wait('payin', { uuid: '={{ $json.uuid }}' })));
		const { error } = n8n.execution(await start(plan, [...ORDER, { amount: '5', key: 'order-2' }]));
		expect(error?.message).toMatch(/Wait for Final Status handles one item at a time/);
	});
});

describe('a notification that is forged, or about something else', () => {
	beforeEach(async () => await open());

	it('leaves the execution waiting', async () => {
		const { id, uuid } = await waiting();
		const { endpoint_url: url, authorization_header: authorization } = payins().get(uuid).target;
		const received = {
			uuid,
			status: 'received',
			external_id: 'order-1',
			payment_method: 'au_bank_aud',
			currency: 'AUD',
		};
		const other = await start(chain(node('Create', create({ externalId: 'order-2' }))));
		const otherValue = payins().get(uuidOf(other)).target.authorization_header;
		for (const [expected, headers, body, at = url] of [
			[401, {}, received],
			[401, { authorization: 'Bearer forged' }, received],
			[401, { authorization: otherValue }, received],
			// Older versions of n8n do not sign the address.
			...(url.includes('signature=')
				? [[401, { authorization }, received, url.replace(/signature=./, 'signature=!')]]
				: []),
			[400, { authorization }, { hello: 'world' }],
			// Genuine in form, but the service says otherwise.
			[503, { authorization }, received],
			[503, { authorization }, { ...received, status: 'return_pending' }],
			[200, { authorization }, { ...received, status: 'waiting' }],
			[503, { authorization: otherValue }, { ...received, uuid: uuidOf(other), external_id: 'order-2' }],
		] as [number, Record<string, string>, object, string?][]) {
			expect([body, await n8n.receive({ url: at, headers, body })]).toEqual([body, expected]);
			expect(n8n.execution(id).status).toBe('waiting');
		}
		await pay(uuid);
		outcome(id);
	});
});

describe('payment credentials that come later', () => {
	beforeEach(async () => await open('JPY'));

	const jpy = (externalId: string): INodeParameters => ({
		payinMethodName: chosen('jp_bank_jpy'),
		externalId,
		amount: '5000',
		methodParameters: form({ first_name: 'アダ', last_name: 'バイロン' }),
	});
	const credentialsFirst = (externalId = 'order-1') =>
		chain(
			node('Create', create(jpy(externalId))),
			node('Credentials', wait('payin', { waitUntil: 'credentials' })),
			step('Mail'),
			node(WAIT, wait('payin')),
		);
	const later = async () => {
		await service.advance(3_600_000);
		await n8n.idle();
	};

	it('come out before the final status, for those who ask for them', async () => {
		const id = await start(credentialsFirst());
		expect(n8n.execution(id).error?.message).toBeUndefined();
		await later();
		expect(n8n.outputOf(id, 'Mail')).toMatchObject([
			{
				uuid: uuidOf(id),
				status: 'pending',
				account_number: expect.any(String),
				wait: { outcome: 'credentials' },
			},
		]);
		expect(n8n.execution(id).status).toBe('waiting');
		// A second delivery of the credentials does not end the second wait.
		const [delivery] = service.emulator.world.notifications.deliveries;
		await service.emulator.world.notifications.redeliver(delivery?.id ?? '');
		await n8n.idle();
		expect(n8n.execution(id).status).toBe('waiting');
		payins('JPY').simulate(uuidOf(id), 'completed');
		await delivered();
		expect(outcome(id)).toMatchObject([{ status: 'received', wait: { outcome: 'final' } }]);
	});

	it.each([true, false])(
		'end the wait as its form said when it began, though expressions would say something else by then; simple: %s',
		async (isSimple) => {
			const waits = {
				waitUntil: '={{ $json.wait ? "final" : "credentials" }}',
				options: { simplify: `={{ $json.wait ? ${!isSimple} : ${isSimple} }}` },
			};
			const id = await start(chain(node('Create', create(jpy('order-1'))), node(WAIT, wait('payin', waits))));
			await later();
			const [item] = outcome(id) as [IDataObject];
			expect(item.wait).toEqual({ outcome: 'credentials' });
			expect('webhook_notification' in item).toBe(!isSimple);
		},
	);

	it('are taken from the record when they came before the wait', async () => {
		const plan = chain(
			node('Create', create(jpy('order-1'))),
			node(WAIT, wait('payin', { uuid: '={{ $json.key }}', waitUntil: 'credentials' })),
		);
		const made = await start(plan);
		await later();
		const uuid = uuidOf(made);
		const retried = await n8n.execution(made).retry({
			executionId: made,
			plan: chain(
				node('Create', create(jpy('order-1'))),
				node(WAIT, wait('payin', { uuid, waitUntil: 'credentials' })),
			),
		});
		expect(retried.runData[WAIT]?.at(-1)?.data?.main[0]?.[0]?.json).toMatchObject({
			account_number: expect.any(String),
			wait: { outcome: 'credentials' },
		});
	});

	it('of another payment, or with its value, are not taken for those of this one', async () => {
		const [id, other] = [await start(credentialsFirst()), await start(credentialsFirst('order-2'))];
		const { endpoint_url: url } = payins('JPY').get(uuidOf(id)).target;
		const { authorization_header: authorization } = payins('JPY').get(uuidOf(other)).target;
		const body = { bank_name: 'Bank', account_number: '7654321', account_name: 'Somebody else' };
		expect(await n8n.receive({ url, headers: { authorization }, body })).toBe(503);
		expect(n8n.execution(id).status).toBe('waiting');
	});

	it('with the value of another account that uses the same External ID, are not taken for those of this one', async () => {
		await close();
		const [{ appId, secretKey: secret }, yen] = [service.emulator.account('AUD'), service.emulator.account('JPY')];
		const accounts = `JPY ${yen.appId} ${yen.secretKey}`;
		({ n8n, close } = await WaitingN8n.listening(service.credentials('AUD', { accounts })));
		const id = await start(credentialsFirst());
		const { endpoint_url: url } = payins('JPY').get(uuidOf(id)).target;
		const authorization = deriveAuthorization({ secret, appId, externalId: 'order-1' });
		const body = { bank_name: 'Bank', account_number: '7654321', account_name: 'Somebody else' };
		expect(await n8n.receive({ url, headers: { authorization }, body })).toBe(503);
		expect([n8n.execution(id).status, n8n.outputOf(id, 'Mail')]).toEqual(['waiting', undefined]);
		await later();
		expect(n8n.outputOf(id, 'Mail')).toMatchObject([{ uuid: uuidOf(id), wait: { outcome: 'credentials' } }]);
	});
});

describe('a payout', () => {
	beforeEach(async () => await open());

	const people = [1, 2].map((number) => ({ amount: String(number), key: `wage-${number}`, name: 'Smith' }));

	it('is waited for by the uuid of its payment, which comes out with its batch', async () => {
		const plan = chain(node('Create', payout({ notify: 'thisExecution' })), node(WAIT, wait('payout')));
		const id = await start(plan, people.slice(0, 1));
		expect(n8n.execution(id).status).toBe('waiting');
		await service.advance(60_000);
		await n8n.idle();
		expect(outcome(id)).toMatchObject([
			{
				uuid: uuidOf(id),
				status: 'settled',
				external_id: 'wage-1',
				...{ batch_status: 'completed', error_code: null, error_message: null },
				wait: { outcome: 'final' },
			},
		]);
	});

	it('of many people is waited for by the uuid of its batch', async () => {
		const batchId = '={{ $("Create").first().json.batch_uuid }}';
		const plan = chain(node('Create', batch({ notify: 'thisExecution' })), {
			...node(WAIT, wait('payout', { uuid: batchId })),
			settings: { executeOnce: true },
		});
		const id = await start(plan, people);
		expect([n8n.execution(id).status, n8n.execution(id).error?.message]).toEqual(['waiting', undefined]);
		await service.advance(60_000);
		await n8n.idle();
		expect(outcome(id)).toMatchObject([
			{ external_id: 'wage-1', status: 'settled', batch_status: 'completed', wait: { outcome: 'final' } },
			{ status: 'settled', batch_status: 'completed', wait: { outcome: 'final' } },
		]);
	});

	it('of many people tells how to wait for its batch', async () => {
		const plan = chain(node('Create', batch({ notify: 'thisExecution' })), node(WAIT, wait('payout')));
		const { error } = n8n.execution(await start(plan, people));
		expect(error?.description).toContain('give the uuid of the batch and switch on Execute Once');
	});

	it('whose record cannot be read at first waits for the right notification all the same', async () => {
		service.fault({ endpoint: 'v2.payouts.detail', when: 'before', fault: 'status', status: 500, times: 9 });
		const plan = chain({
			...node(WAIT, payout({ operation: 'createAndWait', options: { requestTimeout: 2, timeLimit: 2 } })),
		});
		const id = await start(plan, people.slice(0, 1));
		service.emulator.world.faults.remove();
		expect([n8n.execution(id).status, n8n.execution(id).error?.message]).toEqual(['waiting', undefined]);
		await service.advance(60_000);
		await n8n.idle();
		expect(outcome(id)).toMatchObject([{ status: 'settled', batch_status: 'completed', wait: { outcome: 'final' } }]);
	});
});

describe('a checkout link', () => {
	beforeEach(async () => await open());

	it('is handed out before the wait, which its payment ends', async () => {
		const id = await start(chain(node('Create', LINK), step('Mail'), node(WAIT, wait('checkoutLink'))));
		expect(n8n.outputOf(id, 'Mail')?.[0]).toMatchObject({ payment_url: expect.stringContaining('http') });
		const { links, checkoutSessions } = service.emulator.account('AUD');
		checkoutSessions.pay(links.session(uuidOf(id)));
		await service.advance(3_600_000);
		await n8n.idle();
		expect(outcome(id)).toMatchObject([{ status: 'received', wait: { outcome: 'final' } }]);
		const [{ wait: _wait, ...waited }] = outcome(id) as [IDataObject];
		const { outcome: _outcome, note: _note, ...created } = n8n.outputOf(id, 'Create')?.[0] ?? {};
		expect(Object.keys(waited)).toEqual(Object.keys(created));
	});

	it('that was received ends the wait although its refund has begun', async () => {
		const link = {
			...{ resource: 'checkoutLink', amount: '49.90', paymentDescription: 'Order 78', externalId: 'order-78' },
			...{ customerEmail: 'ada@shop.example', firstName: 'Ada', lastName: 'Byron' },
		};
		const made = node('Create', { ...link, operation: 'create', notify: 'thisExecution' });
		const id = await start(chain(made, step('Mail'), node(WAIT, wait('checkoutLink'))));
		const uuid = uuidOf(id);
		const { links, checkoutSessions } = service.emulator.account('AUD');
		service.emulator.world.notifications.plan({ delayMs: 500 });
		checkoutSessions.pay(links.session(uuid));
		links.refund(uuid, { description: 'Parcel lost' });
		await service.advance(500);
		await n8n.idle();
		const ended = [{ status: 'return_pending', wait: { outcome: 'final' } }];
		expect(outcome(id)).toMatchObject(ended);
		const again = await start(chain(node(WAIT, { ...link, operation: 'createAndWait' })));
		expect(outcome(again)).toMatchObject(ended);
	});
});

describe('a payment that the service does not show yet', () => {
	beforeEach(async () => await open());
	afterEach(() => jest.restoreAllMocks());

	const account = () => service.emulator.account('AUD');
	const notYet = (): never => {
		throw new ServiceError(404, 'NOT_FOUND', 'Not found');
	};
	const CASES: [string, INodeParameters, INodeParameters, () => jest.SpyInstance, (id: string) => void, object][] = [
		[
			'payin',
			create(),
			wait('payin'),
			() => jest.spyOn(account().payins, 'get').mockImplementationOnce(notYet),
			(id) => account().payins.simulate(uuidOf(id), 'completed'),
			{ status: 'received' },
		],
		[
			'payout',
			payout({ notify: 'thisExecution' }),
			wait('payout'),
			() => jest.spyOn(account().payouts, 'get').mockImplementationOnce(notYet),
			() => undefined,
			{ status: 'settled' },
		],
		[
			'batch of payouts',
			payout({ notify: 'thisExecution' }),
			wait('payout', { uuid: '={{ $("Create").first().json.batch_uuid }}' }),
			() => jest.spyOn(account().payouts, 'get').mockImplementationOnce(notYet),
			() => undefined,
			{ status: 'settled', batch_status: 'completed' },
		],
		[
			'checkout link',
			LINK,
			wait('checkoutLink'),
			() => jest.spyOn(account().links, 'detail').mockImplementationOnce(notYet),
			(id) => account().checkoutSessions.pay(account().links.session(uuidOf(id))),
			{ status: 'received' },
		],
	];

	it.each(CASES)('is waited for all the same: %s', async (_what, made, waits, hides, end, ended) => {
		const hidden = hides();
		const id = await start(chain(node('Create', made), node(WAIT, waits)));
		expect(hidden).toHaveBeenCalledTimes(1);
		expect([n8n.execution(id).status, n8n.execution(id).error?.message]).toEqual(['waiting', undefined]);
		end(id);
		await service.advance(3_600_000);
		await n8n.idle();
		expect(outcome(id)).toMatchObject([{ ...ended, wait: { outcome: 'final' } }]);
	});

	it('goes on after the limit with its uuid', async () => {
		jest.spyOn(account().payins, 'get').mockImplementationOnce(notYet);
		const { id, uuid } = await waiting();
		await n8n.timeOut(id);
		expect(outcome(id)).toMatchObject([{ uuid, wait: { outcome: 'timed_out', message: expect.any(String) } }]);
	});

	it('is not waited for where this execution has not made it', async () => {
		const id = await start(chain(node('Create', payin()), node(WAIT, wait('payin', { uuid: 'Q7QX2M9D' }))));
		expect(n8n.execution(id).error?.message).toBe('The payment service has no such record');
	});
});

describe('a checkout link', () => {
	beforeEach(async () => await open());

	it.each(['received', 'failed'])('that is %s ends the wait, by its record', async (status) => {
		const id = await start(chain(node('Create', LINK), step('Mail'), node(WAIT, wait('checkoutLink'))));
		const { links, checkoutSessions } = service.emulator.account('AUD');
		const session = links.session(uuidOf(id));
		if (status === 'failed') checkoutSessions.fail(session, 'Declined');
		else checkoutSessions.pay(session);
		await service.advance(3_600_000);
		await n8n.idle();
		const [ended] = outcome(id) as object[];
		expect(ended).toMatchObject({ status, wait: { outcome: 'final' } });
		expect(ended).not.toHaveProperty('confirmed');
	});
});

it('an AI agent’s tool cannot have its execution notified', async () => {
	await open();
	const plan: WorkflowPlan = {
		nodes: [
			step('Start'),
			{ name: 'Agent', type: AGENT, parameters: { tool: 'Create' } },
			{ ...node('Create', create()), type: ACTION_TOOL },
		],
		wires: [['Start', 0, 'Agent']],
		tools: [['Create', 'Agent']],
	};
	const id = await start(plan);
	expect(n8n.execution(id).stored).toContain('a tool of an AI agent cannot wait: use Notify: Trigger in This Instance');
	expect(service.writes()).toBe(0);
});

describe('a payment that comes to the node again', () => {
	beforeEach(async () => await open());

	const LINK = {
		...{ resource: 'checkoutLink', amount: '80', paymentDescription: 'Order 78', options: QUICK },
		...{ customerEmail: 'ada@shop.example', firstName: 'Ada', lastName: 'Byron' },
	};
	const forms: Record<string, INodeParameters> = { payin: payin(), payout: payout(), checkoutLink: LINK };
	const createAndWait = (resource: string, externalId = 'order-1'): INodeParameters => ({
		...forms[resource],
		...{ operation: 'createAndWait', waitLimit: 60, amount: '80', externalId },
	});
	/** The item is wired back once, through whatever else stands between. */
	const wiredBack = (parameters: INodeParameters, ...between: NodePlan[]): WorkflowPlan => {
		const nodes = [node(WAIT, parameters), ...between, { name: 'Again', type: AT_MOST, parameters: { times: 1 } }];
		const wires = nodes.map(({ name }, at): [string, number, string] => [name, 0, nodes[at + 1]?.name ?? WAIT]);
		return { nodes: [step('Start'), ...nodes], wires: [['Start', 0, WAIT], ...wires] };
	};
	const made = (resource: string): number => {
		const { payouts, links } = service.emulator.account('AUD');
		if (resource === 'payin') return payins().payments().payins.length;
		const everything = { page: 1, from: 0, to: Infinity };
		return resource === 'payout' ? payouts.payments().payouts.length : links.list(everything as never).length;
	};
	it('is made once where its External ID stays the same', async () => {
		const id = await start(wiredBack({ ...payin({ externalId: 'order-1' }), amount: '80' }));
		expect([n8n.execution(id).status, made('payin')]).toEqual(['success', 1]);
	});

	it.each(['payin', 'payout', 'checkoutLink'])(
		'after the limit is waited on for by Wait for Final Status: %s',
		async (resource) => {
			const again = node('Wait on', { resource, operation: 'waitForStatus', uuid: '={{ $json.uuid }}' });
			const id = await start(chain(node(WAIT, createAndWait(resource)), again));
			await n8n.timeOut(id);
			expect([n8n.execution(id).status, n8n.execution(id).error?.message]).toEqual(['waiting', undefined]);
			const { links, checkoutSessions } = service.emulator.account('AUD');
			if (resource === 'payin') payins().simulate(uuidOf(id, WAIT), 'completed');
			if (resource === 'checkoutLink') checkoutSessions.pay(links.session(uuidOf(id, WAIT)));
			await service.advance(60_000);
			await n8n.idle();
			expect(n8n.execution(id).status).toBe('success');
			expect(n8n.outputOf(id, 'Wait on')).toMatchObject([{ uuid: uuidOf(id, WAIT), wait: { outcome: 'final' } }]);
			expect(made(resource)).toBe(1);
		},
	);
});
