const { createHash } = require('node:crypto');
const { relative } = require('node:path');
const { default: tsJest } = require('ts-jest');
const ts = require('typescript');

/** The transformer of the other tests, but for the one file whose text a fault changes. */
module.exports = {
	createTransformer(options) {
		const transformer = tsJest.createTransformer(options);
		let plain;
		// Runs differ in a global alone: one configuration for all of them spares a compiler for each.
		const inner = (given) => ({ ...given, config: (plain ??= given.config) });
		const faultOf = (path) => {
			const fault = JSON.parse(process.env.COVERAGE_MUTATION ?? '{}');
			const isHere = fault.kind === 'text' && relative(process.cwd(), path).replaceAll('\\', '/') === fault.file;
			return isHere ? fault : undefined;
		};
		return {
			...transformer,
			getCacheKey: (text, path, config) => {
				const key = transformer.getCacheKey(text, path, inner(config));
				const fault = faultOf(path);
				return fault ? createHash('sha256').update(key).update(JSON.stringify(fault)).digest('hex') : key;
			},
			process: (text, path, config) => {
				const fault = faultOf(path);
				if (!fault) return transformer.process(text, path, inner(config));
				if (!text.includes(fault.from)) throw new Error(`${fault.file} lacks ${fault.from}`);
				const { outputText } = ts.transpileModule(
					text.replace(fault.from, () => fault.to),
					{
						fileName: path,
						compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
					},
				);
				return { code: outputText };
			},
		};
	},
};
