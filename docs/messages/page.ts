import { join } from 'node:path';
import { messagesOf, type Message } from './collect';

/** The rooms that speak to users, by the beginning of their files, in the order of the page. */
const CHAPTERS: readonly (readonly [title: string, files: RegExp])[] = [
	['Money: repeats and unknown outcomes', /\/MultiCurrencyPayments\/(money|preview|wait)\//],
	['Guards of the credential', /\/MultiCurrencyPayments\/limits\/|^core\/payments\/guards/],
	[
		'Details of an amount, a date, an account or a reference',
		/^core\/(money|time\/|payments\/(identifiers|reference))/,
	],
	['Values of an item', /\/MultiCurrencyPayments\/(run|form|resources|files)\/|^core\/reconciliation\//],
	['The node as a whole', /\/MultiCurrencyPayments\//],
	['The service and the way to it', /^nodes\/service\/|^core\//],
	['Credential', /^credentials\//],
	['Webhook trigger', /\/MultiCurrencyPaymentsTrigger\/|^nodes\/events\//],
	['Polling trigger', /\/MultiCurrencyPaymentsPollingTrigger\//],
];

/** docs/messages.md: every message a user can meet, with what to do. @throws when a message has no chapter */
export function messagesPage(root = join(__dirname, '..', '..')): string {
	const messages = messagesOf(root);
	const chapterOf = ({ file }: Message) => CHAPTERS.find(([, files]) => files.test(file))?.[0];
	const homeless = messages.find((message) => chapterOf(message) === undefined);
	if (homeless) throw new Error(`docs/messages/page.ts has no chapter for ${homeless.file}`);
	const chapters = CHAPTERS.map(([title]) => {
		const rows = messages.filter((message) => chapterOf(message) === title);
		const lines = new Set(rows.map(({ says, remedy }) => `| ${cell(says)} | ${cell(remedy)} |`));
		return lines.size === 0
			? ''
			: `## ${title}\n\n| What it says | What to do |\n|---|---|\n${[...lines].join('\n')}\n`;
	});
	return [
		'# Messages\n',
		'Every message that the nodes show when something does not go as wanted. Values that a message fills in stand as ‹name›; alternatives are parted by ·. Under “continue on fail” the first column is `error` of the item, the second `remedy`. When an operation that changes something fails, what to do begins with what has changed: “Nothing was sent.”, “Nothing was paid.” (created, refunded, cancelled …), or the message says what is unknown. Several refused values of one item are told together.\n',
		'Written by `npx tsx docs/coverage/write.ts` from the code; do not edit by hand.\n',
		...chapters.filter((chapter) => chapter !== ''),
	].join('\n');
}

const cell = (words: string): string => words.trim().replace(/\s+/g, ' ').replace(/\|/g, '\\|');
