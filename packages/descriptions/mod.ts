// OpenAPI descriptions: the text of a document becomes plain data, and that becomes the declaration of an API.
export type { DeclareOptions } from './declaring/api-of.ts'
export { apiInSteps, apiOf } from './declaring/api-of.ts'
export { examplesOf } from './declaring/examples-of.ts'
export { keyPlanOf, placeInWords } from './declaring/keys.ts'
export type * from './description.ts'
export type { ReadOptions } from './read-description.ts'
export { readDescription } from './read-description.ts'
export { DescriptionRefused } from './refused.ts'
