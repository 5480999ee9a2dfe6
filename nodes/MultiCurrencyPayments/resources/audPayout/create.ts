import { notificationTarget } from '../../form/notification';
import { asItems, withIdempotency } from '../../form/presentation';
import type { Operation } from '../../operation';
import { audPayoutFields } from './audPayoutFields';
import { presentAudBatch } from './audPayoutRecord';
import { audPayoutRequestOf } from './audPayoutRequest';
import { payAlone } from './createAudPayout';
import { payAudInBatches } from './payAudInBatches';

export const create: Operation = {
	value: 'create',
	name: 'Create',
	action: 'Create AUD payout',
	description:
		'Pay people in Australia by PayID or bank account. Moves money out of the account. Each payment is sent once per execution; a new execution pays again, because the service cannot be asked for AUD payouts.',
	properties: audPayoutFields,
	async execute(item) {
		const request = audPayoutRequestOf(item);
		const settled = await payAlone(request, notificationTarget(item));
		return asItems(presentAudBatch(item, withIdempotency(settled, request.key)));
	},
	executeAll: payAudInBatches,
};
