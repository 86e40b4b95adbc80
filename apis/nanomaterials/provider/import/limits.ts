// What an import may hold in memory, and what may be stored: all of it is answered from memory.
export const limits = {
  substances: 20_000,
  studies: 200_000,
  effects: 1_000_000,
  /** Of one substance. */
  studiesOfSubstance: 5000,
  components: 200,
  /** Of datasets, which complete components. */
  structures: 200_000,
  externalIds: 50,
  bundles: 50,
  effectsOfStudy: 10_000,
  /** Parameters of a study, conditions of an effect. */
  measured: 200,
  names: 200,
  /** Characters of a text, of an identifier such as an InChI, and of one JSON object. */
  text: 1000,
  identifier: 4000,
  object: 64 * 1024 * 1024,
} as const
