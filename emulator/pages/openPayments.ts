import { html } from 'hono/html';
import type { Account } from '../account';
import type { RecentPayment } from '../ledger/books';
import { moveNames, noMoves, type MoveName, type Moves } from '../ledger/moves';
import type { Markup } from './hostedPage';
import { badge, table } from './overviewTable';
import { paymentCells, paymentColumns } from './paymentCells';

const ROWS = 20;
/** How many of the newest payments of each kind are looked through for open ones. */
const LOOKED_THROUGH = 200;

/** What a button says, and what is said when it has been done. */
const words: Readonly<Record<MoveName, readonly [label: string, done: string]>> = {
	approve: ['Approve', 'approved'],
	reject: ['Reject', 'rejected'],
	complete: ['Complete', 'completed'],
	fail: ['Fail', 'failed'],
	expire: ['Expire', 'expired'],
};

/** A payment of an account, with what may happen to it now. */
export interface ListedPayment {
	account: Account;
	payment: RecentPayment;
	moves: Moves;
}

const isOpen = ({ moves }: ListedPayment): boolean => Object.keys(moves).length > 0;

/** The open payments among the newest of each kind, and the newest of the others. */
export function latestPayments(accounts: readonly Account[]): { open: ListedPayment[]; others: ListedPayment[] } {
	const found = accounts
		.flatMap((account) =>
			account.reporting.flatMap((domain) =>
				(domain.recent?.(LOOKED_THROUGH) ?? []).map((payment): ListedPayment => {
					return { account, payment, moves: domain.moves?.(payment.uuid) ?? noMoves };
				}),
			),
		)
		.sort(({ payment: one }, { payment: other }) => other.createdAt.getTime() - one.createdAt.getTime());
	return { open: found.filter(isOpen), others: found.filter((one) => !isOpen(one)).slice(0, ROWS) };
}

function moveButton({ account, payment }: ListedPayment, move: MoveName): Markup {
	const { kind, uuid } = payment;
	const [label, done] = words[move];
	const body = JSON.stringify({ currency: account.currency, uuid, move });
	return html`<button
		data-post="/_control/payments/move"
		data-body="${body}"
		data-said="${kind} ${uuid}: ${done}"
		aria-label="${label} ${kind} ${uuid}"
	>
		${label}
	</button> `;
}

const statusOf = ({ payment, moves }: ListedPayment): Markup =>
	moves.approve ? badge('waits for approval', 'open') : badge(payment.status);

/** Payments that wait for their payer, a bank, an approver or their time, with a button for each move their state allows. */
export function openPayments(open: readonly ListedPayment[], nothingYet: boolean): Markup {
	if (open.length === 0) return nothingYet ? firstSteps : nothingOpen;
	const rows = open
		.slice(0, ROWS)
		.map((one) => [
			...paymentCells(one.account, one.payment),
			statusOf(one),
			html`<div class="actions">
				${moveNames.filter((move) => one.moves[move]).map((move) => moveButton(one, move))}
			</div>`,
		]);
	const more = open.length - rows.length;
	return html`${table([...paymentColumns, { heading: 'Status' }, { heading: 'What happens next' }], rows, '')}
	${more > 0 ? html`<p class="empty">${more} more are open. Each appears here when newer ones have ended.</p>` : ''}`;
}

const nothingOpen = html`<p class="empty">
	Nothing is open. A payment that waits for its payer, a bank, an approver or its time appears here, with buttons.
</p>`;

const firstSteps = html`<p class="empty">No payment yet. The first one takes three steps:</p>
	<ol class="empty">
		<li>Make a credential in n8n with the Base URL, App ID and Secret Key above.</li>
		<li>Run a workflow that pays somebody or asks for a payment.</li>
		<li>The payment appears here, with buttons that end it as its payer, a bank or an approver would.</li>
	</ol>`;
