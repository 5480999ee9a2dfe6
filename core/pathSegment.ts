import type { Explanation } from './explained';
import { ExplainedError } from './explained';

/**
 * A text as one segment of a path. Dots alone would lead to another path, encoded or not (URL standard, "path state").
 * @throws {UnusableId} for them
 */
export function pathSegment(text: string): string {
	if (text === '.' || text === '..') throw new UnusableId(text);
	return encodeURIComponent(text);
}

/** No record has this ID. */
export class UnusableId extends ExplainedError {
	constructor(private readonly id: string) {
		super(id);
	}

	get explanation(): Explanation {
		return { message: `“${this.id}” cannot be an ID`, description: 'Give the ID of a record.' };
	}
}
