import type { IDataObject, INodeParameters } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { everywhere, without, type Fields } from '../../../emulator/otherwise/difference';
import { startProcess } from '../../sequences/n8nProcess';
import { AT_ONCE, checkoutLink, chosen, form, operation, payin } from '../action/orders';
import { runNode, type NodeRunOptions } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { goOn, runWithFiles } from '../resources/resourceRun';
import { answered } from '../wrongGuesses/differing';
import { chunks, list, one, outcomeOf, outcomes, wages } from './payroll';
import { audPayoutFile, audPayoutPerItem, gatewayLinkCreate } from './writes';

/**
 * What stands under an External ID at the service decides, also in a new process, which knows nothing of the payments before:
 * the same payment, another one, one that has ended, several, or one that other software has made.
 */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const account = () => service.emulator.account('AUD');
const anew = () => startProcess().nodeTypes;

/** Each run in a process of its own. */
const pay = async (
	parameters: INodeParameters,
	items: IDataObject[] = [{ amount: 10, key: 'INV-1' }],
	more: Partial<NodeRunOptions> = {},
) => await runNode({ credentials: service.credentials(), parameters, items, nodeTypes: anew(), ...more });

const lag = () => (service.emulator.world.settings.listLagMs = 3_600_000);

describe('other values under the same External ID stop', () => {
	it.each([
		['one request per item', one],
		['all items in one request', chunks],
	])('and both are shown: %s', async (_, parameters) => {
		await pay(parameters(), wages(2));
		const sent = service.calls()['v2.payouts.create'];
		const byPayid = {
			payoutMethodName: chosen('au_payid_npp_aud'),
			methodParameters: form({ pay_id: 'n@shop.test', pay_id_type: 'EMAIL' }),
		};
		const others: [INodeParameters, asked: string, there: string][] = [
			[{ amount: '99.5' }, 'amount 99.50 AUD', 'amount 10.50 AUD'],
			[{ firstName: 'Olivia' }, 'payee olivia payee 0', 'payee nathan payee 0'],
			[{ email: 'olivia@example.com' }, 'payee email olivia@example.com', 'payee email nathan@example.com'],
			[byPayid as INodeParameters, 'method au_payid_npp_aud', 'method au_bank_aud'],
		];
		for (const [changes, asked, there] of others) {
			const { error } = await pay(parameters(changes), wages(2));
			expect(`${error?.message} ${error?.description}`).toContain('The External ID wage-0 belongs to another payment');
			expect(error?.description).toContain(`Asked for: ${asked}`);
			expect(error?.description).toContain(`There: ${there}`);
		}
		expect(service.calls()['v2.payouts.create']).toBe(sent);
	});

	it.each<[string, INodeParameters, INodeParameters]>([
		['a payin with GST', payin({ options: AT_ONCE }), { additionalFields: { gst: true } }],
		[
			'a gateway link for another customer',
			gatewayLinkCreate.parameters,
			{ orderDetails: JSON.stringify({ billing_details: { email: 'olivia@shop.test' } }) },
		],
	])('%s', async (_what, parameters, changes) => {
		const { nodeTypes } = startProcess();
		const run = async (more: INodeParameters = {}) => await pay({ ...parameters, ...more }, wages(1), { nodeTypes });
		expect(outcomes(await run())).toEqual(['created']);
		expect((await run(changes)).error?.message).toMatch(/^The (External|Order) ID \S+ belongs to another /);
		expect(outcomes(await run())).toEqual(['found']);
	});

	it('an AUD file, which is sent once', async () => {
		const file = audPayoutFile.fileOf?.({ amount: '12.50' });
		const other = audPayoutFile.fileOf?.({ amount: '13.50' });
		const parameters = { ...audPayoutFile.parameters, externalId: '={{ "wages-3" }}' };
		const { items } = await runWithFiles(service, parameters, [file, file, other], goOn);
		expect(items.map(outcomeOf)).toEqual(['created', 'found', 'The External ID wages-3 belongs to another payment']);
		expect(service.calls()['v1.payouts.createFromFile']).toBe(1);
	});
});

it('what was paid more than a year ago is found', async () => {
	const old = await startService({ start: new Date(Date.now() - 400 * 86_400_000) });
	const credentials = old.credentials();
	await pay(chunks(), wages(3), { credentials });
	await old.advance(400 * 86_400_000 - 60_000);
	const again = await pay(chunks(), wages(4), { credentials });
	expect(outcomes(again)).toEqual(['found', 'found', 'found', 'created']);
	await old.close();
});

