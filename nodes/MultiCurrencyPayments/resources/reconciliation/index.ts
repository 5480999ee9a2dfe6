import type { Resource } from '../../operation';
import { exportStatement } from './export';
import { run } from './run';

export const reconciliation: Resource = {
	value: 'reconciliation',
	name: 'Reconciliation',
	description: 'Your books beside the account: what differs, and statements for accounting',
	operations: [exportStatement, run],
	defaultOperation: 'run',
};
