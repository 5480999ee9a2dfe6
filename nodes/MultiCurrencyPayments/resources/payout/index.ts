import { readPayout } from '../../../service/payouts';
import type { Resource } from '../../operation';
import { awaitedPayout } from './awaitedPayout';
import { cancelScheduled } from './cancelScheduled';
import { create } from './create';
import { createAndWait } from './createAndWait';
import { get } from './get';
import { getAll } from './getAll';
import { preview } from './preview';
import { simulate } from './simulate';
import { waitForStatus } from './waitForStatus';

export const payout: Resource = {
	value: 'payout',
	name: 'Payout',
	description: 'Payments to people and companies',
	operations: [create, createAndWait, waitForStatus, preview, get, getAll, cancelScheduled, simulate],
	defaultOperation: 'create',
	read: readPayout,
	present: awaitedPayout.show,
};
