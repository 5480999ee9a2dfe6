/** What is looked for. An empty kind stands for any. */
export interface Wanted {
	readonly kind: string;
	readonly amount: string;
	partner: unknown;
}

/** What may be found. */
export interface Offered {
	readonly kind: string;
	readonly amounts: readonly string[];
	readonly isPaid: boolean;
	partner: unknown;
}

/** Those who share a key, such as an external ID. */
export interface Group<W, O> {
	wanted: W[];
	offered: O[];
}

/** Groups by key. Only keys that are wanted get a group. Yields after every step. */
export function* grouped<W extends Wanted, O extends Offered>(
	wanted: readonly W[],
	offered: readonly O[],
	keyOf: (wanted: W) => string,
	keysOf: (offered: O) => readonly string[],
): Generator<undefined, Map<string, Group<W, O>>> {
	const groups = new Map<string, Group<W, O>>();
	for (const each of wanted) {
		yield;
		const key = each.partner === undefined ? keyOf(each) : '';
		if (key === '') continue;
		const group = groups.get(key);
		if (group) group.wanted.push(each);
		else groups.set(key, { wanted: [each], offered: [] });
	}
	for (const each of offered) {
		yield;
		if (each.partner === undefined) for (const key of keysOf(each)) groups.get(key)?.offered.push(each);
	}
	return groups;
}

/** Which of several is taken first: money that has arrived, and among it the right amount. */
const RANKS = [
	{ isPaid: true, sameAmount: true },
	{ isPaid: true, sameAmount: false },
	{ isPaid: false, sameAmount: true },
	{ isPaid: false, sameAmount: false },
];

/** Pairs the members of a group one to one, in time linear in its size. Yields after every step. */
export function* paired<W extends Wanted, O extends Offered>(
	{ wanted, offered }: Group<W, O>,
	take: (wanted: W, offered: O) => void,
): Generator<undefined> {
	if (offered.length === 0) return;
	const [expected, found] = [wanted[0], offered[0]];
	if (expected && found && wanted.length === 1 && offered.length === 1) {
		// Nearly every group is such a pair, and what follows would leave much garbage for each.
		const isFree = expected.partner === undefined && found.partner === undefined;
		if (isFree && (expected.kind === '' || expected.kind === found.kind)) take(expected, found);
		return;
	}
	for (const { isPaid, sameAmount } of RANKS) {
		const queues = new Map<string, O[]>();
		// The last of a queue is taken first.
		for (const each of [...offered].reverse()) {
			yield;
			if (each.partner !== undefined || each.isPaid !== isPaid) continue;
			for (const amount of sameAmount ? each.amounts : [''])
				for (const kind of [each.kind, '']) {
					const queue = queues.get(`${kind} ${amount}`);
					if (queue) queue.push(each);
					else queues.set(`${kind} ${amount}`, [each]);
				}
		}
		for (const each of wanted) {
			yield;
			if (each.partner !== undefined) continue;
			const queue = queues.get(`${each.kind} ${sameAmount ? each.amount : ''}`) ?? [];
			let found = queue.pop();
			while (found && found.partner !== undefined) found = queue.pop();
			if (found) take(each, found);
		}
	}
}
