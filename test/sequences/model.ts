import type { IDataObject } from 'n8n-workflow';
import type { Line } from './bills';
import { factsOf, kindOf, referenceOfCall } from './bills';
import type { Payment } from './ledger';
import { ledgerOf } from './ledger';
import type { RunningExecution, Send, Where } from './service';
import type { Lineage, Play, Told } from './stage';
import { isCalled } from './steps';

/** Payments that mean the same to the user, and how many of them there may be. */
interface Intention {
	key: string;
	allowed: number;
}

/** An invariant that does not hold. */
export class Broken extends Error {
	constructor(
		readonly invariant: string,
		details: unknown,
	) {
		super(`${invariant}: ${JSON.stringify(details)}`);
		this.name = 'Broken';
	}
}

/** What was known before a step. */
interface Before {
	payments: Payment[];
	sends: number;
}

/** Messages of JavaScript errors. */
const CRASH = /Cannot read propert|is not a function|is not iterable|is not defined|Unexpected token/;

const isAgent = ({ run: { shape } }: Lineage) => shape === 'oldAgent' || shape === 'newAgent';

/** The key without the process that remembers it. */
const anyProcess = ({ key }: Intention): string => key.replace(/\|P\d+$/, '');

/** The intention behind a payment of a bill that belongs to a lineage, made from an account. */
function intentionOf(lineage: Lineage, bill: number, where: Where, externalId?: string | null): Intention {
	const { run, lists, number, process } = lineage;
	const kind = kindOf(run.way);
	const lines = Math.max(...lists.map((list) => list.filter((line) => line.bill === bill).length));
	const key = (...rest: unknown[]) => [where, kind, ...rest].join('|');
	// What the service cannot look up is known only to the process that sent it.
	const memory = kind === 'aud' ? `P${process}` : '';
	switch (run.references) {
		case 'own':
			return { key: key('own', bill, memory), allowed: 1 };
		case 'ownInBatch':
			return { key: key('batch', bill), allowed: 1 };
		case 'batchOnly':
			return { key: key('batch only', bill), allowed: 1 };
		case 'changing':
			// An agent's model gives each call a new reference.
			if (isAgent(lineage)) return { key: key('own', externalId, memory), allowed: 1 };
			return { key: key(`L${number}`, bill), allowed: lines };
		case 'empty':
			// An agent must give a reference, and the caller of a caller is not known.
			return { key: key(`L${number}`, bill), allowed: isAgent(lineage) || run.shape === 'childOfChild' ? 0 : lines };
	}
}

/** Checks what the node reports and sends against the service's books. */
export class Books {
	/** Which item carries which record. */
	private readonly claims = new Map<string, string>();

	/** The executions that have reported a payment as made. */
	private readonly reported = new Map<string, RunningExecution[]>();

	constructor(private readonly play: Play) {}

	before(): Before {
		return { payments: ledgerOf(this.play.service), sends: this.play.service.sends.length };
	}

	/** @throws {Broken} when an invariant does not hold after a step that ran these lineages */
	check(ran: Lineage[], before: Before): void {
		const payments = ledgerOf(this.play.service);
		this.paidOnce(payments);
		const sends = this.play.service.sends.slice(before.sends);
		const late = sends.filter(({ afterStop }) => afterStop);
		if (late.length > 0)
			throw new Broken(
				'Nothing is sent after a stop',
				late.map(({ path, body }) => ({ path, body })),
			);
		for (const lineage of ran) {
			for (const told of lineage.told.filter(({ isOld }) => !isOld)) {
				for (const { line, json } of told.items) this.itemIsTrue(lineage, line, json, payments);
				this.accounted(lineage, told, sends, payments);
				this.nothingWasSent(lineage, told);
			}
			if (isAgent(lineage) && lineage.run.references === 'changing') this.agentStops(lineage, sends);
			// What an earlier execution had sent may have been carried out meanwhile.
			const ofOthers = payments.filter((payment) => payment.lineage !== lineage.number);
			const own = before.payments.filter((payment) => payment.lineage === lineage.number);
			if (ran.length === 1) this.calmRunPays(lineage, { ...before, payments: [...own, ...ofOthers] });
		}
	}

