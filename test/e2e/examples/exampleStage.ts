import { importExample, importExamples, type Surroundings } from '../../../runtime/exampleWorkflows';
import { failureOf } from '../../../runtime/executionOutput';
import { Lifetime } from '../../../runtime/lifetime';
import { Mailbox, type Mail } from '../../../runtime/mailbox';
import { filesFolder } from '../../../runtime/n8n';
import type { Execution } from '../../../runtime/n8nRecords';
import { openStage, type Stage } from '../../../runtime/stage';
import { storedExecutions } from '../../../runtime/storedExecutions';
import { until } from '../../../runtime/until';
import { accountsOf } from './accounts';
import { eveningZone } from './evening';
import { OtherServices } from './otherServices';
import { writeToAgent } from './writeToAgent';

const PATIENCE_MS = 120_000;

/** n8n does not listen to what looks like a robot. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A real n8n with all examples in it, the emulator, and stand-ins for everything else that the examples use. */
export class ExampleStage {
	readonly services = new OtherServices();
	readonly mailbox = new Mailbox();
	private readonly lifetime = new Lifetime();
	private ids: Readonly<Record<string, string>> = {};
	private surroundings: Surroundings | undefined;
	private opened: Stage | undefined;

	/** @param release whose examples are imported. Default: today's */
	async open(release?: string): Promise<void> {
		const env = await this.services.listen(this.lifetime.temporaryFolder('multi-currency-payments-examples-'));
		this.lifetime.defer(() => this.services.close());
		const port = await this.mailbox.listen();
		this.lifetime.defer(() => this.mailbox.close());
		this.opened = await openStage({ ...env, GENERIC_TIMEZONE: eveningZone() });
		this.lifetime.defer(() => this.opened?.close());
		const { client, credential, severalAccounts, emulator, userFolder } = this.stage;
		this.surroundings = {
			credential,
			severalAccounts,
			controlUrl: emulator.controlUrl,
			apiUrl: emulator.apiUrl,
			folder: filesFolder(userFolder),
			accounts: await accountsOf(client, port),
			release,
		};
		this.ids = await importExamples(client, this.surroundings);
	}

	async close(): Promise<void> {
		await this.lifetime.end();
	}

	get stage(): Stage {
		if (!this.opened) throw new Error('n8n did not start: see the first failure.');
		return this.opened;
	}

	idOf(example: string): string {
		const id = this.ids[example];
		if (id === undefined) throw new Error(`There is no example ${example}.`);
		return id;
	}

	/**
	 * Gives an example a credential with guards. Returns the workflow's id.
	 * @param decideWithin how long a person has to decide, in minutes. Default: as the example has it
	 */
	async guard(example: string, guards: Record<string, string>, decideWithin?: number): Promise<string> {
		const { client, credentialWith } = this.stage;
		if (!this.surroundings) throw new Error('No examples were imported.');
		const credential = await credentialWith(`Guarded ${example}`, guards);
		return await importExample(client, example, { ...this.surroundings, credential, decideWithin });
	}

	/** Has an example be about another order. */
	async order(example: string, of: string, number: string): Promise<void> {
		if (!this.surroundings) throw new Error('No examples were imported.');
		await importExample(this.stage.client, example, { ...this.surroundings, instead: { [of]: number } });
	}

	/**
	 * Writes to the agent of an example in the editor's chat.
	 * @returns the execution's id
	 */
	async write(example: string, chatInput: string): Promise<string> {
		return await writeToAgent(this.stage.client, this.idOf(example), 'When somebody writes', chatInput);
	}

	/** Starts an example by hand and returns the execution's id. */
	async start(example: string, trigger?: string): Promise<string> {
		return await this.stage.client.run(this.idOf(example), trigger);
	}

	/** Waits for the end of an execution. Throws n8n's message when it was not a success. */
	async ended(executionId: string): Promise<Execution> {
		const execution = await this.stage.client.waitForEnd(executionId, PATIENCE_MS);
		const failure = failureOf(execution);
		if (failure !== undefined) throw new Error(failure);
		return execution;
	}

	/** Runs an example by hand, to its end. */
	async run(example: string, trigger?: string): Promise<Execution> {
		return await this.ended(await this.start(example, trigger));
	}

	/** Does something while an example is published. */
	async whilePublished(example: string, work: (workflowId: string) => Promise<void>): Promise<void> {
		const id = this.idOf(example);
		await this.stage.client.publish(id);
		try {
			await work(id);
		} finally {
			await this.stage.client.unpublishAndWait(id);
		}
	}

	/** The executions of a published example, when `count` of them have ended with success. */
	async executions(workflowId: string, count: number): Promise<Execution[]> {
		const filter = { workflowId, includeData: true };
		const ended = await this.stage.client.waitForExecutions(count, filter, PATIENCE_MS);
		const failure = ended.map(failureOf).find((one) => one !== undefined);
		if (failure !== undefined) throw new Error(failure);
		return ended;
	}

	/** The execution of a workflow that waits. @param isMeant which one, where several may wait. Default: any */
	async waiting(workflowId: string, isMeant = (_: string): boolean => true): Promise<string> {
		return await until(
			async () => {
				const stored = await storedExecutions(this.stage.client, workflowId);
				return stored.find(({ id, status }) => status === 'waiting' && isMeant(id))?.id;
			},
			{ withinMs: PATIENCE_MS, otherwise: `Workflow ${workflowId} does not wait` },
		);
	}

	/** The oldest mail with this subject that no test has taken yet. */
	async takeMail(subject: RegExp): Promise<Mail> {
		const { mails } = this.mailbox;
		const at = await until(
			() => {
				const index = mails.findIndex((mail) => subject.test(mail.subject));
				return index >= 0 && { index };
			},
			{ withinMs: PATIENCE_MS, otherwise: `No mail ${String(subject)} came` },
		);
		return mails.splice(at.index, 1)[0] as Mail; // found there just now
	}

	/** Whether a mail asks about an execution: the links of its buttons name it. */
	isAbout(mail: Mail, executionId: string): boolean {
		return mail.text.includes(`/webhook-waiting/${executionId}/`);
	}

	/** Clicks a button of a mail, as its reader would. */
	async click(mail: Mail, approved: boolean): Promise<void> {
		const [, link = ''] = new RegExp(`href="([^"]*approved=${approved}[^"]*)"`).exec(mail.text) ?? [];
		const response = await fetch(link.replaceAll('&amp;', '&'), { headers: { 'user-agent': BROWSER } });
		if (!response.ok) throw new Error(`n8n answered ${response.status} to the button.`);
		await response.arrayBuffer();
	}
}
