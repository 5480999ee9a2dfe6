import type { IDataObject } from 'n8n-workflow';
import { deriveAuthorization } from '../../../core/service/authorization';
import { chosen, form } from '../../integration/action/orders';
import { ACTION, PASS_ON } from '../../integration/engine/nodeTypes';
import type { WorkflowPlan } from '../../integration/engine/workflow';
import { credential } from '../../integration/trigger/account';
import { WaitingN8n } from '../../integration/waiting/waitingN8n';
import { sharedDesk } from './deskClient';
import { PayinDesk, type KeptPayin, type Notice, type Standing } from './payinDesk';

/** Where an execution is held up before n8n has stored it as waiting. */
export type OrderFate = 'ok' | 'beforeStored';

const WAIT = 'Wait';
const OK = 200;

/** A workflow that takes a payin and waits for it. */
const planOf = (credentials: boolean): WorkflowPlan => ({
	nodes: [
		{ name: 'Start', type: PASS_ON },
		{
			name: 'Create',
			type: ACTION,
			parameters: {
				...{ resource: 'payin', operation: 'create', notify: 'thisExecution' },
				...{ payinMethodName: chosen('jp_bank_jpy'), amount: '5000', externalId: '={{ $json.key }}' },
				...{ customerName: 'Ada Byron', customerEmail: 'ada@shop.example', paymentDescription: 'Order' },
				methodParameters: form({}),
			},
		},
		{
			name: WAIT,
			type: ACTION,
			parameters: {
				...{ resource: 'payin', operation: 'waitForStatus', uuid: '={{ $json.uuid }}' },
				waitUntil: credentials ? 'credentials' : 'final',
			},
		},
		{ name: 'Then', type: PASS_ON },
	],
	wires: [
		['Start', 0, 'Create'],
		['Create', 0, WAIT],
		[WAIT, 0, 'Then'],
	],
});

/** An execution, and what has happened to it. */
interface Order {
	id: string;
	payin: KeptPayin;
	credentials: boolean;
	isKilled: boolean;
	isTimedOut: boolean;
}

/** Of all worlds: they share a process, and in it, one External ID is one payment. */
let orders = 0;

/** One n8n with executions that wait for payins, the service, and what has happened to them. */
export class World {
	readonly desk = new PayinDesk();
	private readonly n8n = new WaitingN8n(credential, 'https://n8n.test/');
	private readonly orders: Order[] = [];
	private heldUp: { order: Order; goOn: () => void }[] = [];
	private killed = 0;
	private readonly acknowledged = new Set<Notice>();

	constructor() {
		sharedDesk.desk = this.desk;
	}

	/** A customer orders: a payin is made, and the execution waits for it, or is still about to. */
	async order(fate: OrderFate, credentials: boolean): Promise<void> {
		let goOn: (() => void) | undefined;
		if (fate === 'beforeStored')
			this.desk.onLook = async () => {
				this.desk.onLook = undefined;
				await new Promise<void>((resolve) => (goOn = resolve));
			};
		const key = `order-${orders++}`;
		const { id, stored } = this.n8n.begin(planOf(credentials), [{ key }]);
		await Promise.race([stored, this.until(() => goOn !== undefined)]);
		const payin = this.desk.payins.find(({ externalId }) => externalId === key);
		if (!payin) throw new Error(`${key} was not made: ${this.n8n.execution(id).error?.message}`);
		const order = { id, payin, credentials, isKilled: false, isTimedOut: false };
		this.orders.push(order);
		if (goOn) this.heldUp.push({ order, goOn });
	}

	end(pick: number, standing: Standing, lags: boolean): void {
		const order = chosenOf(this.orders, pick);
		if (order) this.desk.end(order.payin, standing, lags);
	}

	giveCredentials(pick: number, bare: boolean): void {
		const order = chosenOf(this.orders, pick);
		if (order) this.desk.giveCredentials(order.payin, bare);
	}

	catchUp(): void {
		this.desk.catchUp();
	}

	/** The service delivers a notification, in copies that come at once. */
	async deliver(pick: number, copies: number): Promise<void> {
		const notice = chosenOf(this.desk.notices, pick);
		if (!notice) return;
		const { target } = notice.payin;
		const call = {
			url: target.endpoint_url,
			headers: { authorization: target.authorization_header },
			body: notice.body,
		};
		const answers = await Promise.all(Array.from({ length: copies }, async () => await this.n8n.receive(call)));
		for (const status of answers) {
			if (status === OK) this.acknowledged.add(notice);
			else if (![409, 503].includes(status)) throw new Error(`${notice.payin.uuid} was answered with ${status}`);
		}
		await this.rest();
	}