	private lineageOf({ lineage }: { lineage: number }): Lineage {
		const found = this.play.lineages.find(({ number }) => number === lineage);
		if (!found) throw new Error(`There is no lineage ${lineage}`);
		return found;
	}

	private ofPayment(payment: Payment): Intention {
		return intentionOf(this.lineageOf(payment), payment.bill, payment.where, payment.externalId);
	}

	private paidOnce(payments: Payment[]): void {
		const byIntention = Map.groupBy(
			payments.filter(({ live }) => live),
			(payment) => this.ofPayment(payment).key,
		);
		for (const [key, paid] of byIntention) {
			const { allowed } = this.ofPayment(paid[0] as Payment); // a group is never empty
			if (paid.length > allowed)
				throw new Broken(allowed === 0 ? 'What cannot be told apart is not sent' : 'Paid at most once', {
					key,
					allowed,
					paid: paid.map(({ uuid, amount, externalId, lineage }) => ({ uuid, amount, externalId, lineage })),
				});
		}
	}

	private itemIsTrue(lineage: Lineage, index: number | undefined, json: IDataObject, payments: Payment[]): void {
		if (json.error !== undefined) return;
		const line = index === undefined ? undefined : lineage.run.lines[index];
		if (line === undefined || index === undefined) throw new Broken('Every item is linked to its input', { json });
		const facts = factsOf(lineage.run.way, line);
		const payment = this.recordOf(lineage, line, json, payments);
		const told = { line, json };
		if (!payment) throw new Broken('Success means a payment', told);
		// What the lineage itself has made, it reports as it was answered then. AUD payouts cannot be looked up.
		if (!payment.live && !this.wasConfirmed(payment, lineage) && payment.kind !== 'aud')
			throw new Broken('Success means a payment that is alive', told);
		const { external_id: named } = (json.idempotency ?? {}) as IDataObject;
		if (named !== payment.externalId)
			throw new Broken('An item names the External ID it was paid under', { named, paidUnder: payment.externalId });
		const asked = {
			amount: facts.amount === undefined ? payment.left : Number(facts.amount).toFixed(2),
			payee: facts.payee.toLowerCase(),
			email: facts.email,
			...(['payout', 'aud'].includes(payment.kind) && { account: facts.account }),
		};
		const paid = {
			amount: payment.amount,
			payee: payment.payee.toLowerCase(),
			email: payment.email,
			...(asked.account !== undefined && { account: payment.account }),
		};
		if (JSON.stringify(asked) !== JSON.stringify(paid))
			throw new Broken('Found means the same payment', { asked, paid });
		const { references } = lineage.run;
		const own = this.ofPayment(payment);
		const wanted = intentionOf(lineage, line.bill, lineage.paying, referenceOfCall(line.bill, index));
		if (anyProcess(own) !== anyProcess(wanted))
			throw new Broken('No item carries the record of another', { ...told, own, wanted });
		// Two lines with one reference are one intention.
		const places = references === 'empty';
		const claimant = places ? `L${lineage.number} line ${index}` : anyProcess(own);
		const claimed = this.claims.get(payment.uuid);
		if (claimed !== undefined && claimed !== claimant)
			throw new Broken('No item carries the record of another', { ...told, claimed, claimant });
		this.claims.set(payment.uuid, claimant);
		this.reported.set(payment.uuid, [...(this.reported.get(payment.uuid) ?? []), ...lineage.chain.slice(-1)]);
	}

	/** Whether the service has told this execution, or those of which it is the retry, that it made this payment. */
	private wasConfirmed({ uuid, externalId }: Payment, lineage: Lineage): boolean {
		const { chain } = lineage;
		return (
			this.reported.get(uuid)?.some((execution) => chain.includes(execution)) === true ||
			this.play.service.sends.some(
				({ execution, outcome, ...send }) =>
					chain.includes(execution) &&
					outcome === 'answered' &&
					transactionsIn(send).some(({ external_id: key }) => key === externalId),
			)
		);
	}

	private recordOf(lineage: Lineage, { bill }: Line, json: IDataObject, payments: Payment[]): Payment | undefined {
		const kind = kindOf(lineage.run.way);
		const here = payments.filter((payment) => payment.kind === kind && payment.where === lineage.paying);
		if (kind === 'refund') {
			const { external_id: key } = (json.idempotency ?? {}) as IDataObject;
			return here.find((payment) => payment.externalId === key && payment.bill === bill);
		}
		const transactions = json.payout_transactions as IDataObject[] | undefined;
		const uuid = transactions?.[0]?.uuid ?? json.uuid;
		return here.find((payment) => payment.uuid === uuid);
	}

