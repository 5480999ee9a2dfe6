import { deriveAuthorization } from '../../../core/service/authorization';
import { nameEvent } from '../../../core/events';
import { CLOCKS_DIFFER } from '../../../nodes/service/period';
import { credential, headersFor } from '../../integration/trigger/account';
import {
	anotherProcess,
	StoredWorkflow,
	type Answer,
	type Poller,
	type Process,
} from '../../integration/trigger/triggerEngine';
import { ListedPayins, type Happening, type ServiceEvent } from './listedPayins';
import { shared } from './manyProcesses';

const MINUTE = 60_000;
const start = Date.UTC(2031, 2, 4, 5, 6, 7);

/** More turns of the event loop than a delivery or a poll needs when nothing holds it up. */
const TURNS = 12;

/** Far more characters than a sequence of forty steps needs to remember. */
const MOST_STATIC_DATA = 20_000;

/** The external ID of the payment whose authorization value somebody knows. */
const LEAKED = 'order-of-another';

/** Payins that are there before the workflow is published. With one record a page, one poll cannot read them. */
const EXISTING = 27;

/** Polls after which each of them, and its detail, has been read again. */
const POLLS_AT_THE_END = 16;

/** The longest time that a sequence lets pass, in minutes. Payins are watched, and events remembered, for longer. */
const LONGEST = 48 * 60;

/** Where n8n is held up: before or after it stores the execution of a delivery, or of a poll, or before it runs that. */
export type Gate = 'beforeSave' | 'beforeAnswer' | 'beforeStart' | 'beforeRun' | 'beforeEnd';

export type DeliveryFate = 'ok' | 'storeFails' | 'callerGone' | 'beforeSave' | 'beforeAnswer';
export type PollFate = 'ok' | 'startFails' | 'beforeStart' | 'beforeRun' | 'beforeEnd';

/** Processes by number. They keep their memory by workflow, and each world has its own workflow. */
const processes: Process[] = [];

/** Work that n8n has not finished. */
interface HeldUp {
	gate: Gate;
	goOn(): void;
}

/** One n8n with a published workflow of both triggers, the service, and what has happened to them. */
export class World {
	readonly service = new ListedPayins(EXISTING, start - 10 * MINUTE);
	readonly workflow = new StoredWorkflow(credential, {
		polling: { events: ['payin'], lookBack: 72 },
	});
	private poller: Poller;
	private main: Process;
	private processesUsed = 0;
	private other: Process | undefined;
	private heldUp: HeldUp[] = [];
	private open = new Set<Promise<unknown>>();
	private readonly acknowledged = new Set<ServiceEvent>();
	/** Events that were settled when a process ended. None of them may ever be passed on again. */
	private readonly settled = new Set<unknown>();
	/** What happened while the workflow was not published. The poll on publication only remembers it. */
	private readonly paused = new Set<ServiceEvent>();
	private seen = 0;
	private publishedAt = start;

	private constructor(workers: number) {
		this.workflow.workers = Array.from({ length: workers }, () => this.freshProcess());
		shared.service = this.service;
		this.workflow.process = this.main = this.freshProcess();
		this.poller = this.workflow.poller();
	}

	static async begin(workers = 0): Promise<World> {
		jest.setSystemTime(start);
		const world = new World(workers);
		await world.poller.activate();
		return world;
	}

	happen(what: Happening): void {
		this.service.happen(Date.now(), what);
	}

	/** @param elsewhere whether another process gets it, and every second copy this one */
	async deliver(pick: number, fate: DeliveryFate, trigger: string, copies: number, elsewhere: boolean): Promise<void> {
		const event = this.pick(pick);
		if (!event) return;
		this.workflow.webhookId = trigger;
		if (fate === 'beforeSave' || fate === 'beforeAnswer') this.holdUp(fate);
		this.workflow.executionFails = fate === 'storeFails';
		this.workflow.callerHangsUp = fate === 'callerGone' ? 'before' : undefined;
		for (let copy = 0; copy < copies; copy += 1) {
			if (elsewhere) this.workflow.process = copy % 2 === 1 ? this.main : (this.other ??= this.freshProcess());
			this.track(this.notify(event));
		}
		await this.turns();
		this.letPass();
		this.workflow.process = this.main;
	}

