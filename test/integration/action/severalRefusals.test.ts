import { z } from 'zod/v4';
import { endpoints } from '../../../contract';
import type { INodeParameters } from 'n8n-workflow';
import { formLabel, FORM_LABELS, FORM_LABELS_OF_REQUESTS } from '../../../core/text/words';
import { ACTION, nodeTypes } from '../engine/nodeTypes';
import { serviceOfFile } from '../engine/serviceOfFile';
import { chosen, form, operation, payin, payout } from './orders';
import { run as execute } from '../resources/resourceRun';

/** A user who got several values wrong learns of all of them at once. */

const service = serviceOfFile();

const EMPTY = '={{ "" }}';

const cases: [string, INodeParameters, string[]][] = [
	[
		'payout',
		payout({ amount: '0.10', lastName: 'O’Hara', email: EMPTY, methodParameters: form({ bsb: '062000' }) }),
		[
			'The amount 0.10 AUD is less than the method allows',
			'Last Name may hold letters, digits and single spaces only, not “O’Hara”',
			'Email is empty',
			'The method needs Account Number, Account Name',
		],
	],
	[
		'payin',
		payin({
			payinMethodName: chosen('xx_bank_xxx'),
			customerName: EMPTY,
			amount: 'five',
			additionalFields: { metadata: '[]' },
		}),
		[
			'The account has no payin method xx_bank_xxx',
			'Amount cannot be used: it must be a positive number such as 1250.50, not "five"',
			'Customer Name is empty',
			'Metadata must be a JSON object',
		],
	],
	[
		'refund',
		operation('payin', 'refund', {
			uuid: EMPTY,
			refundType: 'partial',
			amount: '0',
			externalId: EMPTY,
			reason: 'late',
		}),
		[
			'Payin is empty',
			'External ID is missing',
			'Amount cannot be used: it must be more than zero, not "0"',
			'Reason must have at least 5 characters, not 4',
		],
	],
	[
		'checkout link',
		operation('checkoutLink', 'create', {
			amount: '-1',
			paymentDescription: EMPTY,
			customerEmail: EMPTY,
			firstName: 'Ada',
			lastName: 'Byron',
			externalId: 'order-77',
			additionalFields: { expiresIn: 5 },
		}),
		[
			'Amount cannot be used: it must be a positive number such as 1250.50, not "-1"',
			'Customer Email is empty',
			'Description is empty',
			'Expires In must be at least 900 whole seconds, not 5',
		],
	],
];

it.each(cases)('all that is wrong with a %s is told at once', async (_, parameters, refusals) => {
	const run = await execute(service, parameters, {
		items: [{ key: 'a', amount: 1 }],
		settings: { onError: 'continueRegularOutput' },
	});
	const { error, remedy } = (run.items[0]?.json ?? {}) as { error?: string; remedy?: string };
	expect(error?.split('; ')).toEqual(refusals);
	expect(remedy).toMatch(/^Nothing was sent\. /);
	expect(service.writes()).toBe(0);
});

it('what is refused before the method can be read is told, not that the service fails', async () => {
	service.fault({ endpoint: 'v2.payouts.methodParams', fault: 'status', status: 500 });
	const run = await execute(service, payout({ email: EMPTY, options: { timeLimit: 0.2 } }), {
		items: [{ key: 'a', amount: 1 }],
	});
	expect(run.error?.message).toBe('Email is empty');
});

const formLabels = new Set(
	[
		...JSON.stringify(nodeTypes.getByNameAndVersion(ACTION).description.properties).matchAll(
			/"displayName":"([^"]*)"/g,
		),
	].map(([, label]) => label),
);

it('the labels of refused fields are those of the form', () => {
	const named = [FORM_LABELS, ...FORM_LABELS_OF_REQUESTS.map(([, labels]) => labels)].flatMap(Object.values<string>);
	expect(named.filter((label) => !formLabels.has(label))).toEqual([]);
	expect(formLabel('/v2/payouts', 'payout_transaction_details[0].payout_method_params.bsb')).toBe('BSB');
	expect(formLabel('/v2/payouts', 'payout_transaction_details[1].first_name')).toBe('First Name');
	expect(formLabel('/v2/payins', 'email')).toBe('Customer Email');
	expect(formLabel('/v2/contacts', 'email')).toBe('Email');
	expect(formLabel('/v3/payin_links', 'sender_info.email')).toBe('Customer Email');
	expect(formLabel('/v2/payins/refund', 'description')).toBe('Reason');
	expect(formLabel('/v2/payins/refund', 'uuid')).toBe('Payin');
	expect(formLabel('/v3/payin_links/refund', 'uuid')).toBe('Checkout Link');
	expect(formLabel('/v2/payouts/simulate', 'uuid')).toBe('Payout');
});

interface Shape {
	properties?: Record<string, Shape>;
	items?: Shape;
	anyOf?: Shape[];
}

/** The names of the values in a body, at any depth. */
const fieldsOf = ({ properties = {}, items, anyOf = [] }: Shape): string[] => [
	...Object.entries(properties).flatMap(([name, inner]) => {
		const below = fieldsOf(inner);
		return below.length > 0 ? below : [name];
	}),
	...[...anyOf, ...(items ? [items] : [])].flatMap(fieldsOf),
];

/** What Order Details holds as JSON. */
const IN_ORDER_DETAILS = ['company', 'id', 'variant_id', 'image_url', 'quantity', 'price', 'enable_cashback'];

it.each(
	Object.entries(endpoints)
		.filter(([id]) => !/\.(cards|cashbacks)\.|submitKyc|shareToken/.test(id))
		.flatMap(([id, endpoint]) => ('body' in endpoint ? [[id, endpoint] as const] : [])),
)('whatever the service may refuse of %s has the label of its form', (_, { path, body }) => {
	const fields = fieldsOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape);
	expect(fields.length).toBeGreaterThan(0);
	const named = fields.filter((field) => !IN_ORDER_DETAILS.includes(field));
	expect(named.filter((field) => !formLabels.has(formLabel(path, field)))).toEqual([]);
});
