import type { Resource } from '../../operation';
import { authorizeStk } from './authorizeStk';
import { cancel } from './cancel';
import { confirmOtp } from './confirmOtp';
import { create } from './create';
import { createAndWait } from './createAndWait';
import { get } from './get';
import { getAll } from './getAll';
import { presentPayin } from './payinRecord';
import { refund } from './refund';
import { resendOtp } from './resendOtp';
import { simulate } from './simulate';

export const payin: Resource = {
	value: 'payin',
	name: 'Payin',
	description: 'Payments from customers',
	operations: [create, createAndWait, get, getAll, refund, cancel, confirmOtp, resendOtp, simulate, authorizeStk],
	defaultOperation: 'create',
	present: presentPayin,
};
