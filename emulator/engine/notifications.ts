import { createHmac } from 'crypto';
import { Agent, request } from 'undici';
import { notifications as contracts, type NotificationSource } from '../../contract/notifications';
import type { Account } from '../account';
import type { Clock } from './clock';
import type { Random } from './random';
import type { Settings } from './settings';

/** Where a notification goes, and the value the merchant chose for its Authorization header. */
export interface NotificationTarget {
	endpoint_url: string;
	authorization_header: string;
}

/** A notification a room wants delivered. `body` is copied when it is sent. */
export interface Notification {
	account: Account;
	source: NotificationSource;
	/** uuid of the payment, batch, link or contact concerned. */
	about: string;
	target: NotificationTarget;
	body: unknown;
}

/** One POST and what came back: a status, or the reason there was none. */
export interface Attempt {
	/** Virtual time, ISO 8601. */
	at: string;
	status?: number;
	failure?: string;
	/** Real milliseconds until the answer. */
	milliseconds: number;
	/** Asked for by hand through `/_control`, not by the service's own rule. */
	manual: boolean;
}

/** A notification on its way: delivered (answered 200), given up, or still to be tried. */
export interface Delivery {
	id: string;
	source: NotificationSource;
	about: string;
	currency: string;
	url: string;
	body: unknown;
	/** Virtual time, ISO 8601. */
	createdAt: string;
	/** For a planned duplicate: the delivery it repeats. */
	copyOf?: string;
	state: 'waiting' | 'delivered' | 'retrying' | 'given up';
	attempts: Attempt[];
}

/** What happens to coming deliveries. All times are virtual milliseconds. */
export interface DeliveryPlan {
	/** Copies beside the original. */
	duplicate?: number;
	/** Time between original and copy, and between copies. */
	apartMs?: number;
	delayMs?: number;
	/** Spreads deliveries by chance over `spreadMs`, so that their order changes. */
	reorder?: boolean;
	/** Default 2000. */
	spreadMs?: number;
	/** Only notifications of this source. */
	source?: NotificationSource;
	/** Ends after so many notifications. */
	count?: number;
}

/** Sends notifications as the service does: best effort, three more tries 15 minutes apart (section Events). */
export interface Notifications {
	/**
	 * Returns at once; the POST follows by itself, and `clock.advance` waits for it.
	 * Throws when the body is not what the contract says of its source: the emulator never sends what the service would not.
	 */
	send(notification: Notification): void;
	readonly deliveries: readonly Delivery[];
	/** Sends one delivery again now, whatever became of it. */
	redeliver(id: string): Promise<Delivery>;
	/** Replaces the plan for coming deliveries; null ends it. */
	plan(plan: DeliveryPlan | null): void;
	readonly currentPlan: DeliveryPlan | null;
	/** Resolves when nothing is under way. Tries that wait for their time on the clock do not count. */
	idle(): Promise<void>;
	close(): Promise<void>;
}

interface Parcel {
	delivery: Delivery;
	authorization: string;
	/** The exact bytes that are signed and sent. */
	text: string;
	signingKey: string | null;
}

const DEFAULT_SPREAD_MS = 2_000;

function reason(error: unknown): string {
	// Not `instanceof Error`: errors of the network may come from another realm, as under a test runner.
	const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown };
	return [typeof code === 'string' ? code : name, message]
		.filter((part) => part !== undefined && part !== '')
		.join(': ');
}