	/** @param ownContext whether n8n makes the poll in a context of its own, as its durable scheduler does */
	async poll(fate: PollFate, ownContext = false): Promise<void> {
		if (ownContext) this.poller = this.workflow.poller('update');
		if (fate === 'beforeStart' || fate === 'beforeRun' || fate === 'beforeEnd') this.holdUp(fate);
		this.workflow.executionFails = fate === 'startFails';
		this.track(this.poller.unawaited());
		await this.turns();
		this.letPass();
	}

	/** Pending work of n8n continues, or fails. */
	async release(pick: number, fails: boolean): Promise<void> {
		const [released] = this.heldUp.splice(pick % Math.max(1, this.heldUp.length), 1);
		this.workflow.executionFails = fails;
		released?.goOn();
		await this.turns();
		this.letPass();
	}

	/**
	 * n8n is killed with all its pending work, and starts again. It runs the executions that it had stored and not begun.
	 * @param pollsFirst whether it polls before that
	 */
	async kill(pollsFirst = false): Promise<void> {
		for (const id of this.workflow.settled) this.settled.add(id);
		shared.process += 1;
		this.heldUp = [];
		this.open = new Set();
		this.workflow.process = this.main = this.freshProcess();
		this.other = undefined;
		if (!pollsFirst) await this.workflow.recover();
		await this.activate('init');
		if (pollsFirst) await this.workflow.recover();
	}

	async publish(afterPause: boolean): Promise<void> {
		if (afterPause) {
			this.publishedAt = Date.now();
			for (const event of this.service.events) this.paused.add(event);
		}
		await this.activate(afterPause ? 'activate' : 'update');
	}

	async forge(pick: number, kind: number): Promise<void> {
		const event = this.pick(pick);
		if (!event) return;
		const { appId, secretKey: secret } = credential;
		const value = (of: { secret: string; appId: string; externalId: string | null }) => ({
			authorization: deriveAuthorization(of),
		});
		const { external_id: shown } = event.body;
		const headers = [
			{},
			value({ secret: 'guessed', appId, externalId: String(shown) }),
			value({ secret, appId: 'app-of-another', externalId: String(shown) }),
			value({ secret, appId, externalId: LEAKED }),
			value({ secret, appId, externalId: null }),
		][kind % 5];
		const { status, items } = await this.workflow.deliver({ headers, body: event.body });
		if (status !== 401 || items !== null) throw new Error(`A forged notification was answered with ${status}`);
	}

	/** Somebody who knows the value of another payment names the uuid of this one. That is another event. */
	async misuse(pick: number): Promise<void> {
		const event = this.pick(pick);
		if (!event) return;
		const body = { ...event.body, external_id: LEAKED };
		this.track(this.workflow.deliver({ headers: headersFor(body), body }));
		await this.turns();
	}

	pass(minutes: number): void {
		// A refund that seems to have been requested before the publishing existed then.
		const to = Math.max(Date.now() + minutes * MINUTE, this.publishedAt - CLOCKS_DIFFER);
		if (to <= start + LONGEST * MINUTE) jest.setSystemTime(to);
	}

	/** Checks what must hold after every step. */
	check(oneProcess: boolean): void {
		const { held, heldBy, staticData } = this.workflow;
		for (; this.seen < held.length; this.seen += 1) {
			const id = String(held[this.seen]?.event_id);
			const isMisused = held[this.seen]?.external_id === LEAKED;
			if (!isMisused && !this.service.events.some(({ body }) => idOf(body) === id))
				throw new Error(`${id} is no event of the service`);
			const before = held.findIndex(({ event_id: one }, index) => one === id && heldBy[index] === heldBy[this.seen]);
			if (before < this.seen) throw new Error(`${nameOf(held[this.seen])} started two executions in one process`);
			if (oneProcess && this.settled.has(id))
				throw new Error(`${nameOf(held[this.seen])} was started after it was settled`);
		}
		if (this.workflow.workers.length > 0) this.checkRuns();
		if (staticData.length > MOST_STATIC_DATA) throw new Error(`Static data has grown to ${staticData.length}`);
	}

