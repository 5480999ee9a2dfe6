import type { IDataObject } from 'n8n-workflow';
import { canAsk, factsOf, isList, keyOf, kindOf, listOf } from './bills';
import { identifierIn, type Asked } from './requests';
import type { Payment, RunningExecution, Send, Service, Where } from './service';
import type { Lineage } from './stage';
import { isAgent, type Line, type Run } from './steps';
import type { Told } from './workflows';

/**
 * Who may be paid, and what may be said of it. One External ID is one payment: for its account, its kind and its list, for
 * ever.
 */

/** An invariant that does not hold. */
class Broken extends Error {
	constructor(invariant: string, details: unknown) {
		super(`${invariant}: ${JSON.stringify(details)}`);
		this.name = 'Broken';
	}
}

const UNKNOWN = /It is unknown whether|is not as it was asked for/;

/** Messages of JavaScript errors. */
const CRASH = /Cannot read propert|is not a function|is not iterable|is not defined|Unexpected token/;

const MINUTE = 60_000;

/** A list may have been read so long before the request that relies on it leaves. */
const FRESH = MINUTE;

/** How late records appear in lists, at most. */
const LONGEST_LAG = 20_000;

/** How long an unclear payment keeps its facts from being sent under another External ID. */
const SEAT_BELT = 10 * MINUTE;

const identityOf = ({ where, kind, list, key }: Pick<Asked, 'kind' | 'list' | 'key'> & { where: Where }): string =>
	[where, kind, list, key].join('|');

/** What a line asks for. */
type Wanted = Pick<Asked, 'kind' | 'list' | 'key' | 'facts'> & { where: Where };

const wantedIn = ({ run, where }: Lineage, line: Line): Wanted => ({
	where,
	kind: kindOf(run.way),
	list: listOf(run),
	key: keyOf(line),
	facts: factsOf(run.way, line),
});

const identityIn = (lineage: Lineage, line: Line): string => identityOf(wantedIn(lineage, line));

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const mayBeUnclear = ({ outcome }: Send): boolean => outcome === 'unclear' || outcome === 'either';

/** Whether two payments move the same money to the same place. The spelling of a name makes no difference. */
const isLike = (one: Pick<Asked, 'kind' | 'facts'>, other: Pick<Asked, 'kind' | 'facts'>): boolean =>
	one.kind === other.kind && same({ ...one.facts, payee: '' }, { ...other.facts, payee: '' });

/** Whether no other line of a list has its External ID. */
const isAlone = ({ lines }: Run, line: Line): boolean =>
	lines.filter((other) => keyOf(other) === keyOf(line)).length === 1;

export class Model {
	/** How many requests there were before the step. */
	private before = 0;
	/** What stopped executions were asked for: nobody can tell whether a cancelled request had left n8n. */
	private readonly stopped: Wanted[] = [];
	/** What killed executions were asked for where look-ups do not tell: they may have claimed it, and not sent it any more. */
	private readonly cut: Wanted[] = [];

	constructor(private readonly service: Service) {}

	/** To be called before each step that runs the node. */
	begin(): void {
		this.before = this.service.sends.length;
	}

	/** @throws {Broken} when an invariant does not hold after a step that ran these lineages */
	check(ran: Lineage[]): void {
		const sends = this.service.sends.slice(this.before);
		this.paidOnce();
		for (const send of sends) {
			if (send.isAfterStop) throw new Broken('Nothing is sent after a stop', send.asked);
			this.seatBelt(send);
		}
		const isStruck = ran.some(({ run }) => run.incidents.length > 0);
		for (const lineage of ran) {
			const wanted = lineage.run.lines.map((line) => wantedIn(lineage, line));
			if (lineage.isStopped) this.stopped.push(...wanted);
			const { isScheduled } = lineage.run;
			if (lineage.status === 'crashed') this.cut.push(...wanted.filter(({ kind }) => isScheduled || !canAsk(kind)));
			for (const told of lineage.told) this.isTrue(lineage, told, isStruck);
			this.stopsAtFailure(lineage, sends);
			if (ran.length === 1 && !isStruck) this.everybodyIsPaid(lineage);
		}
	}

