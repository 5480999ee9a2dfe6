import { operation } from '../action/orders';
import { runNode } from '../engine/execution';
import { inTurn, json, startWire } from '../transport/wire';

/** The paths that the node requests when an item names this record. */
async function asked(uuid: string) {
	const wire = await startWire(json({ uuid, transaction_info: {} }));
	const run = await runNode({
		credentials: wire.credentials,
		parameters: operation('checkoutLink', 'get', { uuid }),
	});
	await wire.close();
	return { run, paths: wire.requests.map(({ path }) => path) };
}

it.each([
	['a/../../v2/balances', '/v3/payin_links/a%2F..%2F..%2Fv2%2Fbalances'],
	['a?currency=AUD#b', '/v3/payin_links/a%3Fcurrency%3DAUD%23b'],
	['ü x', '/v3/payin_links/%C3%BC%20x'],
])('the identifier %j stays one segment of the path', async (uuid, path) => {
	expect((await asked(uuid)).paths).toEqual([path]);
});

it.each(['.', '..', '\ud800'])('the identifier %j, which no path can hold, is not asked for', async (uuid) => {
	const { run, paths } = await asked(uuid);
	expect(paths).toEqual([]);
	expect(run.error?.message).toContain(`“${uuid}” cannot be an ID`);
});

it('a place in a list that looks like an address is sent to the service, and nothing elsewhere', async () => {
	const elsewhere = await startWire(json({ records: [] }));
	const page = (records: object[], next: string | null) =>
		json({ size: 100, has_more: next !== null, next_cursor: next, records });
	const report = { id: 'r-1', file_name: 'a.csv', file_type: 'csv', file_url: '', summary: {} };
	const wire = await startWire(inTurn(page([report], `${elsewhere.address}/api/v2`), page([], null)));
	const run = await runNode({
		credentials: wire.credentials,
		parameters: operation('settlementReport', 'getAll', { returnAll: true }),
	});
	await wire.close();
	await elsewhere.close();
	expect(run.error).toBeUndefined();
	expect(elsewhere.requests).toEqual([]);
	const [, next] = wire.requests.map(({ path }) => new URL(path, wire.address).searchParams.get('cursor'));
	expect(next).toBe(`${elsewhere.address}/api/v2`);
});
