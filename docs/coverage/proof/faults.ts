import type { Mutation } from './mutation';

/** What a row states as behaviour alone is broken in the text of a source file. */
const text = (file: string, from: string, to: string): Mutation => ({ kind: 'text', file, from, to });

/** Faults for rows of which nothing exported says the same, by the name of the row. */
export const faults: Readonly<Record<string, Mutation>> = {};
void text;
