/**
 * What only the owner of the package can fill in. Until then, the named files hold these stand-ins, and the release check
 * lists them.
 */
export const STAND_INS = [
	{
		what: 'the npm name and scope',
		standIn: '"name": "n8n-nodes-multi-currency-payments"',
		files: ['package.json'],
		advice: 'Confirm the name by taking this entry out, or give the package a name of your own, as @you/n8n-nodes-….',
	},
	{
		what: 'the repository',
		standIn: 'github.com/multi-currency-payments/',
		files: [
			'package.json',
			'.github/ISSUE_TEMPLATE/config.yml',
			'credentials/MultiCurrencyPaymentsApi.credentials.ts',
			'nodes/MultiCurrencyPayments/MultiCurrencyPayments.node.json',
			'nodes/MultiCurrencyPaymentsTrigger/MultiCurrencyPaymentsTrigger.node.json',
			'nodes/MultiCurrencyPaymentsPollingTrigger/MultiCurrencyPaymentsPollingTrigger.node.json',
		],
		advice: 'Name the public repository whose workflow publishes. npm compares it with the provenance.',
	},
	{
		what: 'the owners of the code',
		standIn: '@multi-currency-payments/',
		files: ['.github/CODEOWNERS'],
		advice: 'Name the accounts that have to agree to a change.',
	},
	{
		what: 'the way to install it',
		standIn: 'It is not on npm yet',
		files: ['README.md'],
		advice: 'Take the sentence out once the package can be installed.',
	},
	{
		what: 'the author',
		standIn: '"name": "Multi-Currency Payments"',
		files: ['package.json'],
		advice: 'n8n wants the author to be the owner of the repository and of the npm package.',
	},
	{
		what: 'the holder of the copyright',
		standIn: 'Multi-Currency Payments contributors',
		files: ['LICENSE.md'],
		advice: 'Name who grants the licence.',
	},
	{
		what: 'the contact',
		standIn: 'maintainers@multi-currency-payments.dev',
		files: ['package.json'],
		advice: 'Give an address that is read.',
	},
];
