import type { Resource } from '../../operation';
import { download } from './download';
import { getAll } from './getAll';

export const settlementReport: Resource = {
	value: 'settlementReport',
	name: 'Settlement Report',
	description: 'What was settled, by day or month',
	operations: [download, getAll],
	defaultOperation: 'download',
};
