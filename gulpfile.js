/**
 * Builds dist: all code in one file, because n8n loads that many times faster than hundreds of files. Next to it are a stub
 * for each node and credential where n8n looks for them, the icons, and minified descriptions.
 */
const { mkdir, readFile, writeFile } = require('node:fs/promises');
const { basename, dirname, join, relative } = require('node:path');
const { Transform } = require('node:stream');
const { build } = require('esbuild');
const { dest, parallel, src } = require('gulp');
const { minify } = require('terser');
const { n8n } = require('./package.json');
const { ownMembers } = require('./scripts/ownMembers.cjs');

const BUNDLE = 'dist/payments.js';
const shipped = [...n8n.credentials, ...n8n.nodes];
const nameOf = (file) => basename(file).split('.')[0];

/** Asks n8n for its classes once, not in each file that uses one. */
const n8nOnce = {
	name: 'n8n once',
	setup({ onResolve, onLoad }) {
		const used = ['NodeApiError', 'NodeConnectionTypes', 'NodeOperationError', 'sleep'];
		onResolve({ filter: /^n8n-workflow$/ }, ({ path, namespace }) =>
			namespace === 'n8n' ? { path, external: true } : { path, namespace: 'n8n' },
		);
		onLoad({ filter: /./, namespace: 'n8n' }, ({ path }) => ({
			contents: `export { ${used.join(', ')} } from '${path}';`,
		}));
	},
};

/** What finds a value as the sources have it, on one line. */
const asWritten = (value) =>
	JSON.stringify(value)
		.replaceAll('"', "'")
		.replaceAll(/[{}]/g, (bracket) => (bracket === '{' ? '{ ' : ' }'))
		.replaceAll(',', ', ')
		.replaceAll(/'(\w+)':/g, '$1: ')
		.replaceAll(/[.[\]{}]/g, '\\$&');

const TEXT = /('(?:[^'\\]|\\.)*')/.source;
/** What finds the parts of fields and choices that differ in texts alone, and what is written instead, on as many lines. */
const PARTS = [
	[new RegExp(`displayName: ${TEXT},(\\s*)name: ${TEXT},`, 'g'), '...NAMED($1, $3),$2'],
	[new RegExp(`(?<=\\{\\s*)name: ${TEXT},(\\s*)value: ${TEXT}(?=,|\\s\\})`, 'g'), '...CHOICE($1, $3)$2'],
	[/type: 'number',(\s*)typeOptions: (\{[^{}]*\}),/g, '...NUMBER($2),$1'],
	[/displayOptions: \{ show: (\{[^{}]*\}) \}/g, '...SHOWN($1)'],
];

/** Writes what fields of forms have in common once, on the lines where it stands. */
const shapesOnce = {
	name: 'shapes once',
	async setup({ onLoad }) {
		const shapes = Object.entries(await import('./scripts/fieldShapes.mjs')).filter(
			([, shape]) => typeof shape === 'object',
		);
		const written = shapes.map(([name, shape]) => {
			const entries = Object.entries(shape).map(([key, value]) => `${key}: ${asWritten(value)},`);
			return [name, new RegExp(entries.join('(\\s*)'), 'g')];
		});
		onLoad({ filter: /[\\/]nodes[\\/].*\.ts$/ }, async ({ path }) => {
			let contents = await readFile(path, 'utf8');
			for (const [name, shape] of written)
				contents = contents.replace(
					shape,
					(_, ...lines) => `...${name},${lines.filter((each) => /^\s+$/.test(each)).join('')}`,
				);
			for (const [part, instead] of PARTS) contents = contents.replace(part, instead);
			return { contents, loader: 'ts' };
		});
	},
};

async function bundle() {
	const sources = shipped.map((file) => file.replace(/^dist/, '.').replace(/\.js$/, '.ts'));
	const names = shipped.map(nameOf);
	const imports = sources.map((source, at) => `import { ${names[at]} } from '${source}';`);
	const { outputFiles } = await build({
		// As CommonJS has it, without the getters of a module.
		stdin: { contents: `${imports.join('\n')}module.exports = { ${names.join(', ')} };`, resolveDir: __dirname },
		logOverride: { 'commonjs-variable-in-esm': 'silent' },
		outfile: BUNDLE,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'es2022',
		tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
		inject: ['./scripts/fieldShapes.mjs'],
		plugins: [n8nOnce, shapesOnce],
		minifySyntax: true,
		sourcemap: 'external',
		charset: 'utf8',
		legalComments: 'none',
		write: false,
	});
	const [map, { text }] = outputFiles;
	// No name of a function or class is used at run time. Lines stay short enough for a log, and the map stays with those who build it: a
	// position in a stack trace of a user's log leads to the code (npm run trace).
	const small = await minify(text, {
		ecma: 2022,
		compress: { passes: 4, pure_getters: true, unsafe_arrows: true, hoist_funs: true },
		toplevel: true,
		mangle: { properties: { regex: new RegExp(`^(${ownMembers().join('|')})$`) } },
		format: { max_line_len: 10_000 },
		sourceMap: { content: map.text, filename: basename(BUNDLE) },
	});
	await mkdir(dirname(BUNDLE), { recursive: true });
	await writeFile(BUNDLE, small.code);
	await writeFile(`${BUNDLE}.map`, small.map);
	for (const file of shipped) {
		const name = nameOf(file);
		const path = relative(dirname(file), BUNDLE).replaceAll('\\', '/');
		await mkdir(dirname(file), { recursive: true });
		await writeFile(join(__dirname, file), `exports.${name} = require("${path}").${name};\n`);
	}
}

const changed = (change) =>
	new Transform({
		objectMode: true,
		transform(file, _encoding, done) {
			file.contents = Buffer.from(change(file.contents.toString()));
			done(null, file);
		},
	});

const icons = () =>
	src('icons/*.svg', { base: '.' })
		.pipe(changed((text) => text.replace(/>\s+</g, '><')))
		.pipe(dest('dist'));
/** JSON Schema has no version: n8n's own files carry one for those who write them. */
const withoutVersion = ({ version: _, ...description }) => description;
const descriptions = () =>
	src(['nodes/**/__schema__/**/*.json', 'nodes/**/*.node.json'], { base: '.' })
		.pipe(changed((text) => JSON.stringify(withoutVersion(JSON.parse(text)))))
		.pipe(dest('dist'));

exports.build = parallel(bundle, icons, descriptions);
