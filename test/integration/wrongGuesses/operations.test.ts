import { guesses } from '../../../emulator/otherwise';
import { designTime } from '../engine/designTime';
import { startService, type Service } from '../engine/service';
import { chosen } from '../action/orders';
import { operations, outputOf } from '../outputs/occasions';

/** What a user sees when one guess in the register is wrong: the operation works or refuses in these words. */
const works = 'works';
const outcomes: Record<string, Record<string, typeof works | RegExp>> = {
	refundStatuses: { 'payin.get': works },
	refundReasonField: {
		'payin.refund': /The service says: reason: can't be blank/,
		'checkoutLink.refund': works,
	},
	otpField: { 'payin.confirmOtp': /The service says: otp: can't be blank/ },
	simulateOutcomeField: {
		'payin.simulate': /The service says: outcome: can't be blank/,
		'payout.simulate': /The service says: outcome: can't be blank/,
	},
	simulatedAmountField: { 'payin.simulate': works },
	cancelledPayoutStatus: { 'payout.cancelScheduled': works },
	payoutTransactionStatuses: { 'payout.create': works, 'payout.get': works },
	branchCodeMethodQuery: { 'payoutMethod.getBranchCodes': /The service says: payout_method: can't be blank/ },
	branchCodeSwiftQuery: { 'payoutMethod.getBranchCodes': /The service says: bank_swift_code: can't be blank/ },
	branchCodeAnswer: { 'payoutMethod.getBranchCodes': works },
	qrContentField: { 'bankAccount.resolveQrContent': /The service says: content: can't be blank/ },
	qrImageField: { 'bankAccount.resolveQrImage': /The service says: image: can't be blank/ },
	audPayidTypes: { 'audPayout.create': /payid_type must be one of/ },
	audPayoutCallbackUrlField: {
		'audPayout.create': /callback_url can't be blank/,
		'audPayout.createFromFile': /callback_url can't be blank/,
	},
	audPayoutCallbackAuthorizationField: {
		'audPayout.create': /callback_authorization can't be blank/,
		'audPayout.createFromFile': /callback_authorization can't be blank/,
	},
	gatewayNotificationField: { 'gatewayLink.create': /webhook_notification can't be blank/ },
	oneTimePayidNotificationField: { 'oneTimePayid.create': /webhook_notification can't be blank/ },
	actionBodies: Object.fromEntries(
		[
			...['payin.cancel', 'payin.refund', 'payin.simulate', 'payin.confirmOtp', 'payin.resendOtp'],
			...['payout.cancelScheduled', 'payout.simulate', 'checkoutLink.refund'],
		].map((operation) => [operation, /The service says: id: can't be blank/]),
	),
	bankLookupAnswer: { 'bankAccount.resolveQrContent': works, 'bankAccount.resolveQrImage': works },
	audPayoutShapes: { 'audPayout.create': works, 'audPayout.createFromFile': works },
	oneTimePayidAnswer: { 'oneTimePayid.create': works },
	oneTimePayidFields: { 'oneTimePayid.create': works },
	linkMetadataField: { 'checkoutLink.create': works, 'checkoutLink.get': works, 'checkoutLink.getAll': works },
	linkShapes: { 'checkoutLink.get': works, 'checkoutLink.getAll': works },
	cardBrandsField: { 'checkoutLink.getMethods': works },
	checkoutLanguagesField: { 'checkoutLink.getMethods': works },
	contactIdentifierField: {
		'contact.get': /The service says: contact_email: can't be blank/,
		'contact.resendVerification': /The service says: contact_email: can't be blank/,
	},
	contactShapes: { 'contact.create': works, 'contact.get': works },
	gatewayShapes: { 'gatewayLink.create': works },
	payinListRecord: { 'payin.getAll': works, 'payin.create': works },
	payoutListRecord: { 'payout.getAll': works, 'payout.create': works },
	payinDetailStatuses: { 'payin.get': works, 'payin.getAll': works },
	recordEnvelope: {
		...{ 'payin.get': works, 'payin.refund': works, 'payin.cancel': works, 'payout.get': works },
		...{ 'checkoutLink.get': works, 'staticPayid.create': works },
	},
	payinExtraFields: { 'payin.get': works, 'payin.create': works },
	maskedAuthorization: { 'staticPayid.create': works, 'payin.refund': works, 'payout.create': works },
	actionAnswers: {
		'payin.cancel': works,
		'payin.confirmOtp': works,
		'payin.resendOtp': works,
		'payin.simulate': works,
		'payout.simulate': works,
		'transfer.simulate': works,
		'treasuryDeposit.simulate': works,
		'contact.resendVerification': works,
	},
	refundAnswer: { 'payin.refund': works, 'checkoutLink.refund': works },
	answerTimestamps: { 'payin.get': works, 'payout.getAll': works, 'audBalance.getHistory': works },
	settlementListPeriod: { 'settlementReport.getAll': works, 'settlementReport.download': works },
	settlementEntryFields: { 'settlementReport.getAll': works, 'settlementReport.download': works },
};

let service: Service | undefined;
afterEach(async () => await service?.close());

/** The records that an operation returns, or the text of its refusal. */
async function meet(wrongGuesses: readonly string[], operation: string): Promise<object[] | string> {
	// A whole second: a service that lists no future leaves out what was made in the current one.
	service ??= await startService({ start: new Date(Math.floor(Date.now() / 1000) * 1000), wrongGuesses });
	try {
		return await outputOf(service, operation);
	} catch (error) {
		const { message, description } = error as Error & { description?: string };
		return `${message} ${description ?? ''}`;
	}
}

function expectOutcome(met: object[] | string, expected: typeof works | RegExp): void {
	if (expected !== works) return expect(met).toMatch(expected);
	expect(met).toEqual(expect.any(Array));
	// An empty record would be a silent loss of data.
	for (const record of met as object[]) expect(Object.keys(record)).not.toEqual([]);
}

describe.each(Object.entries(outcomes))('where %s is another one', (guess, ofOperations) => {
	beforeEach(() => (service = undefined));

	it.each(Object.entries(ofOperations))('%s meets %s', async (operation, expected) => {
		expectOutcome(await meet([guess], operation), expected);
	});
});

describe('where neither the answer of a refund nor the list of refunds is as assumed', () => {
	beforeEach(() => (service = undefined));

	it.each(['payin.refund', 'checkoutLink.refund'])('%s works, because the service took it', async (operation) => {
		expectOutcome(await meet(['refundAnswer', 'refundListField'], operation), works);
	});
});

describe('where every guess is another one', () => {
	// Other error bodies would hide which field the service asks for; they have their own test.
	const wrong = guesses.filter((guess) => guess !== 'errorBodies');
	const refusals = new Map(
		Object.values(outcomes).flatMap((ofOperations) =>
			Object.entries(ofOperations).filter(([, expected]) => expected !== works),
		),
	);
	beforeEach(() => (service = undefined));

	it.each(operations)('%s works, or says what the service asks for', async (operation) => {
		const met = await meet(wrong, operation);
		if (refusals.has(operation)) expect(met).toEqual(expect.any(String));
		else expectOutcome(met, works);
	});
});

it('shows the text of an error body in any shape', async () => {
	service = undefined;
	expect(await meet(['otpField', 'errorBodies'], 'payin.confirmOtp')).toMatch(
		/Nothing was confirmed\. Correct the values of this item\. The service says: No, for reasons of our own/,
	);
});

describe('the form of a method', () => {
	beforeEach(() => (service = undefined));
	const fieldsOf = async (guess: string, currency: string, method: string) => {
		service = await startService({ wrongGuesses: [guess] });
		const parameters = {
			resource: 'payout',
			operation: 'create',
			payoutMethodName: chosen(method),
			methodParameters: { mappingMode: 'defineBelow', value: { bank_code: 'EXMAVN2X' } },
		};
		return (await designTime(parameters, service.credentials(currency)).fields('payoutMethodParameters')).fields;
	};

	it('asks for the SWIFT code under the name that the service gives it, with its banks', async () => {
		const fields = await fieldsOf('thBankSwiftField', 'THB', 'th_bank_thb');
		expect(fields.find(({ id }) => id === 'bank_swift')).toMatchObject({ required: true, type: 'options' });
		expect(fields.map(({ id }) => id)).not.toContain('swift_code');
	});

	it('offers the kinds of PayID that the service lists', async () => {
		const fields = await fieldsOf('payIdTypes', 'AUD', 'au_payid_npp_aud');
		expect(fields.find(({ id }) => id === 'pay_id_type')?.options?.[0]).toMatchObject({ value: 'EMAIL_ADDRESS' });
	});

	it('lets the branch be typed where the list of branches has another shape', async () => {
		const fields = await fieldsOf('branchCodeAnswer', 'VND', 'vn_bank_vnd');
		expect(fields.find(({ id }) => id === 'branch_code')).toMatchObject({ type: 'string' });
	});
});
