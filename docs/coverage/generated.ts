import { join } from 'node:path';
import { messagesPage } from '../messages/page';
import { operationsTable } from './operationsTable';
import { specification } from './specification';
import { coverageTable } from './table';

/** The documents generated from the code, with their paths. */
export function generated(): { path: string; text: string }[] {
	const docs = join(__dirname, '..');
	return [
		{ path: join(docs, 'coverage.md'), text: coverageTable(specification) },
		{ path: join(docs, 'messages.md'), text: messagesPage() },
		{ path: join(docs, 'operations.md'), text: operationsTable(specification) },
	];
}
