/** What all sources have in common: how an event is named, confirmed by a record, bound to its payment and ordered. */

import type { EventRegistry } from './eventRegistry';
import { binding } from './binding';
import { confirming } from './confirming';
import { KnownSources } from './knownSources';
import { lateness } from './lateness';
import { naming } from './naming';
import type { Source } from './source';

/** @param notificationSources in the order in which they are asked: the first one that recognises a body gets it */
export function eventRegistry(notificationSources: readonly Source[]): EventRegistry {
	const sources = new KnownSources(notificationSources);
	return {
		notificationSources,
		isFamilyOf: (event, source) => sources.isFamilyOf(event, source),
		...naming(sources),
		...confirming(sources),
		...binding(sources),
		...lateness(sources),
	};
}
