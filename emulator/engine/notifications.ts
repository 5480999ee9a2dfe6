import type { NotificationTarget } from '../../contract/notificationTarget';
import { notifications as contracts, type NotificationSource } from '../../contract/notifications';
import { notificationOtherwise } from '../otherwise';
import type { Clock } from './clock';
import { createCourier, type Delivery, type Parcel } from './courier';
import type { Merchant } from './merchant';
import type { Random } from './random';
import type { Settings } from './settings';

export type { DeliveryAttempt, Delivery } from './courier';

/** A notification to deliver. `body` is copied when it is sent. */
export interface Notification {
	source: NotificationSource;
	/** uuid of the payment, batch, link or contact concerned. */
	about: string;
	/** Where it goes, and the value the merchant chose for its Authorization header. */
	target: NotificationTarget;
	body: unknown;
}

/** Sends a notification on behalf of one merchant. */
export type Notify = (notification: Notification) => void;

/** How future deliveries are sent. All times are virtual milliseconds. */
export interface DeliveryPlan {
	/** Number of copies in addition to the original. */
	duplicate?: number;
	/** Time between original and copy, and between copies. */
	apartMs?: number;
	delayMs?: number;
	/** Spreads deliveries at random over `spreadMs`, so that their order changes. */
	reorder?: boolean;
	/** Default 2000. */
	spreadMs?: number;
	/** Only notifications of this source. */
	source?: NotificationSource;
	/** The plan ends after this many notifications. */
	count?: number;
}

/** Sends notifications as the service does, and records their results. */
export interface Notifications {
	/**
	 * Returns at once. The POST follows in the background, and `clock.advance` waits for it.
	 * Throws when the body breaks the contract, so the emulator never sends what the service would not.
	 */
	send(merchant: Pick<Merchant, 'currency' | 'webhookSecretKey'>, notification: Notification): void;
	readonly deliveries: readonly Delivery[];
	/** Sends one delivery again now, whatever its state. */
	redeliver(id: string): Promise<Delivery>;
	/** Replaces the plan for future deliveries; null ends it. */
	plan(plan: DeliveryPlan | null): void;
	readonly currentPlan: DeliveryPlan | null;
	/** Resolves when nothing is in flight. Retries that are not yet due do not count. */
	idle(): Promise<void>;
	close(): Promise<void>;
}

const DEFAULT_SPREAD_MS = 2_000;

/** The body as sent. @throws Error when it breaks the contract of its source. */
function textOf({ source, about, body }: Notification): string {
	const text = JSON.stringify(body);
	const checked = contracts[source].safeParse(JSON.parse(text));
	if (!checked.success)
		throw new Error(`The ${source} notification of ${about} breaks the contract: ${checked.error.message}`);
	return text;
}

/** The plan in force, and how many notifications it has covered. */
function createPlanner(random: Random) {
	let plan: DeliveryPlan | null = null;
	let covered = 0;

	function planFor(source: NotificationSource): DeliveryPlan {
		if (plan === null || (plan.source !== undefined && plan.source !== source)) return {};
		if (plan.count !== undefined && covered >= plan.count) return {};
		covered += 1;
		return plan;
	}

	return {
		get current() {
			return plan;
		},
		replace(next: DeliveryPlan | null): void {
			plan = next;
			covered = 0;
		},
		/** The delay of each delivery of one notification: the original first, then its copies. */
		*delaysFor(source: NotificationSource): Generator<number> {
			const planned = planFor(source);
			const { duplicate = 0, apartMs = 0, delayMs = 0, reorder = false, spreadMs = DEFAULT_SPREAD_MS } = planned;
			for (let copy = 0; copy <= duplicate; copy += 1)
				yield delayMs + copy * apartMs + (reorder ? random.integer(0, spreadMs) : 0);
		},
	};
}

/** The deliveries of one world. `random` decides only how a plan spreads them. */
export function createNotifications(context: { clock: Clock; settings: Settings; random: Random }): Notifications {
	const { clock, settings } = context;
	const courier = createCourier(context);
	const planner = createPlanner(context.random);
	const deliveries: Delivery[] = [];
	const parcels = new Map<string, Parcel>();
	let closed = false;

	return {
		deliveries,
		get currentPlan() {
			return planner.current;
		},
		plan: (next) => planner.replace(next),
		send({ currency, webhookSecretKey }, notification) {
			if (closed) return;
			const { source, about, target } = notification;
			const text = JSON.stringify(notificationOtherwise(settings, source, JSON.parse(textOf(notification)) as unknown));
			let original: string | undefined;
			for (const delayMs of planner.delaysFor(source)) {
				const delivery: Delivery = {
					id: String(deliveries.length + 1),
					source,
					about,
					currency,
					url: target.endpoint_url,
					body: JSON.parse(text) as unknown,
					createdAt: clock.now().toISOString(),
					...(original === undefined ? {} : { copyOf: original }),
					state: 'waiting',
					attempts: [],
				};
				original ??= delivery.id;
				const parcel = { delivery, authorization: target.authorization_header, text, signingKey: webhookSecretKey };
				deliveries.push(delivery);
				parcels.set(delivery.id, parcel);
				courier.send(parcel, delayMs);
			}
		},
		async redeliver(id) {
			const parcel = parcels.get(id);
			if (parcel === undefined) throw new RangeError(`There is no delivery ${id}`);
			await courier.sendAgain(parcel);
			return parcel.delivery;
		},
		idle: () => courier.idle(),
		async close() {
			closed = true;
			await courier.close();
		},
	};
}
