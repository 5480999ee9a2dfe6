/**
 * Builds dist: all code in one readable file, because n8n loads that many times faster than hundreds of files. Next to it are a
 * stub for each node and credential where n8n looks for them, the icons and the descriptions.
 */
const { mkdir, writeFile } = require('node:fs/promises');
const { basename, dirname, join, relative } = require('node:path');
const { build } = require('esbuild');
const { dest, parallel, src } = require('gulp');
const { n8n } = require('./package.json');

const BUNDLE = 'dist/payments.js';
const shipped = [...n8n.credentials, ...n8n.nodes];
const nameOf = (file) => basename(file).split('.')[0];

const bundle = () =>
	build({
		stdin: {
			contents: shipped
				.map((file) => file.replace(/^dist/, '.').replace(/\.js$/, '.ts'))
				.map((source) => `export { ${nameOf(source)} } from '${source}';`)
				.join('\n'),
			resolveDir: __dirname,
			sourcefile: 'package.json',
		},
		outfile: BUNDLE,
		bundle: true,
		packages: 'external',
		platform: 'node',
		format: 'cjs',
		target: 'es2022',
		charset: 'utf8',
	});

async function stubs() {
	for (const file of shipped) {
		const name = nameOf(file);
		const path = relative(dirname(file), BUNDLE).replaceAll('\\', '/');
		await mkdir(dirname(file), { recursive: true });
		await writeFile(join(__dirname, file), `exports.${name} = require("${path}").${name};\n`);
	}
}

const copies = () =>
	src(['icons/*.svg', 'nodes/**/__schema__/**/*.json', 'nodes/**/*.node.json'], { base: '.', encoding: false }).pipe(
		dest('dist'),
	);

exports.build = parallel(bundle, stubs, copies);