	/** n8n finishes its pending work. The service redelivers what was not acknowledged, unless polls must find it. */
	async end(oneProcess: boolean, byPolls: boolean): Promise<void> {
		while (this.heldUp.length > 0) await this.release(0, false);
		for (let repeat = 0; repeat < POLLS_AT_THE_END; repeat += 1) {
			await Promise.all(this.open);
			// A detail that may show more is read again after a quarter of an hour.
			jest.setSystemTime(Date.now() + 16 * MINUTE);
			for (const event of byPolls ? [] : this.service.events) {
				if (!this.acknowledged.has(event))
					await this.deliver(this.service.events.indexOf(event), 'ok', 'Webhook', 1, false);
			}
			await this.poll('ok');
		}
		await Promise.all(this.open);
		await this.workflow.workersIdle();
		this.check(oneProcess);
		const started = new Set(this.workflow.held.map(({ event_id: id }) => id));
		for (const event of this.service.events) {
			if (!byPolls && !this.acknowledged.has(event)) throw new Error(`${nameOf(event)} was never acknowledged`);
			const isPollable = this.service.shows(event) && !this.paused.has(event);
			if ((this.acknowledged.has(event) || isPollable) && !started.has(idOf(event.body)))
				throw new Error(`${nameOf(event)} was never started`);
		}
		const ran = new Set(this.workflow.ran.map(({ event_id: id }) => id));
		const stuck = this.workflow.workers.length > 0 && [...started].find((id) => !ran.has(id));
		if (stuck) throw new Error(`${String(stuck)} never went on in a worker`);
	}

	/** Workers let none go on twice, whoever has started them, and whatever they run at the same moment. */
	private checkRuns(): void {
		const ids = this.workflow.ran.map(({ event_id: id }) => id);
		const twice = this.workflow.ran.find(({ event_id: id }, index) => ids.indexOf(id) < index);
		if (twice) throw new Error(`${nameOf(twice)} went on twice`);
	}

	private async activate(mode: 'init' | 'update' | 'activate'): Promise<void> {
		this.poller = this.workflow.poller(mode);
		this.track(this.poller.activate());
		await this.turns();
	}

	/** A process that knows nothing of this world. */
	private freshProcess(): Process {
		const number = this.processesUsed++;
		return (processes[number] ??= anotherProcess());
	}

	private pick(number: number): ServiceEvent | undefined {
		const { events } = this.service;
		return events[number % Math.max(1, events.length)];
	}

	private async notify(event: ServiceEvent): Promise<void> {
		const { body } = event;
		const { workflow } = this;
		const callerIsThere = workflow.callerHangsUp === undefined;
		const { status }: Answer = await workflow.deliver({ headers: headersFor(body), body });
		if (status === 200 && callerIsThere) this.acknowledged.add(event);
		else if (![200, 500, 503].includes(status)) throw new Error(`${nameOf(event)} was answered with ${status}`);
	}

	/** Holds up whatever reaches this point next. */
	private holdUp(gate: Gate): void {
		this.workflow[gate] = async () => {
			this.workflow[gate] = undefined;
			await new Promise<void>((goOn) => this.heldUp.push({ gate, goOn }));
		};
	}

	private letPass(): void {
		for (const gate of ['beforeSave', 'beforeAnswer', 'beforeStart', 'beforeRun', 'beforeEnd'] as const)
			this.workflow[gate] = undefined;
		this.workflow.executionFails = false;
		this.workflow.callerHangsUp = undefined;
	}

	private track(work: Promise<unknown>): void {
		this.open.add(work);
		void work.finally(() => this.open.delete(work));
	}

	private async turns(): Promise<void> {
		for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate);
	}
}

function idOf(body: object): string {
	return nameEvent(body)?.event_id ?? '';
}

function nameOf(event: { uuid?: unknown; status?: unknown } | undefined): string {
	return `${String(event?.uuid)} ${String(event?.status)}`;
}
