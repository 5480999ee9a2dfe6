import type { CheckoutSession } from '../../../emulator/checkout/checkoutSession';
import { outputJson } from '../../../runtime/executionOutput';
import { SUPPORT } from './accounts';
import type { ExampleStage } from './exampleStage';

/** More than the 30 to 60 minutes after which a part of a payment can be refunded. */
const HOUR_MS = 3_600_000;

/** Examples that take payments and give them back. */
export function collectingExamples(on: ExampleStage): void {
	const refunds = () => on.stage.emulator.account('AUD').payins.payments().refunds;

	test('take a payin and refund a part of it: once, however often it runs', async () => {
		const before = refunds().length;
		const [seen] = outputJson(await on.run('take-a-payin-and-refund'), 'See the payin');
		expect(Number(seen?.paid_amount)).toBe(80);
		const [again] = outputJson(await on.run('take-a-payin-and-refund'), 'See the payin');
		expect(again?.uuid).toBe(seen?.uuid);
		expect(refunds().slice(before)).toMatchObject([{ amount: '30.0', external_id: 'refund-order-301' }]);
	});

	test('take a payment and tell the customer first: mailed before the wait, fulfilled after it', async () => {
		const id = await on.start('take-a-payment-and-tell-the-customer-first');
		const { text, to } = await on.takeMail(/Order 901/);
		const waiting = await on.stage.client.waitForStatus(id, ['waiting']);
		const [payin] = outputJson(waiting, 'Take a payin');
		expect(to).toBe('ada@shop.example');
		expect(text).toContain(`account ${String(payin?.account_number)}`);
		await on.stage.account.simulatePayin(String(payin?.uuid));
		expect(outputJson(await on.ended(id), 'Send the goods')).toMatchObject([{ uuid: payin?.uuid, status: 'received' }]);
	});

	let orders = 0;
	/** Each order has a link of its own. */
	async function mailLink(): Promise<string> {
		await on.order('mail-a-checkout-link', 'order-79', `order-79-${++orders}`);
		return await on.start('mail-a-checkout-link');
	}

	test('mail a checkout link: the customer pays on its page, and gets the goods', async () => {
		const id = await mailLink();
		const { text } = await on.takeMail(/^Your order/);
		const [, address = ''] = /(http\S+)/.exec(text) ?? [];
		expect((await fetch(address)).status).toBe(200);
		const waiting = await on.stage.client.waitForStatus(id, ['waiting']);
		const [link] = outputJson(waiting, 'Make a checkout link');
		expect(address).toBe(link?.payment_url);
		on.stage.account.payLink(String(link?.uuid));
		await on.ended(id);
		expect(await on.takeMail(/^Thank you/)).toMatchObject({ to: 'ada@shop.example' });
	});

	describe('mail a checkout link', () => {
		const thanks = () => on.mailbox.mails.filter(({ subject }) => subject.startsWith('Thank you'));

		/** An execution that waits for its link to be paid, and the link's page. */
		async function mailed() {
			const id = await mailLink();
			await on.takeMail(/^Your order/);
			const [link] = outputJson(await on.stage.client.waitForStatus(id, ['waiting']), 'Make a checkout link');
			const { checkoutSessions } = on.stage.emulator.account('AUD');
			const session = checkoutSessions.find(String(link?.uuid));
			if (!session) throw new Error('The link has no page.');
			return { id, session, checkoutSessions };
		}

		/** The customer's first attempt fails. What happens half an hour later comes while the workflow waits an hour. */
		async function failing(halfAnHourLater: (session: CheckoutSession) => void) {
			const { id, session, checkoutSessions } = await mailed();
			const later = new Promise<void>((resolve) => {
				on.stage.emulator.world.clock.after(HOUR_MS / 2, () => {
					halfAnHourLater(session);
					resolve();
				});
			});
			checkoutSessions.fail(session, 'The payment was declined');
			await later;
			return { id, session };
		}

		test('when it expires, nothing is sent', async () => {
			const { id, session, checkoutSessions } = await mailed();
			checkoutSessions.expire(session);
			expect(outputJson(await on.ended(id), 'Put the goods back')).toMatchObject([{ status: 'expired' }]);
			expect(thanks()).toEqual([]);
		});

		test('what is paid after an attempt that failed is heard of, also where the customer is at it when it looks', async () => {
			const { id, session } = await failing((again) => (again.status = 'pending'));
			await on.stage.client.waitForStatus(id, ['waiting']);
			on.stage.account.payLink(session.uuid);
			expect((await on.ended(id)).data?.resultData.runData['An hour']).toHaveLength(1);
			expect(await on.takeMail(/^Thank you/)).toMatchObject({ to: 'ada@shop.example' });
		});

		test('when it expires after an attempt that failed, nothing is sent', async () => {
			const { id } = await failing((again) => again.expiresAt.setTime(Date.now() - 1));
			expect(outputJson(await on.ended(id), 'Put the goods back')).toMatchObject([{ status: 'failed' }]);
			expect(thanks()).toEqual([]);
		});
	});

	describe('refund with approval', () => {
		/** Fills in the form as somebody of the support team. Returns the mail to who decides. */
		async function ask(order: string) {
			const { account, emulator, n8n } = on.stage;
			const { uuid } = await account.createPayin(order, 'https://shop.example/nobody');
			await account.simulatePayin(uuid);
			await emulator.world.clock.advance(HOUR_MS);
			const form = new FormData();
			for (const [index, value] of [`T-${order}`, uuid, '10.00', 'Late parcel'].entries())
				form.set(`field-${index}`, value);
			const authorization = `Basic ${Buffer.from(`${SUPPORT.user}:${SUPPORT.password}`).toString('base64')}`;
			const response = await fetch(`${n8n.url}/form/ask-for-a-refund`, {
				method: 'POST',
				headers: { authorization },
				body: form,
			});
			expect(response.status).toBe(200);
			return { uuid, mail: await on.takeMail(/^Refund 10 AUD\?/) };
		}

		test('asks a person, and refunds once that person approves', async () => {
			await on.whilePublished('refund-with-approval', async (workflowId) => {
				const before = refunds().length;
				const { mail } = await ask('refund-1');
				expect(mail).toMatchObject({ to: 'finance@shop.example', text: expect.stringContaining('of 25.5 AUD') });
				const id = await on.waiting(workflowId);
				expect(refunds()).toHaveLength(before);
				await on.click(mail, true);
				await on.ended(id);
				expect(refunds().slice(before)).toMatchObject([{ amount: '10.0', external_id: 'T-refund-1' }]);
			});
		});

		test('refunds nothing when that person declines, or when the form is filled in without the password', async () => {
			await on.whilePublished('refund-with-approval', async (workflowId) => {
				const before = refunds().length;
				const { mail } = await ask('refund-2');
				const id = await on.waiting(workflowId);
				await on.click(mail, false);
				expect(outputJson(await on.ended(id), 'Tell who asked: no')).toHaveLength(1);
				const stranger = await fetch(`${on.stage.n8n.url}/form/ask-for-a-refund`, {
					method: 'POST',
					body: new FormData(),
				});
				expect(stranger.status).toBe(401);
				expect(refunds()).toHaveLength(before);
			});
		});
	});
}
