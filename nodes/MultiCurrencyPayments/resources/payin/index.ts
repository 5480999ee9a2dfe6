import { readPayin } from '../../../service/payins';
import type { Resource } from '../../operation';
import { authorizeStk } from './authorizeStk';
import { awaitedPayin } from './awaitedPayin';
import { cancel } from './cancel';
import { confirmOtp } from './confirmOtp';
import { create } from './create';
import { createAndWait } from './createAndWait';
import { get } from './get';
import { getAll } from './getAll';
import { refund } from './refund';
import { resendOtp } from './resendOtp';
import { simulate } from './simulate';
import { waitForStatus } from './waitForStatus';

export const payin: Resource = {
	value: 'payin',
	name: 'Payin',
	description: 'Payments from customers',
	operations: [
		create,
		createAndWait,
		waitForStatus,
		get,
		getAll,
		refund,
		cancel,
		confirmOtp,
		resendOtp,
		simulate,
		authorizeStk,
	],
	defaultOperation: 'create',
	read: readPayin,
	present: awaitedPayin.show,
};
