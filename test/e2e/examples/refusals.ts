import type { ExampleStage } from './exampleStage';

const FILES = 'file-what-was-refused';

/** What the credential has refused is filed with the guard, its limit and what was asked for. */
export function refusalExample(on: ExampleStage): void {
	test('a refusal of the credential is told to a channel, and the other payment is made', async () => {
		const before = on.services.messages.length;
		await on.guard(FILES, { maxPerPayment: 'AUD 500' });
		await on.run(FILES);
		expect(on.services.messages.slice(before)).toEqual([
			{
				channel: expect.stringContaining('payments'),
				text: 'Refused by maxPerPayment: INV-2031-078 asked for 9000.00 AUD, the limit is 500.00 AUD. 9000.00 AUD is more than the credential allows',
			},
		]);
	});
}
