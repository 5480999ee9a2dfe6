import type { SettlementList } from '../../../contract';
import { v3OnlyCurrencies } from '../../../contract/currencies';
import { deriveAuthorization } from '../../../core/service/authorization';
import { unprocessable } from '../../../emulator/engine/serviceError';
import { V3_ONLY_CURRENCIES } from '../../../nodes/MultiCurrencyPaymentsPollingTrigger/sources';
import { HOUR, MINUTE, startPolling, told } from '../pollingTrigger/polling';
import { newPayin, notificationsAbout, receivedPayin as receivedBy } from '../trigger/payments';
import { StoredWorkflow } from '../trigger/triggerEngine';
import { credentialOf, tripleOf } from './mixed';
import { answered } from '../wrongGuesses/differing';

/** The triggers with a credential that holds several accounts, in n8n's engine against the emulator. */

const polling = startPolling();
const workflow = (parameters: ConstructorParameters<typeof StoredWorkflow>[1] = {}, changes = {}) =>
	new StoredWorkflow(credentialOf(polling.service, changes), {
		webhook: { events: [], statuses: [], path: 'p', ...parameters?.webhook },
		polling: { events: ['payin', 'payout'], statuses: [], lookBack: 72, ...parameters?.polling },
	});

const METHODS: Record<string, object> = {
	AUD: {},
	PHP: { payin_method_name: 'ph_qrph_php' },
	INR: { payin_method_name: 'in_scheme_inr', payin_method_params: { phone: '+911234567890' }, amount: 800 },
	MYR: { payin_method_name: 'my_bank_scheme2_myr' },
};

afterEach(() => jest.restoreAllMocks());

const receivedPayin = (currency: string, changes = {}) =>
	receivedBy(polling.service, { ...METHODS[currency], ...changes }, currency);

/** The notification of a payin that an account of the service has received. */
function notificationOf(currency: string, secret?: string) {
	const { appId, secretKey } = polling.service.emulator.account(currency);
	const uuid = receivedPayin(currency, { external_id: `ord-${currency}` });
	const authorization = deriveAuthorization({ secret: secret ?? secretKey, appId, externalId: `ord-${currency}` });
	return { uuid, headers: { authorization }, body: notificationsAbout(polling.service, uuid).at(-1) };
}

describe('the webhook trigger', () => {
	it.each(['AUD', 'PHP', 'INR'])('accepts the notifications of the account of %s', async (currency) => {
		const { uuid, headers, body } = notificationOf(currency);
		const { status, items } = await workflow().deliver({ headers, body });
		expect(status).toBe(200);
		expect(items?.[0]?.json).toMatchObject({ uuid, status: 'received', currency });
	});

	it.each(['AUD', 'PHP'])('reads the record of %s with the account that the value names', async (currency) => {
		const { uuid, headers, body } = notificationOf(currency);
		const trigger = workflow({ webhook: { options: { confirmWithService: true } } });
		const { items } = await trigger.deliver({ headers, body });
		expect(items?.[0]?.json).toMatchObject({ uuid, confirmed: true });
	});

	it('finds it also beside an account whose key the service refuses', async () => {
		const { uuid, body } = notificationOf('PHP');
		const trigger = workflow(
			{ webhook: { options: { confirmWithService: true } } },
			{ acceptedAuthorization: 'Basic abc', secretKey: 'revoked' },
		);
		const deliver = async (told: unknown) =>
			await trigger.deliver({ headers: { authorization: 'Basic abc' }, body: told });
		expect((await deliver(body)).items?.[0]?.json).toMatchObject({ uuid, confirmed: true });
		expect(await deliver(notificationOf('AUD').body)).toMatchObject({ status: 503, items: null });
	});

	it('puts a notification off when the time to look for its record is over before all accounts were asked', async () => {
		const { payins } = polling.service.emulator.account('AUD');
		const get = payins.get.bind(payins);
		jest.spyOn(payins, 'get').mockImplementation((uuid) => {
			jest.setSystemTime(Date.now() + MINUTE);
			return get(uuid);
		});
		const trigger = workflow({}, { acceptedAuthorization: 'Basic abc' });
		const body = { uuid: 'A1B2C3D4', status: 'expired' };
		const { status, items } = await trigger.deliver({ headers: { authorization: 'Basic abc' }, body });
		expect([status, items]).toEqual([503, null]);
	});

	it('refuses the tag of one account with the key of another, and the tag of none', async () => {
		const { secretKey } = polling.service.emulator.account('AUD');
		const forged = notificationOf('PHP', secretKey);
		const foreign = notificationOf('MYR');
		for (const { headers, body } of [forged, foreign]) {
			const { status, items } = await workflow().deliver({ headers, body });
			expect([status, items]).toEqual([401, null]);
		}
	});

	it('takes one Notification Secret for all accounts', async () => {
		const { headers, body } = notificationOf('PHP', 'one-for-all');
		const { status } = await workflow({}, { notificationSecret: 'one-for-all' }).deliver({ headers, body });
		expect(status).toBe(200);
	});
});