	private accounted(lineage: Lineage, told: Told, sends: Send[], payments: Payment[]): void {
		const { error, lines, items } = told;
		const crash = [error ?? '', ...items.map(({ json }) => String(json.error ?? ''))].find((text) => CRASH.test(text));
		if (crash !== undefined) throw new Broken('What is said is said in words', { crash });
		if (lineage.stopped && error !== undefined) return;
		if (error === undefined) {
			const said = items.map(({ line }) => line).sort();
			if (JSON.stringify(said) !== JSON.stringify([...lines].sort()))
				throw new Broken('Every item is accounted for', { lines, said });
			return;
		}
		// A repeated call is an execution of its own and remembers nothing of the one before.
		const isRepeatedCall = lineage.told[0] !== told || lineage.run.retryOnFail;
		if (isCalled(lineage.run.shape) && isRepeatedCall) return;
		const known = sends
			.filter((send) => send.outcome === 'answered' && send.effect && lineage.chain.includes(send.execution))
			.flatMap(transactionsIn)
			.map(({ external_id }) => external_id);
		// What another run of the node paid is in the output of that run.
		const elsewhere = lineage.told
			.filter((other) => other !== told)
			.flatMap(({ items }) => items.map(({ json }) => (json.idempotency as IDataObject | undefined)?.external_id));
		// Those whose every line was given to this run of the node.
		const bills = lines
			.map((line) => lineage.run.lines[line]?.bill)
			.filter((bill) => lineage.run.lines.every((line, index) => line.bill !== bill || lines.includes(index)));
		const unnamed = payments.filter(
			({ lineage: number, bill, externalId }) =>
				number === lineage.number &&
				bills.includes(bill) &&
				known.includes(externalId) &&
				!elsewhere.includes(externalId) &&
				!error.includes(String(externalId)),
		);
		if (unnamed.length > 0)
			throw new Broken('A node that stops names what it has paid', {
				error,
				unnamed: unnamed.map(({ externalId, amount }) => ({ externalId, amount })),
			});
	}

	/** "Nothing was sent" may be reported only if no request for it has an unclear outcome. */
	private nothingWasSent(lineage: Lineage, { items, error, lines, at = Infinity }: Told): void {
		const said = [
			...items.map(({ line, json }) => ({ line, text: JSON.stringify(json.error === undefined ? '' : json) })),
			...(lines.length === 1 ? [{ line: lines[0], text: error ?? '' }] : []),
		];
		for (const { line, text } of said) {
			if (!/nothing was sent/i.test(text)) continue;
			const bill = line === undefined ? undefined : lineage.run.lines[line]?.bill;
			const left = this.play.service.sends.filter(
				(send) =>
					send.execution.lineage === lineage.number &&
					isUnclear(send) &&
					billsIn(send).includes(bill ?? -1) &&
					// A later run of a loop may have sent it, at the same moment at the earliest.
					send.at < at,
			);
			if (left.length > 0) throw new Broken('“Nothing was sent” is true', { text });
		}
	}

	/** After a call whose outcome is unclear, the same facts under another reference are not sent. */
	private agentStops(lineage: Lineage, sends: Send[]): void {
		const unclear = new Map<string, string>();
		for (const send of sends.filter(({ execution }) => execution.lineage === lineage.number)) {
			for (const { external_id: key, ...detail } of transactionsIn(send)) {
				// Refunds name the payin that they are of.
				const facts = JSON.stringify([
					detail.uuid,
					detail.amount,
					detail.email,
					detail.account_number,
					detail.payout_method_params,
				]);
				const before = unclear.get(facts);
				// What was shown since is not unclear any more.
				if (before !== undefined && before !== key && !send.shown.has(before))
					throw new Broken('What cannot be told apart is not sent', { detail, key, after: before });
				if (isUnclear(send)) unclear.set(facts, String(key));
				// It was sent again, so it had been looked for in vain, and this time the answer was clear.
				else if (before === key) unclear.delete(facts);
			}
		}
	}

