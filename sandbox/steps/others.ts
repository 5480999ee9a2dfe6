import { ASSUMED } from '../../contract/assumed';
import { asUtcDay, asUtcWithoutOffset } from '../../core/time/dates';
import { isObject } from '../../core/objects';
import { confirmed, refuted, unknown, word } from '../finding';
import { complaintsIn } from '../refusal';
import { reasonOf, type AssumedName, type Run } from '../run';
import type { Exchange, Service } from '../service';
import { SOMEBODY } from './methods';

/** A checkout link. Nobody pays it, and it expires after a quarter of an hour. */
export async function tryLink(run: Run, service: Service): Promise<void> {
	const listed = run.exchanges.get('checkout methods');
	const [method] = listed && isObject(listed.body) && Array.isArray(listed.body.records) ? listed.body.records : [];
	const least: unknown = isObject(method) ? method.min_amount : undefined;
	if (typeof least !== 'number') {
		run.skipped.set('link', 'the account has no method of the hosted page');
		return;
	}
	const made = await run.make(service, 'link', 'link', String(least), (externalId) =>
		run.ask('create link', service, 'v3.links.create', {
			body: {
				amount: least,
				description: 'Sandbox check',
				sender_info: { email: SOMEBODY.email, first_name: SOMEBODY.first, last_name: SOMEBODY.last },
				expires_in: 900,
				webhook_notification: run.target(service, externalId),
				[run.nameFor('linkMetadataField', 'meta_data')]: { external_id: externalId },
			},
		}),
	);
	if (!made) return;
	if (made.isNew) run.setup.journal.note(made.entry, { state: 'ended', left: 'expires unpaid within 15 minutes' });
	await run.detail('link', service, 'link', made.uuid);
	await run.ask('links of no id', service, 'v3.links.list', {
		query: { ...run.period(), external_id: `${run.setup.prefix}-nothing` },
	});
	await run.ask('links of the run', service, 'v3.links.list', { query: run.period() });
}

/** A contact, which moves no money. */
export async function tryContact(run: Run, service: Service): Promise<void> {
	const email = `${run.setup.prefix.toLowerCase()}@example.com`;
	const identified: AssumedName = {
		id: 'contactIdentifierField',
		assumed: 'email',
		others: ['contact_email', 'identifier'],
		like: /mail|contact|identifier/i,
		findsNothing: true,
	};
	const detail = () =>
		run.tryNames(identified, (name) => run.ask('contact', service, 'v2.contacts.detail', { query: { [name]: email } }));
	const found = await detail();
	const { journal } = run.setup;
	const account = service.access.currency;
	if (found.status === 404 && !journal.find(account, email)) {
		const entry = journal.begin(account, 'contact', email, '');
		const created = await run.ask('create contact', service, 'v2.contacts.create', {
			body: { email, first_name: SOMEBODY.first, last_name: SOMEBODY.last, type: 'individual', country: 'AU' },
		});
		const isMade = created.result === 'answered';
		journal.note(entry, { state: isMade ? 'ended' : 'refused', left: isMade ? 'stays; no money is bound to it' : '' });
		if (isMade) await detail();
	}
	await run.ask('contacts of the run', service, 'v2.contacts.list');
}

/**
 * AUD payouts that pay nobody: they name a PayID and a bank account for one payee, which the specification forbids. The first
 * lacks all that it can lack: what its refusal names, the service looks at. The second lacks nothing.
 */
