import { failureOf, outputJson } from '../runtime/executionOutput';
import { CURRENCY, type Finding, type Job } from './job';

const PATIENCE_MS = 60_000;
/** How many notifications the service sends twice. */
const REPEATED = 3;

/** Waits until every payment has come to its end in the service and every notification about it was sent. */
async function untilSettled({ control }: Job): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	for (;;) {
		const { payments } = await control.books(CURRENCY);
		const open = [...unended(payments.payout_batches, 'completed'), ...unended(payments.refunds, 'received')];
		await control.deliveriesDone();
		const waiting = (await control.deliveries()).filter(({ state }) => state === 'waiting').length;
		if (open.length === 0 && waiting === 0) return;
		if (Date.now() > deadline)
			throw new Error(
				`The service did not finish in time: ${[...open, `${waiting} notifications waiting`].join(', ')}.`,
			);
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
}

function unended(line: { byStatus: Record<string, number> } | undefined, end: string): string[] {
	return Object.entries(line?.byStatus ?? {}).flatMap(([status, count]) =>
		status === end || count === 0 ? [] : [`${count} ${status}`],
	);
}

const statusOf = (body: unknown): string => {
	const status = (body as { status?: unknown }).status;
	return typeof status === 'string' ? status.toLowerCase() : '';
};

/** Some notifications come twice at the same moment, the hardest case for a receiver. */
export async function repeatDeliveries({ control }: Job): Promise<void> {
	await control.planDeliveries({ duplicate: 1, count: REPEATED });
}

/** Holds the executions that the trigger started against the notifications that the service sent. */
export async function receiveStatusEvents(job: Job): Promise<Finding[]> {
	const { client, control, workflows, before } = job;
	await untilSettled(job);
	const events = (await control.deliveries()).filter(({ copyOf }) => copyOf === undefined);
	// One more copy, long after the event: the service may deliver again whenever it likes.
	const [first] = events;
	if (first !== undefined) await control.redeliver(first.id);
	const attempts = (await control.deliveries()).flatMap((delivery) => delivery.attempts);
	const accepted = attempts.filter(({ status }) => status === 200);

	// n8n answers 200 only when it holds the execution: whatever is to come is there by now, if not at its end.
	const executions = await client.waitForExecutions(events.length, {
		workflowId: workflows['receive-status-events'],
		after: before,
		includeData: true,
	});
	const failure = executions.map(failureOf).find((one) => one !== undefined);
	if (failure !== undefined) throw new Error(`The workflow receive-status-events failed: ${failure}`);
	const received = executions.flatMap((execution) => outputJson(execution, 'When a payment changes'));
	const inN8n = received.map(({ uuid, status }) => `${String(uuid)} ${String(status)}`).sort();
	const sent = events.map(({ about, body }) => `${about} ${statusOf(body)}`).sort();
	return [
		{
			what: 'Status events, some delivered twice',
			n8n: `${executions.length} executions, ${new Set(received.map(({ event_id }) => event_id)).size} different events`,
			service: `${events.length} events in ${attempts.length} deliveries, ${accepted.length} accepted`,
			agrees:
				attempts.length === events.length + REPEATED + 1 &&
				accepted.length === attempts.length &&
				inN8n.join('\n') === sent.join('\n'),
		},
	];
}
