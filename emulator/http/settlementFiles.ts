import { Readable } from 'stream';
import { stringify } from 'csv-stringify/sync';
import { settlementColumns } from '../settlements/settlementReports';
import type { Mount } from './handlers';

/** Rows per chunk: writing single rows takes ten times as long. */
const ROWS_AT_ONCE = 1_000;

function* csvOf(rows: Iterable<string[]>): Generator<string> {
	let block: string[][] = [[...settlementColumns]];
	for (const row of rows) {
		block.push(row);
		if (block.length < ROWS_AT_ONCE) continue;
		yield stringify(block);
		block = [];
	}
	if (block.length > 0) yield stringify(block);
}

/**
 * The pre-signed report files, outside /api and without credentials (specification: Limits, "Settlement report
 * file_url"). A wrong or expired signature gets 403. Requests that carry credentials are counted.
 */
export const mountSettlementFiles: Mount = (app, world) => {
	app.get('/files/settlements/:id', (exchange) => {
		const id = exchange.req.param('id');
		const { expires = '', signature = '' } = exchange.req.query();
		const account = [...world().accounts.values()].find(({ currency }) => id.startsWith(`${currency}-`));
		const { headers } = exchange.req.raw;
		if (account && (headers.has('app-id') || headers.has('secret-key')))
			account.settlements.fileRequests.withCredentials += 1;
		const file = account?.settlements.openFile(id, expires, signature);
		if (!account || !file) {
			if (account) account.settlements.fileRequests.refused += 1;
			return exchange.text('This address has expired or is not valid: ask for the report again', 403);
		}
		account.settlements.fileRequests.served += 1;
		return exchange.body(Readable.toWeb(Readable.from(csvOf(file.rows))) as ReadableStream, 200, {
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="${file.name}"`,
		});
	});
};
