/** A table of what became of calls. @param results by way, then by call */
export function waysTable(results: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
	const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const [first] = results.values();
	const calls = [...(first?.keys() ?? [])];
	return [
		row(['Call', ...results.keys()]),
		row(['---', ...[...results.keys()].map(() => '---')]),
		...calls.map((call) => row([call, ...[...results.values()].map((words) => words.get(call) ?? '')])),
	].join('\n');
}
