import { readExample } from '../../../runtime/exampleWorkflows';
import { startService, type Service } from '../engine/service';
import { run } from './resourceRun';

let service: Service;
beforeAll(async () => void (service = await startService()));
afterAll(async () => await service.close());

it('the approval of a refund asks for fields that the payment has', async () => {
	const { uuid } = service.emulator.account('AUD').payins.create({
		...{ payin_method_name: 'au_bank_aud', payin_method_params: {}, amount: 80, currency: 'AUD', name: 'Ada Byron' },
		...{ email: 'ada@example.com', description: 'Order 77', gst: false, external_id: 'ord-1' },
		webhook_notification: { endpoint_url: 'http://127.0.0.1:9/', authorization_header: 'none' },
	});
	const { nodes } = readExample('refund-with-approval');
	const parametersOf = (name: string) => nodes.find((node) => node.name === name)?.parameters ?? {};
	const { subject, message } = parametersOf('Ask for approval');
	const fields = [...`${String(subject)} ${String(message)}`.matchAll(/\{\{ \$json\.(\w+) \}\}/g)].map(
		([, name]) => name,
	);
	const { items } = await run(service, { ...parametersOf('Look up the payment'), uuid });
	expect(fields).toEqual(['currency', 'paid_amount', 'currency', 'name', 'external_id']);
	expect(Object.keys(items[0]?.json ?? {})).toEqual(expect.arrayContaining(fields));
});
