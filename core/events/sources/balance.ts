import { asObject, textOrNull, canonicalAmount } from '../../service/payload';
import { usualFields, type Source } from '../source';

/** An entry of the v2 balance history, new or changed. Specification: Resources, "Balance history entry". */
export const balance: Source = {
	...usualFields,
	name: 'balance',
	title: 'Balance Entry',
	action: 'On balance entry',
	description: 'Something changes the balance, or an entry changes',
	eventType: 'balance.entry',
	statuses: ['waiting', 'done', 'failed'],
	finalStatuses: [],
	recognises: (body) => textOrNull(body.id) !== null,
	uuid: (body) => textOrNull(body.id),
	externalId: () => null,
	identity: (body, { uuid, status }) => {
		const detail = asObject(body.balance_detail);
		const amounts = [body.amount, detail?.outgoing, detail?.total, detail?.fees].map(canonicalAmount);
		// Several entries may share the id of a balance.
		const own = [body.request_type, body.transaction_type, body.reference_id, body.created_at].map(textOrNull);
		return [uuid, status, ...own, ...amounts];
	},
};
