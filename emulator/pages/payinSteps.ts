import { html } from 'hono/html';
import type { PayCode } from '../../contract/payins';
import type { Payin } from '../payins/payin';
import { amountText } from './amountText';
import { input, type RejectedForm } from './formField';
import { details, type Markup } from './hostedPage';
import { qrPicture } from './qrPicture';

/** What the payer sees and does in this moment. */
export interface PayinStep {
	content: Markup;
	/** How the emulator judges what is typed. */
	note?: string;
}

/** Parts of a pay code that have a form of their own on the page. */
const SHOWN_OTHERWISE = ['payment_url', 'qr_string', 'bank_information'];

const inWords = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

/** The account details of a pay code. */
function accountRows(payCode: PayCode): [string, string][] {
	const { bank_information } = payCode;
	const own = Object.entries(payCode).filter(([key]) => !SHOWN_OTHERWISE.includes(key));
	return [...own, ...Object.entries(bank_information ?? {})].map(([key, value]) => [inWords(key), String(value)]);
}

const payButton = (label: string): Markup => html`<button name="outcome" value="completed">${label}</button>`;

function otpStep(payin: Payin, form: RejectedForm): PayinStep {
	const code = input(
		{ name: 'code', label: 'Code', autocomplete: 'one-time-code', digits: true, focused: true },
		'',
		form,
	);
	return {
		content: html`<p class="next">A code was sent to <b>${String(payin.parameters.phone_number)}</b>.</p>
			${code}<button name="outcome" value="otp">Confirm</button>
			<button class="plain" name="outcome" value="resend">Send the code again</button>`,
		note: 'Any code of 4 to 8 digits is right, except 000000.',
	};
}

function promptStep(payin: Payin, form: RejectedForm): PayinStep {
	const pin = input(
		{ name: 'pin', label: 'PIN', autocomplete: 'off', type: 'password', digits: true, focused: true },
		'',
		form,
	);
	return {
		content: html`<p class="next">The phone <b>${String(payin.parameters.phone_number)}</b> asks for its PIN.</p>
			${pin}<button name="outcome" value="pin">Confirm on the phone</button>
			<button class="plain" name="outcome" value="dismiss">Dismiss the prompt</button>`,
		note: 'Any PIN is right, except 0000, which dismisses the prompt.',
	};
}

function walletStep(payin: Payin, form: RejectedForm, rows: [string, string][]): PayinStep {
	const { payCode, method, total } = payin;
	const address = String(payCode?.wallet_address);
	const amount = { name: 'amount', label: `Amount in ${method.currency}`, autocomplete: 'off' } as const;
	return {
		content: html`${qrPicture(address, 'QR code of the wallet address')}${details(rows)}
		${total > 0n ? '' : input(amount, String(method.min), form)}${payButton('I have sent it')}`,
	};
}

/** The step of an open payin: what its method shows and asks, whether the service or the shop would show it. */
export function payinStep(payin: Payin, form: RejectedForm): PayinStep {
	const { payCode, method, stage, total } = payin;
	const amount: [string, string][] =
		total > 0n ? [['Amount', `${amountText(total, method.currency)} ${method.currency}`]] : [];
	const rows = [...accountRows(payCode ?? {}), ...amount];
	if (stage === 'authorize_otp') return otpStep(payin, form);
	if (stage === 'authorize_stk') return promptStep(payin, form);
	switch (method.payCode) {
		case 'qr':
		case 'bankQr':
			return {
				content: html`<p class="next">Scan this code with your bank’s app.</p>
					${qrPicture(String(payCode?.qr_string), 'QR code of the payment')}
					<details>
						<summary>The code as text</summary>
						<code class="long">${payCode?.qr_string}</code>
					</details>
					${details(rows)}${payButton('I have paid')}`,
			};
		case 'wallet':
			return walletStep(payin, form, rows);
		case 'late':
			if (Object.keys(payCode ?? {}).length === 0)
				return { content: html`<p class="next" role="status">The account details are on their way.</p>` };
			return { content: html`${details(rows)}${payButton('I have transferred the money')}` };
		case 'bank':
			return { content: html`${details(rows)}${payButton('I have transferred the money')}` };
		default:
			return { content: payButton(`Pay ${amountText(total, method.currency)} ${method.currency}`) };
	}
}
