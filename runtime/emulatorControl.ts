import type { Books } from '../emulator/ledger/books';
import type { FaultFiring, FaultRequest } from '../emulator/engine/faults';
import type { Delivery, DeliveryPlan } from '../emulator/engine/notifications';
import type { SettlementReport } from '../contract/settlements';
import type { AccountKeys } from './paymentCredential';

/** One payment in the service's books. */
interface BookedPayment {
	uuid: string;
	external_id: string | null;
	/** Decimal string in the currency's base unit. */
	amount: string;
	payee: string;
	status: string;
}

/** All payments in one currency. */
interface BookedPayments {
	payins: BookedPayment[];
	refunds: BookedPayment[];
	payouts: BookedPayment[];
}

interface EmulatorAccount extends AccountKeys {
	currency: string;
}

const DAY_MS = 86_400_000;

/** A client of the emulator's control interface under /_control. */
export class EmulatorControl {
	constructor(readonly url: string) {}

	async books(currency: string): Promise<Books> {
		return this.ofCurrency(await this.ask<Record<string, Books>>('GET', 'books'), currency);
	}

	async payments(currency: string): Promise<BookedPayments> {
		return this.ofCurrency(await this.ask<Record<string, BookedPayments>>('GET', 'payments'), currency);
	}

	async account(currency: string): Promise<EmulatorAccount> {
		const { accounts } = await this.ask<{ accounts: EmulatorAccount[] }>('GET', 'accounts');
		return this.ofCurrency(Object.fromEntries(accounts.map((account) => [account.currency, account])), currency);
	}

	/** Every notification so far, copies included. */
	async deliveries(): Promise<Delivery[]> {
		return (await this.ask<{ deliveries: Delivery[] }>('GET', 'deliveries')).deliveries;
	}

	/** Sets the plan for the notifications that follow. */
	async planDeliveries(plan: DeliveryPlan): Promise<void> {
		await this.ask('POST', 'deliveries/plan', plan);
	}

	/** Delivers a notification once more, even one that was accepted. */
	async redeliver(id: string): Promise<void> {
		await this.ask('POST', `deliveries/${encodeURIComponent(id)}/redeliver`);
	}

	/** Resolves when no notification is in flight. */
	async deliveriesDone(): Promise<void> {
		await this.ask('POST', 'deliveries/idle');
	}

	/** Makes the service fail as the rule says. */
	async fail(rule: FaultRequest): Promise<void> {
		await this.ask('POST', 'faults', rule);
	}

	/** Every failure that was ordered and has happened. */
	async failures(): Promise<FaultFiring[]> {
		return (await this.ask<{ firings: FaultFiring[] }>('GET', 'faults')).firings;
	}

	/** Adds money to an account, booked at once. */
	async topUp(currency: string, amount: number): Promise<void> {
		await this.ask('POST', 'balances/move', { currency, amount, direction: 'money_in' });
	}

	/** Moves the service's time forward. Resolves after everything that falls due on the way has happened. */
	async moveClock(to: Date): Promise<void> {
		await this.ask('POST', 'clock', { to: to.toISOString() });
	}

	async seedHistory(seed: { currency: string; count: number; from: Date; to: Date }): Promise<void> {
		await this.ask('POST', 'seed/history', { ...seed, from: seed.from.toISOString(), to: seed.to.toISOString() });
	}

	/** Closes the current settlement period and returns its report. */
	async closeSettlement(currency: string): Promise<SettlementReport> {
		return await this.ask('POST', 'settlements/close', { currency, report_frequency: 'daily' });
	}

	/** Fills the three days before today with entries and settles them. Returns the report. */
	async settlePastDays(currency: string, count: number): Promise<SettlementReport> {
		const today = Date.parse(new Date().toISOString().slice(0, 10));
		await this.seedHistory({ currency, count, from: new Date(today - 3 * DAY_MS), to: new Date(today - 1) });
		return await this.closeSettlement(currency);
	}

	private ofCurrency<T>(all: Record<string, T>, currency: string): T {
		const one = all[currency];
		if (one === undefined) throw new Error(`The emulator has no ${currency} account.`);
		return one;
	}

	private async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}/${path}`, {
			method,
			headers: { 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Error(`The emulator answered ${response.status} to ${method} ${path}: ${text.slice(0, 300)}`);
		return JSON.parse(text) as T;
	}
}
