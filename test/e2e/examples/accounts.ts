import type { Surroundings } from '../../../runtime/exampleWorkflows';
import { saveMailAccount } from '../../../runtime/mailbox';
import type { N8nClient } from '../../../runtime/n8nClient';

const SHEETS = 'googleSheetsOAuth2Api';

/** Name and password of the form that asks for refunds. */
export const SUPPORT = { user: 'support', password: 'of the test only' };

/** What programs that use tools show to n8n. */
export const MCP_TOKEN = 'of the test only';

/** Saves credentials for the other services that the examples use. Only stand-ins accept them. */
export async function accountsOf(client: N8nClient, smtpPort: number): Promise<Surroundings['accounts']> {
	const save = async (name: string, type: string, data: Record<string, unknown>) => ({
		[type]: { name, id: await client.saveCredential({ name, type, data }) },
	});
	// As it is stored once the user has signed in with Google.
	const { id } = await client.rest<{ id: string }>('POST', '/credentials', {
		name: 'Sheets',
		type: SHEETS,
		data: {
			clientId: 'n8n',
			clientSecret: 'of the test only',
			oauthTokenData: { access_token: 'of the test only', token_type: 'Bearer' },
		},
	});
	return {
		'n8n-nodes-base.googleSheets': { [SHEETS]: { id, name: 'Sheets' } },
		'n8n-nodes-base.slack': await save('Chat', 'slackApi', { accessToken: 'of the test only' }),
		'n8n-nodes-base.jira': await save('Tickets', 'jiraSoftwareCloudApi', {
			email: 'robot@shop.example',
			apiToken: 'of the test only',
			domain: 'https://shop.atlassian.net',
		}),
		...(await saveMailAccount(client, smtpPort)),
		'n8n-nodes-base.formTrigger': await save('Form', 'httpBasicAuth', { ...SUPPORT }),
		'@n8n/n8n-nodes-langchain.mcpTrigger': await save('Programs', 'httpBearerAuth', { token: MCP_TOKEN }),
		'@n8n/n8n-nodes-langchain.lmChatOpenAi': await save('Model', 'openAiApi', { apiKey: 'of the test only' }),
	};
}