it.each(['AUD', 'PHP', 'INR'])(
	'takes the secret key of %s in Previous Notification Secret for that of each account, which the first Notification Secret replaces',
	async (currency) => {
		const { secretKey } = polling.service.emulator.account(currency);
		const changes = { notificationSecret: 'new', rotating: true, previousNotificationSecret: secretKey };
		const statuses = ['AUD', 'PHP'].flatMap((each) =>
			[undefined, 'new', polling.service.emulator.account('INR').secretKey].map((secret) =>
				notificationOf(each, secret),
			),
		);
		const answers: number[] = [];
		for (const { headers, body } of statuses)
			answers.push((await workflow({}, changes).deliver({ headers, body })).status);
		expect(answers).toEqual([200, 200, 401, 200, 200, 401]);
	},
);

describe('the polling trigger', () => {
	it('looks through the lists of all accounts', async () => {
		const poller = workflow().poller();
		await poller.activate();
		const uuids = ['AUD', 'PHP', 'INR', 'MYR'].map((currency) => receivedPayin(currency));
		await polling.pass(MINUTE);
		expect(told(await poller.poll())).toEqual(uuids.slice(0, 3).map((uuid) => `${uuid} received`));
		expect(await poller.poll()).toEqual([]);
	});

	it('goes on with the accounts that it knows when one is added, and takes what that one has for existing', async () => {
		const stored = workflow({}, { accounts: tripleOf(polling.service, 'PHP') });
		await stored.poller().activate();
		await polling.pass(HOUR);
		const pending = newPayin(polling.service);
		receivedPayin('INR');
		const missed = receivedPayin('PHP');
		stored.credentials = credentialOf(polling.service);
		const poller = stored.poller();
		expect(told(await poller.activate())).toEqual([`${missed} received`]);
		polling.service.emulator.account('AUD').payins.simulate(pending, 'completed');
		const fresh = receivedPayin('INR');
		expect(told(await poller.poll())).toEqual([`${pending} received`, `${fresh} received`]);
	});

	it('comes to every account, though the time of a poll suffices for one only', async () => {
		const poller = workflow({ polling: { events: ['payin'] } }).poller();
		await poller.activate();
		const uuids = ['AUD', 'PHP', 'INR'].map((currency) => receivedPayin(currency));
		await polling.pass(MINUTE);
		for (const currency of ['AUD', 'PHP', 'INR']) {
			const { payins } = polling.service.emulator.account(currency);
			const list = payins.list.bind(payins);
			jest.spyOn(payins, 'list').mockImplementation((...asked) => {
				jest.setSystemTime(Date.now() + MINUTE);
				return list(...asked);
			});
		}
		const events: string[] = [];
		for (let poll = 0; poll < 3; poll += 1) events.push(...told(await poller.poll()));
		expect(events.sort()).toEqual(uuids.map((uuid) => `${uuid} received`).sort());
	});

	describe('with an account of cards alone, to which v2 refuses its lists', () => {
		const refusing = (currency: string) => {
			const { payins, payouts } = polling.service.emulator.account(currency);
			const refuse = () => {
				throw unprocessable({ account: 'has none of these' });
			};
			jest.spyOn(payins, 'list').mockImplementation(refuse);
			jest.spyOn(payouts, 'list').mockImplementation(refuse);
		};

		it('is published, and tells what the others have', async () => {
			refusing('NZD');
			const published = workflow({}, { accounts: tripleOf(polling.service, 'NZD') });
			const poller = published.poller();
			expect(await poller.activate()).toEqual([]);
			expect(await poller.poll()).toEqual([]);
			const uuid = receivedPayin('AUD');
			await polling.pass(MINUTE);
			expect(told(await poller.poll())).toEqual([`${uuid} received`]);
			expect(told(await published.listen())).toEqual([`${uuid} received`]);
		});

		it('knows them by the currencies that v2 does not offer', () => {
			expect(V3_ONLY_CURRENCIES).toEqual(v3OnlyCurrencies);
		});

		it('is not published where no other account can be read', async () => {
			refusing('NZD');
			const accounts = tripleOf(polling.service, 'NZD');
			const [, appId = '', secretKey = ''] = accounts.split(' ');
			const chosen = { events: ['payin', 'balanceEntry'] };
			const poller = workflow({ polling: chosen }, { appId, secretKey, accounts }).poller();
			await expect(poller.activate()).rejects.toThrow('The payment service refused this: Account: has none of these');
		});

		it('is not published without a word where v2 offers the currency', async () => {
			refusing('PHP');
			const poller = workflow().poller();
			await expect(poller.activate()).rejects.toThrow('The payment service refused this: Account: has none of these');
		});
	});

	it('tells the settlement reports of two accounts apart, though they have one ID', async () => {
		answered(['v2.settlements.list'], (answer) => ({
			...(answer as SettlementList),
			records: (answer as SettlementList).records.map((each) => ({ ...each, id: '1' })),
		}));
		const poller = workflow({ polling: { events: ['settlementReport'] } }).poller();
		await poller.activate();
		const currencies = ['AUD', 'PHP', 'INR'];
		for (const currency of currencies) polling.service.emulator.account(currency).settlements.closeCurrent('daily');
		await polling.pass(MINUTE);
		expect((await poller.poll()).map(({ currency }) => currency)).toEqual(currencies);
		expect(await poller.poll()).toEqual([]);
	});

	it('asks a single account no more than without the field', async () => {
		const counts = [];
		for (const accounts of ['', tripleOf(polling.service, 'AUD')]) {
			const poller = workflow({}, { accounts }).poller();
			polling.requests();
			await poller.activate();
			counts.push(polling.requests());
		}
		expect(counts[1]).toEqual(counts[0]);
	});
});
