import { NodeHelpers, type ICredentialDataDecryptedObject } from 'n8n-workflow';
import { GUARD_FIELDS, hasGuards } from '../../core/payments/guards';
import { MultiCurrencyPaymentsApi } from '../../credentials/MultiCurrencyPaymentsApi.credentials';

/** n8n keeps and decrypts only those fields of a credential that its form shows: what a check needs must always be among them. */

const { properties } = new MultiCurrencyPaymentsApi();
const ACCOUNT = {
	environment: 'production',
	baseUrl: 'https://service.example/api',
	appId: 'app-1',
	secretKey: 's3cret',
};

/** Fields without which something would be let through. */
const CHECKS = {
	notificationSecret: 'notification-secret',
	acceptedAuthorization: 'Bearer accepted',
	webhookSecretKey: 'signing-key',
	readOnly: true,
	maxPerPayment: 'USD 10',
	maxPerRun: 'USD 20',
	maxPerDay: 'USD 30',
	allowedDestinations: '062000 12345678',
};
const SIGNATURE = { signatureHeader: 'x-own', signatureEncoding: 'base64', signatureAlgorithm: 'sha512' };

const SWITCHES = [undefined, false, true].flatMap((guards) =>
	[undefined, false, true].map((notifications) => ({
		...(guards !== undefined && { guards }),
		...(notifications !== undefined && { notifications }),
	})),
);

/** A credential as n8n hands it to a node. */
const decrypted = (stored: ICredentialDataDecryptedObject) =>
	NodeHelpers.getNodeParameters(properties, stored as never, true, false, null, null);

/** The same as the editor saves it. */
const saved = (filledIn: ICredentialDataDecryptedObject) =>
	NodeHelpers.getNodeParameters(properties, filledIn as never, false, false, null, null);

/** The fields that the form shows, in its order. */
const shown = (values: ICredentialDataDecryptedObject) => {
	const all = { ...Object.fromEntries(properties.map(({ name, default: usual }) => [name, usual])), ...values };
	return properties
		.filter((property) => NodeHelpers.displayParameterPath(all as never, property, '', null, null))
		.map(({ name }) => name);
};

describe.each(SWITCHES)('with the switches %j', (switches) => {
	it.each(Object.entries(CHECKS))('%s holds by itself', (name, value) => {
		const stored = { ...ACCOUNT, ...switches, [name]: value };
		expect(decrypted(stored)).toMatchObject({ ...ACCOUNT, [name]: value });
		expect(saved(stored)).toMatchObject({ [name]: value });
		expect(shown(stored).filter((each) => each === name)).toEqual([name]);
		expect(hasGuards(decrypted(stored) ?? {})).toBe(name in GUARD_FIELDS);
	});

	it('all hold together, with how signatures are written', () => {
		const stored = { ...ACCOUNT, ...switches, ...CHECKS, ...SIGNATURE };
		expect(decrypted(stored)).toMatchObject(stored);
		expect(saved(stored)).toMatchObject({ ...CHECKS, ...SIGNATURE });
	});
});

it('an expression counts as filled in', () => {
	const stored = { ...ACCOUNT, maxPerPayment: '={{ $vars.limit }}' };
	expect(decrypted(stored)).toMatchObject(stored);
});

it('shows five fields and three switches at first', () => {
	expect(shown({})).toEqual([
		...['environment', 'baseUrl', 'appId', 'secretKey', 'accounts'],
		...['notifications', 'guards', 'rotating'],
	]);
});

it('shows the fields of a group once when its switch is on', () => {
	const values = { notifications: true, guards: true, rotating: true, ...CHECKS };
	const names = shown(values);
	expect(names).toEqual([...new Set(names)]);
	expect(names).toEqual(expect.arrayContaining([...Object.keys(CHECKS), 'previousNotificationSecret']));
});

it('drops a previous secret once no secret is being replaced: it lets more through', () => {
	const stored = { ...ACCOUNT, rotating: false, previousNotificationSecret: 'old' };
	expect(decrypted(stored)).not.toHaveProperty('previousNotificationSecret');
});
