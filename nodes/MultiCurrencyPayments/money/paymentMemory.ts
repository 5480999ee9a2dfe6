import type { IDataObject } from 'n8n-workflow';
import type { Knowledge, Sent } from '../../../core/idempotency';
import { differingFacts } from '../../../core/idempotency';
import { decides } from '../../../core/paymentMatch';
import type { Identified } from './identify';
import type { PaymentResult, Terms } from './intention';
import type { Remembered, SentMemory } from './memory';
import type { ProcessSent } from './processMemory';
import { forgetInProcess, noteInProcess, sentByProcess, thisProcess } from './processMemory';

/** What this execution and this process remember of one payment. */
export class PaymentMemory {
	/** As it was when this try of the node began. */
	readonly own: Remembered | undefined;
	readonly others: ProcessSent | undefined;
	/** The `external_id` of the batch in which it was last sent; undefined when it was not sent in a batch. */
	batchKey: string | undefined;
	/** Whether no look-up can tell what becomes of it: there is none, it was sent without one, or an earlier payment has its key. */
	isHidden: boolean;

	constructor(
		private readonly intention: Terms,
		private readonly identified: Identified,
		private readonly memory: SentMemory,
	) {
		const own = (this.own = memory.recall(identified.identity));
		const others = (this.others = sentByProcess(identified.identity));
		this.batchKey = own?.batchKey ?? others?.batchKey;
		// What another execution has made is among what a look-up finds. What it left unclear cannot be told from that.
		const wasHidden = own?.isHidden === true || (others?.isHidden === true && others.state !== 'done');
		this.isHidden = wasHidden || !intention.canLookUp;
	}

	/** What this try knows before it does anything. */
	knowledge(): Knowledge {
		const { own, others, isHidden } = this;
		const { isKnownElsewhere, isMadeOfFacts, identity } = this.identified;
		const { ownKey, preventDuplicates, settleTime } = this.intention;
		const { context, sentInThisTry } = this.memory;
		// A key of the user's own may have been paid before on purpose, where duplicates are not prevented.
		const mayBeRepeat = (context.kind === 'list' && ownKey === '') || context.unseenUntil > 0;
		const sent = [own, others];
		const unclear = sent.flatMap((each) => (each && each.state !== 'done' ? [each.at] : []));
		return {
			canLookUp: !isHidden,
			askFirst: isKnownElsewhere && (preventDuplicates || isMadeOfFacts || mayBeRepeat),
			unseenUntil: Math.max(thisProcess.startedAt, context.unseenUntil),
			unclearSince: unclear.length > 0 ? Math.max(...unclear) : null,
			sentInThisTry: sentInThisTry.has(identity),
			wasTaken: sent.some((each) => each?.wasTaken),
			notFoundAt: null,
			settleTime,
		};
	}

	/** Whether this execution has made it from this place. */
	get isMadeHere(): boolean {
		return this.own?.state === 'done' && this.memory.isFrom(this.own, this.intention.place);
	}

	/** How it was made, as remembered now. */
	get made(): Remembered | undefined {
		return this.memory.recall(this.identified.identity);
	}

	/** The memory stays with the place that made it, whose repeat finds it there. */
	standsForOther(): void {
		this.memory.standsFor(this.identified.identity, this.intention.place);
	}

	/** @param known what this try knows of it by now */
	remember(
		state: Sent<IDataObject>['state'],
		at: number,
		{ wasTaken }: Knowledge,
		result?: Pick<PaymentResult, 'record' | 'outcome'> & { ended: string | undefined },
	): void {
		const { kind, place, facts, description, settleTime, mayHide, isDueLater } = this.intention;
		const { memory, batchKey, isHidden } = this;
		const { identity, key } = this.identified;
		const isFound = result?.outcome === 'found';
		const execution = isFound ? this.made?.execution : memory.execution;
		const known = {
			batchKey,
			...(isHidden && { isHidden }),
			...(state === 'unclear' && wasTaken && { wasTaken: true as const }),
		};
		const sent = { key, kind, facts, description, state, at, execution, ...known, ...result };
		memory.remember(identity, place, sent);
		if (state === 'unclear') memory.sentInThisTry.add(identity);
		// A record that the service shows need not be noted, unless this process sent it with an unclear outcome.
		if (isFound && !sentByProcess(identity)) return;
		const { calledFor } = memory;
		// An answer that names another record shows that the service cannot be asked for it by its key. What a look-up has told
		// once it need not tell again.
		const canLookUp = !isHidden && !mayHide && !isDueLater && !known.wasTaken;
		noteInProcess(identity, { ...sent, settleTime, canLookUp, calledFor });
	}

	/**
	 * What another execution left unclear is noted in this one as well, so that it is not sent again under another key.
	 */
	adopt(): void {
		if (!this.others || this.made) return;
		const { kind, facts, description, at, execution, wasTaken, isHidden } = this.others;
		// Under a key of its place, it may be that of another item. Known here, it would be made for that one under another key.
		if (this.intention.ownKey === '' && differingFacts(this.intention.facts, facts).some(decides)) return;
		const { key, identity } = this.identified;
		const sent = { key, kind, facts, description, state: 'unclear', at, execution, wasTaken, isHidden } as const;
		this.memory.remember(identity, this.intention.place, sent);
	}

	forget(): void {
		const { identity } = this.identified;
		this.memory.forget(identity);
		// What another execution has made is still there.
		if (this.others?.state === 'done') noteInProcess(identity, this.others);
		else forgetInProcess(identity);
	}
}