	private paymentsOf(identity: string): Payment[] {
		return this.service.payments.filter((payment) => identityOf(payment) === identity);
	}

	private sendsOf(identity: string): Send[] {
		return this.service.sends.filter(({ where, asked }) =>
			asked.some((one) => identityOf({ ...one, where }) === identity),
		);
	}

	/** What a process did not live to note stays unclear to the others. */
	private isUnclear(identity: string): boolean {
		const isUnclear = (send: Send) => mayBeUnclear(send) || send.execution.process.killed;
		const isAsked = [...this.stopped, ...this.cut].some((one) => identityOf(one) === identity);
		return isAsked || this.sendsOf(identity).some(isUnclear);
	}

	private paidOnce(): void {
		for (const [identity, paid] of Map.groupBy(this.service.payments, identityOf))
			for (const [index, later] of paid.entries())
				if (paid.slice(0, index).some((earlier) => !isBeyondPromise(earlier, later)))
					throw new Broken('Paid at most once', { identity, paid: paid.map(({ identifier, at }) => [identifier, at]) });
	}

	/** While a payment is unclear, its process does not send the same facts under another External ID. */
	private seatBelt(send: Send): void {
		const { where, at, execution } = send;
		const earlier = this.service.sends.filter(
			(other) => other.where === where && other.execution.process === execution.process && other.at < at,
		);
		const isUnclear = ({ outcome, endedAt = Infinity }: Send) =>
			outcome === 'unclear' && endedAt < at && at - endedAt <= SEAT_BELT;
		for (const one of send.asked) {
			const isSame = (other: Asked) => other.kind === one.kind && other.list === one.list && other.key === one.key;
			const isTwin = (other: Asked) => isLike(other, one) && other.payin === one.payin && !send.shown.has(other.key);
			if (earlier.some(({ asked }) => asked.some(isSame))) continue;
			for (const other of earlier.filter(isUnclear)) {
				const twin = other.asked.find(isTwin);
				if (twin && this.sendsOf(identityOf({ ...twin, where })).at(-1) === other)
					throw new Broken('What may have been sent is not sent under another External ID', { one, twin });
			}
		}
	}

	/** Checks what a run of the node has told of its lines. */
	private isTrue(lineage: Lineage, told: Told, isStruck: boolean): void {
		const { lines, items, error } = told;
		const crash = [error ?? '', ...items.map(({ json }) => String(json.error ?? ''))].find((text) => CRASH.test(text));
		if (crash !== undefined) throw new Broken('What is said is said in words', { crash });
		for (const { line, json } of items) {
			if (line === undefined || !lineage.run.lines[line])
				throw new Broken('Every item is linked to its input', { json });
			if (json.error === undefined) this.successIsTrue(lineage, lineage.run.lines[line], json);
			else this.failureIsTrue(lineage, [line], `${String(json.error)} ${JSON.stringify(json)}`, told, isStruck);
		}
		if (error !== undefined) {
			this.failureIsTrue(lineage, lines, error, told, isStruck);
			this.namesThePaid(lineage, told, error);
		} else if (!same(items.map(({ line }) => line).sort(), [...lines].sort()))
			throw new Broken('Every item is accounted for', { lines, items });
	}

	private successIsTrue(lineage: Lineage, line: Line, json: IDataObject): void {
		const { run, latest } = lineage;
		const { external_id: named, outcome } = json as IDataObject;
		if (named !== keyOf(line)) throw new Broken('A success names its External ID', { line, json });
		const identity = identityIn(lineage, line);
		// Where the service cannot be asked, the claim of another process tells no more than that it was made.
		const cannotAsk = !canAsk(kindOf(run.way)) || run.isScheduled;
		const isBare = cannotAsk && outcome === 'found' && typeof json.note === 'string';
		const payment = this.paymentsOf(identity).find(({ identifier }) => isBare || identifier === identifierIn(json));
		if (!payment) throw new Broken('A success has its payment', { line, json });
		const asked = factsOf(run.way, line);
		if (!same(payment.facts, asked)) throw new Broken('A success has its own values', { asked, paid: payment.facts });
		if (canAsk(payment.kind) && !this.isAlive(payment)) throw new Broken('A success is alive', { line, json });
		// What is found after an unclear request counts as made by it.
		const isUnclear = this.sendsOf(identity).some((send) => send.execution === latest && mayBeUnclear(send));
		const isOwn = payment.send.execution === latest;
		const isOnlyTry = isAlone(run, line) && !run.retryOnFail && run.shape !== 'errorLoop';
		if ((outcome === 'created' && !isOwn && !isUnclear) || (outcome === 'found' && isOwn && isOnlyTry))
			throw new Broken('It was created by this try, or found', { outcome, isOwn, line });
	}

