import type { IBinaryData, IDataObject, INodeParameters } from 'n8n-workflow';
import type { EndpointId } from '../../../contract/endpoints';
import { EXAMPLE_ORDER_DETAILS } from '../../../nodes/MultiCurrencyPayments/resources/gatewayLink';
import { checkoutLink, chosen, form, operation, payin, payout } from '../action/orders';
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

/** Limits in seconds. With no settle time, an outcome is unknown after the first look-up that finds nothing. */
const options = { requestTimeout: 5, timeLimit: 30, settleSeconds: 0, concurrency: 1 };

const amounts = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ key: `order-${index}`, amount: `${index + 10}.50` }));

/** One in AUD, a request for each item, that can be looked up. */
const write = (about: Pick<Write, 'name' | 'endpoint' | 'parameters' | 'booked'> & Partial<Write>): Write => ({
	...{ currency: 'AUD', canLookUp: true, together: false, items: (_service, count) => amounts(count) },
	...about,
	parameters: { ...about.parameters, options },
});

/** The same in requests of two items each. */
const inChunks = ({ name, parameters, ...others }: Write): Write =>
	write({
		...others,
		name: name.replace('one request per item', 'chunks of two'),
		together: true,
		parameters: {
			...parameters,
			batchMode: 'allItems',
			batchExternalId: 'payroll-3',
			additionalFields: { maxPerBatch: 2 },
		},
	});

const account = (service: Service) => service.emulator.account('AUD');

const recent = (payments: { externalId?: string | null; amount: string }[]) =>
	payments.map(({ externalId, amount }) => ({ external_id: externalId ?? null, amount }));

const payer = { email: 'ada@shop.test', first_name: 'Ada', last_name: 'Byron' };
const nowhere = { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' };

const refund = (resource: string) =>
	operation(resource, 'refund', {
		uuid: '={{ $json.uuid }}',
		refundType: 'full',
		externalId: '={{ $json.key }}',
		reason: 'Parcel came late',
	});

const payoutPerItem = write({
	name: 'payout.create, one request per item',
	endpoint: 'v2.payouts.create',
	parameters: payout({
		payoutMethodName: chosen('au_payid_npp_aud'),
		methodParameters: form({ pay_id: 'ada@shop.test', pay_id_type: 'EMAIL' }),
	}),
	booked: (service) => account(service).payouts.payments().payouts,
});

const payinCreate = write({
	name: 'payin.create',
	endpoint: 'v2.payins.create',
	parameters: payin(),
	booked: (service) => account(service).payins.payments().payins,
});

const payinRefund = write({
	name: 'payin.refund',
	endpoint: 'v2.payins.refund',
	parameters: refund('payin'),
	items: (service, count) =>
		amounts(count).map(({ key, amount }) => {
			const { payins } = account(service);
			const { uuid } = payins.create({
				...{ payin_method_name: 'au_bank_aud', payin_method_params: {}, currency: 'AUD', gst: false },
				...{ amount: Number(amount), name: 'Ada Byron', email: payer.email, description: 'Order 77' },
				webhook_notification: nowhere,
			});
			payins.simulate(uuid, 'completed');
			return { uuid, key, amount };
		}),
	booked: (service) => account(service).payins.payments().refunds,
});

const checkoutLinkCreate = write({
	name: 'checkoutLink.create',
	endpoint: 'v3.links.create',
	parameters: checkoutLink(),
	booked: (service) => recent(account(service).links.recent(Infinity)),
});

const checkoutLinkRefund = write({
	name: 'checkoutLink.refund',
	endpoint: 'v3.links.refund',
	parameters: refund('checkoutLink'),
	items: (service, count) =>
		amounts(count).map(({ key, amount }) => {
			const { links, checkoutSessions } = account(service);
			const { uuid } = links.create({
				...{ amount: Number(amount), description: 'Order 77', sender_info: payer, expires_in: 1800 },
				payin_method_code: 'au_card_aud',
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
});

const oneTimePayidCreate = write({
	name: 'oneTimePayid.create',
	endpoint: 'v1.oneTimePayid.create',
	canLookUp: false,
	parameters: operation('oneTimePayid', 'create', {
		...{ externalId: '={{ $json.key }}', amount: '={{ $json.amount }}', gst: false },
		...{ name: 'Ada Byron', emails: 'ada@shop.test', paymentDescription: 'Order 77' },
	}),
	booked: (service) => recent(account(service).oneTimePayids.recent(Infinity)),
});

export const gatewayLinkCreate = write({
	name: 'gatewayLink.create',
	endpoint: 'v1.gateway.create',
	canLookUp: false,
	parameters: operation('gatewayLink', 'create', {
		...{ orderId: '={{ $json.key }}', amount: '={{ $json.amount }}', paymentDescription: 'Order 77' },
		...{ orderSuccessUrl: 'https://shop.test/thanks', orderDetails: EXAMPLE_ORDER_DETAILS },
	}),
	booked: (service) => recent(account(service).gateway.recent(Infinity)),
});

export const audPayoutPerItem = write({
	name: 'audPayout.create, one request per item',
	endpoint: 'v1.payouts.create',
	canLookUp: false,
	parameters: operation('audPayout', 'create', {
		...{ externalId: '={{ $json.key }}', amount: '={{ $json.amount }}', paymentDescription: 'March wages' },
		...{ payee: 'Ada Byron', email: 'ada@shop.test' },
		...{ addressing: 'payid', payid: 'ada@shop.test', payidType: 'email' },
	}),
	booked: (service) => account(service).audPayouts.payments().aud_payouts,
});

export const audPayoutFile = write({
	name: 'audPayout.createFromFile',
	endpoint: 'v1.payouts.createFromFile',
	canLookUp: false,
	parameters: operation('audPayout', 'createFromFile', {
		externalId: '={{ $json.key }}',
		paymentDescription: 'March wages',
	}),
	fileOf: ({ amount }) =>
		fileOf(`payee,email,amount,payid,payid_type\nAda Byron,ada@shop.test,${String(amount)},ada@shop.test,email\n`),
	booked: (service) => recent(account(service).audPayouts.recent(Infinity)),
});

/** Every write of the package that moves money or asks for it, but for files. */
export const writes: Write[] = [
	payinCreate,
	payinRefund,
	payoutPerItem,
	inChunks(payoutPerItem),
	checkoutLinkCreate,
	checkoutLinkRefund,
	oneTimePayidCreate,
	gatewayLinkCreate,
	audPayoutPerItem,
	inChunks(audPayoutPerItem),
];
