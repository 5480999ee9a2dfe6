/**
 * The owner of an n8n that nobody outside this machine can reach. n8n wants 8 characters or more, a capital letter and a digit in
 * the password.
 */
export const OWNER = { email: 'owner@example.com', password: 'Payments-demo-1', firstName: 'Demo', lastName: 'Owner' };

type Owner = typeof OWNER;

const TIMEOUT_MS = 60_000;
const LONGEST_REASON = 500;

/** n8n's error message without the stack trace that may follow it. */
function messageOf(answer: string): string {
	try {
		const { message } = JSON.parse(answer) as { message?: unknown };
		if (typeof message === 'string') return message.split('\n')[0].slice(0, LONGEST_REASON);
	} catch {
		// Not JSON, so shown as it is.
	}
	return answer.slice(0, LONGEST_REASON);
}

/** Access to an n8n: to the editor's API by cookie (`/rest`), to the public API by API key (`/api/v1`). */
export class N8nSession {
	private cookie = '';
	private apiKey = '';

	constructor(private readonly url: string) {}

	async needsOwner(): Promise<boolean> {
		const settings = await this.rest<{ userManagement: { showSetupOnFirstLoad: boolean } }>('GET', '/settings');
		return settings.userManagement.showSetupOnFirstLoad;
	}

	/** n8n's version, such as 2.40.7. */
	async version(): Promise<string> {
		return (await this.rest<{ versionCli: string }>('GET', '/settings')).versionCli;
	}

	async setUpOwner(owner: Owner): Promise<void> {
		await this.rest('POST', '/owner/setup', owner);
	}

	async login({ email, password }: Owner): Promise<void> {
		await this.rest('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	/** Creates an API key with all the permissions of the account. */
	async createApiKey(): Promise<void> {
		const scopes = await this.rest<string[]>('GET', '/api-keys/scopes');
		const label = `run ${new Date().toISOString()}`;
		this.apiKey = (
			await this.rest<{ rawApiKey: string }>('POST', '/api-keys', { label, expiresAt: null, scopes })
		).rawApiKey;
	}

	async rest<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.send(method, `/rest${path}`, { cookie: this.cookie }, body);
		const cookie = response.headers.getSetCookie().find((one) => one.startsWith('n8n-auth='));
		if (cookie) this.cookie = cookie.split(';')[0];
		return (await this.read<{ data: T }>(response, method, `/rest${path}`)).data;
	}

	async api<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await this.read<T>(await this.sendApi(method, path, body), method, `/api/v1${path}`);
	}

	/** As {@link api} with GET; `undefined` when there is nothing at the path (404). */
	async apiIfFound<T>(path: string): Promise<T | undefined> {
		const response = await this.sendApi('GET', path);
		if (response.status !== 404) return await this.read<T>(response, 'GET', `/api/v1${path}`);
		await response.arrayBuffer();
		return undefined;
	}

	async nodeTypes(): Promise<{ name: string; displayName: string }[]> {
		return await this.read(
			await this.send('GET', '/types/nodes.json', { cookie: this.cookie }),
			'GET',
			'/types/nodes.json',
		);
	}

	private async sendApi(method: string, path: string, body?: unknown): Promise<Response> {
		return await this.send(method, `/api/v1${path}`, { 'x-n8n-api-key': this.apiKey }, body);
	}

	private async send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Response> {
		return await fetch(`${this.url}${path}`, {
			method,
			// n8n may close a kept-alive connection at the moment it is reused.
			headers: {
				connection: 'close',
				...headers,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
	}

	private async read<T>(response: Response, method: string, path: string): Promise<T> {
		const text = await response.text();
		if (!response.ok) throw new Error(`n8n answered ${response.status} to ${method} ${path}: ${messageOf(text)}`);
		return (text === '' ? undefined : JSON.parse(text)) as T;
	}
}
