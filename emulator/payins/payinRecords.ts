import type { ResponseOf } from '../../contract/endpoints';
import type { NotificationTarget } from '../../contract/notificationTarget';
import type { PayinNotification } from '../../contract/notifications';
import type { PayinListed, RefundRecord } from '../../contract/payins';
import type { AnyPayinStatus, PayinStatus } from '../../contract/statuses';
import { serviceTimestamp } from '../engine/timestamps';
import type { Settings } from '../engine/settings';
import { formatMoney } from '../ledger/money';
import { payinFee, type Payin, type Refund } from './payin';

const masked = ({ endpoint_url }: NotificationTarget) => ({ endpoint_url, authorization_header: '****' });
const moment = (milliseconds: number) => serviceTimestamp(new Date(milliseconds));

/** The fields answers and notifications share. */
const common = (payin: Payin) => ({
	uuid: payin.uuid,
	name: payin.name,
	email: payin.email,
	external_id: payin.externalId,
	currency: payin.method.currency,
	amount: formatMoney(payin.amount),
	total: formatMoney(payin.total),
	paid_amount: formatMoney(payin.paid),
	payment_method: payin.method.name,
	is_refundable: payin.method.refundable,
	expired_at: moment(payin.expiresAt),
	metadata: payin.metadata,
	webhook_notification: masked(payin.target),
});

const createFields = (payin: Payin) => ({
	...common(payin),
	description: payin.description,
	stage: payin.stage,
	pay_code: payin.payCode,
	gst: payin.gst,
	gst_amount: formatMoney(payin.gstAmount),
	pay_by: moment(payin.expiresAt),
});

/** The answer of the create call. A payin begins as pending (section "Payin (v2)"). */
export const payinCreated = (payin: Payin): ResponseOf<'v2.payins.create'> => ({
	...createFields(payin),
	status: 'pending',
});

/** What a record shows in place of the notification-only statuses (section "Payin status"). */
const shownAs: Partial<Record<AnyPayinStatus, PayinStatus>> = {
	authorised: 'pending',
	partially_refunded: 'received',
	in_dispute: 'received',
	dispute_lost: 'received',
	failed: 'expired',
};

type RecordStatuses = Settings['recordStatuses'];

const recordStatus = ({ status }: Payin, statuses: RecordStatuses): AnyPayinStatus =>
	statuses === 'thirteen' ? status : (shownAs[status] ?? status);

/** A record of the list. */
export const payinListed = (payin: Payin, statuses: RecordStatuses): PayinListed => ({
	...createFields(payin),
	status: recordStatus(payin, statuses),
	created_at: moment(payin.createdAt),
});

const refundRecord = ({ uuid, amount, description, status, externalId, createdAt }: Refund): RefundRecord => ({
	uuid,
	amount: formatMoney(amount),
	description,
	status,
	external_id: externalId,
	created_at: moment(createdAt),
});

/** The detail, with one record per refund, newest last. */
export const payinDetail = (payin: Payin, statuses: RecordStatuses): ResponseOf<'v2.payins.detail'> => ({
	...createFields(payin),
	status: recordStatus(payin, statuses),
	created_at: moment(payin.createdAt),
	is_cancellable: payin.method.cancellable,
	payin_method_name: payin.method.name,
	refunds: payin.refunds.map(refundRecord),
});

/** The older refund object, still used in notifications and in the answer of a refund. */
export const refundInformation = (payin: Payin, refund: Refund) => ({
	total_amount: formatMoney(payin.paid),
	refund_amount: formatMoney(refund.amount),
	description: refund.description,
});

/** The body of a notification (section "Webhook object"); `refund` is set when it is about one. */
export const payinNotification = (payin: Payin, refund?: Refund): PayinNotification => ({
	...common(payin),
	// The total of a notification includes fees (section "Webhook object"); that of a record is amount plus GST.
	total: formatMoney(payin.total + payinFee(payin.total, payin)),
	status: payin.status,
	pay_code: payin.payCode,
	...(refund ? { refund_information: refundInformation(payin, refund) } : {}),
	created_at: moment(payin.createdAt),
});

/** Every payin and refund, oldest first, for tests to compare with what was intended. */
export const payinPayments = (payins: readonly Payin[]) => ({
	payins: payins.map(({ uuid, externalId, total, name, status }) => ({
		uuid,
		external_id: externalId,
		amount: formatMoney(total),
		payee: name,
		status,
	})),
	refunds: payins.flatMap((payin) =>
		payin.refunds.map(({ uuid, externalId, amount, status }) => ({
			uuid,
			payin_uuid: payin.uuid,
			external_id: externalId,
			amount: formatMoney(amount),
			payee: payin.name,
			status,
		})),
	),
});
