import type { IDataObject } from 'n8n-workflow';
import type { LinkCreateBody, V3PayinMethodRecord } from '../../../../contract';
import { attempt } from '../../../../core/attempt';
import { amountAsJsonNumber, bookable, readDecimal } from '../../../../core/money';
import { ListChangedError, readList, UnknownListError } from '../../../../core/service/paging';
import { inParallel } from '../../../../core/service/parallelPages';
import { facts, payeeFact } from '../../../../core/payments/facts';
import { recordsUnder } from '../../../../core/payments/match';
import { isShown } from '../../../../core/service/payload';
import { has } from '../../../service/answers';
import {
	linkPagesOf,
	metadataOf,
	paymentOf,
	readCheckoutMethods,
	readLink,
	showsMetadata,
	type ShownLink,
} from '../../../service/checkoutLinks';
import { askOnce } from '../../../service/askOnce';
import { accountKey } from '../../../service/credential';
import { isRefusalOfValues, isRefused } from '../../../service/failure';
import { identifyRecord, LANES } from '../../../service/lists';
import { lookUpPeriod } from '../../../service/period';
import { requiredEmail } from '../../form/identifiers';
import { isEmpty, type ItemCall } from '../../run/itemCall';
import { readAll } from '../../run/readAll';
import { asText } from '../../../../core/text/values';
import { checkLimits } from '../../form/methodParameters';
import { awaitableNotificationFields, isNobody, notificationTarget, type Notify } from '../../form/notification';
import { asItems, hasExpired, noteOnExpiry, withOutcome } from '../../form/presentation';
import type { Run } from '../../run/run';
import { bookedAmount, endedWithoutMoney, pickLive, roundingNote } from '../../../../core/payments/booked';
import { externalIdOf } from '../../money/externalId';
import { noting } from '../../money/madeHere';
import { requestFor } from '../../money/failures';
import type { FoundPayment } from '../../money/payment';
import { payOnce } from '../../money/payOnce';
import { post } from '../actions';
import { linkFields, SHORTEST_EXPIRY, USUAL_EXPIRY } from './linkFields';
import { presentLink } from './linkRecord';

const FAILED_ATTEMPT =
	'An attempt to pay this link has failed. Its page can be tried again until it expires: another External ID would make a second link that can be paid.';

const NOT_SHOWN =
	'The service does not show by which references its links were created. Only links of this workflow, and of this n8n process in the last day, were recognised.';

export const create = noting('checkoutLink', {
	value: 'create',
	name: 'Create',
	action: 'Create checkout link',
	verb: 'created',
	isAskedFor: true,
	description: 'Make a link to a hosted page where a customer pays',
	properties: linkFields(awaitableNotificationFields),
	execute: async (item) => asItems(presentLink(item, await createCheckoutLink(item, notificationTarget(item)))),
});

/** Creates the link once, or finds it. @returns its record with its outcome */
export async function createCheckoutLink(item: ItemCall, notify: Notify): Promise<IDataObject> {
	const { amount, externalId, ...request } = await linkRequestOf(item);
	let areShown = true;
	const currency = await knownCurrency(item, request.payin_method_code);
	const { least, most } = bookable(amount, currency);
	const result = await payOnce(item, {
		subject: requestFor('link'),
		kind: 'checkout link',
		mayHide: true,
		externalId,
		facts: facts({ amount, method: request.payin_method_code, payer: payeeFact(request.sender_info.email) }),
		send: async () => {
			const target = notify(externalId);
			const body: LinkCreateBody = {
				...request,
				amount: amountAsJsonNumber(amount),
				...(!isNobody(target) && { webhook_notification: target }),
			};
			return await post(item, '/v3/payin_links', body, has('uuid', 'payment_url'));
		},
		find: async () => {
			const links = await linksWithKey(item, externalId);
			areShown = links !== null;
			if (links === null) return 'hidden';
			const picked = pickLive(links, endOf);
			return picked && { ...(await found(item, picked.one, amount)), alive: picked.alive };
		},
	});
	// The create answer holds little more than the address: what was asked for completes a simple link. What the record of a
	// link that was found does not show is not known: another amount may have been asked for then.
	const asked = async () => ({
		...request,
		// Where the service rounds it, no answer has told the amount yet.
		amount: least === most ? amountAsJsonNumber(amount) : null,
		currency: currency || (await shownCurrency(item)),
		status: 'pending',
	});
	const isCompleted = item.isSimple && result.outcome === 'created';
	const record = isCompleted ? { ...(await asked()), ...result.record } : result.record;
	const note = noteOn(result.record) ?? (areShown ? '' : NOT_SHOWN);
	return withOutcome({ ...result, record }, externalId, note);
}

