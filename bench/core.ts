import { randomUUID } from 'node:crypto';
import { Bench } from 'tinybench';
import { deriveAuthorization } from '../core/service/authorization';
import { nameEvent } from '../core/events';
import { EventMemory, type StoredMemory } from '../core/events/memory';
import { compareAmounts, parseAmount } from '../core/money';
import { tableOf } from '../runtime/table';
import { runProgram } from '../runtime/program';
import { deliveryOf } from './deliveries';

const REMEMBERED = [0, 10_000, 100_000];

/** A memory of `count` recent events, and its stored form. */
function memoryOf(count: number): { memory: EventMemory; stored: StoredMemory } {
	const [memory, stored, now] = [new EventMemory(), {} as StoredMemory, Date.now()];
	for (let index = 0; index < count; index += 1) memory.admit(randomUUID(), { now, stored });
	return { memory, stored };
}

/** Measures the decisions that are made for each payment or event. */
async function measure(): Promise<void> {
	const bench = new Bench({ time: 500 });
	const account = { appId: 'app-1', secretKey: 's3cret' };
	const notification: unknown = JSON.parse(deliveryOf(account).body);
	bench
		.add('derive an authorization', () => {
			deriveAuthorization({ secret: account.secretKey, appId: account.appId, externalId: 'invoice-1' });
		})
		.add('name an event', () => {
			nameEvent(notification);
		})
		.add('compare two amounts', () => {
			compareAmounts(parseAmount('1045.00'), '1045');
		});
	for (const count of REMEMBERED) {
		const { memory, stored } = memoryOf(count);
		bench.add(`admit an event, ${count.toLocaleString('en')} remembered`, () => {
			memory.admit(randomUUID(), { now: Date.now(), stored });
		});
		bench.add(`look a known event up, ${count.toLocaleString('en')} remembered`, () => {
			memory.knows('known', Date.now());
		});
	}
	await bench.run();
	const rows = bench.tasks.map(({ name, result }) => {
		if (!('latency' in result)) throw new Error(`${name} was not measured.`);
		const { p50, p99 } = result.latency;
		return [name, (p50 * 1_000).toFixed(1), (p99 * 1_000).toFixed(1)];
	});
	console.log(tableOf(['What', 'Median, µs', '99 %, µs'], rows));
}

void runProgram(measure);