	/** @param lines of which one is the reason */
	private failureIsTrue(lineage: Lineage, lines: number[], text: string, told: Told, isStruck: boolean): void {
		const isReason = (line: Line) =>
			this.reasonsFor(lineage, line).find(([said]) => said.test(text))?.[1] ??
			(isStruck || this.isTouched(lineage, line));
		const asked = lines.map((index) => lineage.run.lines[index] as Line);
		if (!asked.some(isReason)) throw new Broken('A failure has its reason', { lines, text });
		const [line, another] = asked;
		if (!line || another || !isAlone(lineage.run, line) || !/nothing was sent/i.test(text)) return;
		const identity = identityIn(lineage, line);
		const isSent = this.sendsOf(identity).some(
			// A later run of a loop may have sent it, at the same moment at the earliest.
			({ execution, outcome, at }) => execution === lineage.latest && outcome === 'unclear' && at < told.at,
		);
		// It is said of this try: an earlier one may have sent in vain.
		if (isSent && this.paymentsOf(identity).length > 0) throw new Broken('“Nothing was sent” is true', { text });
	}

	/** Why a line may not be paid, by what is said then, as far as it is about its own payment. */
	private reasonsFor(lineage: Lineage, line: Line): [said: RegExp, isTrue: boolean][] {
		const { run, where } = lineage;
		const own = wantedIn(lineage, line);
		const identity = identityOf(own);
		const isOwn = (one: Omit<Wanted, 'where'>) => identityOf({ ...one, where }) === identity;
		const isTwin = (one: Omit<Wanted, 'where'>) => !isOwn(one) && isLike(one, own);
		const isOther = (one: Asked) => isOwn(one) && !same(one.facts, own.facts);
		const sends = this.service.sends.filter((send) => send.where === where);
		const paid = this.paymentsOf(identity);
		return [
			[UNKNOWN, this.isUnclear(identity)],
			[/belongs to another/, sends.some(({ asked }) => asked.some(isOther))],
			[/has ended without money/, paid.some((payment) => !this.isAlive(payment))],
			[/exists \d+ times/, paid.length > 1],
			[/have the same/, !isAlone(run, line)],
			[
				/may have been (made|created) under/,
				sends.some((send) => mayBeUnclear(send) && send.asked.some(isTwin)) ||
					this.stopped.some((one) => one.where === where && isTwin(one)),
			],
		];
	}

	/** Whether anything was asked for, but for an execution, by which the payin of a refund may have nothing left. */
	private isTouched({ run, where, origin, items }: Lineage, line: Line, except?: RunningExecution): boolean {
		const payin = items[run.lines.indexOf(line)]?.json.payin;
		const isOfIt = ({ asked, execution }: Send) => execution !== except && asked.some((one) => one.payin === payin);
		const isShared = run.lines.filter(({ bill }) => bill === line.bill).length > 1;
		return run.way === 'refund' && (where !== origin || isShared || this.service.sends.some(isOfIt));
	}

	/** A node that stops names what it has paid. */
	private namesThePaid(lineage: Lineage, told: Told, error: string): void {
		const { run, latest, isStopped } = lineage;
		// A repeated try or call remembers nothing of what the one before has told.
		if (isStopped || run.retryOnFail) return;
		const elsewhere = lineage.told.filter((other) => other !== told).flatMap(({ items }) => items);
		const isTold = (key: string) =>
			error.includes(key) || elsewhere.some(({ json }) => json?.error === undefined && json?.external_id === key);
		const unnamed = told.lines
			.map((index) => keyOf(run.lines[index] as Line))
			.filter((key) => !isTold(key))
			.filter((key) =>
				this.service.payments.some(
					({ key: paid, send }) => paid === key && send.execution === latest && send.outcome === 'answered',
				),
			);
		if (unnamed.length > 0) throw new Broken('A node that stops names what it has paid', { error, unnamed });
	}

