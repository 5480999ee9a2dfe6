import { readPayin } from '../../../service/payins';
import type { Awaited } from '../../wait/waiting';
import { presentPayin } from './payinRecord';

/** A payin that an execution waits for. */
export const awaitedPayin: Awaited = {
	resource: 'payin',
	what: 'Payin',
	isListed: true,
	read: readPayin,
	uuidOf: ({ uuid }) => String(uuid),
	show: (item, payin, known) => [presentPayin(item, { ...known, ...payin })],
};
