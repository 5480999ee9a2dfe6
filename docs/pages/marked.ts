const begin = (name: string) => `<!-- begin ${name} -->`;
const end = (name: string) => `<!-- end ${name} -->`;

/**
 * A page written by hand, with the generated content anew between its marks.
 * @throws when the page has no such marks
 */
export function withGenerated(page: string, name: string, content: string): string {
	const [before, rest] = page.split(begin(name));
	const after = rest?.split(end(name))[1];
	if (before === undefined || after === undefined) throw new Error(`The page has no marks for ${name}.`);
	return [before, begin(name), `\n\n${content}\n\n`, end(name), after].join('');
}
