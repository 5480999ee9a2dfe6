/** The rules of the house. Those of n8n, which hold for what ships, are in eslint.config.mjs, as n8n wants it. */
import { relative } from 'node:path';
import tseslint from 'typescript-eslint';
import { importedFile, mayImport, roomOf } from './rooms.mjs';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts', 'core/**/*.ts'];

const onlyTypes = (message, ...group) => ({ group, allowTypeImports: true, message });

/** Holds every import against the table of rooms. */
const roomRule = {
	meta: { type: 'problem', schema: [] },
	create(context) {
		const from = relative(context.cwd, context.filename).replaceAll('\\', '/');
		const check = ({ source }) => {
			const to = typeof source?.value === 'string' && importedFile(context.cwd, from, source.value);
			if (!to || mayImport(from, to)) return;
			context.report({ node: source, message: `${roomOf(from)} may not import ${to}: see rooms.mjs.` });
		};
		return {
			ImportDeclaration: check,
			ExportNamedDeclaration: check,
			ExportAllDeclaration: check,
			ImportExpression: check,
		};
	},
};

export default tseslint.config(
	{
		ignores: ['dist/', '**/node_modules/', '.cache/', 'coverage/', 'reports/'],
	},
	{ linterOptions: { reportUnusedDisableDirectives: 'error' } },
	{
		files: ['**/*.ts'],
		extends: [tseslint.configs.strict, tseslint.configs.stylistic],
		rules: {
			'@typescript-eslint/consistent-type-imports': 'error',
			'no-duplicate-imports': 'error',
			'@typescript-eslint/no-non-null-assertion': 'off',
			'@typescript-eslint/no-dynamic-delete': 'off',
			'@typescript-eslint/consistent-type-definitions': 'off',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
			'no-console': 'off',
		},
	},
	{
		files: ['{core,contract,credentials,nodes,emulator,runtime,start,sandbox}/**/*.ts'],
		plugins: { house: { rules: { rooms: roomRule } } },
		rules: { 'house/rooms': 'error' },
	},
	{
		files: [...shipped],
		linterOptions: { noInlineConfig: true },
		rules: {
			'@typescript-eslint/no-restricted-imports': [
				'error',
				{
					patterns: [
						onlyTypes(
							'Nothing of zod ships: only types may be imported from contract/.',
							'**/contract',
							'**/contract/**',
						),
					],
				},
			],
		},
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: ['nodes/n8n/**'],
		rules: {
			'no-restricted-properties': [
				'error',
				...['__emit', 'additionalData', 'getContext', 'getExecuteData', 'getProcessedDataCount'].map((property) => ({
					property,
					message: 'Parts of n8n outside its public interface, and uses that it does not intend, stand in nodes/n8n.',
				})),
				...['checkProcessedAndRecord', 'clearAllProcessedItems'].map((property) => ({
					property,
					message: 'It has no lock: nodes/n8n/sharedMarks knows a way.',
				})),
				{ object: 'Object', property: 'create', message: 'Contexts are made in nodes/n8n.' },
			],
		},
	},
	{
		files: ['core/**/*.ts'],
		rules: {
			'@typescript-eslint/no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							regex: '^(?!(crypto|node:crypto)$)(?!\\.{1,2}(/|$))',
							message: 'core/ is pure: it imports crypto and itself, nothing else.',
						},
					],
				},
			],
			'no-restricted-syntax': [
				'error',
				{
					selector:
						'ImportDeclaration[source.value=/(^|\\/)(nodes|contract|emulator|credentials|runtime|start|test)(\\/|$)/]',
					message: 'core/ imports only itself.',
				},
			],
		},
	},
	{
		files: ['test/**/*.ts'],
		ignores: ['test/seeded.ts'],
		rules: {
			'@typescript-eslint/no-restricted-imports': [
				'error',
				{
					paths: [{ name: 'fast-check', message: 'Import it from test/seeded: every run generates the same cases.' }],
				},
			],
		},
	},
	{
		files: ['emulator/**/*.ts'],
		rules: {
			'@typescript-eslint/no-restricted-imports': [
				'error',
				{
					patterns: [
						{
							group: ['**/core/**', '**/nodes/**', 'n8n-*'],
							message: 'The emulator is a second opinion: it shares no code with what it tests.',
						},
					],
				},
			],
		},
	},
);
