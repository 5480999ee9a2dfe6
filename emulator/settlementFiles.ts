import { pipeline, Readable } from 'stream';
import { stringify } from 'csv-stringify';
import type { Mount } from './handlers';
import { settlementColumns } from './settlements';

/**
 * The pre-signed report files, outside /api and without credentials (specification: Limits, "Settlement report
 * file_url"). A wrong or late signature is answered with 403; a request that carries credentials is counted.
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
		const csv = stringify({ header: true, columns: [...settlementColumns] });
		pipeline(Readable.from(file.rows), csv, (error) => {
			// A client may stop reading; anything else is a mistake of the emulator and is said aloud.
			if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') process.emitWarning(error);
		});
		return exchange.body(Readable.toWeb(csv) as ReadableStream, 200, {
			'content-type': 'text/csv; charset=utf-8',
			'content-disposition': `attachment; filename="${file.name}"`,
		});
	});
};
