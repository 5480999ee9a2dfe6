import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';
import type { EndpointId } from '../../../contract/endpoints';
import { EXAMPLE_ORDER_DETAILS } from '../../../nodes/MultiCurrencyPayments/resources/gatewayLink/orderDetails';
import type { Service } from '../engine/service';
import { fileOf } from '../resources/resourceRun';

/** A payment in the emulator's books. */
export interface BookedPayment {
	external_id: string | null;
	/** Decimal string. */
	amount: string;
}

/** One operation that moves money, as the tests run it. */
export interface Write {
	name: string;
	/** The endpoint that does it. */
	endpoint: EndpointId;
	currency: string;
	/** Whether the service can be asked for what was sent. */
	canLookUp: boolean;
	/** One request carries all items. */
	together: boolean;
	parameters: INodeParameters;
	/** Prepares the account and returns the items to pay, each with its External ID as `key` and its amount. */
	items(service: Service, count: number): IDataObject[];
	/** The file of an item, where it is paid by one. */
	fileOf?(item: IDataObject): IBinaryData;
	/** What the books hold of this kind. */
	booked(service: Service): BookedPayment[];
}

const rl = (value: string) => ({ __rl: true, mode: 'id', value });

const form = (value: IDataObject) => ({ mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] });

const nowhere = { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' };

/** Limits in seconds. With no settle time, an outcome is unknown after the first look-up that finds nothing. */
const options = { requestTimeout: 5, timeLimit: 30, settleSeconds: 0, concurrency: 1 };

const payoutParameters = {
	resource: 'payout',
	operation: 'create',
	payoutMethodName: rl('au_payid_npp_aud'),
	firstName: 'Ada',
	lastName: 'Byron',
	email: 'ada@shop.test',
	amount: '={{ $json.amount }}',
	externalId: '={{ $json.key }}',
	paymentDescription: 'March wages',
	methodParameters: form({ pay_id: 'ada@shop.test', pay_id_type: 'EMAIL' }),
	options,
};

const amounts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ key: `order-${index}`, amount: `${index + 10}.50` }));

const payoutsOf = (service: Service) => service.emulator.account('AUD').payouts.payments().payouts;

export const payoutPerItem: Write = {
	name: 'payout.create, one request per item',
	endpoint: 'v2.payouts.create',
	currency: 'AUD',
	canLookUp: true,
	together: false,
	parameters: payoutParameters as unknown as INodeParameters,
	items: (_, count) => amounts(count),
	booked: payoutsOf,
};

export const payoutAllItems: Write = {
	...payoutPerItem,
	name: 'payout.create, chunks of two',
	together: true,
	parameters: {
		...payoutParameters,
		batchMode: 'allItems',
		batchExternalId: 'payroll-3',
		additionalFields: { maxPerBatch: 2 },
	} as unknown as INodeParameters,
};

const payinCreate: Write = {
	name: 'payin.create',
	endpoint: 'v2.payins.create',
	currency: 'AUD',
	canLookUp: true,
	together: false,
	parameters: {
		resource: 'payin',
		operation: 'create',
		payinMethodName: rl('au_bank_aud'),
		externalId: '={{ $json.key }}',
		amount: '={{ $json.amount }}',
		customerName: 'Ada Byron',
		customerEmail: 'ada@shop.test',
		paymentDescription: 'Order 77',
		methodParameters: form({}),
		options,
	} as unknown as INodeParameters,
	items: (_, count) => amounts(count),
	booked: (service) => service.emulator.account('AUD').payins.payments().payins,
};

const payinRefund: Write = {
	name: 'payin.refund',
	endpoint: 'v2.payins.refund',
	currency: 'AUD',
	canLookUp: true,
	together: false,
	parameters: {
		resource: 'payin',
		operation: 'refund',
		uuid: '={{ $json.uuid }}',
		refundType: 'full',
		externalId: '={{ $json.key }}',
		reason: 'Parcel came late',
		options,
	} as unknown as INodeParameters,
	items: (service, count) =>
		amounts(count).map(({ key, amount }) => {
			const { payins } = service.emulator.account('AUD');
			const { uuid } = payins.create({
				payin_method_name: 'au_bank_aud',
				payin_method_params: {},
				amount: Number(amount),
				currency: 'AUD',
				name: 'Ada Byron',
				email: 'ada@shop.test',
				description: 'Order 77',
				gst: false,
				webhook_notification: nowhere,
			});
			payins.simulate(uuid, 'completed');
			return { uuid, key, amount };
		}),
	booked: (service) => service.emulator.account('AUD').payins.payments().refunds,
};

const linkForm = {
	externalId: '={{ $json.key }}',
	amount: '={{ $json.amount }}',
	paymentDescription: 'Order 77',
	customerEmail: 'ada@shop.test',
	firstName: 'Ada',
	lastName: 'Byron',
};

const recent = (payments: { externalId?: string | null; amount: string }[]) =>
	payments.map(({ externalId, amount }) => ({ external_id: externalId ?? null, amount }));

const account = (service: Service) => service.emulator.account('AUD');

