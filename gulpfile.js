/** What tsc leaves undone: icons, codex and schema files into dist, and no trace of contract/, of which only types are used. */
const { rmSync } = require('node:fs');
const { dest, parallel, src } = require('gulp');

const copy = (glob, folder) => () => src(glob, { base: '.', encoding: false }).pipe(dest(folder));

const icons = copy('icons/*.svg', 'dist');
const codex = copy('nodes/**/*.node.json', 'dist');
const schemas = copy('nodes/**/__schema__/**/*.json', 'dist');

function typesOnly(done) {
	rmSync('dist/contract', { recursive: true, force: true });
	done();
}

exports.build = parallel(icons, codex, schemas, typesOnly);
