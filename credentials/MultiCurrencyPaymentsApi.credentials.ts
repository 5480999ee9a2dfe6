import { fieldsWhere } from '../core/objects';
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { accountsOf, type Account } from '../core/accounts';
import { GUARD_FIELDS, hasGuards } from '../core/payments/guards';
import { serviceAddress } from '../core/service/serviceAddress';
import { isProven, PROOF_HEADER } from '../core/service/writeProof';

const whenSigned = { hide: { webhookSecretKey: [''] } };

/**
 * Fields of a group that a switch shows. n8n drops the values of fields that its form does not show, so one that is filled in
 * shows without the switch, too: a check that is set holds, however the switch stands. n8n has no “or” between conditions, so
 * each field is there twice. Its own value it finds by a path from the root (“/”): by its plain name, the field would wait for itself.
 */
const behind = (name: string, fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [
		{ ...field, displayOptions: { hide: { [name]: [false] } } },
		{ ...field, displayOptions: { hide: { [name]: [true], [`/${field.name}`]: ['', false] } } },
	]);

/** Shows a group of fields. It is no expression: what it shows would depend on the item. */
const groupSwitch = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description,
});

const optionalSecret = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { password: true },
	default: '',
	description: `Optional. ${description}`,
});

/** A guard with lines of text. */
const guardLines = (
	name: Exclude<keyof typeof GUARD_FIELDS, 'readOnly'>,
	placeholder: string,
	description: string,
): INodeProperties => ({
	displayName: GUARD_FIELDS[name],
	name,
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder,
	description: `Optional. ${description}`,
});

/** What changes nothing at the service. */
const READING = ['GET', 'HEAD', 'OPTIONS'];

/** The app-id and secret-key of each account (one for each site or currency) of the payment service, and what verifies notifications. */
export class MultiCurrencyPaymentsApi implements ICredentialType {
	name = 'multiCurrencyPaymentsApi';

	displayName = 'Multi-Currency Payments API';

	documentationUrl = 'https://github.com/multi-currency-payments/n8n-nodes-multi-currency-payments#credentials';

