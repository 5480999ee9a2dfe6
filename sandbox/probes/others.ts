import { ASSUMED } from '../../contract/assumed';
import { isObject } from '../../core/objects';
import { confirmed, named, refuted, unknown } from '../finding';
import { answerOf, HELPS, nameProbe, notSeen, onAnswer, onRecord, shows, type Probe } from '../probe';
import { recordsIn } from '../run';

export const otherProbes: readonly Probe[] = [
	{
		id: 'linkMetadataField',
		part: 'others',
		does: 'Makes a checkout link with an External ID among its metadata, and reads it.',
		proves: 'The link shows it in the assumed field.',
		refutes: 'It does not.',
		unknown: 'Notifications.',
		helps: 'Make a link once only: a later execution cannot find it by its External ID.',
		judge: onRecord('link', 'link', (link, run) => {
			const shown = link[ASSUMED.linkMetadataField];
			const isKept = isObject(shown) && shown.external_id === `${run.setup.prefix}-link`;
			if (isKept) return confirmed(`It stands in ${ASSUMED.linkMetadataField}.`);
			return refuted(`It does not stand there; shown: ${named(Object.keys(link))}.`);
		}),
	},
	{
		id: 'linkShapes',
		part: 'others',
		does: 'Reads a new checkout link.',
		proves: 'It has the assumed fields, with its payment from the start.',
		refutes: 'One is missing.',
		unknown: 'Refunds, and links that were paid.',
		helps: HELPS.nothing,
		judge: onRecord('link', 'link', (link) =>
			shows(link, 'expires_at', 'payment_link_url', 'amount', 'transaction_info', 'sender_info', 'created_at'),
		),
	},
	{
		id: 'linkListFilters',
		part: 'others',
		does: 'Lists links of an External ID that nothing has.',
		proves: 'There are none, although the account has links.',
		refutes: 'There are some: the filter is ignored.',
		unknown: 'The other filters.',
		helps: HELPS.nothing,
		judge: onAnswer('link', 'links of no id', (answer, run) => {
			if (recordsIn(answer).length > 0) return refuted('The filter external_id is ignored.');
			const hasLinks = recordsIn(answerOf(run, 'links of the run')).length > 0;
			return hasLinks ? confirmed('The filter external_id is taken.') : unknown('The account shows no link.');
		}),
	},
	nameProbe('contactIdentifierField', 'others', 'contact', 'Asks for a contact.', 'Get Many still shows the contact.'),
	{
		id: 'contactShapes',
		part: 'others',
		does: 'Makes a contact, and reads it.',
		proves: 'It has the assumed fields.',
		refutes: 'One is missing.',
		unknown: 'Organizations and identity checks.',
		helps: 'The HTTP Request node can send any body.',
		judge: onAnswer('contact', 'contact', (contact) => shows(contact, 'email', 'first_name', 'last_name', 'type')),
	},
	nameProbe(
		'qrContentField',
		'others',
		'QR',
		'Looks up who a QR code of its own payin pays, or what is no code at all.',
		HELPS.version,
	),
	nameProbe('qrImageField', 'others', 'QR', 'Looks up an image that shows no code.', HELPS.version),
	{
		id: 'bankLookupAnswer',
		part: 'currencies',
		does: 'Looks up who a QR code of its own payin pays.',
		proves: 'The answer has the assumed fields.',
		refutes: 'One is missing.',
		unknown: 'Codes of other schemes.',
		helps: HELPS.nothing,
		judge: onAnswer('QR', 'QR content', (answer) =>
			shows(answer, 'account_name', 'account_number', 'bank_name', 'swift_code'),
		),
	},
	nameProbe('audPayoutCallbackUrlField', 'others', 'AUD', 'Sends an AUD payout that must be refused.', HELPS.version),
	nameProbe(
		'audPayoutCallbackAuthorizationField',
		'others',
		'AUD',
		'Sends an AUD payout that must be refused.',
		HELPS.version,
	),
	nameProbe('audPayidTypes', 'others', 'AUD', 'Sends an AUD payout that must be refused.', HELPS.version),
	nameProbe('oneTimePayidNotificationField', 'others', 'AUD', 'Makes a one-time PayID of 1 AUD.', HELPS.version),
	{
		id: 'oneTimePayidAnswer',
		part: 'others',
		does: 'Looks at the answer of a new one-time PayID.',
		proves: 'It is the PayID itself.',
		refutes: 'Its fields are missing.',
		unknown: 'What changes when it is paid.',
		helps: HELPS.nothing,
		judge: onAnswer('AUD', 'one-time PayID', (answer) => shows(answer, 'id', 'request_payid')),
	},
	nameProbe('gatewayNotificationField', 'others', 'AUD', 'Makes a gateway link that nobody pays.', HELPS.version),
	{
		id: 'gatewayShapes',
		part: 'others',
		does: 'Looks at the answer of a new gateway link.',
		proves: 'It has the assumed fields.',
		refutes: 'One is missing.',
		unknown: 'Orders with details.',
		helps: HELPS.nothing,
		judge: onAnswer('AUD', 'gateway link', (answer) => shows(answer, 'redirect_url', 'payment_id', 'order_id')),
	},
	{
		id: 'audHistoryDays',
		part: 'others',
		does: 'Reads the history of today in v1, after payments of today.',
		proves: 'It holds entries.',
		refutes: 'It is empty although v2 shows entries of today.',
		unknown: 'Where the day ends.',
		helps: 'A To Date of one day more.',
		judge(run) {
			const data = answerOf(run, 'v1 history of today')?.data;
			if (!Array.isArray(data)) return notSeen(run, 'AUD', 'v1 history of today');
			if (data.length > 0) return confirmed('The day of To Date is among them.');
			const today = new Date().toISOString().slice(0, 10);
			const isOfToday = recordsIn(answerOf(run, 'history')).some(
				({ created_at: time, currency }) => currency === 'AUD' && String(time).startsWith(today),
			);
			return isOfToday ? refuted('The day of To Date is not among them.') : unknown('There are no entries of today.');
		},
	},
];
