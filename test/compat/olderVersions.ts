import runtime from '../../runtime/package.json';

/** What tests on the engine alone do not show: how the server around an older engine behaves. */
export const olderVersions = [
	'Failing items go to the error output on every version of the table.',
	`The main job runs in a real n8n ${runtime.dependencies.n8n} (\`npm start\`) and in a real n8n 1.100.1, the oldest (\`npm start -- --n8n 1.100.1\`). The editor, publishing by hand, restarts and queue mode are tested with ${runtime.dependencies.n8n} alone. Of the other versions the engine alone is tested: not the server with its webhooks, editor and database around it.`,
	'Before 2.8 n8n answers a webhook before it stores the execution. When n8n ends between the two, the status event is lost; the polling trigger finds it again. The webhook trigger says so in n8n’s log when its workflow is published.',
	'1.100.1 does not sign the addresses of waiting executions, as 1.123.81 and later do. The authorization value alone protects them.',
	'Engine 2.0 (opt-in) and what else runs the node outside a workflow: payments hold, waiting is refused. [Agents](agents.md) shows what was tried.',
	'n8n 3 switches packages off that are not verified. `N8N_UNVERIFIED_PACKAGES_ENABLED=true` allows them.',
];
