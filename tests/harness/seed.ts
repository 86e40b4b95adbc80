// The seed of all randomness in tests. Fixed, so that `npm test` is the same everywhere; `npm run fuzz` varies it.

const fixedSeed = 20_261_122

/** The seed: GATEHOUSE_FUZZ_SEED if it is set. */
export const testSeed = Number(process.env.GATEHOUSE_FUZZ_SEED ?? fixedSeed)

/** Instructions to reproduce a failure, for messages of assertions. */
export const seedHint = `repeat with GATEHOUSE_FUZZ_SEED=${testSeed}`