	/** When nothing goes wrong and nothing is in doubt, everybody must be paid. Otherwise a node that always stops would pass. */
	private calmRunPays(lineage: Lineage, before: Before): void {
		const { run, status, told } = lineage;
		const { lines, way } = run;
		if (run.incidents.length > 0 || !this.play.calm || run.varying.startsWith('unread')) return;
		// Nothing came to the node; and who stands at another place of a list that has changed may stop.
		if (run.isDown && (!lineage.isRetried || lineage.isMoved)) return;
		if (isAgent(lineage) && run.references === 'empty') return;
		if (new Set(lines.map(({ bill }) => bill)).size < lines.length) return;
		// After a crash it is not known what was sent, unless the service can look it up.
		if (lineage.hasCrashed && (run.references === 'empty' || kindOf(way) === 'aud')) return;
		// A retry does not know of other retries, and after a restart nothing else does: n8n shows a node none of them.
		if (kindOf(way) === 'aud' && lineage.isRetried && lineage.process !== this.play.processes) return;
		// The first caller is not known, nor what was sent for it before a retry.
		if (run.shape === 'childOfChild' && (run.references === 'empty' || (lineage.isRetried && kindOf(way) === 'aud')))
			return;
		// A repeated call has nothing but its values in common with the one before, so it stops at what that may have paid.
		const mayHavePaid =
			before.payments.some((payment) => payment.lineage === lineage.number) ||
			this.play.service.sends
				.slice(0, before.sends)
				.some((send) => send.execution.lineage === lineage.number && mayBeUnclear(send));
		if (isCalled(run.shape) && run.references === 'empty' && mayHavePaid) return;
		const inDoubt = lines.some((line, index) => {
			const reference = referenceOfCall(line.bill, index);
			const key = anyProcess(intentionOf(lineage, line.bill, lineage.paying, reference));
			const earlier = before.payments.filter((payment) => anyProcess(this.ofPayment(payment)) === key);
			const facts = factsOf(way, line);
			// Nothing but its account identifies the payee, so one to another account may be the same payment.
			const isAnother = run.references === 'batchOnly' && line.edit === 'account';
			const unclear =
				(kindOf(way) === 'aud' || isAnother) &&
				this.play.service.sends
					.slice(0, before.sends)
					.some((send) => mayBeUnclear(send) && billsIn(send).includes(line.bill));
			const touched =
				way === 'refund' && before.payments.some(({ kind, bill }) => kind === 'refund' && bill === line.bill);
			// Without a reference of its own, it cannot be told from one in the same batch that has one.
			const hasTwin =
				run.references === 'batchOnly' &&
				before.payments.some(
					(payment) =>
						payment.bill === line.bill &&
						payment.where === lineage.paying &&
						this.lineageOf(payment).run.references === 'ownInBatch',
				);
			return (
				unclear ||
				// Found under its reference, but with another remark.
				[lineage, ...earlier.map((payment) => this.lineageOf(payment))].some(
					({ run: { varying } }) => varying === 'remark' && earlier.length > 0,
				) ||
				touched ||
				hasTwin ||
				earlier.some(
					(payment) =>
						!payment.live ||
						payment.amount !== Number(facts.amount).toFixed(2) ||
						payment.payee !== facts.payee ||
						(payment.account !== '' && payment.account !== facts.account),
				)
			);
		});
		if (inDoubt) return;
		const paid = told.flatMap(({ items }) => items.filter(({ json }) => json.error === undefined));
		if (status !== 'success' || new Set(paid.map(({ line }) => line)).size !== lines.length)
			throw new Broken('Where nothing is in doubt everybody is paid', { status, told });
	}
}

const transactionsIn = ({ body }: Pick<Send, 'body'>): IDataObject[] =>
	(body.payout_transaction_details as IDataObject[] | undefined) ?? [body as IDataObject];

const billsIn = (send: Send): number[] => transactionsIn(send).map(({ amount }) => Math.floor(Number(amount)) - 10);

const isUnclear = ({ outcome }: Send): boolean => outcome === 'unclear';

/** The same, or its answer came as its execution was stopped. */
const mayBeUnclear = (send: Send): boolean =>
	isUnclear(send) || (send.answeredAt !== undefined && send.answeredAt === send.execution.stoppedAt);