/** Reads and checks the form. The amount does not yet have the form in which it is sent. @throws NodeOperationError */
async function linkRequestOf(item: ItemCall) {
	const text = (name: string) => item.added(name) || undefined;
	const code = item.text('payinMethodCode');
	const { email, firstName, lastName, ...form } = await readAll(item, {
		externalId: () => externalIdOf(item),
		amount: async () => await amountOf(item, code),
		email: () => requiredEmail(item, 'customerEmail', 'Customer Email'),
		firstName: () => item.requiredText('firstName', 'First Name'),
		lastName: () => item.requiredText('lastName', 'Last Name'),
		description: () => item.requiredText('paymentDescription', 'Description'),
		expires_in: () => expiryOf(item, item.additionalFields.expiresIn),
		meta_data: () => ownDataOf(item),
	});
	const [success, failure] = [text('successUrl'), text('failureUrl')];
	return {
		...form,
		sender_info: {
			email,
			first_name: firstName,
			last_name: lastName,
			address: text('address'),
			city: text('city'),
			state: text('state'),
			postal_code: text('postalCode'),
			country_code: text('countryCode'),
		},
		payin_method_code: code || undefined,
		redirect_url: (success ?? failure) === undefined ? undefined : { success, failure },
	};
}

/** The amount, within the limits of its method as far as the service lists it. @throws NodeOperationError */
async function amountOf(item: ItemCall, code: string): Promise<string> {
	const amount = item.amount('amount');
	const method = code === '' ? undefined : await methodOf(item, code);
	if (method) checkLimits(item, amount, method, code);
	return amount;
}

/** The metadata of the link. v3 has no field for the External ID, so it travels there, too. */
function ownDataOf(item: ItemCall): IDataObject {
	const metadata = item.object(item.additionalFields.metadata, 'Metadata') ?? {};
	const externalId = externalIdOf(item);
	// In the form in which External ID is sent.
	const given = asText(metadata.external_id).normalize('NFC');
	if (isEmpty(metadata.external_id) || given === externalId) return { ...metadata, external_id: externalId };
	throw item.refusal(
		`The metadata has another external_id (${given}) than External ID (${externalId})`,
		'Take external_id out of the metadata: External ID travels there under this name.',
	);
}

function expiryOf(item: ItemCall, value: unknown): number | undefined {
	if (value === undefined) return undefined;
	const seconds = Number(value);
	if (!Number.isInteger(seconds) || seconds < SHORTEST_EXPIRY) {
		throw item.refusal(
			`Expires In must be at least ${SHORTEST_EXPIRY} whole seconds, not ${asText(value)}`,
			`Choose ${SHORTEST_EXPIRY} or more, or leave it empty for ${USUAL_EXPIRY}.`,
		);
	}
	return seconds;
}

/** The methods of the hosted page, asked for once per run. */
const methodsOfRun = new WeakMap<Run, Promise<V3PayinMethodRecord[]>>();

/** None where the service does not show them to this account: it may make links all the same. @throws {ServiceFailure} */
const methodsOf = async ({ run, client }: ItemCall): Promise<V3PayinMethodRecord[]> =>
	await askOnce(methodsOfRun, run, async () => {
		const asked = await attempt(() => readCheckoutMethods(client));
		if ('value' in asked) return asked.value.records;
		if (isRefused(asked.failure)) return [];
		throw asked.failure;
	});

const methodOf = async (item: ItemCall, code: string) =>
	(await methodsOf(item)).find(({ payin_method_code }) => payin_method_code === code);

/** The currency of a new link, as far as it is known without asking for it. */
async function knownCurrency(item: ItemCall, code: string | undefined): Promise<string> {
	return item.run.credential.currency || ((code && (await methodOf(item, code))?.currency) ?? '');
}

