import type { ASSUMED } from '../contract/assumed';
import type { EndpointId } from '../contract/endpoints';
import { deriveAuthorization, verifyAuthorization } from '../core/service/authorization';
import { asUtcTimestamp } from '../core/time/dates';
import { isObject } from '../core/objects';
import { recordIn } from '../nodes/service/answers';
import { confirmed, refuted, unknown, word, type Finding } from './finding';
import type { Created, Journal } from './journal';
import type { Mail } from './receiver';
import { complaintsIn, missedBy } from './refusal';
import type { RequestMade, Exchange, Service } from './service';

export type Fields = Record<string, unknown>;

/** What the notification address is where the user names none. */
export const NOBODY = 'https://nobody.invalid/';

/** An assumed name of a request field, and others that are likely. */
export interface AssumedName {
	/** The assumption. */
	id: string;
	assumed: string;
	others: readonly string[];
	/** How a name looks that stands for the same. */
	like: RegExp;
	/** Whether not found, too, tells that the name was taken. */
	findsNothing?: true;
}

/** Kinds of records that a list of the service finds by External ID. */
type ListedKind = 'payin' | 'payout' | 'link';

const LISTS: Record<ListedKind, EndpointId> = {
	payin: 'v2.payins.list',
	payout: 'v2.payouts.list',
	link: 'v3.links.list',
};
const DETAILS: Record<ListedKind, EndpointId> = {
	payin: 'v2.payins.detail',
	payout: 'v2.payouts.detail',
	link: 'v3.links.detail',
};

const isListed = (kind: string): kind is ListedKind => kind in LISTS;

/** What is left of a record until it has come to its end. */
export const PENDING = 'pending';

/** How many records a look-up opens to see their External ID. */
const OPENED = 10;

const DAY_MS = 86_400_000;

/** A record that exists at the service. */
export interface Made {
	entry: Created;
	externalId: string;
	uuid: string;
	/** Whether this run has made it: only then are its actions tried. */
	isNew: boolean;
	/** How long the list took to show it, in milliseconds; what else the last look-up was; undefined where nobody looked. */
	shownAfter?: number | 'not shown' | 'not read';
}

/** How the run is set up. */
export interface Setup {
	prefix: string;
	/** Where notifications go; undefined without. */
	notify?: string;
	settle: number;
	/** Whether only reads are allowed. */
	readOnly: boolean;
	journal: Journal;
	/** Signs notifications; empty where the user names none. */
	webhookSecretKey: string;
	say(text: string): void;
}

/** What a run has asked and seen. The steps fill it, the probes read it. */
export class Run {
	/** Every exchange by the name that its step gave it. The latest counts. */
	readonly exchanges = new Map<string, Exchange>();
	/** What was found out about names of request fields, by assumption. */
	readonly names = new Map<string, Finding>();
	/** What a step has measured or seen by itself, by assumption. */
	readonly findings = new Map<string, Finding>();
	/** Why a step was not tried, by its name. */
	readonly skipped = new Map<string, string>();
	/** Notifications about what the run has made. */
	readonly mails: Mail[] = [];
	/** The uuids of payins in the order of their creation. */
	readonly order: string[] = [];
	/** The External ID that each authorization value was sent with. */
	readonly authorizations = new Map<string, string>();
	/** The names that the service takes, where they differ from the assumed ones. */
	private readonly learned = new Map<string, string>();
	private takesTomorrow = true;

	constructor(
		readonly services: readonly Service[],
		readonly setup: Setup,
	) {}

	/** The account of the lists and of most payments. */
	get main(): Service {
		const [main] = this.services;
		if (!main) throw new Error('A run has an account');
		return main;
	}

	ofCurrency(currency: string): Service | undefined {
		return this.services.find(({ access }) => access.currency === currency);
	}

	async ask(name: string, service: Service, endpoint: EndpointId, asked: RequestMade = {}): Promise<Exchange> {
		const exchange = await service.ask(endpoint, asked);
		this.exchanges.set(name, exchange);
		return exchange;
	}

	/** The name that the service takes for an assumed one, as far as it is known. */
	nameFor(id: keyof typeof ASSUMED | 'actionBodies', assumed: string): string {
		return this.learned.get(id) ?? assumed;
	}

