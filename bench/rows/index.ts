import { first } from './first';
import { files, history, items } from './histories';
import { holds } from './holds';
import { packaged } from './package';
import { batch, claims, single } from './payments';
import { reconciliation } from './reconciliation';
import type { Row } from './row';
import { accepts, duplicates } from './triggers';

/** Everything that is measured, in this order. */
export const rows: readonly Row[] = [
	packaged,
	batch,
	single,
	claims,
	first,
	history,
	holds,
	accepts,
	duplicates,
	reconciliation,
	files,
	items,
];
