import { readExample } from '../../../runtime/exampleWorkflows';
import { serviceOfFile } from '../engine/serviceOfFile';
import { newPayin } from '../trigger/payments';
import { run } from './resourceRun';

const service = serviceOfFile();

it('the approval of a refund asks for fields that the payment has', async () => {
	const uuid = newPayin(service, { external_id: 'ord-1' });
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