/** The links with an external id; null when the service does not show by which its links were created. */
async function linksWithKey(item: ItemCall, key: string): Promise<ShownLink[] | null> {
	const pages = linkPagesOf(item.client, lookUpPeriod(), key);
	const shown: ShownLink[] = [];
	const noted: typeof pages = async (position) => {
		const page = await pages(position);
		shown.push(...page.records);
		return page;
	};
	const asked = await attempt(async () => {
		const listed = await readList(noted, identifyRecord);
		return listed.length > 0 || (await findsLinks(item)) ? listed : null;
	});
	if ('failure' in asked) {
		// The specification shows neither the filters of the list nor its form: the service may refuse them, show a part, or
		// ignore them and list what is created meanwhile.
		const { failure } = asked;
		// Where it has found links before, it is for a moment only.
		const isForLonger = !findingLinks.has(accountKey(item.run.credential));
		const isUnread = failure instanceof UnknownListError && (isForLonger || shown.length > 0);
		const isRefusal = isRefusalOfValues(failure) && isForLonger;
		if (!isRefusal && !isUnread && !(failure instanceof ListChangedError)) throw failure;
		const there = recordsUnder(shown, key, keyOf);
		return there.length > 0 ? there : null;
	}
	if (asked.value === null) return null;
	const { links, areAllRead } = await withMetadata(item, asked.value);
	// Filtered here again: if the service ignored the filter, somebody else's link would be taken for this one.
	const found = recordsUnder(links, key, keyOf);
	if (found.length > 0) findingLinks.add(accountKey(item.run.credential));
	const areTold = areAllRead && (links.length === 0 || links.some(showsMetadata));
	return found.length > 0 || areTold ? found : null;
}

/** The accounts whose list has found a link by its External ID in this process. */
const findingLinks = new Set<string>();

/** Whether it does, where that was tried in a run; null where there is no link to try it with. */
const triedInRun = new WeakMap<Run, Promise<boolean | null>>();

/**
 * Whether an empty list under an External ID means that there is no such link. The service may make links without their
 * metadata, or filter by a field that they do not have.
 * @throws {ServiceFailure} {UnknownListError}
 */
async function findsLinks(item: ItemCall): Promise<boolean> {
	if (findingLinks.has(accountKey(item.run.credential))) return true;
	const finds = await askOnce(triedInRun, item.run, async () => await tryToFind(item));
	// Not remembered: the list may show a link later.
	if (finds === null) triedInRun.delete(item.run);
	if (finds === true) findingLinks.add(accountKey(item.run.credential));
	return finds !== false;
}

/** Looks for a link that is there, by its own External ID. */
async function tryToFind(item: ItemCall): Promise<boolean | null> {
	const firstUnder = async (key?: string) => (await linkPagesOf(item.client, lookUpPeriod(), key)(undefined)).records;
	const listed = await firstUnder();
	if (listed.length === 0) return null;
	const isListed = listed.some((link) => isShown(keyOf(link)));
	const links = isListed ? listed : (await withMetadata(item, listed.slice(0, FEW_DETAILS))).links;
	const key = asText(links.map(keyOf).find(isShown));
	// Where none has an External ID, nothing shows whether the list finds links by it.
	if (key === '') return false;
	return (await firstUnder(key)).length > 0;
}

/** The most links whose details are read to learn whether links show their metadata at all. */
const FEW_DETAILS = 3;

/** The most links whose details are read because the list does not show their metadata. */
const MOST_DETAILS = 20;

/**
 * The links, the first ones by their details where the list does not show their metadata.
 * @returns with them, whether the metadata of all is known
 * @throws {ServiceFailure}
 */
