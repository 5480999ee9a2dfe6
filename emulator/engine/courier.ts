import { createHmac } from 'crypto';
import { Agent, request } from 'undici';
import type { NotificationSource } from '../../contract/notifications';
import type { Clock } from './clock';
import type { Settings } from './settings';

/** One POST and its result: a status, or the reason why there was none. */
export interface DeliveryAttempt {
	/** Virtual time, ISO 8601. */
	at: string;
	status?: number;
	failure?: string;
	/** Real milliseconds until the answer. */
	milliseconds: number;
	/** Sent by hand through `/_control`, not by the service's own rule. */
	manual: boolean;
}

/** A notification and its state: waiting, delivered (answered 200), to be retried, or given up. */
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
	attempts: DeliveryAttempt[];
}

/** A delivery and the parts that only its receiver sees. */
export interface Parcel {
	delivery: Delivery;
	authorization: string;
	/** The exact bytes that are signed and sent. */
	text: string;
	signingKey: string | null;
}

/** Carries parcels to their receivers. */
export interface Courier {
	/** Sends after `delayMs` of virtual time and retries by the service's rule. Returns at once. */
	send(parcel: Parcel, delayMs: number): void;
	/** Sends once now, whatever the state of the delivery. Resolves when the answer is recorded. */
	sendAgain(parcel: Parcel): Promise<void>;
	/** Resolves when nothing is in flight. Retries that are not yet due do not count. */
	idle(): Promise<void>;
	close(): Promise<void>;
}

function reason(error: unknown): string {
	// No `instanceof Error` here: under a test runner, a network error may come from another realm.
	const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown };
	return [typeof code === 'string' ? code : name, message]
		.filter((part) => part !== undefined && part !== '')
		.join(': ');
}

async function post(
	{ delivery, authorization, text, signingKey }: Parcel,
	settings: Settings,
	agent: Agent,
): Promise<Pick<DeliveryAttempt, 'status' | 'failure'>> {
	const signature =
		signingKey === null
			? undefined
			: createHmac(settings.signatureAlgorithm, signingKey).update(text).digest(settings.signatureEncoding);
	try {
		// undici's own timeouts are coarse; the signal covers connecting, headers and body.
		const answer = await request(delivery.url, {
			method: 'POST',
			dispatcher: agent,
			signal: AbortSignal.timeout(settings.notificationTimeoutMs),
			headers: {
				'content-type': 'application/json',
				authorization,
				...(signature === undefined ? {} : { [settings.signatureHeader]: signature }),
			},
			body: text,
		});
		await answer.body.dump();
		return { status: answer.statusCode };
	} catch (error) {
		return { failure: reason(error) };
	}
}

/** Lets at most `limit` tasks run at once; the others wait in order. */
function createGate(limit: number) {
	const queue: (() => void)[] = [];
	let free = limit;
	return {
		async enter(): Promise<void> {
			if (free > 0) free -= 1;
			else await new Promise<void>((resolve) => queue.push(resolve));
		},
		leave(): void {
			const next = queue.shift();
			if (next === undefined) free += 1;
			else next();
		},
	};
}

/** Delivers over HTTP, best effort: by default three retries, 15 minutes apart (section Events). */
export function createCourier({ clock, settings }: { clock: Clock; settings: Settings }): Courier {
	const agent = new Agent();
	const gate = createGate(settings.notificationConcurrency);
	const underWay = new Set<Promise<void>>();
	let closed = false;

	async function attempt(parcel: Parcel, manual: boolean): Promise<void> {
		const { delivery } = parcel;
		await gate.enter();
		try {
			if (closed) return;
			const at = clock.now();
			const started = performance.now();
			const outcome = await post(parcel, settings, agent);
			const milliseconds = Math.round(performance.now() - started);
			delivery.attempts.push({ at: at.toISOString(), ...outcome, milliseconds, manual });
			if (outcome.status === 200) delivery.state = 'delivered';
			else if (!manual && delivery.state !== 'delivered') planRetry(parcel, at);
		} finally {
			gate.leave();
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
			// If a redelivery by hand has succeeded in the meantime, no retry is needed.
			if (delivery.state === 'retrying') void track(attempt(parcel, false));
		});
	}

	function track(work: Promise<void>): Promise<void> {
		underWay.add(work);
		clock.hold(work);
		void work.finally(() => underWay.delete(work));
		return work;
	}

	return {
		send(parcel, delayMs) {
			if (delayMs === 0) void track(attempt(parcel, false));
			else clock.after(delayMs, () => void track(attempt(parcel, false)));
		},
		sendAgain: (parcel) => track(attempt(parcel, true)),
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
