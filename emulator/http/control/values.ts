import { z } from 'zod/v4';

/** A time with an offset, read as a Date. */
export const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const milliseconds = z.number().min(0);

/** An amount in the base unit of its currency; a decimal string keeps decimals that a number would lose. */
export const amount = z.union([z.number(), z.string()]);
