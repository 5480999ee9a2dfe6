import type { IDataObject } from 'n8n-workflow';
import type { Random } from '../../emulator/engine/random';
import { runNode, type NodeRun } from '../integration/engine/execution';
import type { Service } from '../integration/engine/service';
import type { Figures } from './figures';
import { paidTimes, paying, saidOf, type Way } from './people';

/** What a person does when a list fails: one of these, again and again until everybody is paid. */
const habits = [
	{ goOn: false, again: 'retry' },
	{ goOn: false, again: 'wholeList' },
	{ goOn: true, again: 'wholeList' },
	{ goOn: true, again: 'failedOnes' },
] as const;

/** A list that is not paid after this many executions never will be. */
const MOST_EXECUTIONS = 200;

/** Pays one list until everybody is paid, and counts. */
export async function payList(
	service: Service,
	list: { people: IDataObject[]; way: Way },
	chance: Random,
	figures: Figures,
): Promise<void> {
	const { goOn, again } = habits[chance.integer(0, habits.length - 1)]!; // an index within the list
	const settings = {
		// Somebody who starts over after every error would ask for everybody again each time.
		retryOnFail: (again === 'wholeList' && !goOn) || chance.next() < 0.5,
		maxTries: 5,
		...(goOn && { onError: 'continueRegularOutput' as const }),
	};
	const parameters = paying(list.way);
	const credentials = service.credentials();
	const said = new Set<string>();
	let open = list.people;
	let run: NodeRun | undefined;
	for (let executions = 1; open.length > 0; executions++) {
		if (executions > MOST_EXECUTIONS) throw new Error(`A list is not paid after ${MOST_EXECUTIONS} executions`);
		const items = again === 'failedOnes' ? open : list.people;
		run = run && again === 'retry' ? await run.retry() : await runNode({ credentials, parameters, items, settings });
		figures.executions++;
		const done = account(service, items, run, goOn, figures);
		for (const amount of done) said.add(amount);
		open = list.people.filter(({ amount }) => !said.has(String(amount)));
	}
}

/** Compares what a run reported with the books. Returns the amounts that it reports as paid. */
export function account(
	service: Service,
	items: IDataObject[],
	run: Pick<NodeRun, 'status' | 'items'> & { error?: NodeRun['error'] },
	goOn: boolean,
	figures: Figures,
): string[] {
	const paid = paidTimes(service);
	const countUnknown = (amount: string) => {
		figures.unknown++;
		if (paid.has(amount)) figures.unknownButPaid++;
	};
	if (run.status !== 'success') {
		// A node that stops reports for all items, and names the one whose outcome is unknown.
		if (!run.error || goOn) figures.untold++;
		if (run.error?.message.includes('unknown'))
			countUnknown(String(items[Number(run.error.context.itemIndex)]?.amount));
		return [];
	}
	if (run.items.length !== items.length) figures.untold++;
	return run.items.flatMap((item) => {
		const amount = String(items[(item.pairedItem as { item: number }).item]?.amount);
		const word = saidOf(item);
		if (word === 'unknown') countUnknown(amount);
		if (word === 'unknown' || word === 'failed') return [];
		if (!paid.has(amount)) figures.untold++;
		return [amount];
	});
}

/** The final check: the service's books show everybody paid once. */
export function closeBooks(service: Service, people: IDataObject[], figures: Figures): void {
	const paid = paidTimes(service);
	const { firings } = service.emulator.world.faults;
	figures.people += people.length;
	figures.requests += Object.values(service.calls()).reduce((sum, calls) => sum + calls, 0);
	figures.faults += firings.length;
	figures.hidden += firings.filter(
		({ endpoint, effect, fault }) => endpoint === 'v2.payouts.create' && effect && fault !== 'slow',
	).length;
	figures.paidTwice += [...paid.values()].reduce((sum, times) => sum + times - 1, 0);
	figures.lost += people.filter(({ amount }) => !paid.has(String(amount))).length;
}
