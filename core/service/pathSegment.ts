import { ExplainedError, type Explanation } from '../text/explained';

/**
 * Whether a text can be one segment of a path. Dots alone would lead to another path, encoded or not (URL standard, "path
 * state"), and half a character cannot be encoded.
 */
export const isPathSegment = (text: string): boolean => text !== '.' && text !== '..' && !/\p{Surrogate}/u.test(text);

/**
 * A text as one segment of a path.
 * @throws {UnusableId} for one that no path can hold
 */
export function pathSegment(text: string): string {
	if (!isPathSegment(text)) throw new UnusableId(text);
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
