import { endpoints, errorCases, type EndpointContract } from '../../contract';
import { exportedAt, limitPaths, members, schemaAt } from './contractSchema';
import { calls, isPlace, mentions, operations } from './repository';
import type { Holding, Place, Row, Section, TestReference } from './row';
import { isTest } from './testTitles';

/** Lists composed of other lists, where their members have rows. */
const COMPOSED = new Set(['currencies', 'v3Currencies', 'allPayinStatuses', 'allPayoutBatchStatuses']);

/** Places where no code of the node has a part. */
const OUTSIDE_THE_NODE = new Set<Place>(['HTTP Request node', 'hosted page']);

/** Whether a row reaches users past the node alone. */
export const isOutsideTheNode = ({ places }: Row): boolean =>
	places.length > 0 && places.every((place) => OUTSIDE_THE_NODE.has(place));

/** Tests of the emulator, the contract and these rows never load the node. */
const runsNode = (test: TestReference): boolean =>
	/^(?:integration|unit\/(?:core|money|limits|preview|wait))\//.test(test);

/** The operations and parts that call an endpoint, by its id. */
export function callers(specification: Section[]): Map<string, Place[]> {
	const rows = specification.flatMap(({ rows }) => rows);
	return new Map(
		rows.flatMap(({ contract, places }) =>
			contract.flatMap((one) => (one.kind === 'endpoint' ? [[one.endpoint, places]] : [])),
		),
	);
}

/** Where a row reaches a user: its own places, else those of the endpoint or notification its field belongs to. */
export function placesOf({ places, contract }: Row, called: Map<string, Place[]>): Place[] {
	const [first] = contract;
	if (places.length > 0 || first?.kind !== 'field') return places;
	const [owner = '', part = ''] = first.at.split(' ');
	if (owner === 'notification') return ['trigger'];
	if (owner !== 'schema') return called.get(owner) ?? [];
	if (part === 'popupMessage') return ['hosted page'];
	return [part.includes('Payin') ? 'payin.create' : 'payout.create', 'parameter forms'];
}

/** Everything that is wrong or missing, one sentence each; empty when the table is complete. */
export function gaps(specification: Section[]): string[] {
	const called = callers(specification);
	const rows = specification.flatMap(({ title, rows }) => rows.map((row) => ({ row, name: `${title} › ${row.line}` })));
	return [
		...rows.flatMap(({ row, name }) => gapsOfRow(row, called).map((gap) => `${name}: ${gap}`)),
		...withoutRow(specification, called),
	];
}

function gapsOfRow(row: Row, called: Map<string, Place[]>): string[] {
	const places = placesOf(row, called);
	return [
		...(places.length === 0 && row.untestable === undefined ? ['reaches no user'] : []),
		...places.filter((place) => !isPlace(place)).map((place) => `there is no ${place}`),
		...(row.tests.length === 0 && row.untestable === undefined && !row.contract.some(({ kind }) => kind === 'field')
			? ['has no test']
			: []),
		...row.tests.filter((test) => !isTest(test)).map((test) => `there is no test ${test}`),
		...row.contract
			.filter((holding) => !holds(holding))
			.map((holding) => `the contract lacks ${JSON.stringify(holding)}`),
		...row.contract.flatMap((holding) => unusedBy(places, holding)),
		...(isOfNode(row, places) && !row.tests.some(runsNode)
			? ['names a part of the node, and no test that runs it']
			: []),
	];
}

/** Whether a row that names tests is about a part of the node, which may get its line wrong. */
const isOfNode = ({ tests }: Row, places: Place[]): boolean =>
	tests.length > 0 && places.some((place) => !OUTSIDE_THE_NODE.has(place));

function holds(holding: Holding): boolean {
	switch (holding.kind) {
		case 'endpoint':
			return holding.endpoint in endpoints;
		case 'field':
			return schemaAt(holding.at) !== undefined;
		case 'value':
			return [exportedAt(holding.list)].flat().map(String).includes(holding.value) && holding.at.every(schemaAt);
		case 'limit':
			return exportedAt(`limits.${holding.limit}`) === holding.value;
		case 'error':
			return holding.error in errorCases;
		case 'name':
			return exportedAt(holding.name) !== undefined;
	}
}

/** Operations whose code does not name the path or request field that a row says they send. */
function unusedBy(places: Place[], holding: Holding): string[] {
	const callers = places.filter((place) => operations.includes(place));
	if (holding.kind === 'endpoint') {
		const { path }: EndpointContract = endpoints[holding.endpoint];
		return callers
			.filter((operation) => !calls(operation, path))
			.map((operation) => `${operation} never calls ${path}`);
	}
	if (holding.kind !== 'field' || !/ (?:query|body) /.test(holding.at) || callers.length === 0) return [];
	const field = holding.at.split(/[ .]/).at(-1) ?? '';
	return callers.some((operation) => mentions(operation, field)) ? [] : [`no operation sends ${field}`];
}

function withoutRow(specification: Section[], called: Map<string, Place[]>): string[] {
	const holdings = specification.flatMap(({ rows }) => rows.flatMap(({ contract }) => contract));
	const has = (test: (holding: Holding) => boolean) => holdings.some(test);
	const calling = new Set([...called.values()].flat());
	return [
		...Object.keys(endpoints)
			.filter((id) => !called.has(id))
			.map((id) => `endpoint ${id}`),
		...members()
			.filter(
				({ list, value }) =>
					!has((one) => one.kind === 'value' && one.value === value && (COMPOSED.has(list) || one.list === list)),
			)
			.map(({ list, value }) => `value ${value} of ${list}`),
		...limitPaths()
			.filter((path) => !has((one) => one.kind === 'limit' && one.limit === path))
			.map((path) => `limit ${path}`),
		...Object.keys(errorCases)
			.filter((key) => !has((one) => one.kind === 'error' && one.error === key))
			.map((key) => `error case ${key}`),
		...operations.filter((operation) => !calling.has(operation)).map((operation) => `operation ${operation}`),
	].map((what) => `${what} has no row`);
}