const checkoutLinkCreate: Write = {
	name: 'checkoutLink.create',
	endpoint: 'v3.links.create',
	currency: 'AUD',
	canLookUp: true,
	together: false,
	parameters: { resource: 'checkoutLink', operation: 'create', ...linkForm, options },
	items: (_, count) => amounts(count),
	booked: (service) => recent(account(service).links.recent(Infinity)),
};

const checkoutLinkRefund: Write = {
	name: 'checkoutLink.refund',
	endpoint: 'v3.links.refund',
	currency: 'AUD',
	canLookUp: true,
	together: false,
	parameters: {
		resource: 'checkoutLink',
		operation: 'refund',
		uuid: '={{ $json.uuid }}',
		refundType: 'full',
		externalId: '={{ $json.key }}',
		reason: 'Parcel came late',
		options,
	},
	items: (service, count) =>
		amounts(count).map(({ key, amount }) => {
			const { links, checkoutSessions } = account(service);
			const { uuid } = links.create({
				amount: Number(amount),
				description: 'Order 77',
				sender_info: { email: 'ada@shop.test', first_name: 'Ada', last_name: 'Byron' },
				payin_method_code: 'au_card_aud',
				expires_in: 1800,
				webhook_notification: nowhere,
			});
			checkoutSessions.pay(links.session(uuid));
			return { uuid, key, amount };
		}),
	booked: (service) =>
		account(service)
			.links.list({ from: -Infinity, to: Infinity })
			.flatMap(({ refunds }) =>
				refunds.map(({ external_id, amount }) => ({ external_id: external_id ?? null, amount })),
			),
};

const oneTimePayidCreate: Write = {
	name: 'oneTimePayid.create',
	endpoint: 'v1.oneTimePayid.create',
	currency: 'AUD',
	canLookUp: false,
	together: false,
	parameters: {
		resource: 'oneTimePayid',
		operation: 'create',
		externalId: '={{ $json.key }}',
		name: 'Ada Byron',
		emails: 'ada@shop.test',
		amount: '={{ $json.amount }}',
		gst: false,
		paymentDescription: 'Order 77',
		options,
	},
	items: (_, count) => amounts(count),
	booked: (service) => recent(account(service).oneTimePayids.recent(Infinity)),
};

const gatewayLinkForm = {
	resource: 'gatewayLink',
	operation: 'create',
	orderId: '={{ $json.key }}',
	amount: '={{ $json.amount }}',
	paymentDescription: 'Order 77',
	orderSuccessUrl: 'https://shop.test/thanks',
	orderDetails: EXAMPLE_ORDER_DETAILS,
	options,
};

export const gatewayLinkCreate: Write = {
	name: 'gatewayLink.create',
	endpoint: 'v1.gateway.create',
	currency: 'AUD',
	canLookUp: false,
	together: false,
	parameters: gatewayLinkForm,
	items: (_, count) => amounts(count),
	booked: (service) => recent(account(service).gateway.recent(Infinity)),
};

const audPayoutForm = {
	resource: 'audPayout',
	operation: 'create',
	externalId: '={{ $json.key }}',
	payee: 'Ada Byron',
	email: 'ada@shop.test',
	amount: '={{ $json.amount }}',
	addressing: 'payid',
	payid: 'ada@shop.test',
	payidType: 'email',
	paymentDescription: 'March wages',
	options,
};

export const audPayoutPerItem: Write = {
	name: 'audPayout.create, one request per item',
	endpoint: 'v1.payouts.create',
	currency: 'AUD',
	canLookUp: false,
	together: false,
	parameters: audPayoutForm,
	items: (_, count) => amounts(count),
	booked: (service) => account(service).audPayouts.payments().aud_payouts,
};

const audPayoutAllItems: Write = {
	...audPayoutPerItem,
	name: 'audPayout.create, chunks of two',
	together: true,
	parameters: {
		...audPayoutForm,
		batchMode: 'allItems',
		batchExternalId: 'payroll-3',
		additionalFields: { maxPerBatch: 2 },
	},
};

export const audPayoutFile: Write = {
	name: 'audPayout.createFromFile',
	endpoint: 'v1.payouts.createFromFile',
	currency: 'AUD',
	canLookUp: false,
	together: false,
	parameters: {
		resource: 'audPayout',
		operation: 'createFromFile',
		externalId: '={{ $json.key }}',
		paymentDescription: 'March wages',
		options,
	},
	items: (_, count) => amounts(count),
	fileOf: ({ amount }) =>
		fileOf(`payee,email,amount,payid,payid_type\nAda Byron,ada@shop.test,${String(amount)},ada@shop.test,email\n`),
	booked: (service) => recent(account(service).audPayouts.recent(Infinity)),
};

/** Every write of the package that moves money or asks for it, but for files. */
export const writes: Write[] = [
	payinCreate,
	payinRefund,
	payoutPerItem,
	payoutAllItems,
	checkoutLinkCreate,
	checkoutLinkRefund,
	oneTimePayidCreate,
	gatewayLinkCreate,
	audPayoutPerItem,
	audPayoutAllItems,
];
