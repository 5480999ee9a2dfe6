import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { verifyAuthorization } from '../../../core/service/authorization';
import type { ItemCall } from '../../../nodes/MultiCurrencyPayments/run/itemCall';
import { note } from '../../../nodes/MultiCurrencyPayments/money/madeHere';
import {
	createAndWaitOperation,
	endsIn,
	showsCredentials,
	waitForStatusOperation,
	type Awaited,
} from '../../../nodes/MultiCurrencyPayments/wait/waiting';
import { awaitedLink } from '../../../nodes/MultiCurrencyPayments/resources/checkoutLink/wait';
import { awaitedPayin } from '../../../nodes/MultiCurrencyPayments/resources/payin/wait';
import { awaitedPayout } from '../../../nodes/MultiCurrencyPayments/resources/payout/wait';
import { polledSources } from '../../../nodes/MultiCurrencyPaymentsPollingTrigger/sources';
import { itemOf, n8nWith } from '../money/items';

const NOW = Date.parse('2031-03-04T05:06:07Z');
beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const MINUTE = 60_000;
const PENDING = { uuid: 'u1', status: 'pending', payment_method: 'jp_bank_jpy', external_id: 'order-1' };
const RECEIVED = { ...PENDING, status: 'received' };
/** With the account to pay to. */
const PAYABLE = { ...PENDING, pay_code: { account_number: '7654321' } };

/** Payments whose record is what the service answers with. A function may fail instead. */
function awaited(answer: () => object, resource = 'payin'): Awaited & { asked: string[] } {
	const asked: string[] = [];
	return {
		asked,
		resource,
		what: 'Payin',
		isListed: true,
		read: async (_client, uuid) => {
			asked.push(uuid);
			return await Promise.resolve(answer());
		},
		show: (_item, read, known) => [{ ...known, ...read }],
	};
}

const texts = { action: 'Create payin and wait', verb: 'created', description: 'Ask for money' } as const;
const waitForStatus = (record: object = {}, resource?: string) =>
	waitForStatusOperation(
		awaited(() => record, resource),
		texts,
	);
const field = (name: string): INodeProperties => ({ displayName: name, name, type: 'string', default: '' });
const namesOf = (fields: readonly INodeProperties[]) => fields.map(({ name }) => name);

describe('the form', () => {
	const formOf = (told?: string) => {
		const properties = [field('amount'), field('options'), field('last')];
		const create = async () => await Promise.resolve({});
		return createAndWaitOperation(
			awaited(() => ({})),
			{ ...texts, told, properties, create },
		);
	};

	it('of Create and Wait is that of Create with a limit above its options', () => {
		expect(formOf()).toMatchObject({ value: 'createAndWait', name: 'Create and Wait', waits: true, ...texts });
		expect(namesOf(formOf().properties)).toEqual(['amount', 'waitLimit', 'options', 'last']);
	});

	it('says before all else what the customer learns too late', () => {
		const [notice, ...others] = formOf('how to pay (pay_code)').properties;
		expect(notice).toMatchObject({ name: 'createAndWaitNotice', type: 'notice', default: '' });
		expect(notice?.displayName).toContain('The customer learns how to pay (pay_code) only when this node has ended');
		expect(others).toEqual(formOf().properties);
	});

	it('limits the wait to a time from a minute to 60 days, by default an hour', () => {
		expect(formOf().properties.find(({ name }) => name === 'waitLimit')).toMatchObject({
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 60 * 24 * 60 },
			default: 60,
		});
	});

	it.each([awaitedPayin, awaitedPayout, awaitedLink])(
		'promises that polling finds what comes later only where it reads the list: $resource',
		(each) => {
			const limit = waitForStatusOperation(each, texts).properties.find(({ name }) => name === 'waitLimit');
			const isPolled = polledSources.some(({ kind }) => kind === each.resource);
			expect(limit?.description).toContain(isPolled ? 'The polling trigger catches' : 'No trigger tells of');
		},
	);

	it.each<[string, string[]]>([
		['payin', ['uuid', 'waitUntil', 'waitLimit', 'output', 'selectedFields', 'options']],
		['payout', ['uuid', 'waitLimit', 'output', 'selectedFields', 'options']],
	])('of Wait for Final Status asks for the end of the wait where it can have another: %s', (resource, names) => {
		const operation = waitForStatus({}, resource);
		expect(operation).toMatchObject({ value: 'waitForStatus', name: 'Wait for Final Status', waits: true, ...texts });
		expect(namesOf(operation.properties)).toEqual(names);
	});

	it('lets the account details or the final status end the wait for a payin, and by default the status alone', () => {
		expect(waitForStatus().properties.find(({ name }) => name === 'waitUntil')).toMatchObject({
			type: 'options',
			options: [
				{ name: 'Final Status', value: 'final' },
				{ name: 'Account Details or Final Status', value: 'credentials' },
			],
			default: 'final',
		});
	});
});

