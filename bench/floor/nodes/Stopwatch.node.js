const MIB = 1024 * 1024;
const TICK_MS = 2;

/** The measurement in progress. There is only one execution at a time. */
let run;

/** Processor time of n8n's main thread, so that load from other processes does not count as a hold. */
function busyMs() {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1_000;
}

function start() {
	// Available with --expose-gc. Keeps the garbage of earlier executions out of the measurement.
	globalThis.gc?.();
	const baseline = process.memoryUsage.rss();
	let [last, hold, peak] = [busyMs(), 0, baseline];
	const look = () => {
		const now = busyMs();
		hold = Math.max(hold, now - last);
		last = now;
		peak = Math.max(peak, process.memoryUsage.rss());
	};
	const timer = setInterval(look, TICK_MS);
	const [begun, busyBefore] = [performance.now(), busyMs()];
	return {
		stop() {
			const milliseconds = performance.now() - begun;
			look();
			clearInterval(timer);
			return { milliseconds, busy: last - busyBefore, hold, growth: (peak - baseline) / MIB };
		},
	};
}

/**
 * Measures what runs between two nodes of this type, inside n8n's process: elapsed time, busy time of n8n's main thread,
 * longest hold of the event loop (all in milliseconds), and growth of the process (in MiB).
 */
exports.Stopwatch = class {
	description = {
		displayName: 'Stopwatch',
		name: 'stopwatch',
		group: ['transform'],
		version: 1,
		description: 'Measures what lies between two of its kind',
		defaults: { name: 'Stopwatch' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'Stops', name: 'stops', type: 'boolean', default: false }],
	};

	async execute() {
		const items = this.getInputData();
		if (!this.getNodeParameter('stops', 0)) {
			run = start();
			return [items];
		}
		const measured = run.stop();
		const { json } = items[items.length - 1] ?? { json: {} };
		return [[{ json: { ...measured, items: items.length, entries: json.entries } }]];
	}
};
