/** Why an assumption has no probe, where several have none for the same reason. */
const ALONE = 'no operation sends or reads it';
const PERSON = 'it takes documents of a person';
const PAYER = 'a customer has to pay';
const FLOOD = 'the run floods no service';
const TWICE = 'it would have to pay twice, or far more than a little';
const MONTHS = 'it shows over days or months';
const OURS = 'it is a rule of the nodes, not of the service';
const SPECIFIED = 'the service alone decides, and its words come through';

/** Assumptions without a probe, and why. */
export const unprobed: Readonly<Record<string, string>> = {
	payoutErrorCodes: TWICE,
	shareTokenField: ALONE,
	kycNotificationUrlField: ALONE,
	kycNotificationAuthorizationField: ALONE,
	customerShape: ALONE,
	cardShapes: ALONE,
	cashbackShapes: ALONE,
	kycCallback: PERSON,
	linkNotificationShape: PAYER,
	cardLinkProgress: PAYER,
	payidObjectFields: PAYER,
	gatewayCallback: PAYER,
	hostedPayins: PAYER,
	payinProgress: PAYER,
	disputeProgress: PAYER,
	tooManyRequestsCode: FLOOD,
	rateLimits: FLOOD,
	deliveryPatience: FLOOD,
	idempotency: TWICE,
	batchSize: TWICE,
	audPayoutShapes: 'no list finds an AUD payout of v1 again, so a repeated run would pay it twice',
	payoutChecks: TWICE,
	payinAmountless: 'its only method asks for a wallet',
	expiringMethod: 'its method carries the name of a brand',
	oneTimePayidFields: 'a name that the service does not know is ignored, and no answer shows it',
	ugBankUserType: SPECIFIED,
	methodParameterKeys: SPECIFIED,
	romajiLetters: SPECIFIED,
	payoutNames: SPECIFIED,
	emulatorFigures: SPECIFIED,
	sandboxOnlyInProduction: 'the run stays out of production',
	partialRefunds: 'partial refunds become possible half an hour after the payment',
	partialRefundWindow: 'partial refunds become possible half an hour after the payment',
	gatewayTokenRefusal: 'a token has to be an hour old',
	staticPayidEnd: MONTHS,
	settlementFile: MONTHS,
	payoutDay: MONTHS,
	historyBalance: MONTHS,
	historyTimes: MONTHS,
	historyTwins: MONTHS,
	audHistoryGrowth: MONTHS,
	payoutFees: MONTHS,
	outgoingFees: MONTHS,
	deliveryIdentity: OURS,
	expiredAtOffset: OURS,
	loopbackTargets: OURS,
};
