import { randomInt } from 'node:crypto';
import { createRandom, type Random } from '../../emulator/engine/random';

/** Everything random of a soak follows from it, beside the moments at which this machine is busy with something else. */
export const SEED = Number(process.env.SEED ?? randomInt(1_000_000));

/** Chance of one part of a soak, the same for the same seed whatever the other parts do. */
export const chanceOf = (part: number): Random => createRandom(SEED * 1_000 + part);