/** Deliveries of one world. `random` decides only how a plan spreads them. */
export function createNotifications(context: { clock: Clock; settings: Settings; random: Random }): Notifications {
	const { clock, settings, random } = context;
	const agent = new Agent();
	const deliveries: Delivery[] = [];
	const parcels = new Map<string, Parcel>();
	const underWay = new Set<Promise<void>>();
	const queue: (() => void)[] = [];
	let free = settings.notificationConcurrency;
	let plan: DeliveryPlan | null = null;
	let planned = 0;
	let closed = false;

	async function takeSlot(): Promise<void> {
		if (free > 0) free -= 1;
		else await new Promise<void>((resolve) => queue.push(resolve));
	}

	function giveSlot(): void {
		const next = queue.shift();
		if (next === undefined) free += 1;
		else next();
	}

	async function post(parcel: Parcel): Promise<Pick<Attempt, 'status' | 'failure'>> {
		const signature =
			parcel.signingKey === null
				? undefined
				: createHmac('sha256', parcel.signingKey).update(parcel.text).digest('hex');
		try {
			// undici's own time limits have a coarse timer; the signal covers connecting, headers and body alike.
			const answer = await request(parcel.delivery.url, {
				method: 'POST',
				dispatcher: agent,
				signal: AbortSignal.timeout(settings.notificationTimeoutMs),
				headers: {
					'content-type': 'application/json',
					authorization: parcel.authorization,
					...(signature === undefined ? {} : { [settings.signatureHeader]: signature }),
				},
				body: parcel.text,
			});
			await answer.body.dump();
			return { status: answer.statusCode };
		} catch (error) {
			return { failure: reason(error) };
		}
	}

	async function attempt(parcel: Parcel, manual: boolean): Promise<void> {
		const { delivery } = parcel;
		await takeSlot();
		try {
			if (closed) return;
			const at = clock.now();
			const started = performance.now();
			const outcome = await post(parcel);
			delivery.attempts.push({
				at: at.toISOString(),
				...outcome,
				milliseconds: Math.round(performance.now() - started),
				manual,
			});
			if (outcome.status === 200) delivery.state = 'delivered';
			else if (!manual && delivery.state !== 'delivered') planRetry(parcel, at);
		} finally {
			giveSlot();
		}
	}

	function planRetry(parcel: Parcel, failedAt: Date): void {
		const { delivery } = parcel;
		const tries = delivery.attempts.filter((one) => !one.manual).length;
		if (tries > settings.notificationRetries) {
			delivery.state = 'given up';
			return;
		}
		delivery.state = 'retrying';
		clock.schedule(new Date(failedAt.getTime() + settings.notificationRetryMs), () => {
			// A delivery that was sent again by hand in the meantime needs no further try.
			if (delivery.state === 'retrying') track(attempt(parcel, false));
		});
	}

	function track(work: Promise<void>): void {
		underWay.add(work);
		clock.hold(work);
		void work.finally(() => underWay.delete(work));
	}

	function release(parcel: Parcel, delayMs: number): void {
		deliveries.push(parcel.delivery);
		parcels.set(parcel.delivery.id, parcel);
		if (delayMs === 0) track(attempt(parcel, false));
		else clock.schedule(new Date(clock.now().getTime() + delayMs), () => track(attempt(parcel, false)));
	}

	function planFor(source: NotificationSource): DeliveryPlan {
		if (plan === null || (plan.source !== undefined && plan.source !== source)) return {};
		if (plan.count !== undefined && planned >= plan.count) return {};
		planned += 1;
		return plan;
	}

	return {
		deliveries,
		get currentPlan() {
			return plan;
		},
		plan(next) {
			plan = next;
			planned = 0;
		},
		send({ account, source, about, target, body }) {
			if (closed) return;
			const text = JSON.stringify(body);
			const checked = contracts[source].safeParse(JSON.parse(text));
			if (!checked.success)
				throw new Error(`The ${source} notification of ${about} breaks the contract: ${checked.error.message}`);
			const {
				duplicate = 0,
				apartMs = 0,
				delayMs = 0,
				reorder = false,
				spreadMs = DEFAULT_SPREAD_MS,
			} = planFor(source);
			const original = String(deliveries.length + 1);
			for (let copy = 0; copy <= duplicate; copy += 1) {
				const delivery: Delivery = {
					id: String(deliveries.length + 1),
					source,
					about,
					currency: account.currency,
					url: target.endpoint_url,
					body: JSON.parse(text) as unknown,
					createdAt: clock.now().toISOString(),
					...(copy === 0 ? {} : { copyOf: original }),
					state: 'waiting',
					attempts: [],
				};
				const parcel: Parcel = {
					delivery,
					authorization: target.authorization_header,
					text,
					signingKey: account.webhookSecretKey,
				};
				release(parcel, delayMs + copy * apartMs + (reorder ? random.integer(0, spreadMs) : 0));
			}
		},
		async redeliver(id) {
			const parcel = parcels.get(id);
			if (parcel === undefined) throw new RangeError(`There is no delivery ${id}`);
			const work = attempt(parcel, true);
			track(work);
			await work;
			return parcel.delivery;
		},
		async idle() {
			while (underWay.size > 0) await Promise.allSettled([...underWay]);
		},
		async close() {
			closed = true;
			await agent.destroy();
			await Promise.allSettled([...underWay]);
		},
	};
}
