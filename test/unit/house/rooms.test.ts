import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, sourcesOf, TOP } from './houseFiles';

interface House {
	rooms: Record<string, string[]>;
	roomOf(file: string): string | undefined;
	mayImport(from: string, to: string): boolean;
	importedFile(top: string, from: string, specifier: string): string | undefined;
}

const FOLDERS = ['core', 'contract', 'credentials', 'nodes', 'emulator', 'runtime', 'start', 'sandbox'];

/** The rows of the tables that begin with `| Room | May import |`: of the house, and of the emulator. */
function picturedRooms(): Record<string, string[]> {
	const names = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
	const rows = ['ARCHITECTURE.md', 'emulator/README.md'].flatMap((page) => {
		const text = readFileSync(join(TOP, page), 'utf8');
		const [, table = ''] = /\| Room +\| May import +\|\n\|[-| ]+\|\n((?:\|.*\|\n)+)/.exec(text) ?? [];
		return table.trimEnd().split('\n');
	});
	return Object.fromEntries(
		rows
			.map((row) => row.split('|'))
			.flatMap(([, room, allowed]) => names(room).map((name) => [name, names(allowed).sort()])),
	);
}

/** Import cycles, including type imports. */
function loopsIn(graph: ReadonlyMap<string, string[]>): string[][] {
	const state = new Map<string, 'open' | 'closed'>();
	const loops: string[][] = [];
	const visit = (file: string, path: string[]): void => {
		if (state.get(file) === 'closed') return;
		if (state.get(file) === 'open') {
			loops.push([...path.slice(path.indexOf(file)), file]);
			return;
		}
		state.set(file, 'open');
		for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
		state.set(file, 'closed');
	};
	for (const file of graph.keys()) visit(file, []);
	return loops;
}

describe('the house', () => {
	let house: House;
	let graph: Map<string, string[]>;
	beforeAll(async () => {
		house = (await import(join(TOP, 'rooms.mjs'))) as House;
		graph = new Map(
			sourcesOf(...FOLDERS).map((file) => [
				file,
				importsOf(file).flatMap((specifier) => house.importedFile(TOP, file, specifier) ?? []),
			]),
		);
	});

	it('has no loop of imports', () => {
		expect(
			loopsIn(
				new Map([
					['a', ['b']],
					['b', ['c']],
					['c', ['b']],
				]),
			),
		).toEqual([['b', 'c', 'b']]);
		expect(graph.size).toBeGreaterThan(300);
		expect(loopsIn(graph)).toEqual([]);
	});

	it('imports only what the table of rooms allows', () => {
		const forbidden = [...graph].flatMap(([from, targets]) =>
			targets.filter((to) => !house.mayImport(from, to)).map((to) => `${from} → ${to}`),
		);
		expect(forbidden).toEqual([]);
	});

	it('allows no import that no file makes', () => {
		const made = new Set(
			[...graph].flatMap(([from, targets]) => targets.map((to) => `${house.roomOf(from)} → ${house.roomOf(to)}`)),
		);
		const idle = Object.entries(house.rooms).flatMap(([room, allowed]) =>
			allowed.map((other) => `${room} → ${other}`).filter((arrow) => !made.has(arrow)),
		);
		expect(idle).toEqual([]);
	});

	it('is drawn in ARCHITECTURE.md and emulator/README.md as it is built', () => {
		const built = Object.fromEntries(Object.entries(house.rooms).map(([room, allowed]) => [room, [...allowed].sort()]));
		expect(picturedRooms()).toEqual(built);
	});
});
