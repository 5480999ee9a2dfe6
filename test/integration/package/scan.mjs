/**
 * n8n's verification scanner, as run on a release: over the source and over the published files. The check of provenance,
 * which needs a registry, is left out.
 *
 *   node scan.mjs <folder of the source> <folder of the unpacked tarball>
 */
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '../../compat/tools/node_modules/@n8n/scan-community-package/scanner/scanner.mjs';

const [source, published] = process.argv.slice(2);
const results = {
	source: await analyzePackage(source, SOURCE_FILE_PATTERNS),
	published: await analyzePackage(published, ['**/*.js', 'package.json']),
};
process.stdout.write(JSON.stringify(results));
