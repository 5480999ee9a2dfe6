import { startProcess } from '../../sequences/n8nProcess';
import { batch } from '../action/orders';
import { runNode } from '../engine/execution';
import { startService, type Service } from '../engine/service';
import { pass, startWire } from '../transport/wire';
import { outcomes, paidKeys, wages } from './payroll';

/** The service lists a batch, but says that it does not know it when its detail is asked for. */

let service: Service;
beforeAll(async () => void (service = await startService()));
beforeEach(async () => await service.reset());
afterAll(async () => await service.close());

const options = { requestTimeout: 5, timeLimit: 10, settleSeconds: 0, concurrency: 1 };

/** Pays people together, or each in a batch of their own, in a process of its own. */
const pay = async (baseUrl = service.emulator.apiUrl, people = 3, maxPerBatch = 500) =>
	await runNode({
		credentials: { ...service.credentials(), baseUrl },
		parameters: batch({ options, additionalFields: { maxPerBatch } }),
		items: wages(people),
		nodeTypes: startProcess().nodeTypes,
	});

/**
 * Pays again where the detail of a batch is not there at first.
 * @param times how often it is asked for in vain
 * @param listed what the list of all batches shows
 */
async function payAgain(times: number, listed = (text: string) => text, ...people: [people?: number, each?: number]) {
	let asked = 0;
	const late = await startWire((answer, request) => {
		const isMissing = request.path.startsWith('/v2/payouts/detail') && ++asked <= times;
		const missing = { status: 404, text: JSON.stringify({ errors: { code: 'NOT_FOUND', message: 'Not found' } }) };
		const isList = request.path.startsWith('/v2/payouts/all') && !request.path.includes('external_id');
		void (isMissing ? Promise.resolve(missing) : pass(request, service.emulator.apiUrl)).then(({ status, text }) =>
			answer.writeHead(status, { 'content-type': 'application/json' }).end(isList ? listed(text) : text),
		);
	});
	const run = await pay(late.address + '/api', ...people);
	await late.close();
	return run;
}

it('nobody in it is paid again', async () => {
	await pay();
	expect((await payAgain(Infinity)).error?.message).toBe('The payment service has no such record');
	expect(paidKeys(service)).toEqual(['wage-0', 'wage-1', 'wage-2']);
});

it('everybody in it is found once the detail is there', async () => {
	await pay();
	expect(outcomes(await payAgain(1))).toEqual(Array(3).fill('found'));
	expect(paidKeys(service)).toEqual(['wage-0', 'wage-1', 'wage-2']);
});

it('nobody is paid again where the list does not even show whose payment it is', async () => {
	const hidden = (text: string) => text.replaceAll(/"external_id":"[^"]*",?/g, '').replaceAll(',}', '}');
	await pay(undefined, 20, 1);
	expect(paidKeys(service)).toHaveLength(20);
	expect((await payAgain(Infinity, hidden, 20, 1)).error?.message).toBe('The payment service has no such record');
	expect(paidKeys(service)).toHaveLength(20);
});