	icon = { light: 'file:../icons/payments.svg', dark: 'file:../icons/payments.dark.svg' } as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			options: [
				{ name: 'Sandbox', value: 'sandbox' },
				{ name: 'Production', value: 'production' },
			],
			default: 'sandbox',
			description: 'Where the app ID and secret key belong. Sandbox-only operations refuse to run in production.',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://sandbox.service.example/api',
			description:
				'Address of the service, one for the sandbox and another for production. It starts with https:// and ends with /api.',
		},
		{
			displayName: 'App ID',
			name: 'appId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. app-0123456789abcdef0123456789abcdef',
			description: 'The ID of a payments account, from the merchant dashboard. Each account holds one currency.',
		},
		{
			displayName: 'Secret Key',
			name: 'secretKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The key that belongs to the app ID',
		},
		{
			...optionalSecret(
				'Accounts',
				'accounts',
				'Accounts of further currencies: currency, app ID and secret key, one account a line. Each payment uses the account of its currency.',
			),
			typeOptions: { password: true, rows: 4 },
			placeholder: 'e.g. USD app-0123456789abcdef secret-key',
		},
		groupSwitch(
			'Notifications',
			'notifications',
			'Whether to show how the trigger knows that a notification is genuine. Without any of it, the trigger recognises the payments that n8n makes. What is filled in counts, however this switch stands.',
		),
		...behind('notifications', [
			optionalSecret(
				'Notification Secret',
				'notificationSecret',
				'The trigger recognises notifications of n8n’s own payments by it. Left empty, the secret key serves for that. Set it so that notifications stay valid when the secret key is rotated.',
			),
			optionalSecret(
				'Accepted Authorization',
				'acceptedAuthorization',
				'One more Authorization value that the trigger accepts exactly as it stands (the whole header value), for payments made outside n8n. Whoever learns it can announce any payment, so switch on Confirm with Service in the trigger.',
			),
			optionalSecret(
				'Webhook Secret Key',
				'webhookSecretKey',
				'The key with which the service signs its notifications, one for all accounts of the merchant. Once it is set, the trigger refuses notifications without a valid signature.',
			),
		]),
		{
			displayName: 'Signature Header',
			name: 'signatureHeader',
			type: 'string',
			default: 'x-signature',
			displayOptions: whenSigned,
			description: 'Name of the header that carries the signature',
		},
		{
			displayName: 'Signature Encoding',
			name: 'signatureEncoding',
			type: 'options',
			options: [
				{ name: 'Base64', value: 'base64' },
				{ name: 'Hex', value: 'hex' },
			],
			default: 'hex',
			displayOptions: whenSigned,
			description: 'How the signature is written. A prefix such as "sha256=" is accepted.',
		},
		{
			displayName: 'Signature Algorithm',
			name: 'signatureAlgorithm',
			type: 'options',
			options: [
				{ name: 'SHA-256', value: 'sha256' },
				{ name: 'SHA-384', value: 'sha384' },
				{ name: 'SHA-512', value: 'sha512' },
			],
			default: 'sha256',
			displayOptions: whenSigned,
			description: 'The hash function of the signature (HMAC)',
		},
		groupSwitch(
			'Guards',
			'guards',
			'Whether to show what no workflow and no AI agent can do with this credential. While a guard is set, payments can only be made with the node of this package, not with HTTP Request. What is filled in counts, however this switch stands.',
		),
		...behind('guards', [
			{
				displayName: GUARD_FIELDS.readOnly,
				name: 'readOnly',
				type: 'boolean',
				default: false,
				description: 'Whether this credential can look at everything and change nothing',
			},
			guardLines(
				'maxPerPayment',
				'e.g. USD 1250.50',
				'The most that one payout or refund may move. One currency and amount a line; currencies without a line cannot leave.',
			),
			guardLines(
				'maxPerRun',
				'e.g. USD 5000',
				'The most that one execution may pay out and refund, with the workflows that it calls and its retries. One currency and amount a line.',
			),
			guardLines(
				'maxPerDay',
				'e.g. USD 20000',
				'The most that may be paid out on one day (UTC), by what the service lists. Payments that it does not list, such as AUD payouts and refunds, are refused while this is set. One currency and amount a line.',
			),
			guardLines(
				'allowedDestinations',
				'e.g. 062000 12345678',
				'Where payouts may go. One destination a line, with all that names the account, such as BSB and account number, or a PayID. Refunds go back to the payer and need no line.',
			),
		]),
		{
			displayName: 'Secret Being Replaced',
			name: 'rotating',
			type: 'boolean',
			default: false,
			description:
				'Whether a secret is being replaced, so that its previous value is accepted too. Switch it off when the payments made with it have come to their end: n8n then drops it.',
		},
		...[
			optionalSecret(
				'Previous Notification Secret',
				'previousNotificationSecret',
				'For the time of a rotation. Notifications of payments made with it stay valid. After rotating the secret key without a notification secret, put the old secret key here.',
			),
			optionalSecret(
				'Previous Accepted Authorization',
				'previousAcceptedAuthorization',
				'For the time of a rotation. The trigger accepts it beside the current value.',
			),
			optionalSecret(
				'Previous Webhook Secret Key',
				'previousWebhookSecretKey',
				'For the time of a rotation. Signatures made with it are accepted too, while a webhook secret key is set.',
			),
		].map((field) => ({ ...field, displayOptions: { show: { rotating: [true] } } })),
	];

	/**
	 * A function, because n8n's declared form doubles the cost of every request. The app-id among the headers of the request
	 * chooses the account.
	 * @throws where a guard is set and the request is a write of another node, or goes elsewhere, and where the credential
	 * does not hold the account
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const base = serviceAddress(credentials.baseUrl);
		const { [PROOF_HEADER]: proof, ...given } = requestOptions.headers ?? {};
		const { account, headers } = chosenAccount(accountsOf(credentials), given);
		const { appId, secretKey } = account;
		const isGuarded = hasGuards(credentials);
		if (isGuarded) assertGuarded(base, secretKey, requestOptions, proof);
		return {
			...requestOptions,
			...(isGuarded && WITHOUT_REDIRECTS),
			headers: { ...headers, 'app-id': appId, 'secret-key': secretKey },
		};
	}
}

/** The account that a request names, and its other headers. @throws where the credential does not hold it */
function chosenAccount(accounts: readonly [Account, ...Account[]], given: Readonly<Record<string, unknown>>) {
	const [main, ...further] = accounts;
	if (further.length === 0) return { account: main, headers: given };
	const isAppId = (name: string) => name.toLowerCase() === 'app-id';
	const headers = fieldsWhere(given, (_, name) => !isAppId(name));
	const [named = main.appId] = Object.values(fieldsWhere(given, (_, name) => isAppId(name)));
	const account = accounts.find(({ appId }) => appId === String(named).trim());
	if (account) return { account, headers };
	throw new Error('This credential holds no account with the app-id that the request names in its headers');
}

/** A redirect would carry the secret key to another host. n8n's older form of requests has other names for it. */
const WITHOUT_REDIRECTS = { disableFollowRedirect: true, followRedirect: false, followAllRedirects: false };

/** Options by which somebody else could read a request on its way. */
const OPEN_TO_OTHERS = ['proxy', 'agentOptions', 'skipSslCertificateValidation'];

/** Whoever learns the secret key could write without n8n, so it goes to the service alone. */
function assertGuarded(base: string, secretKey: string, options: IHttpRequestOptions, proof: unknown): void {
	const { url, uri, method = 'GET', body, baseURL, ...others } = options as IHttpRequestOptions & { uri?: string };
	const addresses = [url, uri].filter((address) => address !== undefined);
	const isInside = (address: string) =>
		URL.canParse(address, baseURL) && new URL(address, baseURL).href.startsWith(`${base}/`);
	if (addresses.length === 0 || !addresses.every(isInside)) {
		throw new Error('This credential has guards, so it is sent to its own base URL only');
	}
	const values = others as Record<string, unknown>;
	if (OPEN_TO_OTHERS.some((name) => Boolean(values[name])) || values.rejectUnauthorized === false) {
		throw new Error(
			'This credential has guards, so it is not sent through a proxy or with TLS settings of a node. Remove these options',
		);
	}
	if (READING.includes(method.toUpperCase())) return;
	const [address = ''] = addresses;
	if (addresses.length === 1 && isProven(secretKey, { method, url: address, body }, proof)) return;
	throw new Error(
		'This credential has guards, so only the Multi-Currency Payments node can write with it. Use that node, or a credential without guards',
	);
}
