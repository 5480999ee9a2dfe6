import type { Resource } from '../../operation';
import { cancelScheduled } from './cancelScheduled';
import { create } from './create';
import { createAndWait } from './createAndWait';
import { get } from './get';
import { getAll } from './getAll';
import { paymentIn, presentPayment } from './payoutRecord';
import { simulate } from './simulate';

export const payout: Resource = {
	value: 'payout',
	name: 'Payout',
	description: 'Payments to people and companies',
	operations: [create, createAndWait, get, getAll, cancelScheduled, simulate],
	defaultOperation: 'create',
	present: (item, batch, waitedFor) => presentPayment(item, paymentIn(batch, waitedFor)),
};
