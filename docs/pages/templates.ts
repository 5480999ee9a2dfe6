import { basename } from 'node:path';
import { examples, pictureOf } from './examples';

/** What each example does, for n8n's template library: what it is for, how it goes, and what keeps it safe. */
const DESCRIPTIONS: Readonly<Record<string, readonly [string, string, string]>> = {
	'pay-payees-from-csv': [
		'Pay everybody in a CSV file in one batch.',
		'The file is read row by row, and each payee gets an output item with the status of the payment.',
		'Each row has an External ID of its own, so a second run finds the payments instead of making them again.',
	],
	'receive-status-events': [
		'Start a workflow whenever a payin, a payout or a checkout link changes its status.',
		'The trigger checks each notification before it starts anything, and leaves out copies.',
		'What has come to its end goes one way, what is under way the other.',
	],
	'take-a-payin-and-refund': [
		'Ask a customer for a payment and give a part of it back later.',
		'In the sandbox a node stands in for the customer, and another waits until the service allows a partial refund.',
		'Both the payment and the refund have an External ID, so a repeat moves no money.',
	],
	'download-settlement-report': [
		'Download the newest settlement report of your account.',
		'The file arrives as binary data and is read into one item for each line.',
		'Put any node behind it that keeps or compares the lines.',
	],
	'page-balance-history': [
		'Read the balance history of a period, however long it is.',
		'The node turns all pages by itself and reads several at once.',
		'The example counts the entries by kind; nothing is cut off and nothing comes twice.',
	],
	'pay-a-list-from-a-sheet': [
		'Pay the rows of a Google Sheet that have no payment yet.',
		'The ID of each payment is written into its row, and why a row could not be paid.',
		'A row that is wrong does not hold up the others, and nobody is paid twice.',
	],
	'status-events-to-a-chat': [
		'Tell a chat channel when a payment has come to its end.',
		'Amount, currency, status and External ID stand in one line.',
		'Copies of a notification do not become a second message.',
	],
	'failed-payouts-to-a-ticket': [
		'Open a ticket for each payee who was not paid.',
		'When a batch has ended, its payments are looked through one by one.',
		'The ticket says who, how much and why, and no payment gets two.',
	],
	'take-a-payment-and-tell-the-customer-first': [
		'Ask for a bank transfer, mail the account details, and wait for the money.',
		'The execution sleeps until the service confirms the payment, or until the limit.',
		'After the limit it looks again before it decides.',
	],
	'mail-a-checkout-link': [
		'Make a hosted checkout page for an order and mail its link.',
		'The execution waits until the customer has paid or the link has expired.',
		'Then the goods are sent, or put back.',
	],
	'refund-with-approval': [
		'Let people ask for a refund with a form, and let one person decide.',
		'The payment is looked up first, so that the question shows what was paid.',
		'Only an approval refunds, and only once for each request.',
	],
	'never-miss-an-event': [
		'Hear of every payment, even when n8n was down.',
		'A webhook trigger and a polling trigger feed one workflow.',
		'An event that comes both ways is handled once.',
	],
	'dispute-alert': [
		'Hear at once when a customer disputes a payment.',
		'A mail asks for the evidence while there is time.',
		'When the dispute is lost, the bookkeeper is told.',
	],
	'daily-settlement-report': [
		'Save the newest settlement report into a folder every morning.',
		'The file keeps the name that the service gives it.',
		'Put a cloud drive or an SFTP server in place of the folder.',
	],
	'nightly-history-export': [
		'Export the balance history of yesterday as a CSV file every night.',
		'Amounts stay text, so no cent is lost in a spreadsheet.',
		'Put any node behind it that keeps files.',
	],
	'ask-an-ai-agent': [
		'Let an AI agent look up balances and payments, and prepare payouts.',
		'A person sees the values and approves before anything is paid.',
		'The limits of the credential hold even after an approval.',
	],
	'call-card-and-cashback-apis': [
		'Call the Card and the Cashback API with the credential of the payment node.',
		'HTTP Request nodes send the requests; no key stands in the workflow.',
		'Use it for whatever the payment node has no operation for.',
	],
	'reconcile-your-books': [
		'Compare a ledger with what the account has moved, to the cent.',
		'Each row gets a verdict: matched, another amount, another status, or missing.',
		'A bank statement for the accounting software comes out as well.',
	],
	'preview-a-payroll': [
		'Check a payroll before it is paid, and pay it when all of it is in order.',
		'Each row gets a verdict with reasons, and each currency a total with the balance afterwards.',
		'Nothing is sent while one row is wrong.',
	],
	'agent-that-previews-and-asks': [
		'Give an AI agent one tool that checks a payment, asks a person, and pays.',
		'The three steps use the same values, which the model fills in once.',
		'What the check stops is not even asked for.',
	],
	'pay-a-list-in-several-currencies': [
		'Pay one list in several currencies from several accounts.',
		'Each row is paid from the account of its currency, by the method that its row names.',
		'The list is checked as a whole first, and the balances are shown before and after.',
	],
	'write-payout-statuses-to-a-sheet': [
		'Write into a Google Sheet what became of each payout.',
		'When a batch has ended, every payee’s row gets its status, and the reason where it failed.',
		'It completes the example that pays a list from a sheet.',
	],
	'receive-events-of-several-currencies': [
		'Receive the events of all accounts of one credential at one address.',
		'Each notification is checked with the key of its own account.',
		'It completes the example that pays a list in several currencies.',
	],
	'payments-over-mcp': [
		'Let programs that speak MCP look up payments and ask for payouts.',
		'Each payout is previewed, and a person decides by mail on exactly what would be paid.',
		'The limits of the credential hold whatever anybody approves, and a repeated call pays once.',
	],
	'file-what-was-refused': [
		'File every payment that a guard of the credential has refused.',
		'Guard, limit and what was asked for come out of the error output in one shape.',
		'A chat channel hears of each; a sheet takes the same columns.',
	],
};

/** examples/README.md: title, description and cover picture of each example, as n8n's template library asks for them. */
export function templatesPage(): string {
	const about = examples().map(({ name, file }) => {
		const example = basename(file, '.json').replace(/^\d+-/, '');
		const description = DESCRIPTIONS[example];
		if (!description) throw new Error(`docs/pages/templates.ts describes no example ${example}.`);
		return [
			`## ${name.replace(/^\d+ /, '')}`,
			...pictureOf(file).map((picture) => `![Cover](../docs/pictures/examples/${picture})`),
			description.join(' '),
			`[${basename(file)}](${basename(file)})`,
		];
	});
	return [
		'# Templates',
		'Workflows to import, each with a title, a description and a cover picture for n8n’s template library. What to change in them stands in their notes and in [docs/examples.md](../docs/examples.md).',
		'Written by `npx tsx docs/coverage/write.ts` from `docs/pages/templates.ts`; do not edit by hand.',
		...about.flat(),
	]
		.join('\n\n')
		.concat('\n');
}
