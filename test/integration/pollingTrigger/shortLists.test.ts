import type { IDataObject } from 'n8n-workflow';
import * as wire from '../../../emulator/otherwise';
import { receivedPayin } from '../trigger/payments';
import { MINUTE, startPolling, told } from './polling';

const polling = startPolling();
afterEach(() => jest.restoreAllMocks());

/** The specification does not show the fields of listed payins, but the detail's external_id. */
it.each<[list: string, change: (payin: IDataObject) => IDataObject]>([
	['without External IDs', ({ external_id: _, ...payin }) => payin],
	['with External IDs that are null', (payin) => ({ ...payin, external_id: null })],
	['with External IDs under another name', ({ external_id: reference, ...payin }) => ({ ...payin, reference })],
])('tells once of a payment that was received, by a list %s', async (_, change) => {
	jest.spyOn(wire, 'answerOtherwise').mockImplementation((_settings, endpoint, answer) => {
		const { records, ...list } = answer as { records: IDataObject[] };
		return endpoint === 'v2.payins.list' ? { ...list, records: records.map(change) } : answer;
	});
	const poller = polling.workflow({ events: ['payin'] }).poller();
	await poller.activate();
	const uuid = receivedPayin(polling.service, { external_id: 'order-1' });
	const events: string[] = [];
	for (let poll = 0; poll < 5; poll++) {
		events.push(...told(await poller.poll()));
		await polling.pass(6 * MINUTE);
	}
	expect(events).toEqual([`${uuid} received`]);
});
