import { z } from 'zod/v4';
import * as contract from '../../../contract';
import { exportedAt } from '../contractSchema';
import type { Row } from '../row';
import { faults } from './faults';

/** A fault put into contract or emulator, so that the tests of one row of the table must fail. */
export type Mutation =
	/** The emulator does not know the endpoint. */
	| { kind: 'endpoint'; endpoint: string }
	/** The field is missing: in the schema, and wherever it goes over the wire. */
	| { kind: 'field'; at: string }
	/** The value is another word: on the wire, or in its list and the schemas. */
	| { kind: 'value'; list: string; value: string; at: string[]; where: 'wire' | 'contract' }
	/** Notifications of a source are empty. */
	| { kind: 'silence'; source: string }
	/** The limit has moved, up or down. */
	| { kind: 'limit'; limit: string; way: 'up' | 'down' }
	/** Refusals with this status get another one. */
	| { kind: 'error'; status: number }
	/** The rule is gone: its schema accepts anything, or its list is empty. */
	| { kind: 'name'; name: string }
	/** Other words stand in a source file, from the top of the repository. */
	| { kind: 'text'; file: string; from: string; to: string };

/** The faults for a row; its tests must notice at least one. */
export function mutationsOf(row: Row, name: string): Mutation[] {
	const mutation = faults[name] ?? mutationOf(row);
	if (mutation === undefined) return [];
	if (mutation.kind === 'limit') return [mutation, { ...mutation, way: 'down' }];
	return mutation.kind === 'value' ? [mutation, { ...mutation, where: 'contract' }] : [mutation];
}

function mutationOf({ contract: holdings }: Row): Mutation | undefined {
	const [first] = holdings;
	switch (first?.kind) {
		case undefined:
			return undefined;
		case 'endpoint':
			return { kind: 'endpoint', endpoint: first.endpoint };
		case 'field':
			return { kind: 'field', at: first.at };
		case 'value':
			if (first.list === 'notificationSources') return { kind: 'silence', source: first.value };
			return { kind: 'value', list: first.list, value: first.value, at: first.at, where: 'wire' };
		case 'limit':
			return { kind: 'limit', limit: first.limit, way: 'up' };
		case 'error': {
			const { status } = contract.errorCases[first.error] as { status?: number };
			return status === undefined ? undefined : { kind: 'error', status };
		}
		case 'name': {
			const held = exportedAt(first.name);
			return held instanceof z.ZodType || Array.isArray(held) ? { kind: 'name', name: first.name } : undefined;
		}
	}
}
