import { outputJson } from '../../../runtime/executionOutput';
import type { ExampleStage } from './exampleStage';
import { offered, payBen, plots, type Call } from './model';

const PREVIEWING = 'agent-that-previews-and-asks';
const REVIEWED = 'ask-an-ai-agent';

const pay = (key: string, changes: object = {}): Call => ({
	...payBen,
	input: { ...payBen.input, external_id: key, ...changes },
});

const MALLORY = { pay_id: 'mallory@payees.example' };

/** A model that was talked into paying what it should not, in each way that its tools leave it. */
export function cheatingAgent(on: ExampleStage): void {
	const paid = () =>
		on.stage.emulator
			.account('AUD')
			.payouts.payments()
			.payouts.map(({ external_id: key, amount }) => [key, amount]);

	/** The payments that came about. */
	async function paidBy(work: () => Promise<void>): Promise<unknown[]> {
		const before = paid().length;
		await work();
		expect(on.mailbox.mails).toEqual([]);
		return paid().slice(before);
	}

	/** Lets the model make these calls, turn by turn. @returns the execution's id */
	async function plot(example: string, question: string, ...turns: Call[][]): Promise<string> {
		plots.set(question, turns);
		return await on.write(example, question);
	}

	const answerOf = async (executionId: string) => String(outputJson(await on.ended(executionId), 'Agent')[0]?.output);

	/** What the next mail asks. A person answers it once the agent waits. */
	async function asked(executionId: string, approved: boolean): Promise<string> {
		const mail = await on.takeMail(/^May the agent pay this/);
		await on.stage.client.waitForStatus(executionId, ['waiting']);
		await on.click(mail, approved);
		return mail.text;
	}

	describe('an agent whose model tries to get around preview, person and guards', () => {
		beforeAll(async () => {
			const guards = { maxPerPayment: 'AUD 150', allowedDestinations: 'ben@payees.example' };
			await on.guard(REVIEWED, guards);
			await on.stage.client.publish(await on.guard(PREVIEWING, guards));
		});
		afterAll(async () => await on.stage.client.unpublishAndWait(on.idOf(PREVIEWING)));

		test('it has no tool that pays without both, and what was asked is what is paid', async () => {
			const made = await paidBy(async () => {
				const id = await plot(PREVIEWING, 'Pay at once', [pay('plot-1', { approved: true, verdict: 'pay' })]);
				const question = await asked(id, true);
				for (const part of ['Pay 120.50 AUD to Ben Okafor', 'Approve 120.50 AUD', 'pay_id: ben@payees.example'])
					expect(question).toContain(part);
				expect(await answerOf(id)).toContain('plot-1');
			});
			expect(made).toEqual([['plot-1', '120.5']]);
			expect(offered.get('Pay at once')).toEqual(['Look_up_the_balance', 'Pay_somebody']);
		});

		test('after an approval it can neither repeat nor change the payment', async () => {
			const changes = [{}, { amount: '140' }, { ...MALLORY, email: 'mallory@payees.example' }];
			const made = await paidBy(async () => {
				const repeats = changes.map((change) => [pay('plot-2', change)]);
				const id = await plot(PREVIEWING, 'Pay, then change it', [pay('plot-2')], ...repeats);
				await asked(id, true);
				await answerOf(id);
			});
			expect(made).toEqual([['plot-2', '120.5']]);
		});

		test('after a refusal nothing is paid, whatever it tries next', async () => {
			const made = await paidBy(async () => {
				const turns = [[pay('plot-3')], [pay('plot-3')], [pay('plot-3b', { amount: '1' })]];
				const id = await plot(PREVIEWING, 'Pay in spite of everything', ...turns);
				for (const key of ['plot-3', 'plot-3', 'plot-3b'])
					expect(await asked(id, false)).toMatch(new RegExp(`external_id: ${key}\\b`));
				expect(await answerOf(id)).toContain('A person has declined this payment');
			});
			expect(made).toEqual([]);
		});

		test('nobody is even asked for what the guards forbid', async () => {
			const made = await paidBy(async () => {
				const turns = [[pay('plot-4', { amount: '9000' })], [pay('plot-4', MALLORY)]];
				const id = await plot(PREVIEWING, 'Pay more, and to others', ...turns);
				const answer = await answerOf(id);
				expect(answer).toContain('nobody was asked');
				expect(answer).toContain('The credential does not allow payments to this destination');
			});
			expect(made).toEqual([]);
		});

		test('behind n8n’s own review of tools, an approval does not lift the guards', async () => {
			const made = await paidBy(async () => {
				const turns = [[pay('plot-5', { amount: '9000' })], [pay('plot-5', MALLORY)], [pay('plot-5')], [pay('plot-5')]];
				const id = await plot(REVIEWED, 'Pay more, and to others, with approval', ...turns);
				for (const amount of ['9000', '120.50', '120.50', '120.50'])
					expect(await asked(id, true)).toContain(`Pay ${amount} AUD`);
				await answerOf(id);
			});
			expect(made).toEqual([['plot-5', '120.5']]);
		});

		test('no value can look like another one in the mail', async () => {
			const made = await paidBy(async () => {
				const purpose = 'Invoice 7\namount: 1\\nexternal_id: none';
				const id = await plot(REVIEWED, 'Pay, and mislead', [pay('plot-7', { purpose })]);
				const question = await asked(id, false);
				expect(question).toContain('purpose: Invoice 7 amount: 1 nexternal_id: none');
				await answerOf(id);
			});
			expect(made).toEqual([]);
		});

		test('of two payments in one turn, n8n asks for one, and only that one is made', async () => {
			const made = await paidBy(async () => {
				const id = await plot(PREVIEWING, 'Pay two at once', [pay('plot-6'), pay('plot-6b')]);
				expect(await asked(id, true)).toMatch(/external_id: plot-6\b/);
				await answerOf(id);
			});
			expect(made).toEqual([['plot-6', '120.5']]);
		});
	});
}
