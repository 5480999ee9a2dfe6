import { operation, QUICK } from '../action/orders';
import { DAY, HOUR, startPolling } from '../pollingTrigger/polling';
import { run } from '../resources/resourceRun';
import { receivedPayin } from '../trigger/payments';
import { listed } from './differing';

/** Settlement reports that are listed before their files are made. */

const polling = startPolling();
afterEach(() => jest.restoreAllMocks());

/** @param isLate of which reports, by their place in the list */
const withoutFile = (shown: unknown, isLate: (place: number) => boolean = () => true) =>
	listed('v2.settlements.list', (report, place) => (isLate(place) ? { ...report, file_url: shown } : report));

describe.each([null, ''])('where the address is %j', (shown) => {
	it('polling tells of the report once the file is there', async () => {
		const poller = polling.workflow({ events: ['settlementReport'] }).poller();
		await poller.activate();
		await polling.pass(DAY + HOUR);
		withoutFile(shown);
		expect(await poller.poll()).toEqual([]);
		jest.restoreAllMocks();
		await polling.pass(HOUR);
		expect(await poller.poll()).toHaveLength(1);
	});

	it('the newest report is the newest with a file, and another says that it has none yet', async () => {
		await polling.pass(2 * DAY + HOUR);
		const listed = await run(polling.service, operation('settlementReport', 'getAll', { returnAll: true }));
		const [newest, before] = listed.items.map(({ json }) => String(json.id));
		withoutFile(shown, (place) => place === 0);
		const download = async (value = '') =>
			await run(
				polling.service,
				operation('settlementReport', 'download', { reportId: { __rl: true, mode: 'id', value } }),
			);
		expect((await download('latest')).items[0]?.json.id).toBe(before);
		expect((await download(newest)).error?.message).toBe(`The settlement report ${newest} has no file yet`);
	});

	it('a reconciliation goes on', async () => {
		receivedPayin(polling.service, { external_id: 'x' });
		await polling.pass(DAY + HOUR);
		withoutFile(shown);
		const options = { ...QUICK, settlementReports: true };
		const { error, items } = await run(polling.service, operation('reconciliation', 'run', { options }), {
			items: [{ external_id: 'x', amount: 80 }],
		});
		expect([error?.message, items[0]?.json.verdict]).toEqual([undefined, 'matched']);
	});
});