	/** Somebody who knows the address forges a notification. None may end a wait. */
	async forge(pick: number, kind: number): Promise<void> {
		const order = chosenOf(this.orders, pick);
		if (!order) return;
		const { uuid, externalId, target } = order.payin;
		const { appId, secretKey: secret } = credential;
		const value = (of: { secret: string; externalId: string | null }) => ({
			authorization: deriveAuthorization({ appId, ...of }),
		});
		const own = { authorization: target.authorization_header };
		const received = {
			uuid,
			external_id: externalId,
			status: 'received',
			payment_method: 'jp_bank_jpy',
			currency: 'JPY',
		};
		const credentials = { bank_name: 'Bank', account_number: '666' };
		const url = target.endpoint_url;
		const forged: { headers: Record<string, string>; body: object; url?: string }[] = [
			{ headers: {}, body: received },
			{ headers: value({ secret: 'guessed', externalId }), body: received },
			{ headers: value({ secret, externalId: 'order-of-another' }), body: received },
			{ headers: value({ secret, externalId: 'order-of-another' }), body: credentials },
			{ headers: value({ secret, externalId: null }), body: credentials },
			{ headers: own, body: received, url: url.replace('/payment-status', '') },
			{ headers: own, body: received, url: url.replace(/signature=.{4}/, 'signature=0000') },
			{ headers: own, body: { ...received, uuid: 'PAYIN-OF-ANOTHER' } },
			// Of the service in form: the record decides.
			...(order.payin.shown === 'pending' ? [received, { ...received, request_payid: 'ab12cd@pay.example' }] : []).map(
				(body) => ({ headers: own, body }),
			),
		];
		const { headers, body, url: at = url } = forged[kind % forged.length] ?? { headers: {}, body: {} };
		const before = this.stateOf(order);
		await this.n8n.receive({ url: at, headers, body });
		await this.rest();
		if (this.stateOf(order) !== before) throw new Error(`Forgery ${kind} took ${uuid} from ${before}`);
	}

	/** What n8n was about to store is stored. */
	async release(pick: number): Promise<void> {
		const held = chosenOf(this.heldUp, pick);
		if (!held) return;
		this.heldUp = this.heldUp.filter((each) => each !== held);
		held.goOn();
		await this.rest();
	}

	/** n8n is killed: running executions are lost, waiting ones are stored. */
	kill(): void {
		for (const { order } of this.heldUp) order.isKilled = true;
		this.killed += this.heldUp.length;
		this.heldUp = [];
	}

	async timeOut(pick: number): Promise<void> {
		const order = chosenOf(this.orders, pick);
		if (!order || this.stateOf(order) !== 'waiting') return;
		order.isTimedOut = true;
		await this.n8n.timeOut(order.id);
	}

	/** Checks what must hold after every step. */
	check(): void {
		for (const order of this.orders) {
			if (this.stateOf(order) !== 'success') continue;
			if (this.n8n.execution(order.id).runData.Then?.length !== 1) throw new Error(`${order.id} did not go on once`);
			const [item, ...others] = this.n8n.outputOf(order.id, WAIT) ?? [];
			if (!item || others.length > 0) throw new Error(`${order.id} went on with ${others.length + 1} items`);
			checkItem(order, item);
		}
	}

	/** n8n stores its pending work, every payin ends, and the service redelivers what was not acknowledged. */
	async finish(): Promise<void> {
		while (this.heldUp.length > 0) await this.release(0);
		for (const { payin } of this.orders) this.desk.end(payin, 'received', false);
		this.desk.catchUp();
		for (let repeat = 0; repeat < 4; repeat += 1) {
			for (const [index, notice] of this.desk.notices.entries())
				if (!this.acknowledged.has(notice)) await this.deliver(index, 1);
		}
		this.check();
		for (const order of this.orders) {
			const state = this.stateOf(order);
			if (state !== (order.isKilled ? 'running' : 'success'))
				throw new Error(`${order.payin.uuid} ${order.payin.standing} left its execution ${state}`);
		}
	}

	private stateOf({ id }: Order): string {
		return this.n8n.isRunning(id) ? 'running' : this.n8n.execution(id).status;
	}

	private async rest(): Promise<void> {
		await this.until(() => this.n8n.running <= this.heldUp.length + this.killed);
	}

	private async until(isSo: () => boolean): Promise<void> {
		while (!isSo()) await new Promise(setImmediate);
	}
}

function checkItem({ payin, credentials, isTimedOut }: Order, item: IDataObject): void {
	const { outcome } = item.wait as { outcome?: string };
	const said = `${payin.uuid} ${payin.standing} came out as ${String(item.status)}, ${outcome}`;
	if (item.uuid !== payin.uuid || item.external_id !== payin.externalId) throw new Error(`${said}: another payment`);
	if (outcome === 'timed_out') {
		if (!isTimedOut) throw new Error(`${said} before its time`);
	} else if (outcome === 'credentials') {
		const { account_number: account } = item;
		if (!credentials || account === undefined || account !== payin.payCode.account_number) throw new Error(said);
	} else if (item.status !== payin.standing) throw new Error(said);
	else if ((item.confirmed === false) !== (payin.standing === 'failed')) throw new Error(`${said}, confirmed wrongly`);
}

function chosenOf<T>(list: readonly T[], pick: number): T | undefined {
	return list[pick % Math.max(1, list.length)];
}
