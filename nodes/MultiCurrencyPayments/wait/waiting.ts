import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { eventsOf, shownBy, type PaymentEvent } from '../../../core/events';
import { putToWait } from '../../n8n/wait';
import type { ServiceClient } from '../../service/client';
import { isNotFound } from '../../service/failure';
import { recordOptions, recordField, type Choosable } from '../form/fields';
import type { ItemCall } from '../run/itemCall';
import { freshAuthorization, resumeAddress, type Notify } from '../form/notification';
import type { Operation } from '../operation';
import { assertMayWait, batchOf, madeHere, note } from '../money/madeHere';

/** How long an execution waits by default, in minutes. */
const DEFAULT_WAIT = 60;

/** 60 days, in minutes: a payout may wait for somebody's approval. */
const LONGEST_WAIT = 86_400;

const waitLimitField = ({ isListed }: Awaited): INodeProperties => ({
	displayName: 'Wait Limit (Minutes)',
	name: 'waitLimit',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LONGEST_WAIT },
	default: DEFAULT_WAIT,
	description: `How long the execution waits for the final status. After that it goes on with wait.outcome “timed_out” and the record as it was before the wait: call Get before you act on it. ${isListed ? 'The polling trigger catches what comes later.' : 'No trigger tells of what comes later, so wait until the link has expired, or call Get again.'}`,
});

const waitUntilField: INodeProperties = {
	displayName: 'Wait Until',
	name: 'waitUntil',
	type: 'options',
	options: [
		{ name: 'Final Status', value: 'final' },
		{
			name: 'Account Details or Final Status',
			value: 'credentials',
			description: 'For methods that send the account to pay to later. Tell the customer, then wait once more.',
		},
	],
	default: 'final',
	description:
		'What ends the wait. For jp_bank_jpy, ar_bank_ars and kr_bank_va_kyc_krw the account to pay to comes later: the execution then goes on with pay_code and wait.outcome “credentials”.',
};

/** n8n passes on no output of a node while its execution waits. */
const noticeOf = (told: string): INodeProperties => ({
	displayName: `The customer learns ${told} only when this node has ended, because n8n puts out nothing before. To tell the customer first, use <b>Create</b> with Notify: This Execution, then <b>Wait for Final Status</b>.`,
	name: 'createAndWaitNotice',
	type: 'notice',
	default: '',
});

/** What differs between the payments that an execution waits for. */
export interface Awaited {
	resource: string;
	/** What users call it. */
	what: Choosable;
	/** Whether the lists that the polling trigger reads show it. */
	isListed: boolean;
	/** Reads what notifications about a payment show. @throws {ServiceFailure} */
	read: (client: ServiceClient, uuid: string) => Promise<object>;
	/** The record that was read, combined with what was known of the payment, as the item wants it. */
	show: (item: Pick<ItemCall, 'isSimple'>, read: object, known: IDataObject) => IDataObject[];
	/** The same as the one item that stands for it while it is waited for. Default: the first of them. */
	showMeanwhile?: (item: Pick<ItemCall, 'isSimple'>, read: object, known: IDataObject) => IDataObject;
}

/** Its form is without where notifications go: they come to the waiting execution. */
interface CreateAndWait extends Pick<Operation, 'action' | 'verb' | 'description' | 'isAskedFor' | 'properties'> {
	/** What the customer needs to know and the node returns only at the end. */
	told?: string;
	/** Creates the payment of an item once, or finds it. */
	create: (item: ItemCall, notify: Notify) => Promise<IDataObject>;
}

/** The operation Create and Wait of a resource. */
export function createAndWaitOperation(
	awaited: Awaited,
	{ create, properties, told, ...texts }: CreateAndWait,
): Operation {
	const { resource, read } = awaited;
	return {
		value: 'createAndWait',
		name: 'Create and Wait',
		waits: true,
		...texts,
		properties: [
			...(told === undefined ? [] : [noticeOf(told)]),
			// Above the options.
			...properties.flatMap((each) => (each.name === 'options' ? [waitLimitField(awaited), each] : [each])),
		],
		async execute(item) {
			const minutes = waitOf(item, 'Create and Wait', 'Create');
			const address = resumeAddress(item);
			const record = await create(item, (externalId) => ({
				endpoint_url: address,
				authorization_header: freshAuthorization(item, externalId),
			}));
			note(item, resource, record);
			// What only a claim tells of has none.
			const uuid = batchOf(record) ?? record.uuid;
			const asked = uuid === undefined ? Promise.resolve({}) : read(item.client, String(uuid));
			const current = await asked.catch((failure: unknown) => {
				if (item.isSentHere) return {};
				throw failure;
			});
			const made = item.isSentHere ? { key: record.external_id } : undefined;
			return await endOrSleep(awaited, [item, current, record], made, minutes);
		},
	};
}

