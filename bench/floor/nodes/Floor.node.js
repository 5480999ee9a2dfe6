const { bodyOf } = require('../payoutBody.js');

const CREDENTIAL = 'multiCurrencyPaymentsApi';
const IN_FLIGHT = 16;
const BATCH = 500;

/** The least that any node must do for a job: no checks, no retries, no memory. */
exports.Floor = class {
	description = {
		displayName: 'Floor',
		name: 'floor',
		group: ['transform'],
		version: 1,
		description: 'Does as little as any node can',
		defaults: { name: 'Floor' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [
			{ displayName: 'Job', name: 'job', type: 'string', default: 'batch' },
			{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
			{ displayName: 'Page Size', name: 'pageSize', type: 'number', default: 100 },
			{ displayName: 'From', name: 'from', type: 'string', default: '' },
			{ displayName: 'To', name: 'to', type: 'string', default: '' },
		],
	};

	async execute() {
		const baseUrl = this.getNodeParameter('baseUrl', 0);
		const send = async (options) =>
			await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, { json: true, ...options });
		const items = this.getInputData();
		switch (this.getNodeParameter('job', 0)) {
			case 'batch': {
				const results = [];
				for (let start = 0; start < items.length; start += BATCH)
					results.push(...(await pay(send, baseUrl, items.slice(start, start + BATCH))));
				return [results];
			}
			case 'items':
				return [items.map(({ json }, item) => ({ json: { ...json }, pairedItem: { item } }))];
			case 'single': {
				const results = new Array(items.length);
				let next = 0;
				const work = async () => {
					for (let index; (index = next++) < items.length;)
						[results[index]] = await pay(send, baseUrl, [items[index]], index);
				};
				await Promise.all(Array.from({ length: IN_FLIGHT }, work));
				return [results];
			}
			case 'history': {
				const qs = {
					from_date: this.getNodeParameter('from', 0),
					to_date: this.getNodeParameter('to', 0),
					size: this.getNodeParameter('pageSize', 0),
				};
				const results = [];
				let cursor;
				do {
					const page = await send({ method: 'GET', url: `${baseUrl}/v2/balances/history`, qs: { ...qs, cursor } });
					for (const json of page.records) results.push({ json });
					cursor = page.next_cursor;
				} while (cursor);
				return [results];
			}
		}
	}
};

async function pay(send, baseUrl, items, offset = 0) {
	const { payout_transactions: paid } = await send({
		method: 'POST',
		url: `${baseUrl}/v2/payouts`,
		body: bodyOf(items.map(({ json }) => json)),
	});
	return items.map(({ json }, index) => ({ json: paid[index] ?? json, pairedItem: { item: offset + index } }));
}
