import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSUMED, assumptions } from '../../../contract';
import { assumptionsPage } from '../../../docs/pages/assumptions';
import { guesses } from '../../../emulator/otherwise';

const top = join(__dirname, '../../..');
const ids = assumptions.map(({ id }) => id);

describe('the register of assumptions', () => {
	it('names each assumption once and says what is assumed', () => {
		expect(new Set(ids).size).toBe(ids.length);
		for (const { about, assumed, usedIn } of assumptions) {
			expect(about).toMatch(/\w/);
			expect(assumed).toMatch(/\w/);
			expect(usedIn.length).toBeGreaterThan(0);
		}
	});

	it('has a page that tells each once, twenty of them first', () => {
		const [first = '', ...others] = assumptionsPage().split('For the following ones');
		const rows = (text: string) => text.split('\n').filter((line) => line.startsWith('| ')).length;
		const heads = 2;
		expect(rows(first) - heads).toBe(20);
		const tables = others.join('').split('\n## ').length - 1;
		expect(20 + rows(others.join('')) - heads * tables).toBe(ids.length);
	});

	it('names only files that exist', () => {
		const files = new Set(assumptions.flatMap(({ usedIn }) => usedIn));
		expect([...files].filter((file) => !existsSync(join(top, file)))).toEqual([]);
	});

	it.each(Object.keys(ASSUMED))('%s is used by every file its entry names', (id) => {
		const files = assumptions.find((entry) => entry.id === id)?.usedIn ?? [];
		expect(files).not.toEqual([]);
		for (const file of files) expect(readFileSync(join(top, file), 'utf8')).toContain(`ASSUMED.${id}`);
	});
});

describe('a service in which the guesses are wrong', () => {
	/** Assumptions that no answer, request or notification of the emulator can contradict, and why. */
	const unseen: Record<string, string> = {
		expiredAtOffset: 'the node sends the form that every reading takes',
		payoutNames: 'the pattern is the specification’s; its reading is tested as a pattern',
		customerShape: 'no endpoint',
		cardShapes: 'no operation',
		cashbackShapes: 'no operation',
		loopbackTargets: 'tests only',
		historyCursor: 'no cursor is used for another query',
		deliveryIdentity: 'a rule of the trigger, not of the wire',
		emptyList: 'tested with each of them',
		outgoingFees: 'tested with entries of either kind',
		payoutProgress: 'any order is taken',
		disputeProgress: 'any order is taken',
		partialRefunds: 'a rule of the service',
		partialPayment: 'a rule of the service',
		fullRefund: 'tested with payments of less and of more, and with refunds taken off',
		webhookTotal: 'tested with a total that includes fees',
		payeeShown: 'tested with other spellings',
		gstInAmount: 'tested with answers of either kind',
		cardLinkProgress: 'any status is taken',
		audBankPayin: 'methods come from the service',
		staticPayidEnd: 'any status is taken',
		settlementFile: 'an optional comparison, tested with files of other forms',
		tzsCheckoutMethod: 'codes come from the service',
		sandboxOnlyInProduction: 'refused before any request',
		idempotency: 'a rule of the service',
		rateLimits: 'tested with faults',
		ugBankUserType: 'passed through',
		methodParameterKeys: 'keys come from the service',
		errorStatuses: 'decided in core, tested there for every status',
		recordDelay: 'tested with records that appear late',
		olderPayouts: 'tested with older years',
		payinPeriods: 'tested with refusals',
		hostedPayins: 'nothing that a single answer shows',
		pageSizes: 'tested with refusals',
		batchSize: 'a rule of the service',
		externalIdForm: 'a rule of the service',
		unreachableTarget: 'a rule of the service',
		authorizationValue: 'a rule of the service',
		deliveryPatience: 'tested with slow answers',
		audHistoryDays: 'nothing is computed from it',
		audHistoryGrowth: 'tested with entries added anywhere',
		methodParameterTypes: 'tested as texts',
		accountCurrency: 'tested with lists that are empty or refused',
		romajiLetters: 'tested as a pattern',
		payinAmountless: 'tested with a refusal',
		expiringMethod: 'tested with the methods of VND',
		gatewayTokenRefusal: 'tested with 403',
		payinProgress: 'tested as an order of events',
		roundingDirection: 'both directions are tested',
		historyBalance: 'counted from the balance of now',
		historyReference: 'tested with entries that name others and nothing',
		historyTimes: 'tested with other forms',
		historyTwins: 'tested with entries of one content, on one page and across pages',
		payoutChecks: 'tested with refusals',
		payoutFees: 'nothing is computed from it',
		payoutDay: 'a rule of the guards, not of the wire',
		emulatorFigures: 'nothing in the nodes relies on them',
	};

	it('differs in every guess that the wire can show', () => {
		expect([...guesses, ...Object.keys(unseen)].sort()).toEqual([...ids].sort());
	});

	it('says of every guess what happens when it is wrong', () => {
		for (const { whenWrong } of assumptions) expect(whenWrong).toMatch(/\w.*[.;]?/);
	});
});
