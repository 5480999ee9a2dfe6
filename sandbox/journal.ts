/** Something that the run has made at the service, or may have. */
export interface Created {
	host: string;
	/** The currency of the account. */
	account: string;
	kind: string;
	externalId: string;
	/** Decimal, in the account's currency; empty where no money is named. */
	amount: string;
	uuid: string;
	/**
	 * sent: no answer yet. unclear: the answer does not tell. made: by this run. earlier: by one before. refused: not made.
	 * ended: made, and nothing of it is pending.
	 */
	state: 'sent' | 'unclear' | 'made' | 'earlier' | 'refused' | 'ended';
	/** What is left of it, for whoever tidies up; empty when nothing is. */
	left: string;
}

/**
 * What the runs under one prefix have made, so that a repeated run makes nothing twice. It is saved before anything is sent:
 * a run that is killed in between has perhaps made it, and the next one never sends it again.
 */
export class Journal {
	constructor(
		/** Of every host and prefix. */
		readonly all: Created[],
		private readonly host: string,
		private readonly prefix: string,
		readonly save: () => void,
	) {}

	/** What was made at this host, under this prefix. */
	get created(): Created[] {
		return this.all.filter(({ host, externalId }) => host === this.host && externalId.startsWith(this.prefix));
	}

	find(account: string, externalId: string): Created | undefined {
		return this.created.find((each) => each.account === account && each.externalId === externalId);
	}

	/** To be called before something is sent. */
	begin(account: string, kind: string, externalId: string, amount: string): Created {
		const { host } = this;
		const left = 'it may have been made';
		const entry: Created = { host, account, kind, externalId, amount, uuid: '', state: 'sent', left };
		const known = this.find(account, externalId);
		if (known) this.all.splice(this.all.indexOf(known), 1);
		this.all.push(entry);
		this.save();
		return entry;
	}

	/** To be called when more is known of an entry. */
	note(entry: Created, change: Partial<Created>): void {
		Object.assign(entry, change);
		this.save();
	}
}
