// The seed of all randomness in tests. Fixed, so that `npm test` is the same everywhere; `npm run fuzz` varies it.

const fixedSeed = 20_261_122

/** The seed: GATEHOUSE_FUZZ_SEED if it is set. */
export const testSeed = Number(process.env.GATEHOUSE_FUZZ_SEED ?? fixedSeed)

/** True for a run of `npm run fuzz`, which has time for what takes minutes. */
export const isFuzzing = process.env.GATEHOUSE_FUZZ_SEED !== undefined

/**
 * Returns how many random cases a test draws: a fifth of the whole, which is seen in every run, or all of them in `npm
 * run fuzz`.
 */
export const sampled = (whole: number) => (isFuzzing ? whole : Math.ceil(whole / 5))

/** Instructions to reproduce a failure, for messages of assertions. */
export const seedHint = `repeat with GATEHOUSE_FUZZ_SEED=${testSeed}`
