import { isObject } from '../core/objects';
import { confirmed, named, refuted, unknown, untried, type Finding } from './finding';
import { reasonOf, recordsIn, type Fields, type Run } from './run';
import { recordIn } from '../nodes/service/answers';

/** What a probe needs before it can show anything. */
export const PARTS = {
	reading: 'Reading alone shows it',
	payments: 'Payments of the sandbox show it',
	others: 'Links, contacts, PayIDs and look-ups show it',
	currencies: 'An account of another currency shows it',
	notifications: 'Notifications show it, at an address that you name',
} as const;

export type Part = keyof typeof PARTS;

/** How one assumption is put to the test. */
export interface Probe {
	/** The assumption of the register, whose id the probe has, too. */
	id: string;
	part: Part;
	does: string;
	proves: string;
	refutes: string;
	/** What it cannot show, whatever it finds. */
	unknown: string;
	/** What helps a user where it is refuted. */
	helps: string;
	judge(run: Run): Finding;
}

/** What helps, where several probes say the same. */
export const HELPS = {
	nothing: 'Nothing is needed: the nodes read both. Send the report, so that the register says what is so.',
	version: 'A later version, once the report has told it. Until then the HTTP Request node can send any field.',
	simplify: 'Simplify off shows what the service answers, under its own names.',
} as const;

/** Why something was not seen, by the step that would have shown it. */
export function notSeen(run: Run, step: string, ...names: string[]): Finding {
	const asked = names.map((name) => run.exchanges.get(name)).find((each) => each !== undefined);
	if (asked && asked.result !== 'answered') return unknown(`${reasonOf(asked)}.`);
	const skipped = run.skipped.get(step);
	if (skipped !== undefined) return untried(`${skipped}.`);
	return asked
		? unknown('The answer has another form.')
		: untried('The run did not come that far, or an earlier one had done it.');
}

/** The answer to an exchange of this name, if it is an object. */
export function answerOf(run: Run, name: string): Fields | undefined {
	const asked = run.exchanges.get(name);
	return asked?.result === 'answered' && isObject(asked.body) ? asked.body : undefined;
}

/** A record of a detail, without an object around it. */
export function recordOf(run: Run, name: string): Fields | undefined {
	const answer = answerOf(run, name);
	const uuids = run.setup.journal.created.map(({ uuid }) => uuid);
	return answer && (recordIn(answer, ...uuids) as Fields);
}

/** Judges an answer, once there is one. */
export const onAnswer =
	(step: string, name: string, judge: (answer: Fields, run: Run) => Finding) =>
	(run: Run): Finding => {
		const answer = answerOf(run, name);
		return answer ? judge(answer, run) : notSeen(run, step, name);
	};

/** Judges a record, once there is one. */
export const onRecord =
	(step: string, name: string, judge: (record: Fields, run: Run) => Finding) =>
	(run: Run): Finding => {
		const record = recordOf(run, name);
		return record && 'uuid' in record ? judge(record, run) : notSeen(run, step, name);
	};

/** Judges the first record of a list. */
export const onListed =
	(step: string, name: string, judge: (record: Fields, run: Run) => Finding) =>
	(run: Run): Finding => {
		const [record] = recordsIn(answerOf(run, name));
		if (record) return judge(record, run);
		return answerOf(run, name) ? unknown('The list is empty.') : notSeen(run, step, name);
	};

/** Whether all of these fields are there. */
export function shows(record: Fields, ...fields: string[]): Finding {
	const lacking = fields.filter((field) => !(field in record));
	if (lacking.length === 0) return confirmed(`It shows ${named(fields)}.`);
	return refuted(`It does not show ${named(lacking)}; it shows ${named(Object.keys(record))}.`);
}

/** What was found out about the name of a request field. */
export const onName =
	(step: string, id: string) =>
	(run: Run): Finding =>
		run.names.get(id) ?? notSeen(run, step);

/** What a step found out by itself, or else what the answers tell. */
export const findingOr =
	(id: string, judge: (run: Run) => Finding) =>
	(run: Run): Finding =>
		run.findings.get(id) ?? judge(run);

/** What a step found out by itself. */
export const onFinding = (step: string, id: string, ...names: string[]) =>
	findingOr(id, (run) => notSeen(run, step, ...names));

/** A probe of the name of a request field. */
export const nameProbe = (id: string, part: Part, step: string, action: string, helps: string): Probe => ({
	id,
	part,
	does: action,
	proves: 'The service carries it out, or refuses the value of that field.',
	refutes: 'It misses a field of another name, or takes only another one.',
	unknown: 'Whether a name that it does not know is ignored.',
	helps,
	judge: onName(step, id),
});
