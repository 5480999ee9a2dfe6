const { readdirSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const ts = require('typescript');

const SOURCES = ['core', 'credentials', 'nodes'];

const filesIn = (folder, ending) =>
	readdirSync(folder, { recursive: true })
		.filter((name) => name.endsWith(ending))
		.map((name) => join(folder, name));

/** Every name that n8n or JavaScript itself may use. */
function foreignNames() {
	const types = dirname(require.resolve('n8n-workflow/package.json'));
	const words = filesIn(join(types, 'dist'), '.d.ts').flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []);
	const builtIn = Object.getOwnPropertyNames(globalThis)
		.map((name) => globalThis[name])
		.filter((value) => value !== null && ['function', 'object'].includes(typeof value))
		.flatMap((value) => [value, value.prototype ?? {}])
		.flatMap(Object.getOwnPropertyNames);
	return new Set([...words, ...builtIn]);
}

/**
 * The members of the classes of the package whose names stand for nothing else: neither a field of an object or of a record,
 * nor a text, nor anything of n8n. Only the package itself uses them, so they can be shortened.
 */
function ownMembers() {
	const members = new Set();
	const others = foreignNames();
	const visit = (node) => {
		const { parent } = node;
		const isNamed = ts.isIdentifier(node) && parent.name === node;
		// Methods of plain objects are none: n8n finds those of a form by names that other texts are made of.
		if (isNamed && ts.isClassElement(parent) && ts.isClassLike(parent.parent)) members.add(node.text);
		else if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(parent) && parent.name === node))
			others.add(node.text);
		else if (ts.isStringLiteralLike(node)) others.add(node.text);
		ts.forEachChild(node, visit);
	};
	for (const file of SOURCES.flatMap((folder) => filesIn(folder, '.ts')))
		visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
	return [...members].filter((name) => !others.has(name));
}

module.exports = { ownMembers };
