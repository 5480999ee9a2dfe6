import fc from '../seeded';
import { createClock } from '../../emulator/engine/clock';

const start = new Date('2031-03-04T05:06:07Z');
const after = (milliseconds: number): Date => new Date(start.getTime() + milliseconds);

describe('a frozen clock', () => {
	it('runs whatever is due in time order, each task seeing its own time, whatever was scheduled', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.nat(100)),
				fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }),
				async (delays, steps) => {
					const clock = createClock({ start, frozen: true });
					const ran: { due: number; index: number; seen: number }[] = [];
					delays.forEach((due, index) =>
						clock.schedule(after(due), async () => {
							await Promise.resolve();
							ran.push({ due, index, seen: clock.now().getTime() - start.getTime() });
						}),
					);
					for (const step of steps) await clock.advance(step);
					const end = steps.reduce((sum, step) => sum + step, 0);
					const expected = delays
						.map((due, index) => ({ due, index, seen: due }))
						.filter(({ due }) => due <= end)
						.sort((one, other) => one.due - other.due || one.index - other.index);
					expect(ran).toEqual(expected);
					expect(clock.waiting).toBe(delays.length - expected.length);
				},
			),
		);
	});

	it('runs what a task schedules within the same advance, at its time', async () => {
		const clock = createClock({ start, frozen: true });
		const seen: Date[] = [];
		const again = (): void => {
			seen.push(clock.now());
			if (seen.length < 4) clock.schedule(new Date(clock.now().getTime() + 10), again);
		};
		clock.schedule(after(10), again);
		await clock.advance(35);
		expect(seen).toEqual([after(10), after(20), after(30)]);
	});

	it('waits for held work before time moves on, and runs what that work scheduled', async () => {
		const clock = createClock({ start, frozen: true });
		const seen: string[] = [];
		clock.schedule(after(10), () => {
			clock.hold(
				new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
					seen.push(`held work at ${clock.now().getTime() - start.getTime()}`);
					clock.schedule(after(15), () => void seen.push('its retry'));
				}),
			);
		});
		clock.schedule(after(20), () => void seen.push('the next task'));
		await clock.advance(20);
		expect(seen).toEqual(['held work at 10', 'its retry', 'the next task']);
	});
});

describe('a running clock', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it('follows real time from where it was moved to, and runs tasks when their time comes', async () => {
		const clock = createClock({ start });
		const seen: Date[] = [];
		clock.schedule(after(60_000), () => void seen.push(clock.now()));
		clock.schedule(after(30_000), () => void seen.push(clock.now()));
		await jest.advanceTimersByTimeAsync(30_000);
		expect(seen).toEqual([after(30_000)]);
		await clock.advance(20_000);
		expect(clock.now()).toEqual(after(50_000));
		await jest.advanceTimersByTimeAsync(10_000);
		expect(seen).toEqual([after(30_000), after(60_000)]);
	});

	it('waits for a time further away than a timer can reach', async () => {
		const clock = createClock({ start });
		const task = jest.fn();
		const days = 40 * 86_400_000;
		clock.schedule(after(days), task);
		await jest.advanceTimersByTimeAsync(days - 1);
		expect(task).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(1);
		expect(task).toHaveBeenCalledTimes(1);
	});
});
