import { HOURS_REMEMBERED, MOST_REMEMBERED } from '../../core/events/memory';
import { MOST_MARKS } from '../../nodes/events/begunElsewhere';
import type { Rate } from './measure';

/** What an n8n with this many processes achieved. */
export interface Measurement {
	workers: number;
	webhooks: number;
	/** Events answered by webhook processes. */
	accepted: Rate;
	/** Events whose executions finished. */
	through: Rate;
	payouts: Rate;
}

interface About {
	machine: string;
	date: string;
	/** Payees per execution. */
	payees: number;
}

const PAYOUTS_A_DAY = 1_000_000;
const EVENTS_A_DAY = 10_000_000;
const DAY_S = 86_400;

const whole = (value: number): string => Math.round(value).toLocaleString('en');
const share = (value: number): string => `${Math.round(value * 100)} %`;

/** How long `count` things take at a rate, for display. */
function lasting(count: number, { perSecond }: Rate): string {
	const minutes = count / perSecond / 60;
	return minutes >= 90 ? `${(minutes / 60).toFixed(1)} hours` : `${whole(minutes)} minutes`;
}

const best = (measurements: readonly Measurement[], what: 'accepted' | 'through' | 'payouts'): Rate =>
	measurements.map((one) => one[what]).reduce((most, one) => (one.perSecond > most.perSecond ? one : most));

/** docs/scale.md: what was measured, and what follows from it. Every number in it comes from the measurements. */
export function pageOf(measurements: readonly Measurement[], { machine, date, payees }: About): string {
	const rows = measurements.map(
		({ workers, webhooks, accepted, through, payouts }) =>
			`| ${workers} | ${webhooks} | ${whole(accepted.perSecond)} | ${whole(through.perSecond)} | ${share(through.busy)} | ${whole(payouts.perSecond)} | ${share(payouts.busy)} |`,
	);
	const [payouts, through] = [best(measurements, 'payouts'), best(measurements, 'through')];
	const needed = EVENTS_A_DAY / DAY_S;
	return `# Past one machine

\`npm run bench:scale\` measures an n8n in queue mode (PostgreSQL, Redis) and writes this page. Everything ran on **one machine with
${machine}** (${date}): all n8n processes, database, queue, the service emulator (20 ms for each answer) and the program that
posts. So the rows show how the work divides, and where two cores end; they are not what a larger installation reaches.

| Workers | Webhook processes | Events accepted a second | Events executed a second | Machine busy | Payouts a second | Machine busy |
|---|---|---|---|---|---|---|
${rows.join('\n')}

Accepted: a webhook process verified the notification, stored the execution and answered 200. Executed: a worker has run the
workflow (trigger and one more node) to its end. Payouts: executions of ${payees} payees each, in one request. Middle of several runs.

## What becomes the limit

- **Where the machine is busy to 100 %, processes that are added only share the same cores.** Add them on other machines.
- **Events** cost an execution each, most of it n8n's own: \`npm run bench\` holds this trigger against the least one. Webhook
  processes and workers can both be added; they share PostgreSQL and Redis.
- **Payouts** cost the service's time and n8n's handling of items: one execution runs on one worker, so a single list does not get
  faster with more workers. Several lists do.

## What grows with what

| What | Grows with |
|---|---|
| Requests of a batch | payees ÷ \`maxPerBatch\` (500 by default) |
| Requests that find out who is paid already | earlier batches of the same Batch External ID ÷ 20 |
| Requests of single payouts | payees, with a look-up for each |
| Memory of an execution | items: n8n holds all of them |
| Memory of a history written to a file | nothing: pages flow into n8n's binary data |
| Cost of an event | the workflow's static data, which n8n reads for each delivery and writes for each new event: 11 bytes for each event remembered |
| Events remembered | those of ${HOURS_REMEMBERED} hours, at most ${whole(MOST_REMEMBERED)} |
| Rows in n8n's database for events that another process has accepted | those of ${HOURS_REMEMBERED} hours, at most ${whole(MOST_MARKS)} for each workflow and worker |

The events of one workflow are remembered in one place, and ${whole(MOST_REMEMBERED)} in an hour are ${Math.floor(MOST_REMEMBERED / 3_600)} a second. Beyond that let several workflows
share the load, each with a trigger path of its own: then each remembers only its own part.

## ${whole(PAYOUTS_A_DAY)} payouts a day

At ${whole(payouts.perSecond)} a second, the best row above, ${whole(PAYOUTS_A_DAY)} payouts take ${lasting(PAYOUTS_A_DAY, payouts)} on this one machine, in
${whole(PAYOUTS_A_DAY / payees)} executions of ${payees} payees: ${whole(PAYOUTS_A_DAY / 500)} requests, or one every ${(DAY_S / (PAYOUTS_A_DAY / 500)).toFixed(0)} seconds over a day.
${
	payouts.perSecond * DAY_S >= PAYOUTS_A_DAY
		? 'One machine of this size is enough.'
		: `That needs ${Math.ceil(PAYOUTS_A_DAY / DAY_S / payouts.perSecond)} machines of this size.`
}

## ${whole(EVENTS_A_DAY)} events a day

That is ${needed.toFixed(0)} events a second on average. At ${whole(through.perSecond)} executed a second, the best row above, it takes
**${Math.ceil(needed / through.perSecond)}** times the processors of this machine, before any peak; with peaks of three times the average, ${Math.ceil((3 * needed) / through.perSecond)} times.
All share one database, which then stores ${needed.toFixed(0)} executions a second: prune them (\`EXECUTIONS_DATA_PRUNE\`), and do not save successful
ones of this workflow (workflow settings) where nobody looks at them.
`;
}
