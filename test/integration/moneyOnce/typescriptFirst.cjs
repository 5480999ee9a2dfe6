/** `X.node` is a TypeScript file here, beside n8n's `X.node.json`: Node would take the JSON for what is imported. */
const { extensions } = require;
for (const last of ['.json', '.node']) {
	const load = extensions[last];
	delete extensions[last];
	extensions[last] = load;
}
