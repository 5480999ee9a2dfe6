import { finish, pause, timerOf, TimeSlice } from '../../../nodes/service/time';

afterEach(() => jest.restoreAllMocks());

it.each([
	[16_100.000_000_000_002, 16_101],
	[1_000, 1_000],
	[0, 1],
	[-5, 1],
	[2 ** 31, 2 ** 31 - 1],
	[Infinity, 2 ** 31 - 1],
])('a timer takes %d ms as %i ms', (milliseconds, whole) => {
	expect(timerOf(milliseconds)).toBe(whole);
});

describe('a pause', () => {
	const startedAt = Date.UTC(2031, 2, 4);
	beforeEach(() => jest.useFakeTimers({ now: startedAt, doNotFake: ['performance'] }));
	afterEach(() => jest.useRealTimers());

	/** Whether a pause is over, so many milliseconds later. */
	async function isOverAfter(paused: Promise<void>, milliseconds: number): Promise<boolean> {
		let isOver = false;
		void paused.then(() => (isOver = true));
		await jest.advanceTimersByTimeAsync(milliseconds);
		return isOver;
	}

	it('lasts as long as it is told, without a signal as well', async () => {
		const paused = pause(1_050, undefined);
		expect(await isOverAfter(paused, 1_049)).toBe(false);
		expect(await isOverAfter(paused, 1)).toBe(true);
	});

	it.each([0, -1])('of %i ms is none', async (milliseconds) => {
		await pause(milliseconds, undefined);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('ends soon after the execution is stopped, and is none where it was stopped before', async () => {
		const stop = new AbortController();
		const paused = pause(60_000, stop.signal);
		expect(await isOverAfter(paused, 1_000)).toBe(false);
		stop.abort();
		expect(await isOverAfter(paused, 200)).toBe(true);
		await pause(60_000, stop.signal);
		expect(Date.now()).toBe(startedAt + 1_200);
	});
});

describe('a slice of time', () => {
	it('is over after 15 ms, and begins anew when others had their turn', async () => {
		const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
		const slice = new TimeSlice();
		expect(slice.isOver).toBe(false);
		now.mockReturnValue(1_015);
		expect(slice.isOver).toBe(false);
		now.mockReturnValue(1_016);
		expect(slice.isOver).toBe(true);
		await slice.giveWay();
		expect(slice.isOver).toBe(false);
		now.mockReturnValue(1_032);
		expect(slice.isOver).toBe(true);
	});

	it('parts a long computation, whose result is that of one without', async () => {
		function* count(): Generator<unknown, number> {
			for (let number = 0; number < 3; number++) yield number;
			return 3;
		}
		const giveWay = jest.spyOn(TimeSlice.prototype, 'giveWay');
		const isOver = jest.spyOn(TimeSlice.prototype, 'isOver', 'get').mockReturnValue(false);
		expect(await finish(count())).toBe(3);
		expect(giveWay).not.toHaveBeenCalled();
		isOver.mockReturnValue(true);
		expect(await finish(count())).toBe(3);
		expect(giveWay).toHaveBeenCalledTimes(3);
	});
});
