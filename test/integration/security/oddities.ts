import type { Random } from '../../../emulator/engine/random';

export const pick = <T>(random: Random, list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T;

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);

/** Unexpected values. */
const oddValues: (() => unknown)[] = [
	() => null,
	() => true,
	() => '',
	() => ' ',
	() => 0,
	() => -1,
	() => 1e308,
	() => 'NaN',
	() => '1e400',
	() => '9'.repeat(400),
	() => '\u0000\u202e\ud800',
	() => 'x'.repeat(20_000),
	() => '2031-13-45T99:00:00Z',
	() => [],
	() => ({}),
	() => [[]],
	() => ({ records: {} }),
	() => deep(200),
	() => JSON.parse('{"__proto__":{"odd":true},"constructor":{"prototype":{"odd":true}}}') as unknown,
	() => Array.from({ length: 300 }, (_, index) => ({ uuid: `U${index}` })),
];

/** A copy of a JSON value in which one or more parts are replaced, missing or duplicated. */
export function madeOdd(value: unknown, random: Random): unknown {
	const copy: unknown = structuredClone(value);
	const root = { copy };
	for (let changes = random.integer(1, 4); changes > 0; changes--) changeSomewhere(root, random);
	return root.copy;
}

type Holder = Record<string, unknown>;

function changeSomewhere(root: Holder, random: Random): void {
	let holder = root;
	let key = 'copy';
	for (;;) {
		const inner = holder[key];
		const isHolder = typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0;
		// Most changes should be deep in the answer, where the values are.
		if (!isHolder || (holder !== root && random.next() < 0.2)) break;
		holder = inner as Holder;
		key = pick(random, Object.keys(holder));
	}
	const chance = random.next();
	if (chance < 0.2) Reflect.deleteProperty(holder, key);
	else if (chance < 0.3 && Array.isArray(holder)) holder.push(...(structuredClone(holder) as unknown[]).slice(0, 100));
	else holder[key] = pick(random, oddValues)();
}

/** A text that a broken connection, or a program other than the service, might send. */
export function oddText(json: string, random: Random): string {
	return pick(random, [
		() => '',
		() => json.slice(0, random.integer(0, json.length)),
		() => `<html>${json}</html>`,
		() => `${json}${json}`,
		() => `\ufeff${json}`,
		() => json.replace(/"/g, "'"),
		() => 'null',
		() => '"OK"',
		() => '['.repeat(50_000),
		() => `{"a":`.repeat(10_000),
	])();
}
