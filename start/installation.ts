import type { ListrTask } from 'listr2';
import { installCurrentPackage, type Place } from '../runtime/currentPackage';
import type { Lifetime } from '../runtime/lifetime';
import { startN8n, type RunningN8n } from '../runtime/n8n';

/** The steps that install the package into n8n and start it. What they start ends with `lifetime`. */
export function installation<Story extends { n8n: RunningN8n }>(
	{ port, n8n: version }: { port?: number; n8n?: string },
	place: Place,
	lifetime: Lifetime,
): ListrTask<Story>[] {
	return [
		{
			title: 'Package: build, pack and install into n8n as a user would (usually 15 seconds)',
			async task(_, task) {
				const isNew = await installCurrentPackage(place);
				task.title = isNew ? 'Package built, packed and installed into n8n' : 'Package in n8n is up to date';
			},
		},
		{
			title: 'n8n (usually 5 to 20 seconds; the first start takes longest)',
			async task(story, task) {
				story.n8n = await startN8n({ userFolder: place.userFolder, port, version });
				lifetime.defer(() => story.n8n.stop());
				task.title = `n8n at ${story.n8n.url}`;
			},
		},
	];
}
