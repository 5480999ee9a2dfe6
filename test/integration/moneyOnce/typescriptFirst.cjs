/** `X.node` is a TypeScript file here, next to n8n's `X.node.json`. By default Node would load the JSON file. */
const { extensions } = require;
for (const last of ['.json', '.node']) {
	const load = extensions[last];
	delete extensions[last];
	extensions[last] = load;
}
