/** The sources that events come from, and which of them a body is from. */

import type { JsonObject } from '../service/payload';
import { familyOf, type PaymentEvent } from './event';
import type { Source } from './source';

export class KnownSources {
	private readonly byName: ReadonlyMap<string, Source>;

	/** @param all in the order in which they are asked: the first one that recognises a body gets it */
	constructor(readonly all: readonly Source[]) {
		this.byName = new Map(all.map((source) => [source.name, source]));
	}

	named(name: string): Source | undefined {
		return this.byName.get(name);
	}

	of({ source }: PaymentEvent): Source | undefined {
		return this.byName.get(source);
	}

	/** The source of a notification. */
	ofBody(body: JsonObject): Source | undefined {
		return among(this.all, body);
	}

	/** The same of one whose authorization value was made for a payment of this account. */
	ofOwnBody(body: JsonObject): Source | undefined {
		return this.ofBody(body) ?? this.all.find(({ mayRecognise }) => mayRecognise?.(body));
	}

	/**
	 * The source of a record at the address of a source, which only tells the sources of its family apart. A record that
	 * shows little may look like none of them.
	 */
	ofRecord(told: Source, record: JsonObject): Source {
		const family = this.all.filter((each) => familyOf(each) === familyOf(told));
		return among(family, record) ?? told;
	}

	/** Whether an event belongs to this source or to one of the same family. */
	isFamilyOf(event: PaymentEvent, name: string): boolean {
		const [told, expected] = [this.of(event), this.named(name)];
		return told !== undefined && expected !== undefined && familyOf(told) === familyOf(expected);
	}
}

/** By what the specification shows, or else by a guess. */
function among(sources: readonly Source[], body: JsonObject): Source | undefined {
	return sources.find(({ shows }) => shows?.(body)) ?? sources.find(({ recognises }) => recognises(body));
}
