import { failureOf, outputJson } from '../runtime/executionOutput';
import { until } from '../runtime/until';
import { CURRENCY, type Finding, type Job } from './job';

/** How many notifications the service sends twice. */
const REPEATED = 3;

/** Waits until every payment has reached its final status in the service and every notification has been sent. */
async function untilSettled({ control }: Job): Promise<void> {
	let open: string[] = [];
	await until(
		async () => {
			const { payments } = await control.books(CURRENCY);
			await control.deliveriesDone();
			const waiting = (await control.deliveries()).filter(({ state }) => state === 'waiting').length;
			open = [
				...unended(payments.payout_batches, 'completed'),
				...unended(payments.refunds, 'received'),
				...(waiting > 0 ? [`${waiting} notifications waiting`] : []),
			];
			return open.length === 0;
		},
		{ everyMs: 200, otherwise: () => `The service did not finish: ${open.join(', ')}` },
	);
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

/** Makes the service send some notifications twice at the same moment, the hardest case for a receiver. */
export async function repeatDeliveries({ control }: Job): Promise<void> {
	await control.planDeliveries({ duplicate: 1, count: REPEATED });
}

/** Compares the executions that the trigger started with the notifications that the service sent. */
export async function receiveStatusEvents(job: Job): Promise<Finding[]> {
	const { client, control, workflows, before } = job;
	await untilSettled(job);
	const events = (await control.deliveries()).filter(({ copyOf }) => copyOf === undefined);
	// One more copy, long after the event: the service may deliver again at any time.
	const [first] = events;
	if (first !== undefined) await control.redeliver(first.id);
	const attempts = (await control.deliveries()).flatMap((delivery) => delivery.attempts);
	const accepted = attempts.filter(({ status }) => status === 200);

	// From 2.8 on, n8n answers 200 only after it has stored the execution. Some may still run.
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