describe('what has ended without money', () => {
	const order = (parameters: INodeParameters) => ({ ...parameters, options: AT_ONCE });
	const scheduled = { additionalFields: { scheduledAt: new Date(Date.now() + 86_400_000).toISOString() } };

	it.each<[string, INodeParameters, status: string, end: (uuid: string) => unknown]>([
		['payment', payin(), 'expired', (uuid) => account().payins.moves(uuid).expire?.()],
		['payment', payin(), 'expired', (uuid) => account().payins.cancel(uuid)],
		['link', checkoutLink(), 'expired', (uuid) => account().links.moves(uuid).expire?.()],
		['payment', one(), 'failed', (uuid) => account().payouts.simulate(uuid, 'failed')],
		['payment', list(), 'failed', (uuid) => account().payouts.simulate(uuid, 'failed')],
		['payment', one(scheduled), 'failed', (uuid) => account().payouts.cancelScheduled(uuid)],
	])(
		'stops, once it is known, and is made anew under another External ID: a %s (%#)',
		async (what, form, status, end) => {
			const { nodeTypes } = startProcess();
			const first = await pay(order(form), undefined, { nodeTypes });
			const { uuid, batch_uuid: batch } = first.items[0]?.json as { uuid: string; batch_uuid?: string };
			end(batch ?? uuid);
			await service.advance(60_000);
			for (const process of [nodeTypes, anew()]) {
				const { error } = await pay(order(form), undefined, { nodeTypes: process });
				const made = what === 'link' ? 'created' : 'made';
				expect(error?.message).toBe(`The ${what} INV-1 was ${made} before and has ended without money: ${status}`);
				expect(error?.description).toContain('To try again, use another External ID.');
			}
			expect(outcomes(await pay(order({ ...form, externalId: 'k-2' })))).toEqual(['created']);
		},
	);

	it('is no link whose payment failed: it is alive until it expires, and its page can be tried again', async () => {
		await pay(order(checkoutLink()));
		answered(['v3.links.detail', 'v3.links.list'], (answer) =>
			everywhere(answer, ({ transaction_info: payment, ...link }) => ({
				...link,
				...(payment !== undefined && { transaction_info: { ...(payment as Fields), status: 'failed' } }),
			})),
		);
		expect(outcomes(await pay(order(checkoutLink())))).toEqual(['found']);
	});

	const oneTimePayid = (expiredAt: Date) =>
		operation('oneTimePayid', 'create', {
			...{ externalId: '={{ $json.key }}', name: 'Ada Byron', emails: 'ada@shop.test', amount: '10' },
			paymentDescription: 'Order 77',
			additionalFields: { expiredAt: expiredAt.toISOString() },
		});

	it.each<[string, (expiredAt: Date) => INodeParameters]>([
		['a link that is remembered, because the service does not show it', () => checkoutLink()],
		['a one-time PayID', oneTimePayid],
	])('says so where it expires and is not shown as ended: %s', async (_what, form) => {
		const NOTE = 'It has expired, and the service does not show it as paid. Another External ID makes a new one.';
		answered(['v3.links.detail', 'v3.links.list', 'v3.links.create'], (answer) =>
			everywhere(answer, (fields) => without(fields, 'meta_data')),
		);
		const { now } = Date;
		const start = now();
		const { nodeTypes } = startProcess();
		const noteAt = async (minutes: number) => {
			const { items } = await pay(order(form(new Date(start + minutes * 60_000))), undefined, { nodeTypes });
			return items[0]?.json;
		};
		expect(await noteAt(20)).not.toMatchObject({ note: NOTE });
		await service.advance(120 * 60_000);
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 120 * 60_000);
		expect(await noteAt(140)).toMatchObject({ outcome: 'found', note: NOTE });
	});
});

describe('a payout that other software has given its reference at the batch alone', () => {
	const made = (payees: readonly string[] = ['Smith']) =>
		account().payouts.create({
			payout_method_name: 'au_bank_aud',
			currency: 'AUD',
			description: 'Invoice 1',
			external_id: 'INV-1',
			webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
			payout_transaction_details: payees.map((last_name) => ({
				...{ first_name: 'Nathan', last_name, email: 'nathan@example.com', amount: 10 },
				payout_method_params: { bsb: '062000', account_number: '12345678', account_name: 'Nathan Smith' },
			})),
		});

	it('is found', async () => {
		made();
		const { items } = await pay(one());
		expect(items[0]?.json).toMatchObject({ outcome: 'found', external_id: 'INV-1' });
		expect(account().payouts.payments().payouts).toHaveLength(1);
	});

	it('may be that of the same payee where the batch has several, and nobody’s of a list', async () => {
		made(['Smith', 'Jones']);
		expect((await pay(one())).error?.message).toMatch(/without its External ID, which may be this one$/);
		expect((await pay(one({ amount: 12 }))).error?.message).toMatch(/without its External ID/);
		expect(outcomes(await pay(one({ lastName: 'Brown' })))).toEqual(['created']);
		expect(outcomes(await pay(list()))).toEqual(['created']);
	});
});

