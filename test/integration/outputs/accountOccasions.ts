import { banksOf } from '../../../emulator/methods/providers';
import { writeQrContent } from '../../../emulator/methods/qrContent';
import { chosen } from '../action/orders';
import type { Service } from '../engine/service';
import { ADA } from '../resources/ada';
import { fileOf } from '../resources/resourceRun';
import { paidLink, receivedPayin } from '../trigger/payments';
import type { Occasions } from './occasions';
import { period, refund } from './payinOccasions';

const account = (service: Service, currency = 'AUD') => service.emulator.account(currency);

/** A contact whose identity was checked. */
function knownContact(service: Service): string {
	const { contacts } = account(service);
	contacts.create(ADA);
	contacts.shareToken(ADA.email, 'token-of-the-vendor');
	return ADA.email;
}

const link = {
	amount: '49.90',
	paymentDescription: 'Order 77',
	customerEmail: 'ada@example.com',
	firstName: 'Ada',
	lastName: 'Byron',
};

/** A paid link of which a part can be refunded. */
async function settledLink(service: Service): Promise<string> {
	const uuid = paidLink(service);
	await service.advance(3_600_000);
	return uuid;
}

async function refundedLink(service: Service): Promise<string> {
	const uuid = await settledLink(service);
	account(service).links.refund(uuid, { description: 'Parcel came late', external_id: 'refund-1' });
	return uuid;
}

const qrContent = writeQrContent(
	{ account_name: 'ADA BYRON', account_number: '0123456789', swift_code: banksOf('VN')[0]?.code ?? '' },
	{ amount: '', reference: '' },
);

const billing = {
	first_name: 'Ada',
	last_name: 'Byron',
	phone: '+61-412345678',
	email: 'ada@example.com',
	country_code: 'AU',
	state: 'NSW',
	postal_code: '2000',
	city: 'Sydney',
	address: '12 Harbour Road',
};

const wages = 'payee,email,amount,bsb,account_number,external_id\nAda,ada@example.com,10.50,062-000,12345678,wage-1\n';

/** A settlement report for today. */
function report(service: Service): void {
	account(service).settlements.closeCurrent('daily');
}

/** Something for the balance history, in and out. */
async function movedMoney(service: Service): Promise<void> {
	account(service).deposits.simulate({ account_number: '1234567', amount: '100' });
	account(service).transfers.create(30);
	await service.advance(5_000);
}

const wage = {
	payee: 'Ada Byron',
	email: 'ada@example.com',
	amount: '10.50',
	paymentDescription: 'March wages',
	addressing: 'payid',
	payid: 'ada@example.com',
	payidType: 'email',
	externalId: 'wage-1',
};

/** A payin, with a refund of a part of it. */
async function payIn(service: Service): Promise<void> {
	const { payins } = account(service);
	const uuid = receivedPayin(service, { amount: 100, external_id: 'order-77' });
	await service.advance(3_600_000);
	payins.refunds.request(payins.get(uuid), { amount: 15, description: 'Parcel came late', external_id: 'refund-77' });
}

