// OpenAPI descriptions: the text of a document becomes plain data, and that becomes the declaration of an API.
export type * from './description.ts'
export type { ReadOptions } from './read-description.ts'
export { readDescription } from './read-description.ts'
export { DescriptionRefused } from './refused.ts'
