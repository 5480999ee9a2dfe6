import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { exampleNames, readExample } from '../../../runtime/exampleWorkflows';
import { designTime } from '../engine/designTime';
import { serviceOfFile } from '../engine/serviceOfFile';

/** The forms of methods that the examples hold: n8n marks one that is not what the service asks for. */

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
