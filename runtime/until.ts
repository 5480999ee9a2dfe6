import pWaitFor from 'p-wait-for';

type Found<T> = T | false | undefined;

interface Patience {
	/** Maximum time to wait, in milliseconds. */
	withinMs?: number;
	/** Milliseconds between two tries. */
	everyMs?: number;
	/** Start of the message when time runs out, such as `n8n did not answer`. */
	otherwise: string | (() => string);
}

/**
 * Calls `probe` until it gives something other than `false` or `undefined`, and returns that. Throws what `probe` throws;
 * when time runs out, throws the message of `otherwise`.
 */
export async function until<T>(
	probe: () => Found<T> | Promise<Found<T>>,
	{ withinMs = 60_000, everyMs = 100, otherwise }: Patience,
): Promise<T> {
	return await pWaitFor<T>(
		async () => {
			const found = await probe();
			return found !== false && found !== undefined && pWaitFor.resolveWith(found);
		},
		{
			interval: everyMs,
			timeout: {
				milliseconds: withinMs,
				fallback() {
					const what = typeof otherwise === 'string' ? otherwise : otherwise();
					throw new Error(`${what} (waited ${Math.round(withinMs / 1000)} seconds).`);
				},
			},
		},
	);
}
