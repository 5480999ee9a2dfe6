import fc from 'fast-check';

/** The same generated cases in every run, so that a red run stays red. `SEED` generates others; the soak sets one. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 2_031) });

export { default } from 'fast-check';