describe('whether a record shows the account to pay to that comes later', () => {
	it.each([
		['one with it', PAYABLE, true],
		['one without it', PENDING, false],
		['one of a method that sends it at once', { ...PAYABLE, payment_method: 'au_bank_aud' }, false],
		['one that shows nothing', {}, false],
	])('%s', (_which, record, shows) => {
		expect(showsCredentials(record, 'payin')).toBe(shows);
	});
});

it.each([
	['pending', 'payin', []],
	['received', 'payin', ['received']],
	['return_pending', 'payin', ['received']],
	['in_dispute', 'payin', ['received']],
	['return_received', 'payin', ['received', 'return_received']],
	['in_dispute', 'checkoutLink', ['received']],
	['dispute_lost', 'checkoutLink', ['received', 'dispute_lost']],
])('a payment in %s, of the kind %s, has come to the ends %j', (status, resource, ends) => {
	const link = { uuid: 'u1', payment_link_url: 'https://pay.example/u1', transaction_info: { uuid: 't1', status } };
	const record = resource === 'payin' ? { ...PENDING, status } : link;
	expect(endsIn(record, resource).map((event) => event.status)).toEqual(ends);
});

describe('Create and Wait', () => {
	/** Creates a payment. @param isSent whether this execution sends it; otherwise it is found */
	function operation(record: object | Error, isSent = true) {
		const created: unknown[] = [];
		const create = async (item: ItemCall, notify: (key: string | null) => object): Promise<IDataObject> => {
			created.push(notify('order-1'));
			item.isSentHere = isSent;
			return await Promise.resolve({ ...PENDING, payment_url: 'here', external_id: 'order-1' });
		};
		const payment = awaited(() => {
			if (record instanceof Error) throw record;
			return record;
		});
		return { created, ...createAndWaitOperation(payment, { ...texts, properties: [], create }) };
	}

	it('has the service notify this execution, which waits with what is known and is measured by its form', async () => {
		const kept: IDataObject = {};
		const n8n = n8nWith({ stored: kept, parameters: { waitLimit: 5 } });
		const item = itemOf(n8n);
		const { created, execute } = operation(PENDING);
		const output = await execute?.(item);
		expect(created).toEqual([
			{
				endpoint_url: 'https://n8n.example/webhook-waiting/1/payment-status',
				authorization_header: expect.any(String),
			},
		]);
		expect(n8n.waits).toEqual([new Date(NOW + 5 * MINUTE)]);
		expect(kept.waitedFor).toEqual({ key: 'order-1', until: 'final', isSimple: true });
		expect(output).toEqual([
			{
				json: {
					...PENDING,
					payment_url: 'here',
					external_id: 'order-1',
					wait: {
						outcome: 'timed_out',
						message: expect.stringMatching(/^No final status came.* polling trigger catches/),
					},
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(n8n.data.main).toEqual([output]);
	});

	it('binds the value that the service notifies with to the External ID of the payment', async () => {
		const item = itemOf(n8nWith());
		const { created, execute } = operation(PENDING);
		await execute?.(item);
		const [{ authorization_header: value }] = created as [{ authorization_header: string }];
		const accounts = [{ appId: item.run.credential.appId, secrets: ['secret'] }];
		const authorization = verifyAuthorization(value, { accounts, accepted: [] });
		expect(authorization).toMatchObject({ outcome: 'derived', reference: { externalId: 'order-1' } });
	});

	it('does not wait for what is final already, whoever made it', async () => {
		for (const isSent of [true, false]) {
			const n8n = n8nWith();
			const output = await operation(RECEIVED, isSent).execute?.(itemOf(n8n));
			expect(output).toMatchObject([{ json: { status: 'received', wait: { outcome: 'final' } } }]);
			expect(n8n.waits).toEqual([]);
		}
	});

	it('refuses to wait for what an earlier execution has made, whose notifications do not come here', async () => {
		const n8n = n8nWith();
		const waits = operation(PENDING, false).execute?.(itemOf(n8n));
		await expect(waits).rejects.toThrow('its notifications do not come to this execution');
		expect(n8n.waits).toEqual([]);
	});

	it('waits for what it has sent even where the record cannot be read, and fails where it has sent nothing', async () => {
		const broken = new Error('No answer');
		const n8n = n8nWith();
		expect(await operation(broken).execute?.(itemOf(n8n))).toMatchObject([{ json: { payment_url: 'here' } }]);
		expect(n8n.waits).toHaveLength(1);
		await expect(operation(broken, false).execute?.(itemOf(n8nWith()))).rejects.toThrow('No answer');
	});

	it.each([
		['a tool of an agent', { type: 'payTool' }, 'because a tool of an AI agent cannot wait: use Create'],
		['a call without execution data', { stored: null }, 'because n8n’s Agents cannot wait: use Create'],
		['Engine 2.0', { execution: randomUUID() }, 'because Engine 2.0 of n8n cannot wait: use Create'],
		['a node alone', { isAlone: true }, 'or a node without a trigger before it, cannot wait: use Create'],
		['several items', { items: 2 }, 'Create and Wait handles one item at a time'],
		['no time', { parameters: { waitLimit: 0 } }, 'Wait Limit must be between 1 and 86400 minutes, not 0'],
		['part of a minute', { parameters: { waitLimit: 0.5 } }, 'between 1 and 86400 minutes, not 0.5'],
		['more than 60 days', { parameters: { waitLimit: 86_401 } }, 'between 1 and 86400 minutes, not 86401'],
	])('creates nothing for %s', async (_what, situation, message) => {
		const { created, execute } = operation(PENDING);
		await expect(execute?.(itemOf(n8nWith(situation)))).rejects.toThrow(message);
		expect(created).toEqual([]);
	});

	it.each([
		[1, 1],
		[86_400, 86_400],
		['', 60],
	])('takes a limit of %p for %p minutes', async (waitLimit, minutes) => {
		const n8n = n8nWith({ parameters: { waitLimit } });
		await operation(PENDING).execute?.(itemOf(n8n));
		expect(n8n.waits).toEqual([new Date(NOW + minutes * MINUTE)]);
	});
});

describe('Wait for Final Status', () => {
	/** An item of an execution that has made what it waits for. @param made what its output showed; null where it has made nothing */
	function waiting(parameters: IDataObject, made: IDataObject | null = {}, resource = 'payin') {
		const kept: IDataObject = {};
		const n8n = n8nWith({ parameters: { uuid: 'u1', ...parameters }, stored: kept });
		const item = itemOf(n8n);
		if (made) {
			item.isSentHere = true;
			note(item, resource, { uuid: 'u1', external_id: 'order-1', ...made });
		}
		return { n8n, kept, item };
	}

	const waitFor = async (record: object, item: ItemCall) => await waitForStatus(record).execute?.(item);

	it('waits for what this execution has made', async () => {
		const { n8n, kept, item } = waiting({ waitLimit: 7 });
		const payment = awaited(() => PENDING);
		const output = await waitForStatusOperation(payment, texts).execute?.(item);
		expect(payment.asked).toEqual(['u1']);
		expect(output).toMatchObject([{ json: { ...PENDING, wait: { outcome: 'timed_out' } } }]);
		expect(Object.keys(output?.[0]?.json ?? {})).toEqual([...Object.keys(PENDING), 'wait']);
		expect(n8n.waits).toEqual([new Date(NOW + 7 * MINUTE)]);
		expect(kept.waitedFor).toEqual({ key: 'order-1', until: 'final', isSimple: true });
	});

	it('reads the batch of a payout, and waits for both', async () => {
		const { item } = waiting({}, { batch: { uuid: 'b1' } }, 'payout');
		const batch = { uuid: 'b1', status: 'processing', payout_transactions: [] };
		const payment = awaited(() => batch, 'payout');
		payment.show = (_item, read, known) => [{ read, known } as IDataObject];
		const output = await waitForStatusOperation(payment, texts).execute?.(item);
		expect(payment.asked).toEqual(['b1']);
		expect(output?.[0]?.json).toMatchObject({ read: batch, known: { uuid: 'u1', batch: { uuid: 'b1' } } });
	});

	it('goes on at once with what is final, whoever made it', async () => {
		const { n8n, item } = waiting({}, null);
		const output = await waitFor(RECEIVED, item);
		expect(output).toEqual([{ json: { ...RECEIVED, wait: { outcome: 'final' } } }]);
		expect(n8n.waits).toEqual([]);
	});

	it('refuses what another execution has made, and what is not final yet', async () => {
		const { item } = waiting({}, null);
		const waits = waitFor(PAYABLE, item);
		await expect(waits).rejects.toThrow('its notifications do not come to this execution');
	});

	it.each([
		['ends at once until “credentials” where it shows them', 'credentials', PAYABLE, 'credentials'],
		['goes on until “credentials” where it does not show them', 'credentials', PENDING, 'timed_out'],
		['goes on until “final” although it shows them', 'final', PAYABLE, 'timed_out'],
		['goes on so where the form does not ask', '', PAYABLE, 'timed_out'],
	])('for a pending payment %s', async (_what, waitUntil, record, outcome) => {
		const { n8n, kept, item } = waiting({ waitUntil });
		const output = await waitFor(record, item);
		expect(output).toMatchObject([{ json: { wait: { outcome } } }]);
		expect(n8n.waits).toHaveLength(outcome === 'timed_out' ? 1 : 0);
		if (outcome === 'timed_out') expect(kept.waitedFor).toMatchObject({ until: waitUntil || 'final' });
	});

	it.each([
		['payin', false],
		['payout', true],
	])('tells how to wait for a batch where there are batches: %s', async (resource, tells) => {
		const { execute } = waitForStatus(PENDING, resource);
		const item = itemOf(n8nWith({ items: 2, parameters: { uuid: 'u1' } }));
		const refusal = await Promise.resolve(execute?.(item)).then(
			String,
			(error: Error & { description?: string }) => error.description,
		);
		expect(refusal).toContain('Put Wait for Final Status into a loop');
		expect(refusal?.includes('give the uuid of the batch')).toBe(tells);
	});

	it('names itself where it refuses', async () => {
		const item = itemOf(n8nWith({ items: 2, parameters: { uuid: 'u1' } }));
		const waits = waitFor(PENDING, item);
		await expect(waits).rejects.toThrow('Wait for Final Status handles one item at a time');
		const nameless = waitFor(PENDING, waiting({ uuid: '' }).item);
		await expect(nameless).rejects.toThrow('Payin is empty');
	});
});
