import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { EmulatorOptions } from '../../../emulator/server';
import { startService, type Service } from '../engine/service';
import { StoredWorkflow } from '../trigger/triggerEngine';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** n8n and the service on one clock that the test moves. */
export interface Polling {
	service: Service;
	workflow(parameters?: INodeParameters): StoredWorkflow;
	/** Moves the time of both forward, in milliseconds. */
	pass(milliseconds: number): Promise<void>;
	/** Requests since the last call of this function, by endpoint. */
	requests(): Partial<Record<string, number>>;
}

const start = new Date('2031-03-04T00:00:00Z');

/** Starts the service before a file's tests, gives each test a new world, and stops it after them. */
export function startPolling(options: EmulatorOptions = {}): Polling {
	let service: Service | undefined;
	const running = (): Service => {
		if (!service) throw new Error('The service runs only within a test');
		return service;
	};
	const followClock = () => jest.setSystemTime(running().emulator.world.clock.now());
	// Hundreds of payments and several starts of n8n in one test.
	jest.setTimeout(60_000);
	beforeAll(async () => {
		service = await startService({ start, ...options });
	});
	beforeEach(async () => {
		await running().reset();
		// Fakes only Date, because n8n and the service wait for each other in real time.
		jest.useFakeTimers({
			now: start,
			doNotFake: [
				'nextTick',
				'setImmediate',
				'clearImmediate',
				'setTimeout',
				'clearTimeout',
				'setInterval',
				'clearInterval',
				'queueMicrotask',
				'performance',
				'hrtime',
			],
		});
	});
	afterEach(() => jest.useRealTimers());
	afterAll(async () => await running().close());
	return {
		get service() {
			return running();
		},
		workflow: (parameters = {}) => new StoredWorkflow(running().credentials(), { polling: parameters }),
		async pass(milliseconds) {
			await running().advance(milliseconds);
			followClock();
		},
		requests() {
			const calls = running().calls();
			running().emulator.world.counters.clear();
			return calls;
		},
	};
}

/** What an event is about, short enough to compare. */
export const told = (items: IDataObject[]): string[] =>
	items.map(({ uuid, status }) => `${String(uuid)} ${String(status)}`);

/** Fills the balance history of the service. */
export function postEntries(service: Service, count: number, amount = 100n): void {
	const { ledger } = service.emulator.account('AUD');
	for (let entry = 0; entry < count; entry++)
		ledger.post({
			type: 'topup',
			direction: 'money_in',
			amount,
			fees: 0n,
			status: 'done',
			referenceId: `T${entry}`,
			paymentMethod: 'bank',
		});
}

/** Where n8n is held up once, until the test lets it go on. */
export interface HeldUp {
	/** n8n has come there. */
	reached: Promise<void>;
	goOn(): void;
}

/** Holds n8n up the next time that it comes to this point. */
export function holdUp(workflow: StoredWorkflow, gate: 'beforeSave' | 'beforeStart' | 'beforeRun'): HeldUp {
	let goOn: () => void = () => undefined;
	const released = new Promise<void>((resolve) => (goOn = resolve));
	const reached = new Promise<void>((reach) => {
		workflow[gate] = async () => {
			workflow[gate] = undefined;
			reach();
			await released;
		};
	});
	return { reached, goOn: () => goOn() };
}
