// Limits of an import in memory and in storage: all of it is served from memory.
export const limits = {
  substances: 20_000,
  studies: 200_000,
  effects: 1_000_000,
  /** Studies of one substance. */
  studiesOfSubstance: 5000,
  components: 200,
  /** Structures from datasets, which complete components. */
  structures: 200_000,
  externalIds: 50,
  bundles: 50,
  effectsOfStudy: 10_000,
  /** Parameters of a study, or conditions of an effect. */
  measured: 200,
  names: 200,
  /** Characters of a text, of an identifier such as an InChI, and of one JSON object. */
  text: 1000,
  identifier: 4000,
  object: 64 * 1024 * 1024,
} as const
