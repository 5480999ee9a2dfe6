import { createHash, createHmac, timingSafeEqual } from 'crypto';
import type { ResponseOf } from '../../contract/endpoints';
import { limits } from '../../contract/limits';
import type { ReportFrequency, SettlementReport } from '../../contract/settlements';
import type { Clock } from '../engine/clock';
import type { Engine } from '../engine/engine';
import type { Merchant } from '../engine/merchant';
import { unprocessable } from '../engine/serviceError';
import type { Period } from '../ledger/history';
import type { Ledger } from '../ledger/ledger';
import type { ClosedPeriod } from './settlementPeriods';
import { createPeriods, createReportContents } from './settlementReports';

interface Needs {
	clock: Pick<Clock, 'now'>;
	ledger: Ledger;
	merchant: Pick<Merchant, 'appId' | 'currency' | 'secretKey'>;
	addressOf: Engine['addressOf'];
}

/** Filters of the report list; `period` filters on the start of a report's period. */
export interface SettlementFilter {
	frequency?: ReportFrequency;
	period: Period;
	cursor?: string;
	size: number;
}

export type Settlements = ReturnType<typeof createSettlements>;

const fileNameOf = (id: string): string => `settlement_${id}.csv`;

/** Pre-signed addresses of report files, valid for three minutes. */
function createFileAddresses({ clock, merchant, addressOf }: Needs) {
	const signatureOf = (id: string, expires: string): string =>
		createHmac('sha256', merchant.secretKey).update(`${id}|${expires}`).digest('hex');

	return {
		of(id: string): string {
			const expires = String(clock.now().getTime() + limits.settlementFileMinutes * 60_000);
			return addressOf(`/files/settlements/${id}?expires=${expires}&signature=${signatureOf(id, expires)}`);
		},
		isValid(id: string, expires: string, signature: string): boolean {
			const expected = Buffer.from(signatureOf(id, expires));
			const given = Buffer.from(signature);
			const genuine = given.length === expected.length && timingSafeEqual(given, expected);
			return genuine && clock.now().getTime() < Number(expires);
		},
	};
}

/** Settlement reports of one account (specification: "Settlement report entry"). */
export function createSettlements(needs: Needs) {
	const { merchant } = needs;
	const periods = createPeriods(needs);
	const { idOf, summaryOf, rowsOf } = createReportContents(needs);
	const fileAddresses = createFileAddresses(needs);

	function reportOf(period: ClosedPeriod): SettlementReport {
		const id = idOf(period);
		return {
			id,
			file_name: fileNameOf(id),
			file_type: 'csv',
			currency: merchant.currency,
			report_frequency: period.frequency,
			period_start: new Date(period.from).toISOString(),
			period_end: new Date(period.to).toISOString(),
			created_at: new Date(period.to).toISOString(),
			summary: summaryOf(period),
			file_url: fileAddresses.of(id),
		};
	}

	/** A cursor is the last report's id, sealed for this query. */
	function cursorOf(filter: SettlementFilter, id: string): string {
		const seal = createHash('sha256')
			.update(JSON.stringify([merchant.appId, filter.frequency, filter.period, filter.size, id]))
			.digest('hex');
		return Buffer.from(`${seal.slice(0, 16)}${id}`).toString('base64url');
	}

	function startAfter(filter: SettlementFilter, found: readonly ClosedPeriod[]): number {
		if (filter.cursor === undefined) return 0;
		const last = found.findIndex((period) => cursorOf(filter, idOf(period)) === filter.cursor);
		if (last < 0) throw unprocessable({ cursor: 'is not one of this account for the same filters and size' });
		return last + 1;
	}

	return {
		/** One page of reports, newest first. @throws ServiceError 422 for the cursor of another query. */
		list(filter: SettlementFilter): ResponseOf<'v2.settlements.list'> {
			const { frequency, period, size } = filter;
			const found = periods.all(frequency).filter(({ from }) => from >= period.from && from <= period.to);
			const start = startAfter(filter, found);
			const page = found.slice(start, start + size);
			const last = page.at(-1);
			const more = start + size < found.length;
			return {
				size,
				has_more: more,
				next_cursor: more && last ? cursorOf(filter, idOf(last)) : null,
				records: page.map(reportOf),
			};
		},
		/** Closes the current period and returns its report. @throws ServiceError 422 */
		closeCurrent: (frequency: ReportFrequency): SettlementReport => reportOf(periods.closeCurrent(frequency)),
		/** The name and the rows of a pre-signed file; null when the signature is wrong or has expired. */
		openFile(id: string, expires: string, signature: string): { name: string; rows: Generator<string[]> } | null {
			const period = periods.all().find((one) => idOf(one) === id);
			if (!period || !fileAddresses.isValid(id, expires, signature)) return null;
			return { name: fileNameOf(id), rows: rowsOf(period) };
		},
		/** Counts of file requests. Credentials must never be sent to a pre-signed address. */
		fileRequests: { served: 0, refused: 0, withCredentials: 0 },
	};
}
