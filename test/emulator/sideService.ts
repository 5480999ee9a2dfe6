import { endpoints, type EndpointId } from '../../contract/endpoints';
import type { EmulatorOptions } from '../../emulator/server';
import { startMoneyService, type Answer, type MoneyService } from './moneyService';

/** What the side rooms' tests need beside the merchant's calls. */
export interface SideService extends MoneyService {
	/** A call with a path parameter, extra headers or a form instead of JSON. */
	request(
		id: EndpointId,
		parts: { uuid?: string; headers?: Record<string, string>; body?: object; form?: FormData; currency?: string },
	): Promise<Answer>;
	/** A command of `/_control`. */
	control(command: string, body?: object): Promise<Answer>;
	/** A page or file by its whole address; a form is posted, redirects are not followed. */
	browse(
		address: string,
		form?: Record<string, string>,
	): Promise<{ status: number; text: string; location: string | null }>;
}

/** An emulator with frozen time, a receiver of notifications, and ways to use it that the merchant does not have. */
export async function startSideService(options: EmulatorOptions = {}): Promise<SideService> {
	const service = await startMoneyService(options);
	const { emulator } = service;
	return {
		...service,
		get target() {
			return service.target;
		},
		async request(id, { uuid = '', headers = {}, body, form, currency = 'AUD' }) {
			const { method, path, response: schema } = endpoints[id];
			const { appId, secretKey } = emulator.account(currency);
			const answer = await fetch(`${emulator.apiUrl}${path.replace(':uuid', uuid)}`, {
				method,
				headers: {
					'app-id': appId,
					'secret-key': secretKey,
					...(form ? {} : { 'content-type': 'application/json' }),
					...headers,
				},
				...(method === 'GET' ? {} : { body: form ?? JSON.stringify(body) }),
			});
			const answered = (await answer.json()) as Answer['body'];
			if (answer.status === 200) schema.parse(answered);
			return { status: answer.status, body: answered };
		},
		async control(command, body) {
			const answer = await fetch(`${emulator.controlUrl}/${command}`, {
				...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
			});
			return { status: answer.status, body: (await answer.json()) as Answer['body'] };
		},
		async browse(address, form) {
			const answer = await fetch(address, {
				redirect: 'manual',
				...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
			});
			return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
		},
	};
}