/** The operation Wait for Final Status of a resource, for what was created with Notify: This Execution. */
export function waitForStatusOperation(awaited: Awaited, texts: Pick<Operation, 'action' | 'description'>): Operation {
	const { resource, what, read } = awaited;
	return {
		value: 'waitForStatus',
		name: 'Wait for Final Status',
		waits: true,
		...texts,
		properties: [
			recordField(what),
			// The account to pay to may come late.
			...(resource === 'payin' ? [waitUntilField] : []),
			waitLimitField(awaited),
			...recordOptions(),
		],
		async execute(item) {
			const minutes = waitOf(item, 'Wait for Final Status', 'Get', resource === 'payout');
			const uuid = item.requiredText('uuid', what);
			const made = madeHere(item.run, resource, uuid);
			const batch = made?.batch;
			const record = await read(item.client, batch ?? uuid).catch((failure: unknown) => {
				// What was made just now may not show yet.
				if (made && isNotFound(failure)) return {};
				throw failure;
			});
			const known = { uuid, ...(batch !== undefined && { batch: { uuid: batch } }) };
			return await endOrSleep(awaited, [item, record, known], made, minutes);
		},
	};
}

/** Whether a record shows the account to pay to that comes later. */
export function showsCredentials(record: object, resource: string): boolean {
	return eventsOf(record, resource).some(({ source }) => source === 'payinCredentials');
}

/**
 * The final events that a payment has come to, by its record; each ends a wait. A payment whose refund is under way was
 * received.
 */
export function endsIn(record: object, resource: string): PaymentEvent[] {
	return shownBy(record, resource).filter((event) => event.is_final);
}

/**
 * Refuses what cannot wait: n8n lets an execution wait as a whole, once, and not at all where it keeps none.
 * @param instead the operation for those that cannot wait
 * @param takesBatch whether it can wait for a batch, which several items may come from
 * @returns how long the item waits, in minutes
 */
function waitOf(item: ItemCall, operation: string, instead: string, takesBatch = false): number {
	assertMayWait(item.n8n, operation, instead);
	if (item.n8n.getInputData().length > 1) {
		throw item.refusal(
			`${operation} handles one item at a time, because n8n lets an execution wait as a whole`,
			`Put ${operation} into a loop (Loop Over Items, Batch Size 1), or use Create with a trigger.${takesBatch ? ' Where all items are payments of one batch, give the uuid of the batch and switch on Execute Once.' : ''}`,
		);
	}
	const minutes = item.number(item.value('waitLimit'), 'Wait Limit', DEFAULT_WAIT);
	if (minutes >= 1 && minutes <= LONGEST_WAIT) return minutes;
	throw item.refusal(
		`Wait Limit must be between 1 and ${LONGEST_WAIT} minutes, not ${minutes}`,
		'Choose a limit up to 60 days.',
	);
}

/**
 * What a notification that resumes is measured by, in the context of the node. It cannot evaluate the form again: its item
 * is another one then.
 */
export interface WaitedFor extends IDataObject {
	/** The External ID that the payment was sent with, which the record of a link may not show. */
	key: IDataObject[string];
	/** What ends the wait: `final` or `credentials`. */
	until: string;
	isSimple: boolean;
}

/**
 * Ends at once where a record shows what is waited for. Else the execution sleeps, and what is known of the payment is stored
 * with it: the service notifies the execution that made a payment, and no other.
 * @param shown what {@link Awaited.show} takes
 * @param made what is known of the payment where this execution has made it
 */
async function endOrSleep(
	{ resource, show, showMeanwhile, isListed }: Awaited,
	shown: [item: ItemCall, read: object, known: IDataObject],
	made: Partial<WaitedFor> | undefined,
	minutes: number,
): Promise<INodeExecutionData[]> {
	const [item, record] = shown;
	const ended = (outcome: 'final' | 'credentials') =>
		show(...shown).map((json) => ({ json: { ...json, wait: { outcome } } }));
	if (endsIn(record, resource).length > 0) return ended('final');
	if (!made) {
		throw item.refusal(
			'It is not final yet, and its notifications do not come to this execution',
			'An execution can wait for what it has made itself: with Create and Wait, or with Create and Notify: This Execution. Another execution has made this one, or it notifies somebody else: ask for it later with Get, or let a trigger react to its status. To make another, give Create a new External ID.',
		);
	}
	// The form of Create and Wait has no such choice.
	const until =
		item.text('waitUntil') === '' ? 'final' : item.choice('waitUntil', 'Wait Until', ['final', 'credentials']);
	if (until === 'credentials' && showsCredentials(record, resource)) return ended('credentials');
	const json = showMeanwhile?.(...shown) ?? show(...shown)[0] ?? {};
	const message = `No final status came within the wait limit. This is the record from before the wait: call Get before acting on it.${isListed ? ' The polling trigger catches what comes later.' : ''}`;
	const inTheEnd = { json: { ...json, wait: { outcome: 'timed_out', message } }, pairedItem: { item: item.index } };
	const kept: WaitedFor = { key: made.key, until, isSimple: item.isSimple };
	await putToWait(item.n8n, { item: inTheEnd, until: new Date(Date.now() + minutes * 60_000), kept });
	return [inTheEnd];
}
