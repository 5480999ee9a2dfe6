import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ServiceError } from '../../../emulator/engine/serviceError';
import { deriveAuthorization } from '../../../core/service/authorization';
import { batch, chosen, form, payin, payout } from '../action/orders';
import { ACTION, PASS_ON } from '../engine/nodeTypes';
import { serviceOfFile } from '../engine/serviceOfFile';
import type { NodePlan, WorkflowPlan } from '../engine/workflow';
import { WaitingN8n } from './waitingN8n';

/** Create, tell the customer, then wait. The service can reach n8n, and its notification resumes the execution. */

const QUARTER_HOUR = 15 * 60_000;
const WAIT = 'Wait for the payment';

const service = serviceOfFile({ notificationRetries: 3 });
let n8n: WaitingN8n;
let close: () => Promise<void>;

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

	it('is not waited for when it came to its end before', async () => {
		const id = await start(chain(node('Create', create()), paidAtOnce, step('Mail'), node(WAIT, wait('payin'))));
		await delivered();
		expect(outcome(id)).toMatchObject([{ status: 'received', wait: { outcome: 'final' } }]);
		// The notification arrived while the execution was still running.
		expect(answersAbout(uuidOf(id))).toEqual([409]);
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

	it('goes on after the limit with the record as it was, marked as timed out', async () => {
		const { id, uuid } = await waiting();
		await n8n.timeOut(id);
		expect(outcome(id)).toMatchObject([{ uuid, status: 'pending', wait: { outcome: 'timed_out' } }]);
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
});

describe('a payment that the service does not show yet', () => {
	beforeEach(async () => await open());

	const account = () => service.emulator.account('AUD');
	const notYet = (): never => {
		throw new ServiceError(404, 'NOT_FOUND', 'Not found');
	};
	it('is waited for all the same', async () => {
		const hidden = jest.spyOn(account().payins, 'get').mockImplementationOnce(notYet);
		const { id, uuid } = await waiting();
		expect(hidden).toHaveBeenCalledTimes(1);
		await pay(uuid);
		expect(outcome(id)).toMatchObject([{ status: 'received', wait: { outcome: 'final' } }]);
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

describe('Create and Wait', () => {
	beforeEach(async () => await open());

	it('whose limit is over is waited on for by Wait for Final Status', async () => {
		const first = payin({ operation: 'createAndWait', waitLimit: 60 });
		const again = node('Wait on', { resource: 'payin', operation: 'waitForStatus', uuid: '={{ $json.uuid }}' });
		const id = await start(chain(node(WAIT, first), again));
		await n8n.timeOut(id);
		expect([n8n.execution(id).status, n8n.execution(id).error?.message]).toEqual(['waiting', undefined]);
		await pay(uuidOf(id, WAIT));
		expect(n8n.execution(id).status).toBe('success');
		expect(n8n.outputOf(id, 'Wait on')).toMatchObject([{ uuid: uuidOf(id, WAIT), wait: { outcome: 'final' } }]);
		expect(payins().payments().payins).toHaveLength(1);
	});
});