/** A valid input for every other operation. */
export const accountOccasions: Occasions = {
	'audBalance.get': () => ({ parameters: {} }),
	'audBalance.getHistory': async (service) => {
		await movedMoney(service);
		return { parameters: period };
	},
	'audPayout.create': () => ({ parameters: wage }),
	'audPayout.preview': () => ({ parameters: wage }),
	'audPayout.createFromFile': () => ({
		parameters: {
			externalId: 'wages-3',
			paymentDescription: 'March wages',
			scheduledAt: '={{ $now.plus({ days: 1 }) }}',
			binaryPropertyName: 'data',
		},
		file: fileOf(wages, 'wages.csv'),
	}),
	'balance.get': () => ({ parameters: { currency: 'AUD' } }),
	'balance.getAll': () => ({ parameters: {} }),
	'balance.getHistory': async (service) => {
		await movedMoney(service);
		return { parameters: period };
	},
	'bankAccount.resolveQrContent': () => ({ parameters: { qrContent } }),
	'bankAccount.resolveQrImage': () => ({
		parameters: { binaryPropertyName: 'data' },
		file: fileOf(
			Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from(qrContent, 'latin1')]),
			'code.png',
			'image/png',
		),
	}),
	'checkoutLink.create': () => ({ parameters: { ...link, externalId: 'order-78' } }),
	'checkoutLink.createAndWait': () => ({ parameters: { ...link, externalId: 'order-78' } }),
	'checkoutLink.waitForStatus': async (service) => ({ parameters: { uuid: await settledLink(service) } }),
	'checkoutLink.get': async (service) => ({ parameters: { uuid: await refundedLink(service) } }),
	'checkoutLink.getAll': async (service) => {
		await refundedLink(service);
		return { parameters: {} };
	},
	'checkoutLink.getMethods': () => ({ parameters: {} }),
	'checkoutLink.refund': async (service) => ({ parameters: refund(await settledLink(service)) }),
	'contact.create': () => ({
		parameters: {
			...{
				email: 'ada@example.com',
				firstName: 'Ada',
				lastName: 'Byron',
				contactType: 'individual',
				dateOfBirth: '1990-03-04',
			},
			...{ phone: '+61-412345678', gender: 'female', street: '12 Harbour Road', city: 'Sydney', postalCode: '2000' },
			...{ state: 'NSW', country: 'AU' },
		},
	}),
	'contact.get': (service) => ({ parameters: { email: knownContact(service) } }),
	'contact.getAll': (service) => {
		knownContact(service);
		return { parameters: {} };
	},
	'contact.resendVerification': (service) => ({ parameters: { email: knownContact(service), resendTo: 'email' } }),
	'gatewayLink.create': () => ({
		parameters: {
			...{
				orderId: 'A-77',
				amount: '25',
				paymentDescription: 'Order A-77',
				orderSuccessUrl: 'https://shop.example.com/thanks',
			},
			orderDetails: JSON.stringify({ billing_details: billing }),
		},
	}),
	'oneTimePayid.create': () => ({
		parameters: {
			name: 'Ada Byron',
			emails: 'ada@example.com',
			amount: '100.50',
			externalId: 'order-78',
			additionalFields: { gst: true },
			paymentDescription: 'Order 77',
		},
	}),
	'reconciliation.export': async (service) => {
		await movedMoney(service);
		return { parameters: { ...period, format: 'camt053' } };
	},
	'reconciliation.run': async (service) => {
		await movedMoney(service);
		await payIn(service);
		report(service);
		return {
			parameters: { ...period, options: { includeSettlementReports: true } },
			items: [
				{
					external_id: 'order-77',
					amount: '100',
					currency: 'AUD',
					kind: 'payin',
					date: '2031-03-04',
					name: 'Ada Byron',
				},
				{ external_id: 'order-78', amount: '20', currency: 'AUD', kind: '' },
			],
		};
	},
	'settlementReport.download': (service) => {
		report(service);
		return { parameters: { reportId: chosen('latest') } };
	},
	'settlementReport.getAll': (service) => {
		report(service);
		return { parameters: {} };
	},
	'staticPayid.create': () => ({
		parameters: {
			...{ name: 'Ada Byron', email: 'ada@example.com', prefixStaticPayid: 'ada.byron', externalId: 'customer-5' },
			additionalFields: { city: 'Sydney', phone: '+61412345678' },
		},
	}),
	'transfer.simulate': (service) => ({
		currency: 'USD',
		parameters: { uuid: account(service, 'USD').transfers.create(10).balance_id, outcome: 'completed' },
	}),
	'treasuryDeposit.simulate': () => ({ currency: 'JPY', parameters: { accountNumber: '1234567', amount: '5000' } }),
};
