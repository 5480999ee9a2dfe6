import { asObject, textOrNull } from '../../service/payload';
import { usualFields, type Source } from '../source';

/** A settlement report that can be downloaded. Specification: Resources, "Settlement report entry". */
export const settlementReport: Source = {
	...usualFields,
	name: 'settlement_report',
	title: 'Settlement Report',
	action: 'On new settlement report',
	description: 'A settlement report can be downloaded',
	statuses: ['available'],
	finalStatuses: [],
	recognises: (body) => textOrNull(body.id) !== null,
	uuid: (body) => textOrNull(body.id),
	externalId: () => null,
	status: () => 'available',
	amount: (body) => textOrNull(asObject(body.summary)?.settled_amount),
	/** A report is one event, although the address of its file changes. */
	identity: (_body, { uuid }) => [uuid],
};