	/** Without On Error Continue, nothing is sent after what has failed. */
	private stopsAtFailure(lineage: Lineage, all: readonly Send[]): void {
		const { run, latest } = lineage;
		if (run.goOn || run.retryOnFail || isAgent(run)) return;
		const sends = all.filter(({ execution }) => execution === latest);
		const isOneByOne = isList(run.way) || run.shape === 'loop' || run.shape === 'calledEach';
		const numberOf = ({ asked: [one] }: Send) => run.lines.findIndex((line) => keyOf(line) === one?.key);
		for (const [index, send] of sends.entries()) {
			const later = sends.slice(index + 1);
			// What was refused for a moment is sent again.
			const isRepeated = later.some((other) => same(other.asked, send.asked));
			const isMade = this.service.payments.some((payment) => payment.send === send);
			if (send.outcome === 'answered' || isRepeated || isMade) continue;
			const isAfter = (other: Send) => other.at > send.at && numberOf(other) > numberOf(send);
			const wrong = later.find((other) => isOneByOne || (send.outcome === 'refused' && isAfter(other)));
			if (wrong) throw new Broken('Nothing is sent after a failure', { failed: send.asked, later: wrong.asked });
		}
	}

	/** When nothing goes wrong and nothing is in doubt, everybody must be paid. Otherwise a node that always stops would pass. */
	private everybodyIsPaid(lineage: Lineage): void {
		const { run, status, told, toldBefore } = lineage;
		if (run.lines.some((line) => this.isInDoubt(lineage, line))) return;
		const paid = [...toldBefore, ...told].flatMap(({ items }) => items.filter(({ json }) => json.error === undefined));
		if (status !== 'success' || new Set(paid.map(({ line }) => line)).size !== run.lines.length)
			throw new Broken('Where nothing is in doubt everybody is paid', { status, told });
	}

	private isInDoubt(lineage: Lineage, line: Line): boolean {
		const { run, latest } = lineage;
		const staysUnclear = !canAsk(kindOf(run.way)) || run.isScheduled;
		const reasons = this.reasonsFor(lineage, line).filter(([said]) => said !== UNKNOWN || staysUnclear);
		return reasons.some(([, isTrue]) => isTrue) || this.isTouched(lineage, line, latest);
	}

	private isAlive({ kind, where, identifier, payin, key }: Payment): boolean {
		const { payouts, audPayouts, payins, links } = this.service.account(where);
		const statuses: Partial<Record<typeof kind, () => (string | undefined)[]>> = {
			payout: () => {
				const found = payouts.payments().payouts.find(({ uuid }) => uuid === identifier);
				return [found?.status, found?.batch_status];
			},
			aud: () => [audPayouts.payments().aud_payouts.find(({ uuid }) => uuid === identifier)?.status],
			payin: () => [payins.get(identifier).status],
			refund: () => [payins.get(payin).refunds.find(({ externalId }) => externalId === key)?.status],
			link: () => [links.session(identifier).status],
		};
		return (statuses[kind]?.() ?? []).every((status) => !/^(failed|expired|cancelled|rejected)$/i.test(status ?? ''));
	}
}

/**
 * Whether a second payment is beyond the promise: another process made it without claims, or from another workflow, and cannot
 * ask the service, or asked before that listed what the first process had sent meanwhile.
 */
function isBeyondPromise(earlier: Payment, later: Payment): boolean {
	const [one, other] = [earlier.send.execution, later.send.execution];
	if (one.process === other.process || (one.claimsIn && one.claimsIn === other.claimsIn)) return false;
	if (!canAsk(later.kind)) return true;
	return earlier.send.at > other.process.startedAt && earlier.at + LONGEST_LAG > later.send.at - FRESH;
}
