import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';

/** The rules that n8n's verification scanner holds the published files of a package to. */
export default [
	{
		files: ['**/*.js'],
		linterOptions: { noInlineConfig: true },
		plugins: { '@n8n/community-nodes': n8nCommunityNodesPlugin },
		languageOptions: { sourceType: 'commonjs' },
		rules: { ...n8nCommunityNodesPlugin.configs.recommended.rules, 'no-console': 'error' },
	},
];
