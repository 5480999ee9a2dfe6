import type { IDataObject } from 'n8n-workflow';
import type { AudPayout, AudPayoutFileBody } from '../../../../contract';
import { asUtcWithoutOffset } from '../../../../core/time/dates';
import { digestOf } from '../../../../core/digest';
import { facts } from '../../../../core/payments/facts';
import { identifies } from '../../../service/answers';
import { additionalFields, externalIdField, recordOptions, scheduledAtField, writeOptions } from '../../form/fields';
import { inputFileField, multipartForm, readInputFile } from '../../files/inputFile';
import type { ItemCall } from '../../run/itemCall';
import { notificationFields, notificationTarget, withTriggerPath, type Notify } from '../../form/notification';
import { externalIdOf } from '../../money/externalId';
import { payOnce } from '../../money/payOnce';
import { asItems, withOutcome } from '../../form/presentation';
import type { Operation } from '../../operation';
import { batchIn, withEnd } from './audPayoutAnswer';
import { descriptionField, retryField } from './audPayoutFields';
import { presentAudBatch } from './audPayoutRecord';
import { isRetryOf } from './audPayoutRequest';
import { checkAddressing, checkIdentifiers, movementsIn, namedFile, tableIn } from './payoutFile';

export const createFromFile: Operation = {
	value: 'createFromFile',
	name: 'Create From File',
	action: 'Create AUD payout from file',
	verb: 'paid',
	description: 'Moves money out of the account, once per External ID. Pay everybody in a CSV or Excel file, in AUD.',
	properties: [
		externalIdField('file', 'wages-2031-03'),
		{
			...inputFileField,
			hint: 'The name of the input binary field containing the .csv or .xlsx file, with the columns payee, email, amount, and either payid and payid_type or bsb and account_number',
		},
		descriptionField,
		{
			...scheduledAtField,
			description: 'When the payouts are to be processed; sent in UTC. The service may demand it.',
		},
		...notificationFields,
		additionalFields(retryField),
		...recordOptions(withTriggerPath(writeOptions)),
	],
	execute: async (item) => asItems(presentAudBatch(item, await payFile(item, notificationTarget(item)))),
};

/** Sends the file once. The service cannot be asked for AUD payouts, so an unclear send is reported and never repeated. */
async function payFile(item: ItemCall, notify: Notify): Promise<IDataObject> {
	const externalId = externalIdOf(item);
	const description = item.text('paymentDescription') || undefined;
	const scheduled = item.date('scheduledAt', 'Scheduled At');
	const isRetry = isRetryOf(item);
	const file = await readInputFile(item);
	const { name, mimeType } = namedFile(file);
	const table = tableIn(file, mimeType);
	checkAddressing(item, table);
	checkIdentifiers(item, table);
	const { guard } = item.client;
	const moves = guard?.looksAtPayments ? movementsIn(item, file, table) : [];
	guard?.assertEach(moves);
	const paid = await payOnce(item, {
		kind: 'AUD payout file',
		externalId,
		facts: facts({ currency: 'AUD', file: digestOf(file.content.toString('latin1')) }),
		send: async () => {
			const fields: Omit<AudPayoutFileBody, 'file'> = {
				scheduled_at: scheduled && asUtcWithoutOffset(scheduled),
				description,
				is_retry: isRetry === undefined ? undefined : isRetry ? 'true' : 'false',
				external_id: externalId,
				...notify(externalId),
			};
			const { body, contentType } = multipartForm(fields, { field: 'file', name, mimeType, content: file.content });
			const headers = { 'content-type': contentType };
			const request = { method: 'POST' as const, path: '/v1/payouts', body, headers, moves };
			const batch = await item.client.write<AudPayout>(request, identifies);
			return withEnd(batchIn(batch, 0)) as IDataObject;
		},
		find: null,
	});
	return withOutcome(paid, externalId);
}
