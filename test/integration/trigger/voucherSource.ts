import { byStatus } from '../../../core/events/identity';
import type { JsonObject } from '../../../core/service/payload';
import { lowerCase, usualFields, type Source } from '../../../core/events/source';

/** A made-up source: payins whose external id says that they are vouchers. */
export const voucher: Source = {
	...usualFields,
	name: 'voucher',
	family: 'payin',
	title: 'Voucher',
	action: 'On voucher status',
	description: 'A voucher is redeemed',
	statuses: ['issued', 'redeemed'],
	finalStatuses: ['redeemed'],
	order: { overtakenBy: { issued: ['redeemed'], redeemed: [] } },
	shows: isVoucher,
	recognises: isVoucher,
	status: (body) => (lowerCase(body.status) === 'received' ? 'redeemed' : 'issued'),
	identity: byStatus(() => []),
	record: {
		address: (uuid) => ({ path: '/v2/payins/detail', query: { uuid } }),
		showsMeanwhile: {},
	},
};

function isVoucher(body: JsonObject): boolean {
	return usualFields.externalId(body)?.startsWith('voucher-') === true;
}
