import { tableOf } from '../../runtime/table';
import type { CopiesResult } from './copies';

const COLUMNS: [string, (result: CopiesResult) => string][] = [
	['Copies', ({ kind }) => kind],
	['Events', ({ events }) => String(events)],
	['Deliveries', ({ deliveries }) => String(deliveries)],
	['To the other process', ({ toTheOther }) => String(toTheOther)],
	['Events/s', ({ rate }) => rate.toFixed(1)],
	['Executions', ({ executions }) => String(executions)],
	['Went on twice', ({ duplicates }) => String(duplicates)],
	['Events lost', ({ lost }) => String(lost)],
	['', ({ isSound }) => (isSound ? 'as promised' : 'NOT AS PROMISED')],
];

export const resultsTable = (results: readonly CopiesResult[]): string =>
	tableOf(
		COLUMNS.map(([heading]) => heading),
		results.map((result) => COLUMNS.map(([, cell]) => cell(result))),
	);
