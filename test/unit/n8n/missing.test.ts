import type { IExecuteFunctions, INodeExecutionData, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';
import { contextData, executionIdOf } from '../../../nodes/n8n/execution';
import { emitItems } from '../../../nodes/n8n/emitItems';
import { toErrorOutput } from '../../../nodes/n8n/errorOutput';
import { asWritten, keepChanged, nodeIdsOf, writtenLater } from '../../../nodes/n8n/staticData';
import { requestContext } from '../../../nodes/n8n/requestContext';
import { keptWithWait, waitingItem } from '../../../nodes/n8n/wait';
import { webhookAddress } from '../../../nodes/n8n/webhooks';

const throws = () => {
	throw new Error('There is no such thing');
};

/** What the node sees of n8n, and what it is told where n8n has no such part. */
describe('a part of n8n outside its public interface', () => {
	it('keeps data with an execution, or nothing is kept', () => {
		const kept = {};
		expect(contextData({ getContext: () => kept } as unknown as IExecuteFunctions)).toBe(kept);
		expect(contextData({ getContext: throws } as unknown as IExecuteFunctions)).toBeUndefined();
	});

	it('names the execution, or each call is one of its own', () => {
		const without = () => ({ getExecutionId: () => undefined }) as unknown as IExecuteFunctions;
		const [one, other] = [without(), without()];
		expect(executionIdOf({ getExecutionId: () => '7' } as unknown as IExecuteFunctions)).toBe('7');
		expect(executionIdOf(one)).toBe(executionIdOf(one));
		expect(executionIdOf(one)).not.toBe(executionIdOf(other));
	});

	it('knows the address of webhooks, or they have the usual one', () => {
		const getRestApiUrl = () => 'https://n8n.example.com/rest';
		const carried = { getRestApiUrl, additionalData: { webhookBaseUrl: 'https://n8n.example.com/hooks' } };
		expect(webhookAddress(carried, 'pay')).toBe('https://n8n.example.com/hooks/pay');
		expect(webhookAddress({ getRestApiUrl }, 'pay')).toBe('https://n8n.example.com/webhook/pay');
		expect(webhookAddress({ getRestApiUrl }, 'pay', { test: true })).toBe('https://n8n.example.com/webhook-test/pay');
	});

	it('starts an execution with polled items, or they are to be returned', () => {
		const started: unknown[] = [];
		const __emit = (items: unknown) => started.push(items);
		const items: INodeExecutionData[] = [{ json: {} }];
		expect(emitItems({ __emit } as unknown as IPollFunctions, items, undefined)).toBe(true);
		expect(started).toEqual([[items]]);
		expect(emitItems({} as unknown as IPollFunctions, items, undefined)).toBe(false);
	});

	it('shows what a wait has kept, or nothing is waited for', () => {
		const evaluateExpression = (text: string) => (text.includes('context') ? { until: 'final' } : { uuid: 'u' });
		const getNode = () => ({ name: 'Pay {all} "now"' });
		const shown = { evaluateExpression, getNode } as unknown as IWebhookFunctions;
		expect([waitingItem(shown), keptWithWait(shown)]).toEqual([{ uuid: 'u' }, { until: 'final' }]);
		for (const gone of [throws, () => undefined]) {
			const n8n = { evaluateExpression: gone, getNode } as unknown as IWebhookFunctions;
			expect([waitingItem(n8n), keptWithWait(n8n)]).toEqual([{}, undefined]);
		}
	});

	it('lists the nodes of the workflow, or which there are is not known', () => {
		expect(nodeIdsOf({ workflow: { nodes: { A: { id: 'a' } } } })).toEqual(new Set(['a']));
		expect(nodeIdsOf({})).toBeUndefined();
	});

	it('writes static data as JSON, in which the last state stands', () => {
		const data = { events: writtenLater(() => ({ last: 2 })) };
		expect(JSON.parse(JSON.stringify(data))).toEqual({ events: { last: 2 } });
		expect(asWritten(data.events)).toEqual({ last: 2 });
		expect(asWritten({ last: 1 })).toEqual({ last: 1 });
	});

	it('keeps the mark of changed static data, or says once that it cannot', () => {
		const warn = jest.fn();
		const staticData = { events: 1 };
		const workflow = {
			staticData,
			overrideStaticData: (other: object) => Object.assign(workflow, { staticData: other }),
		};
		keepChanged({ logger: { warn }, workflow } as never);
		expect([workflow.staticData, workflow.staticData === staticData]).toEqual([{ events: 1 }, false]);
		expect(warn).not.toHaveBeenCalled();
		for (const gone of [{}, { workflow: {} }]) keepChanged({ logger: { warn }, ...gone } as never);
		expect(warn).toHaveBeenCalledTimes(1);
	});

	it('takes an item for failed by its error, which stays out of the way elsewhere', () => {
		const error = new Error('refused');
		const at = (onError: string) =>
			toErrorOutput({ getNode: () => ({ onError }) } as unknown as IExecuteFunctions, { json: {} }, error);
		expect(at('continueErrorOutput').error).toBe(error);
		expect(JSON.stringify(at('continueErrorOutput'))).toBe('{"json":{}}');
		expect(at('continueRegularOutput')).not.toHaveProperty('error');
	});

	it('asks the context for signal and credential, or has them from the context as it was', async () => {
		const own = { getExecutionCancelSignal: () => undefined, getNode: () => 'node' };
		const { signal } = new AbortController();
		const context = requestContext(own, { signal, getCredentials: async () => await Promise.resolve({ appId: 'a' }) });
		expect(context.getNode()).toBe('node');
		expect(await context.getCredentials('any')).toEqual({ appId: 'a' });
		expect((context as unknown as IExecuteFunctions).getExecutionCancelSignal()).toBe(signal);
		expect(own.getExecutionCancelSignal()).toBeUndefined();
	});
});
