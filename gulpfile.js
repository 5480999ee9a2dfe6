/** What tsc leaves undone: icons and schema files into dist. */
const { dest, parallel, src } = require('gulp');

const copy = (glob) => () => src(glob, { base: '.', encoding: false }).pipe(dest('dist'));

exports.build = parallel(copy('icons/*.svg'), copy('nodes/**/__schema__/**/*.json'));
