/** What an older n8n holds less, by the tests that show it. */
export interface Gap {
	/** The first version of n8n that holds it. */
	below: string;
	/** The full titles of the tests that fail before. */
	tests: RegExp;
	/** What it means for users. */
	note: string;
}

export const gaps: Gap[] = [];
