import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesPage } from '../messages/page';
import { assumptionsPage } from '../pages/assumptions';
import { exampleNames, examplesPage } from '../pages/examples';
import { withGenerated } from '../pages/marked';
import { operationsAtAGlance } from '../pages/operations';
import { statePictures } from '../pages/states';
import { templatesPage } from '../pages/templates';
import { operationsTable } from './operationsTable';
import { specification } from './specification';
import { coveragePage } from './table';

/** The documents generated from the code, whole or in part, with their paths. */
export function generated(): { path: string; text: string }[] {
	const docs = join(__dirname, '..');
	const [readme, events] = [join(docs, '..', 'README.md'), join(docs, 'events.md')];
	const parts = { operations: operationsAtAGlance(), examples: exampleNames() };
	return [
		{
			path: readme,
			text: Object.entries(parts).reduce(
				(page, [name, content]) => withGenerated(page, name, content),
				readFileSync(readme, 'utf8'),
			),
		},
		{ path: join(docs, 'assumptions.md'), text: assumptionsPage() },
		{ path: join(docs, 'coverage.md'), text: coveragePage(specification) },
		{ path: events, text: withGenerated(readFileSync(events, 'utf8'), 'states', statePictures()) },
		{ path: join(docs, 'examples.md'), text: examplesPage() },
		{ path: join(docs, '..', 'examples', 'README.md'), text: templatesPage() },
		{ path: join(docs, 'messages.md'), text: messagesPage() },
		{ path: join(docs, 'operations.md'), text: operationsTable(specification) },
	];
}
