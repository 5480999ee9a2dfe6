import pWaitFor from 'p-wait-for';

type Found<T> = T | false | undefined;

interface Patience {
	/** Milliseconds to wait at most. */
	withinMs?: number;
	/** Milliseconds between two tries. */
	everyMs?: number;
	/** What has not happened, as the beginning of the message: `n8n did not answer`. */
	otherwise: string | (() => string);
}

/**
 * Tries until `probe` gives something other than `false` or `undefined`, and returns that. Throws what `probe` throws, and what
 * `otherwise` says when the time is over.
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
