import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { EndpointId } from '../../../contract/endpoints';
import type { Service } from '../engine/service';

/** A payment as the emulator's books have it. */
export interface BookedPayment {
	external_id: string | null;
	amount: string;
}

/** One operation that moves money, as the proofs drive it. */
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
	/** Prepares the account and gives the items that are to be paid. */
	items(service: Service, count: number): IDataObject[];
	/** What the books hold of this kind. */
	booked(service: Service): BookedPayment[];
}

const rl = (value: string) => ({ __rl: true, mode: 'id', value });

const form = (value: IDataObject) => ({ mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] });

/** Fast: an outcome is unknown after the first look-up that finds nothing. */
export const options = { requestTimeout: 0.4, timeLimit: 3, settleSeconds: 0 };

const payoutParameters = {
	resource: 'payout',
	operation: 'create',
	payoutMethodName: rl('au_payid_npp_aud'),
	firstName: 'Ada',
	lastName: 'Byron',
	email: 'ada@shop.test',
	amount: '={{ $json.amount }}',
	description: 'March wages',
	methodParameters: form({ pay_id: 'ada@shop.test', pay_id_type: 'EMAIL' }),
	options,
};

const amounts = (count: number) => Array.from({ length: count }, (_, index) => ({ amount: `${index + 10}.50` }));

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
		amount: '={{ $json.amount }}',
		customerName: 'Ada Byron',
		customerEmail: 'ada@shop.test',
		description: 'Order 77',
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
		reason: 'Parcel came late',
		options,
	} as unknown as INodeParameters,
	items: (service, count) =>
		amounts(count).map(({ amount }) => {
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
				webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
			});
			payins.simulate(uuid, 'completed');
			return { uuid, amount };
		}),
	booked: (service) => service.emulator.account('AUD').payins.payments().refunds,
};

/** Every write of the package. */
export const writes: Write[] = [payinCreate, payinRefund, payoutPerItem, payoutAllItems];