async function withMetadata(
	{ client }: ItemCall,
	listed: readonly ShownLink[],
): Promise<{ links: ShownLink[]; areAllRead: boolean }> {
	// Where no link shows any, the list may show null, or an empty object, for what it hides.
	const isShownOfOne = listed.some(showsMetadata);
	const isHidden = (link: ShownLink) => !isEmpty(link.uuid) && !(isShownOfOne && metadataOf(link) !== undefined);
	const hidden = [...listed.entries()].filter(([, link]) => isHidden(link));
	const links = [...listed];
	let isRefusedOfOne = false;
	await inParallel(hidden.slice(0, MOST_DETAILS), LANES, async ([index, { uuid }]) => {
		const read = await attempt(() => readLink(client, uuid));
		if ('value' in read) links[index] = read.value;
		else if (!isRefusalOfValues(read.failure)) throw read.failure;
		else isRefusedOfOne = true;
	});
	// What the list shows as empty is, unless a detail has shown more.
	const isProven = links.some(showsMetadata);
	const isUnread = hidden.slice(MOST_DETAILS).some(([, link]) => isProven || metadataOf(link) === undefined);
	return { links, areAllRead: !isUnread && !isRefusedOfOne };
}

const keyOf = (link: ShownLink) => metadataOf(link)?.external_id;

const attemptOf = (link: Partial<ShownLink>) => endedWithoutMoney(paymentOf(link).status);

/** What a user should know of a link that is handed on. */
function noteOn(link: Partial<ShownLink>): string | undefined {
	if (attemptOf(link) !== undefined && endOf(link) === undefined) return FAILED_ATTEMPT;
	return noteOnExpiry(paymentOf(link).status, link);
}

/** An attempt on the page may fail, and the next one succeed, until the link expires. One that nobody opened need not show a status. */
function endOf(link: Partial<ShownLink>): string | undefined {
	const ended = attemptOf(link);
	const isOver = hasExpired(link);
	if (isOver && isEmpty(paymentOf(link).status)) return 'expired';
	return ended === 'expired' || isOver ? ended : undefined;
}

/**
 * The currency of a link, by which its amount may have been rounded. A link whose payment has not begun may not show it,
 * but an account has only one.
 */
async function currencyOf(item: ItemCall, link: ShownLink, asked: string) {
	const { currency } = paymentOf(link);
	if (currency) return currency;
	return readDecimal(link.amount) === asked ? '' : await accountCurrency(item);
}

/** The currency of the account, as its methods show it; empty where they do not. @throws {ServiceFailure} */
const accountCurrency = async (item: ItemCall): Promise<string> => (await methodsOf(item))[0]?.currency ?? '';

/** The same for a link that is there, whether the methods can be read or not. */
async function shownCurrency(item: ItemCall): Promise<string> {
	const asked = await attempt(() => accountCurrency(item));
	return 'value' in asked ? asked.value : '';
}

/** A link with what its detail shows, where the list does not show its address, or whether it was paid. */
async function withDetail({ client }: ItemCall, listed: ShownLink): Promise<ShownLink> {
	const hasAddress = isShown(listed.payment_link_url) || ('payment_url' in listed && isShown(listed.payment_url));
	if (hasAddress && !isEmpty(paymentOf(listed).status)) return listed;
	const read = await attempt(() => readLink(client, listed.uuid));
	if ('value' in read) return { ...listed, ...read.value };
	// The link is there all the same.
	if (isRefused(read.failure)) return listed;
	throw read.failure;
}

/** A fact that the record does not show is not compared. The total of its payment may include fees, so it tells nothing. */
async function found(item: ItemCall, listed: ShownLink, amount: string): Promise<FoundPayment> {
	const link = await withDetail(item, listed);
	const { payment_link_url, expires_at } = link;
	const currency = isEmpty(link.amount) ? '' : await currencyOf(item, link, amount);
	const email = link.email ?? link.sender_info?.email;
	return {
		// A workflow reads the same names whether the link was created or found.
		record: {
			...link,
			...(isShown(payment_link_url) && { payment_url: payment_link_url }),
			...(expires_at !== undefined && { expired_at: expires_at }),
			...roundingNote(amount, link.amount, currency),
		} as unknown as IDataObject,
		facts: facts({
			amount: isEmpty(link.amount) ? undefined : bookedAmount(amount, link.amount, currency),
			method: link.payin_method_code ?? undefined,
			payer: isEmpty(email) ? undefined : payeeFact(email),
		}),
		externalId: asText(keyOf(link)) || undefined,
		// Only the detail is specified to show the status: a list without it does not tell that nobody has paid.
		ended: link === listed && isEmpty(paymentOf(link).status) ? undefined : endOf(link),
	};
}
