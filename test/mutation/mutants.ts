import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small change of one place of the money code that a test has to notice. */
export interface Mutant {
	id: string;
	file: string;
	/** From 1. */
	line: number;
	/** The kind of change, in Stryker's words. */
	kind: string;
	was: string;
	becomes: string;
}

const NODE = 'nodes/MultiCurrencyPayments';
const MONEY = `${NODE}/money`;

/** What decides about money. */
export const moneyCode: readonly string[] = [
	...[
		'money',
		'digest',
		'service/retryPolicy',
		'service/paging',
		'service/writeProof',
		'payments/facts',
		'payments/match',
		'payments/changingId',
		'payments/reference',
		'payments/identifiers',
		'payments/guards',
		'payments/refundList',
		'payments/refundRecords',
		'payments/booked',
		'accounts',
	].map((name) => `core/${name}.ts`),
	...['money', 'limits', 'preview', 'wait'].flatMap((room) =>
		readdirSync(`${NODE}/${room}`).map((name) => `${NODE}/${room}/${name}`),
	),
	'nodes/service/time.ts',
	'nodes/n8n/sharedMarks.ts',
];

/** What makes each payment once, whatever its kind. */
const KERNEL = ['payAll', 'knowledge', 'memory', 'claims', 'payment', 'externalId'];

export const isOfKernel = (file: string): boolean => KERNEL.some((name) => file === `${MONEY}/${name}.ts`);

/** What the tests of the money code load. */
const LOADED = ['contract', 'core', 'credentials', 'emulator', 'nodes', 'test', 'jest.config.js', 'package.json'];
const CONFIGURATION = ['jest.mutation.config.js', 'tsconfig.json', 'tsconfig.check.json'];

/**
 * Writes a copy of this repository into a folder, in which some files contain all their mutants, each behind a switch
 * (`__stryker__.activeMutant`).
 */
export function copyWithMutants(folder: string, files: readonly string[]): Mutant[] {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	for (const name of [...LOADED, ...CONFIGURATION])
		cpSync(name, join(folder, name), { recursive: true, filter: (path) => !path.includes('node_modules') });
	const input = JSON.stringify(files.map((name) => ({ name, content: readFileSync(name, 'utf8') })));
	const output = execFileSync(process.execPath, ['test/mutation/instrument.mjs'], { input, maxBuffer: 2 ** 28 });
	const { files: instrumented, mutants } = JSON.parse(output.toString()) as Instrumented;
	for (const { name, content } of instrumented) writeFileSync(join(folder, name), `// @ts-nocheck\n${content}`);
	return mutants
		.filter(({ status }) => status !== 'Ignored')
		.map(({ id, fileName, location, mutatorName, replacement }) => ({
			id,
			file: fileName,
			line: location.start.line + 1,
			kind: mutatorName,
			was: cut(readFileSync(fileName, 'utf8'), location),
			becomes: replacement,
		}));
}

/** What Stryker's instrumenter makes, as far as it is used. */
interface Instrumented {
	files: { name: string; content: string }[];
	mutants: {
		id: string;
		fileName: string;
		mutatorName: string;
		replacement: string;
		location: Location;
		status?: string;
	}[];
}

interface Location {
	start: { line: number; column: number };
	end: { line: number; column: number };
}

/** The text of a place. Lines and columns count from 0. */
function cut(text: string, { start, end }: Location): string {
	const lines = text.split('\n').slice(start.line, end.line + 1);
	const last = lines.length - 1;
	lines[last] = (lines[last] ?? '').slice(0, end.column);
	lines[0] = (lines[0] ?? '').slice(start.column);
	return lines.join('\n');
}
