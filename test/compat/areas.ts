/** The columns of the table, and which test files of test/integration belong to each. */
export const areas = [
	{ name: 'Money once', files: /^moneyOnce\// },
	{ name: 'Operations', files: /^(action|resources)\/|^outputs\.test|^saved\// },
	{ name: 'Requests', files: /^transport\// },
	{ name: 'Trigger', files: /^trigger\// },
	{ name: 'Polling trigger', files: /^pollingTrigger\// },
] as const;

export type Area = (typeof areas)[number]['name'];

/** @throws for a test file that no column holds */
export function areaOf(file: string): Area {
	const area = areas.find(({ files }) => files.test(file));
	if (!area) throw new Error(`test/compat/areas.ts has no column for ${file}`);
	return area.name;
}