describe('several payments under one External ID', () => {
	it.each([
		['payment', payin()],
		['link', checkoutLink()],
		['payment', one()],
		['payment', list()],
	])('stop, and are named, each a %s (%#)', async (what, parameters) => {
		const order = { ...parameters, options: AT_ONCE };
		// No process sees what the other one makes: the lists lag meanwhile.
		lag();
		for (const _process of [1, 2]) expect(outcomes(await pay(order))).toEqual(['created']);
		service.emulator.world.settings.listLagMs = 0;
		const { items } = await pay(order, undefined, { settings: goOn });
		expect(items[0]?.json.error).toBe(`The ${what} INV-1 exists 2 times`);
		const { outcome, duplicates } = items[0]?.json as { outcome: string; duplicates: string };
		expect([outcome, new Set(duplicates.split(', ')).size]).toEqual(['paid_twice', 2]);
	});

	it('are told with both identifiers where another process makes one while the answer is lost', async () => {
		const { payouts } = account();
		const { create } = payouts;
		jest.spyOn(payouts, 'create').mockImplementationOnce((body) => {
			create(body);
			return create(body);
		});
		service.fault({ endpoint: 'v2.payouts.create', fault: 'reset', when: 'after', nth: 1 });
		const run = await pay(chunks(), wages(2), { settings: goOn });
		expect(outcomes(run)).toEqual(['paid_twice', 'paid_twice']);
		const uuids = payouts.payments().payouts.map(({ uuid }) => uuid);
		expect(uuids).toHaveLength(4);
		for (const uuid of uuids) expect(JSON.stringify(run.items)).toContain(uuid);
	});
});

describe('a service that stores External IDs in a spelling of its own', () => {
	/** It shows every External ID as `spell` does. */
	const showKeys = (spell: (key: string) => string) =>
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_settings, _endpoint, answer) =>
				everywhere(answer as Fields, (fields) =>
					typeof fields.external_id === 'string' ? { ...fields, external_id: spell(fields.external_id) } : fields,
				),
			);
	const settings = { retryOnFail: true, maxTries: 3 };

	it.each([
		['payout', one()],
		['payout of a list', list()],
		['payin', payin({ options: AT_ONCE })],
	])('stops a %s that it has in another case, and nothing is sent again', async (_what, parameters) => {
		showKeys((key) => key.toLowerCase());
		for (const _time of [1, 2]) {
			const { error } = await pay(parameters, undefined, { settings });
			expect(error?.message).toMatch(
				/^The service has a payment under the External ID .*, which differs from .* in its spelling only$/,
			);
			expect(error?.description).toContain('If it is another one, use an External ID that differs in more.');
		}
		expect(service.writes()).toBe(1);
	});

	it('stops a payout of which only its batch shows the External ID, in another case', async () => {
		await pay(one());
		jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, _endpoint, answer) =>
			everywhere(answer as Fields, (fields) => {
				if ('payee' in fields) return { ...fields, external_id: null };
				return typeof fields.external_id === 'string' ? { ...fields, external_id: 'inv-1' } : fields;
			}),
		);
		const { error } = await pay(one());
		expect(error?.message).toBe(
			'The service has a payment under the External ID inv-1, which differs from INV-1 in its spelling only',
		);
		expect(service.writes()).toBe(1);
	});

	it('is not sent by this process again what it cuts short, an hour and another payment later', async () => {
		const { now } = Date;
		const { nodeTypes } = startProcess();
		const payOne = async (key: string) => (await pay(one(), [{ amount: 10, key }], { nodeTypes, settings })).error;
		showKeys((key) => key.slice(0, 3));
		await payOne('INV-7');
		jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
		await payOne('OTHER-8');
		expect((await payOne('INV-7'))?.message).toContain('unknown whether');
		expect(service.writes()).toBe(2);
	});
});

it.each<[string, INodeParameters]>([
	['payout, while lists lag', one()],
	['payin, while lists lag', payin({ options: AT_ONCE })],
	['payout of a list', list()],
	['AUD payout, which cannot be asked for', audPayoutPerItem.parameters],
])('two External IDs that look the same are one %s', async (_what, parameters) => {
	lag();
	const keys = ['INV-7', 'inv–7', 'ＩＮＶ－７', 'INV-0042'];
	const items = keys.map((key) => ({ amount: 10, key }));
	const { items: output } = await pay(parameters, items, { settings: goOn });
	expect(output.map(({ json }) => ('error' in json ? 'stopped' : 'made'))).toEqual([
		'made',
		'stopped',
		'stopped',
		'made',
	]);
});
