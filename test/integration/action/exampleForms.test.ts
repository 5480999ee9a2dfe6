import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { exampleNames, readExample } from '../../../runtime/exampleWorkflows';
import { designTime } from '../engine/designTime';
import { serviceOfFile } from '../engine/serviceOfFile';
import { run } from '../resources/resourceRun';
import { newPayin } from '../trigger/payments';

/** The forms and fields that the examples hold: n8n marks a form that is not what the service asks for. */

interface Field {
	id: string;
	displayName: string;
	options?: INodePropertyOptions[];
}

const service = serviceOfFile();

const stored = exampleNames.flatMap((example) =>
	readExample(example).nodes.flatMap(({ name, parameters }): [string, INodeParameters, Field[]][] => {
		const { schema = [] } = (parameters.methodParameters ?? {}) as { schema?: Field[] };
		return schema.length > 0 ? [[`${example}: ${name}`, parameters, schema]] : [];
	}),
);

it.each(stored)('%s shows the form of today', async (_, parameters, schema) => {
	const kind = String(parameters.resource);
	const editor = designTime(parameters, service.credentials(String(parameters.currency ?? 'AUD')));
	const { fields } = await editor.fields(`${kind}MethodParameters`);
	// What only informs is not stored: the amounts that a method takes change.
	expect(schema).toEqual(fields.filter(({ id }) => !id.startsWith('_')));
});

it('the approval of a refund asks for fields that the payment has', async () => {
	const uuid = newPayin(service, { external_id: 'ord-1' });
	const { nodes } = readExample('refund-with-approval');
	const parametersOf = (name: string) => nodes.find((node) => node.name === name)?.parameters ?? {};
	const { subject, message } = parametersOf('Ask for approval');
	const named = `${String(subject)} ${String(message)}`.matchAll(/\{\{ \$json\.(\w+) \}\}/g);
	const fields = [...named].map(([, name]) => name);
	const { items } = await run(service, { ...parametersOf('Look up the payment'), uuid });
	expect(fields).toEqual(['currency', 'paid_amount', 'currency', 'name', 'external_id']);
	expect(Object.keys(items[0]?.json ?? {})).toEqual(expect.arrayContaining(fields));
});
