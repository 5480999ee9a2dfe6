import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { agentWithTool } from '../engine/agentTool';
import { serviceOfFile } from '../engine/serviceOfFile';
import { operation } from '../action/orders';
import { occasionFor } from './occasions';

const service = serviceOfFile({ start: new Date() });

async function read(changes: INodeParameters): Promise<IDataObject> {
	const { parameters } = await occasionFor(service, 'payin.get');
	const agent = await agentWithTool(operation('payin', 'get', { ...parameters, ...changes }), service.credentials());
	const [record = {}] = JSON.parse(await agent.call({})) as IDataObject[];
	return record;
}

describe('the tool of an agent', () => {
	it('puts out the fields most workflows need', async () => {
		const record = await read({});
		expect(record).toHaveProperty('status');
		expect(record).not.toHaveProperty('description');
	});

	it('puts out the whole record when asked to', async () => {
		expect(await read({ output: 'raw' })).toHaveProperty('description');
	});

	it('refuses a choice of fields that the form does not offer, and takes one in capitals', async () => {
		const { parameters } = await occasionFor(service, 'payin.get');
		const form = operation('payin', 'get', { ...parameters, output: 'everything' });
		const agent = await agentWithTool(form, service.credentials());
		expect(await agent.refusal({})).toContain('Output must be simplified or raw or selectedFields');
		expect(await read({ output: 'SIMPLIFIED' })).not.toHaveProperty('description');
	});

	it('puts out the fields that it names', async () => {
		const record = await read({ output: 'selectedFields', selectedFields: 'uuid, description,' });
		expect(Object.keys(record)).toEqual(['uuid', 'description']);
	});
});
