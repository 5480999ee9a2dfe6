/**
 * Preloaded into an n8n: gives it a clock that can be moved. The file that MOVABLE_CLOCK names holds the offset in
 * milliseconds; a file next to it confirms the offset in use.
 */
const { readFileSync, writeFileSync } = require('node:fs');

const file = process.env.MOVABLE_CLOCK;
const RealDate = Date;
let moved = 0;
// Kept, because other code may replace Date.now.
const realNow = RealDate.now;
const now = () => realNow() + moved;

globalThis.Date = new Proxy(RealDate, {
	construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [now()], made),
	apply: () => new RealDate(now()).toString(),
	get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

setInterval(() => {
	const wanted = Number(readFileSync(file, 'utf8'));
	if (wanted === moved) return;
	moved = wanted;
	writeFileSync(`${file}.taken`, String(moved));
}, 100).unref();
