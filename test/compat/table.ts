import { areas, onOldestAlone } from './areas';
import { gaps } from './gaps';
import { olderVersions } from './olderVersions';
import type { Result } from './results';
import { versions } from './versions';

/** The content of docs/compatibility.md. @param page as it was: versions without a result keep their rows */
export function compatibilityPage(results: Result[], page: string): string {
	const cell = (result: Result, area: (typeof areas)[number]['name']) => {
		if (result.unexplained.some((failed) => failed.area === area)) return '**no**';
		const notes = gaps.flatMap((gap, index) => (result.shown.get(area)?.has(gap) ? [index + 1] : []));
		return notes.length === 0 ? 'yes' : `yes, except ${notes.map((note) => `(${note})`).join(' ')}`;
	};
	const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const rowOf = (version: string) => {
		const result = results.find((one) => one.version === version);
		if (!result) return page.split('\n').filter((line) => line.startsWith(`| ${version} `));
		return [row([version, ...areas.map(({ name }) => cell(result, name))])];
	};
	return `# Compatibility

\`npm run test:compat\` writes this page. It runs the integration tests on the engine of each of these versions of n8n.
Everything else, real servers included, is tested with the n8n of the folder \`runtime\`. The longest runs, which vary the
service and the machine rather than n8n, are left to the oldest engine here: ${onOldestAlone.map((place) => `\`${place}\``).join(', ')}.

${[
	row(['n8n', ...areas.map(({ name }) => name)]),
	row(['---', ...areas.map(() => '---')]),
	...versions.flatMap(rowOf),
].join('\n')}
${gaps.length === 0 ? '' : `\n${gaps.map(({ below, note }, index) => `${index + 1}. Before ${below}: ${note}`).join('\n')}\n`}
## What older versions hold less

${olderVersions.map((line) => `- ${line}`).join('\n')}
`;
}
