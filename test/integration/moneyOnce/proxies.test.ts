import axios from 'axios';
import { Readable } from 'node:stream';
import { startProcess } from '../../sequences/n8nProcess';
import { checkoutLink, form, payin, payout, QUICK } from '../action/orders';
import type { Service } from '../engine/service';
import { startService } from '../engine/service';
import { run } from '../resources/resourceRun';

/** Somebody between n8n and the service refuses one question in its own way: that says nothing about payments. */

const DAY = 86_400_000;
const options = { ...QUICK, settleSeconds: 0 };

let service: Service | undefined;
const adapterBefore = axios.defaults.adapter;
afterEach(async () => {
	axios.defaults.adapter = adapterBefore;
	await service?.close();
});

/** @returns the addresses of the requests that it has refused */
function refuseOnce(status: number, isStruck: (url: string) => boolean): string[] {
	const ask = axios.getAdapter(adapterBefore);
	const struck: string[] = [];
	axios.defaults.adapter = async (config) => {
		const url = axios.getUri(config);
		if (config.method?.toUpperCase() !== 'GET' || struck.length > 0 || !isStruck(url)) return await ask(config);
		struck.push(url);
		const page = `<html><body><h1>${status}</h1></body></html>`;
		const data = config.responseType === 'stream' ? Readable.from([Buffer.from(page)]) : page;
		return { data, status, statusText: '', headers: { 'content-type': 'text/html' }, config };
	};
	return struck;
}

it.each([
	['its own External ID', '={{ $json.key }}'],
	['its account', ''],
])('a later page of payouts, each known by %s', async (_how, externalId) => {
	// A list that tells neither its length nor its pages.
	service = await startService({ wrongGuesses: ['payoutListEnvelope'] });
	const { payouts } = service.emulator.account('AUD');
	const pay = async (at: Service) =>
		await run(
			at,
			payout({
				...{ externalId, options, email: '={{ $json.key }}@example.com' },
				methodParameters: form({ bsb: '062000', account_name: 'N', account_number: '={{ $json.account }}' }),
				additionalFields: { batchExternalId: 'march' },
			}),
			{
				items: Array.from({ length: 25 }, (_, n) => ({ key: `p-${n}`, amount: 10 + n, account: `1234${5000 + n}` })),
				nodeTypes: startProcess().nodeTypes,
			},
		);
	expect((await pay(service)).error).toBeUndefined();
	expect(payouts.payments().payouts).toHaveLength(25);
	const struck = refuseOnce(404, (url) => /payouts\/all.*[?&]page=2/.test(url) && url.includes('external_id=march'));
	await pay(service);
	expect(struck).toHaveLength(1);
	expect(payouts.payments().payouts).toHaveLength(25);
});

it.each([400, 403, 404, 422])('an older year: %s', async (status) => {
	service = await startService({ start: new Date(Date.now() - 400 * DAY) });
	const pay = async (at: Service) =>
		await run(at, payin({ options: { ...options, returnEnded: true } }), {
			items: [{ key: 'INV-7', amount: 10 }],
			nodeTypes: startProcess().nodeTypes,
		});
	expect((await pay(service)).error).toBeUndefined();
	await service.advance(400 * DAY - 60_000);
	const struck = refuseOnce(status, (url) => {
		const from = Date.parse(new URL(url).searchParams.get('from_date') ?? '');
		return url.includes('/v2/payins/all') && from < Date.now() - 370 * DAY;
	});
	await pay(service);
	expect(struck).toHaveLength(1);
	expect(service.emulator.account('AUD').payins.payments().payins).toHaveLength(1);
	const { items } = await pay(service);
	expect(items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
});

it.each([400, 403, 404, 422])('the list of checkout links: %s', async (status) => {
	service = await startService();
	const make = async (at: Service) =>
		await run(at, checkoutLink({ options }), {
			items: [{ key: 'L-1', amount: 10 }],
			nodeTypes: startProcess().nodeTypes,
		});
	expect((await make(service)).error).toBeUndefined();
	const struck = refuseOnce(status, (url) => url.includes('/v3/payin_links?'));
	await make(service);
	expect(struck).toHaveLength(1);
	expect(service.emulator.account('AUD').links.recent(Infinity)).toHaveLength(1);
	const { items } = await make(service);
	expect(items[0]?.json.idempotency).toMatchObject({ outcome: 'found' });
});
