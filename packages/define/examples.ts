// defineExamples: one real input and output of each endpoint. Docs, tests, the console and the stand-in upstream all
// read them.
import type { Endpoints } from './endpoints.ts'

/** A file part of an example body. */
export interface ExampleFile {
  readonly fileName: string
  readonly contentType: string
  readonly base64: string
}
export interface Example {
  /** Parameters by wire name. */
  readonly params?: Readonly<Record<string, unknown>>
  /** The body: a JSON value or fields of a form; in multipart bodies some fields are `ExampleFile`. */
  readonly body?: unknown
  /**
   * The response to the caller: a JSON value, text, or `{ base64 }` for bytes; for `events` a list of event data.
   * Undefined for an empty response.
   */
  readonly output?: unknown
  /** The live provider's response, if it differs from `output` because `live.ts` translates it. */
  readonly provider?: unknown
}
export type Examples = Readonly<Record<string, Example>>

/** Examples by endpoint id; a missing or misspelt id does not compile. */
export function defineExamples<E extends Endpoints>(
  _endpoints: E,
  examples: { readonly [K in keyof E]: Example },
): Examples {
  return examples
}
