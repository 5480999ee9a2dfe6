/** Shows what is under way, several things at once: on a screen a line for each, in a log a line in ten seconds. Plain JavaScript for Node 20. */

const ON_SCREEN = process.stdout.isTTY === true;
const PERIOD_MS = ON_SCREEN ? 1_000 : 10_000;

/** What is under way, each with when it began and how far it is. */
const running = new Set();
let ticker;
let drawn = 0;

const secondsSince = (time) => Math.round((Date.now() - time) / 1000);

function clear() {
	if (drawn > 0) process.stdout.write(`\x1b[${drawn}A\r\x1b[0J`);
	drawn = 0;
}

function draw() {
	clear();
	for (const { title, started, howFar } of running) {
		const line = `${title}: ${secondsSince(started)} s, ${howFar()}`;
		process.stdout.write(`${line.slice(0, process.stdout.columns - 1)}\n`);
		drawn++;
	}
}

function tick() {
	if (ON_SCREEN) return draw();
	for (const { name, started, howFar } of running) console.log(`  ${secondsSince(started)} s, ${name}: ${howFar()}`);
}

/** Prints a line above what is under way. */
export function say(line) {
	clear();
	console.log(line);
	if (ON_SCREEN) draw();
}

/**
 * Shows `action` while it is under way, and how long it took.
 * @param title what it is, with what to expect
 * @param name the same in few words
 * @param howFar tells how far it is
 */
export async function shown({ title, name, howFar }, action) {
	const job = { title, name, howFar, started: Date.now() };
	running.add(job);
	if (ON_SCREEN) draw();
	else console.log(`${title} …`);
	ticker ??= setInterval(tick, PERIOD_MS);
	let ending = 'not done, after';
	try {
		const result = await action();
		ending = 'done in';
		return result;
	} finally {
		running.delete(job);
		say(`${title}: ${ending} ${secondsSince(job.started)} s`);
		if (running.size === 0) {
			clearInterval(ticker);
			ticker = undefined;
		}
	}
}