async function tryAudPayout(run: Run, service: Service): Promise<void> {
	const externalId = `${run.setup.prefix}-aud-payout`;
	const target = run.target(service, externalId);
	const send = (name: string, callback: object, payidType: string) =>
		run.ask(name, service, 'v1.payouts.create', {
			body: {
				...callback,
				description: 'Sandbox check',
				payout_transaction_details: [
					{
						payee: `${SOMEBODY.first} ${SOMEBODY.last}`,
						email: SOMEBODY.email,
						amount: 1,
						payid: SOMEBODY.email,
						payid_type: payidType,
						bsb: '062000',
						account_number: '123456789',
					},
				],
			},
		});
	const { journal } = run.setup;
	const entry = journal.begin(service.access.currency, 'v1 payout', externalId, '1');
	const bare = await send('bare v1 payout', {}, 'sandbox_check');
	const asked = bare.result === 'refused' ? await send('v1 payout', target, ASSUMED.audPayidTypes[0]) : bare;
	const judge = (id: string, field: string, like: RegExp) => {
		const isAbout = ({ body }: Exchange) => complaintsIn(body).find((complaint) => like.test(complaint.field));
		const [before, after] = [isAbout(bare), isAbout(asked)];
		if (asked.result === 'failed' || !before) run.names.set(id, unknown(`${reasonOf(asked)}.`));
		else if (!after) run.names.set(id, confirmed(`The service objects to ${field} only where it is wrong or missing.`));
		else
			run.names.set(id, refuted(`The service does not take ${field} as assumed: it speaks of ${word(after.field)}.`));
	};
	judge('audPayoutCallbackUrlField', ASSUMED.audPayoutCallbackUrlField, /url|endpoint/i);
	judge('audPayoutCallbackAuthorizationField', ASSUMED.audPayoutCallbackAuthorizationField, /auth/i);
	judge('audPayidTypes', 'payid_type', /^payid_type$/i);
	if (asked.result === 'refused' || !asked.unclear) journal.note(entry, { state: 'refused', left: '' });
	if (asked.result === 'answered')
		journal.note(entry, { state: 'made', left: 'the service took a payout that it should have refused' });
}

/** What accounts of AUD have besides: one-time PayIDs, gateway links, and payouts of v1. */
export async function tryAud(run: Run, service: Service): Promise<void> {
	const known = run.setup.journal.find(service.access.currency, `${run.setup.prefix}-aud-payout`);
	if (known === undefined || known.state === 'refused') await tryAudPayout(run, service);
	await tryPayid(run, service);
	await tryGateway(run, service);
	const today = asUtcDay(new Date());
	await run.ask('v1 history of today', service, 'v1.balances.history', {
		query: { from_date: today, to_date: today },
	});
}

/** The fields of a notification target have other names in each part of v1. */
const target = (id: string, assumed: string): AssumedName => ({
	id,
	assumed,
	others: ['webhook_notification', 'notification', 'callback'],
	like: /notification|webhook|callback/i,
});

async function tryPayid(run: Run, service: Service): Promise<void> {
	const made = await run.make(service, 'one-time PayID', 'payid', '1', (externalId) =>
		run.tryNames(target('oneTimePayidNotificationField', 'payment_request_notification'), (name) =>
			run.ask('one-time PayID', service, 'v1.oneTimePayid.create', {
				body: {
					amount: 1,
					gst: false,
					name: `${SOMEBODY.first} ${SOMEBODY.last}`,
					description: 'Sandbox check',
					external_id: externalId,
					expired_at: asUtcWithoutOffset(new Date(Date.now() + 20 * 60_000)),
					[name]: run.target(service, externalId),
				},
			}),
		),
	);
	if (made?.isNew) run.setup.journal.note(made.entry, { state: 'ended', left: 'expires unpaid within 20 minutes' });
}

async function tryGateway(run: Run, service: Service): Promise<void> {
	const asked = await run.ask('access token', service, 'v1.gateway.accessToken');
	const token = isObject(asked.body) ? asked.body.access_token : undefined;
	if (typeof token !== 'string') return;
	const send = (externalId: string, name: string): Promise<Exchange> =>
		run.ask('gateway link', service, 'v1.gateway.create', {
			headers: { 'access-token': token },
			body: {
				order_id: externalId,
				amount: 20,
				description: 'Sandbox check',
				[name]: run.target(service, externalId),
			},
		});
	const made = await run.make(service, 'gateway link', 'gateway', '20', (externalId) =>
		run.tryNames(target('gatewayNotificationField', 'payment_gateway_notification'), (name) => send(externalId, name)),
	);
	if (made?.isNew)
		run.setup.journal.note(made.entry, { state: 'ended', left: 'stays unpaid; the service lets it expire' });
}
