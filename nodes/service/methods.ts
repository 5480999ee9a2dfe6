import type { BranchCodeList, BranchCodesQuery, PayinMethodRecord, PayoutMethodRecord } from '../../contract';
import { isObject } from '../../core/objects';
import type { ServiceClient } from './client';
import { exceptWhere, tellsNotFound } from './failure';
import { readWholeList } from './lists';

export type MethodKind = 'payin' | 'payout';

/**
 * One method: its parameters, banks, limits and flags (specification: "v2: payin methods", "v2: payout methods").
 * @throws {ServiceFailure}
 */
export async function readMethod(client: ServiceClient, kind: MethodKind, name: string) {
	const query = { [`${kind}_method_name`]: name };
	const { record } = await client.read<{ record: PayinMethodRecord | PayoutMethodRecord }>(
		{ path: `/v2/${kind}s/${kind}_method/params`, query },
		(answer) => isObject(answer) && isObject(answer.record) && typeof answer.record.currency === 'string',
	);
	return record;
}

/** The methods that the account may use (the same sections). @throws {ServiceFailure} */
export async function readMethods(client: ServiceClient, kind: MethodKind): Promise<Record<string, string>[]> {
	const path = `/v2/${kind}s/${kind}_methods`;
	return (await readWholeList<{ records: Record<string, string>[] }>(client, path)).records;
}

/**
 * The branches of a bank (specification: "v2: payout queries and actions", branch_codes). The names in the query and the
 * shape of the answer are assumed. A list of another shape is returned as it is. @throws {ServiceFailure}
 */
export async function readBranchCodes(client: ServiceClient, method: string, swiftCode: string) {
	const query: BranchCodesQuery = { payout_method_name: method, swift_code: swiftCode };
	const request = { path: '/v2/payouts/branch_codes', query };
	const answer = await exceptWhere(tellsNotFound, () => client.read<{ records: unknown }>(request));
	if (!answer || answer.records === null) return [];
	// The list may stand under any name, or the answer be its only record.
	const lists: unknown[] = [answer, answer.records, ...Object.values(answer)];
	return (lists.find(Array.isArray) ?? [answer]) as BranchCodeList['records'];
}
