import type { EmulatorOptions } from '../../../emulator/server';
import { startService, type Service } from './service';

/**
 * The service of all tests of a file: started before the first, new for each, closed after the last. What a test has made
 * it answer otherwise ends with the test.
 */
export function serviceOfFile(options?: EmulatorOptions): Service {
	let started: Service | undefined;
	beforeAll(async () => void (started = await startService(options)));
	beforeEach(async () => await started?.reset());
	afterEach(() => jest.restoreAllMocks());
	afterAll(async () => await started?.close());
	const running = () => {
		if (!started) throw new Error('The service starts before the tests, not while their file is loaded');
		return started;
	};
	// The tests hold this in its place, because it is there only when the first of them runs.
	return new Proxy({} as Service, {
		get: (_, name) => Reflect.get(running(), name) as unknown,
		set: (_, name, value) => Reflect.set(running(), name, value),
	});
}
