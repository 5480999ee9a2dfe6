import { createRandom, type Random } from '../../emulator/engine/random';

/** Determines everything random in a soak, except for timing on a busy machine. */
export const SEED = Number(process.env.SEED);

/** The random source of one part of a soak: the same for the same seed, whatever the other parts do. */
export const chanceOf = (part: number): Random => createRandom(SEED * 1_000 + part);
