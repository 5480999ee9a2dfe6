import { areaOf, type Area } from './areas';
import { gaps, type Gap } from './gaps';
import { compare } from './versions';

/** The parts of Jest's report that are used. */
export interface Report {
	testResults: {
		name: string;
		message: string;
		assertionResults: { fullName: string; status: string }[];
	}[];
}

/** The results of one version of n8n. */
export interface Result {
	version: string;
	passed: number;
	/** Tests that failed and that no gap explains. */
	unexplained: { area: Area; test: string }[];
	/** The gaps that this version showed. */
	shown: Map<Area, Set<Gap>>;
	/** Gaps that are listed but no longer exist. */
	closed: Gap[];
}

const isIn = (version: string, { below }: Gap) => compare(version, below) < 0;

/** Compares a run with the known gaps. @param folder of the integration tests, as the report names it */
export function judge(version: string, report: Report, folder: string): Result {
	const result: Result = { version, passed: 0, unexplained: [], shown: new Map(), closed: [] };
	const known = gaps.filter((gap) => isIn(version, gap));
	const tried = new Set<Gap>();
	for (const { name, message, assertionResults } of report.testResults) {
		const area = areaOf(name.replace(folder, ''));
		if (assertionResults.length === 0) result.unexplained.push({ area, test: `${name}: ${message}` });
		for (const { fullName, status } of assertionResults) {
			const gap = known.find(({ tests }) => tests.test(fullName));
			if (gap) tried.add(gap);
			if (status === 'passed') result.passed++;
			if (status !== 'failed') continue;
			if (!gap) result.unexplained.push({ area, test: fullName });
			else result.shown.set(area, (result.shown.get(area) ?? new Set()).add(gap));
		}
	}
	const shown = new Set([...result.shown.values()].flatMap((some) => [...some]));
	result.closed = known.filter((gap) => tried.has(gap) && !shown.has(gap));
	return result;
}
