import * as wire from '../../../emulator/otherwise';
import { everywhere } from '../../../emulator/otherwise/difference';
import { startService, type Service } from '../engine/service';
import { run } from '../resources/resourceRun';

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => await service.close());

const PAY = {
	...{ resource: 'payout', operation: 'create', currency: 'AUD', notify: 'none', paymentDescription: 'Invoice 7' },
	payoutMethodName: { __rl: true, mode: 'id', value: 'au_payid_npp_aud' },
	...{ firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example', amount: '12.50', externalId: 'inv-7' },
	methodParameters: {
		...{ mappingMode: 'defineBelow', matchingColumns: [], schema: [] },
		value: { pay_id: 'pay90001@bank.example', pay_id_type: 'EMAIL' },
	},
};

/** The specification lists no words for a payment of a batch, but says that only failed ones have an error message. */
it.each(['failed', 'unsuccessful', 'processing', 'created', 'completed'])(
	'a failed payment that the service calls %s is not taken for paid',
	async (word) => {
		expect((await run(service, PAY)).error).toBeUndefined();
		await service.advance(3_600_000);
		jest
			.spyOn(wire, 'answerOtherwise')
			.mockImplementation((_world, _endpoint, answer) =>
				everywhere(answer as Record<string, unknown>, (fields) =>
					'payout_method_params' in fields && fields.status === 'failed' ? { ...fields, status: word } : fields,
				),
			);
		const { error } = await run(service, PAY);
		expect(error?.message).toContain('ended without money');
	},
);

it('a payment that is under way in its batch is not taken for failed, whatever its message', async () => {
	expect((await run(service, PAY)).error).toBeUndefined();
	jest
		.spyOn(wire, 'answerOtherwise')
		.mockImplementation((_world, _endpoint, answer) =>
			everywhere(answer as Record<string, unknown>, (fields) =>
				'payout_method_params' in fields ? { ...fields, error_message: 'The bank asks for more time' } : fields,
			),
		);
	const { items, error } = await run(service, PAY);
	expect(error).toBeUndefined();
	expect(items[0]?.json.outcome).toBe('found');
});
