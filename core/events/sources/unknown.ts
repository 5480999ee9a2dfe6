import { payloadDigest } from '../../payload';
import type { Source } from '../source';
import { usualFields } from '../source';

/**
 * A notification that no source recognises. The specification does not show every payload (Events: "payload: not shown"),
 * so a genuine one is handed on as it is. Its whole content identifies the event.
 */
export const unknown: Source = {
	...usualFields,
	name: 'unknown',
	title: 'Unknown Notification',
	description: 'A genuine notification comes in a form that is not known here',
	statuses: [],
	finalStatuses: [],
	recognises: (body) => Object.keys(body).length > 0,
	status: () => null,
	identity: (body) => [payloadDigest(body)],
};
