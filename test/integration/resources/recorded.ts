import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { EmulatorOptions } from '../../../emulator/server';
import { runNode, type NodeRun } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { pass, startWire, type Arrived } from '../transport/wire';

/** The emulated service behind a proxy that keeps every request as it left the node. */
export interface Recorded {
	readonly service: Service;
	/** Requests since the last run began. */
	readonly requests: readonly Arrived[];
	/** Runs an operation with the account of a currency. @returns the run, and the JSON bodies that it sent */
	run(
		parameters: INodeParameters,
		currency?: string,
		items?: IDataObject[],
	): Promise<NodeRun & { sent: IDataObject[] }>;
	/** The records of a run that must succeed. */
	records(...given: Parameters<Recorded['run']>): Promise<IDataObject[]>;
	close(): Promise<void>;
}

export async function startRecorded(options: EmulatorOptions = {}): Promise<Recorded> {
	const service = await startService(options);
	const wire = await startWire((answer, request) => {
		void pass(request, service.emulator.apiUrl).then(({ status, text }) =>
			answer.writeHead(status, { 'content-type': 'application/json' }).end(text),
		);
	});
	const run: Recorded['run'] = async (parameters, currency = 'AUD', items = [{}]) => {
		wire.requests.length = 0;
		const credentials = service.credentials(currency, { baseUrl: `${wire.address}/api` });
		const execution = await runNode({ credentials, parameters, items });
		const writes = wire.requests.filter(({ method }) => method === 'POST');
		return { ...execution, sent: writes.map(({ body }) => JSON.parse(body) as IDataObject) };
	};
	return {
		service,
		requests: wire.requests,
		run,
		records: async (...given) => {
			const { items, error } = await run(...given);
			expect(error).toBeUndefined();
			return items.map(({ json }) => json);
		},
		close: async () => {
			await wire.close();
			await service.close();
		},
	};
}
