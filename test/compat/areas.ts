/** The columns of the table, and which test files of test/integration belong to each. */
export const areas = [
	{ name: 'Money once', files: /^(moneyOnce|guards|accounts)\// },
	{ name: 'Operations', files: /^(action|resources|waiting|wrongGuesses)\/|^outputs\b|^saved\// },
	{ name: 'Requests', files: /^(transport|security)\// },
	{ name: 'Trigger', files: /^trigger\// },
	{ name: 'Polling trigger', files: /^pollingTrigger\// },
] as const;

export type Area = (typeof areas)[number]['name'];

/**
 * Long runs that vary what the service and the machine do, but little of what n8n does. They run only on the oldest engine,
 * which differs most, and with `npm test` on the one in the folder `runtime`.
 */
export const onOldestAlone = [
	'moneyOnce/faultMatrix',
	'moneyOnce/killedProcess',
	'action/longHistories',
	'wrongGuesses/',
	'security/fuzzed',
];

/** @throws for a test file that no column holds */
export function areaOf(file: string): Area {
	const area = areas.find(({ files }) => files.test(file));
	if (!area) throw new Error(`test/compat/areas.ts has no column for ${file}`);
	return area.name;
}

/** Tests that stand between n8n and the network, in the copy of axios of the usual engine alone. */
export const elsewhereOnly = ['action/outage'];