	/**
	 * Sends what names a field as assumed. Where the service refuses it, and what it says does not tell another reason, other
	 * names are tried: nothing was carried out before.
	 */
	async tryNames(
		{ id, assumed, others, like, findsNothing }: AssumedName,
		send: (name: string) => Promise<Exchange>,
	): Promise<Exchange> {
		const isTaken = ({ result, status }: Exchange) =>
			result === 'answered' || (findsNothing === true && status === 404);
		const first = await send(this.learned.get(id) ?? assumed);
		if (isTaken(first)) {
			if (!this.learned.has(id)) this.names.set(id, confirmed(`The service takes ${assumed}.`));
			return first;
		}
		if (first.result === 'failed') {
			if (!this.names.has(id)) this.names.set(id, unknown(`No answer: ${first.why}.`));
			return first;
		}
		const missed = missedBy(first.body, first.sent).find((field) => like.test(field));
		const isAboutOther = missed === undefined && complaintsIn(first.body).length > 0;
		if (!isAboutOther) {
			for (const name of [...(missed === undefined ? [] : [missed]), ...others]) {
				const next = await send(name);
				if (next.result === 'failed') break;
				if (!isTaken(next)) continue;
				this.learned.set(id, name);
				this.names.set(id, refuted(`The service refuses ${assumed} and takes ${word(name)}.`));
				return next;
			}
		}
		if (missed !== undefined) this.names.set(id, refuted(`The service misses a field ${word(missed)}.`));
		else if (!this.names.has(id)) this.names.set(id, unknown(`Refused for another reason: ${reasonOf(first)}.`));
		return first;
	}

	/** A period that ends tomorrow, because clocks differ, or now where the service takes no time in the future. */
	period(days = 1): { from_date: string; to_date: string } {
		const now = Date.now();
		return {
			from_date: asUtcTimestamp(new Date(now - days * DAY_MS)),
			to_date: asUtcTimestamp(new Date(this.takesTomorrow ? now + DAY_MS : now)),
		};
	}

	/** To be called where the service refuses a period that ends in the future. */
	endNow(): void {
		this.takesTomorrow = false;
	}

	/** Where notifications about an External ID go, and the value by which they are recognised. */
	target({ access: { appId, secretKey } }: Service, externalId: string, address = this.setup.notify ?? NOBODY) {
		const authorization = deriveAuthorization({ secret: secretKey, appId, externalId });
		this.authorizations.set(authorization, externalId);
		return { endpoint_url: address, authorization_header: authorization };
	}

	/** Whether a notification carries a value that this run or one before has sent. */
	isOwn(authorization: string | undefined): boolean {
		const accounts = this.services.map(({ access: { appId, secretKey } }) => ({ appId, secrets: [secretKey] }));
		return verifyAuthorization(authorization, { accounts, accepted: [] }).outcome === 'derived';
	}

	/** The detail of a record, without an object that may be around it. */
	async detail(name: string, service: Service, kind: ListedKind, uuid: string): Promise<Fields | undefined> {
		const asked = kind === 'link' ? { uuid } : { query: { uuid } };
		const { body } = await this.ask(name, service, DETAILS[kind], asked);
		return isObject(body) ? (recordIn(body, uuid) as Fields) : undefined;
	}

