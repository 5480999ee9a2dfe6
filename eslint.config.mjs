import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import n8nNodesBase from 'eslint-plugin-n8n-nodes-base';
import { relative } from 'node:path';
import tseslint from 'typescript-eslint';
import { importedFile, mayImport, roomOf } from './rooms.mjs';

const shipped = ['nodes/**/*.ts', 'credentials/**/*.ts', 'core/**/*.ts'];

/** The rules of one set of eslint-plugin-n8n-nodes-base, all as errors. */
const baseRules = (set) => n8nNodesBase.configs[set].rules;

/**
 * Rules that n8n's own lint configuration for community nodes switches off too, because the newer plugin asks for the
 * opposite: an address instead of a name for the documentation, NodeConnectionTypes instead of 'main'.
 */
const SUPERSEDED = {
	'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
	'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
};

const everyRuleAsError = (rules) => Object.fromEntries(Object.keys(rules).map((name) => [name, 'error']));

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
			'@typescript-eslint/no-non-null-assertion': 'off',
			'@typescript-eslint/no-dynamic-delete': 'off',
			'@typescript-eslint/consistent-type-definitions': 'off',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
			'no-console': 'off',
		},
	},
	{
		files: ['{core,contract,credentials,nodes,emulator,runtime,start}/**/*.ts'],
		plugins: { house: { rules: { rooms: roomRule } } },
		rules: { 'house/rooms': 'error' },
	},
	{
		files: [...shipped],
		linterOptions: { noInlineConfig: true },
		plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin },
		rules: {
			...everyRuleAsError(n8nCommunityNodesPlugin.configs.recommended.rules),
			'no-console': 'error',
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
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: { ...baseRules('nodes'), ...SUPERSEDED },
	},
	{
		files: ['credentials/**/*.ts'],
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: { ...baseRules('credentials'), ...SUPERSEDED },
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
	{
		files: ['package.json'],
		languageOptions: { parser: tseslint.parser, parserOptions: { extraFileExtensions: ['.json'] } },
		plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin, 'n8n-nodes-base': n8nNodesBase },
		rules: { ...everyRuleAsError(n8nCommunityNodesPlugin.configs.recommended.rules), ...baseRules('community') },
	},
);
