const PATIENCE_MS = 60_000;

/** Resolves when the condition holds; throws when it does not within a minute. */
export async function until(condition: () => boolean): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	while (!condition()) {
		if (Date.now() > deadline) throw new Error('It did not come to pass within a minute.');
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}