	/**
	 * Makes a record under its External ID once, whatever runs have gone before. It is looked up first, and made only where the
	 * service has none and no run may have made it.
	 */
	async make(
		service: Service,
		kind: string,
		label: string,
		amount: string,
		send: (externalId: string) => Promise<Exchange>,
	): Promise<Made | undefined> {
		const { journal, prefix, say } = this.setup;
		const externalId = `${prefix}-${label}`;
		const account = service.access.currency;
		const known = journal.find(account, externalId);
		const found = isListed(kind) ? await this.find(service, kind, externalId) : undefined;
		const uuid = found?.uuid ?? known?.uuid ?? '';
		const isKnown = known !== undefined && known.state !== 'refused';
		if (isKnown || uuid !== '') {
			const entry = known ?? journal.begin(account, kind, externalId, amount);
			const isOver = known?.state === 'ended';
			if (uuid !== '')
				journal.note(entry, { uuid, state: isOver ? 'ended' : 'earlier', left: isOver ? entry.left : PENDING });
			say(uuid === '' ? `${externalId} may exist: not sent again` : `${externalId} is there from an earlier run`);
			return uuid === '' ? undefined : { entry, externalId, uuid, isNew: false };
		}
		if (found === undefined && isListed(kind)) {
			this.skipped.set(label, 'the list could not be read, so a repeat could not be ruled out');
			return undefined;
		}
		const entry = journal.begin(account, kind, externalId, amount);
		const sent = Date.now();
		const exchange = await send(externalId);
		const answered = isObject(exchange.body) ? idIn(exchange.body) : '';
		if (exchange.result === 'answered' && answered !== '') {
			journal.note(entry, { uuid: answered, state: 'made', left: PENDING });
			const shownAfter = isListed(kind) ? await this.untilListed(service, kind, externalId, sent) : undefined;
			return { entry, externalId, uuid: answered, isNew: true, shownAfter };
		}
		if (exchange.result === 'refused') {
			journal.note(entry, { state: 'refused', left: '' });
			this.skipped.set(label, `the service refused to make it: ${reasonOf(exchange)}`);
			return undefined;
		}
		this.skipped.set(label, `it is unclear whether it was made: ${exchange.why}`);
		if (!exchange.unclear && exchange.result === 'failed') {
			journal.note(entry, { state: 'refused', left: '' });
			return undefined;
		}
		journal.note(entry, { state: 'unclear' });
		const late = isListed(kind) ? await this.find(service, kind, externalId) : undefined;
		if (!late?.uuid) return undefined;
		journal.note(entry, { uuid: late.uuid, state: 'made', left: PENDING });
		return { entry, externalId, uuid: late.uuid, isNew: true };
	}

	/** The record of this External ID; without a uuid where the list has none, undefined where it cannot be read. */
	async find(service: Service, kind: ListedKind, externalId: string): Promise<{ uuid: string } | undefined> {
		const listed = await this.ask(`look-up ${kind}`, service, LISTS[kind], {
			query: { ...this.period(360), external_id: externalId },
		});
		if (listed.status === 404) return { uuid: '' };
		if (listed.result !== 'answered') return undefined;
		for (const record of recordsIn(listed.body).slice(0, OPENED)) {
			const uuid = String(record.uuid ?? '');
			if (uuid === '') continue;
			const shown = isNamed(record) ? record : await this.detail(`look-up ${kind} detail`, service, kind, uuid);
			if (shown && externalIdOf(shown) === externalId) return { uuid };
		}
		return { uuid: '' };
	}

	private async untilListed(
		service: Service,
		kind: ListedKind,
		externalId: string,
		sent: number,
	): Promise<Made['shownAfter']> {
		let found: { uuid: string } | undefined;
		const isListed = await this.until(async () => Boolean((found = await this.find(service, kind, externalId))?.uuid));
		if (isListed) return Date.now() - sent;
		return found ? 'not shown' : 'not read';
	}

	/** Waits until something is so. It was not only where a look that began after the settle time saw that it was not. */
	async until(isSo: () => Promise<boolean>): Promise<boolean> {
		const end = Date.now() + this.setup.settle;
		for (let pause = 100; ; pause = Math.min(pause * 2, 2_000)) {
			const isLast = Date.now() >= end;
			if (await isSo()) return true;
			if (isLast) return false;
			await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(pause, end - Date.now()))));
		}
	}
}

/** The records of a list. */
export const recordsIn = (body: unknown): Fields[] => {
	const records = isObject(body) ? body.records : undefined;
	return Array.isArray(records) ? records.filter(isObject) : [];
};

const idIn = (body: Fields): string => {
	const { uuid, id, payment_id: payment } = recordInAny(body);
	return String(uuid ?? id ?? payment ?? '');
};

/** A record by itself or in the only object around it. */
const recordInAny = (body: Fields): Fields => {
	if ('uuid' in body || 'id' in body || 'payment_id' in body) return body;
	return (
		Object.values(body).find((value): value is Fields => isObject(value) && ('uuid' in value || 'id' in value)) ?? body
	);
};

const metadataOf = (record: Fields): Fields => {
	const metadata = record.meta_data ?? record.metadata;
	return isObject(metadata) ? metadata : {};
};
const externalIdOf = (record: Fields): unknown => record.external_id ?? metadataOf(record).external_id;
const isNamed = (record: Fields): boolean => externalIdOf(record) !== undefined;

/** Which fields a refusal is about. Its sentences are not quoted: they may repeat values. */
export const reasonOf = ({ body, why }: Exchange): string => {
	const fields = complaintsIn(body).map(({ field }) => word(field));
	return fields.length === 0 ? why : `${why}, about ${fields.slice(0, 5).join(', ')}`;
};
