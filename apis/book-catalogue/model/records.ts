// The stored form of works, authors and editions from a dump or the sample. Lists are bounded, so that no single record
// can exhaust the memory.

export interface WorkRecord {
  readonly title?: string
  readonly subtitle?: string
  readonly authors?: readonly number[]
  readonly covers?: readonly number[]
  readonly subjects?: readonly string[]
  readonly places?: readonly string[]
  readonly people?: readonly string[]
  readonly times?: readonly string[]
  readonly description?: string
  /** Year of the first edition, if no edition has one. */
  readonly year?: number
  /** Languages, only in the sample, most of whose works have no editions. */
  readonly languages?: readonly string[]
  /** ISBNs, only in samples stored before editions were part of it. */
  readonly isbn?: readonly string[]
  /** Seconds since the epoch. */
  readonly modified?: number
}
export interface AuthorRecord {
  readonly name: string
  readonly others?: readonly string[]
  readonly birth?: string
  readonly death?: string
}
export interface EditionRecord {
  readonly title?: string
  readonly subtitle?: string
  readonly date?: string
  readonly year?: number
  readonly places?: readonly string[]
  readonly publishers?: readonly string[]
  readonly contributors?: readonly string[]
  /** Valid ISBNs as written, without hyphens. */
  readonly isbn?: readonly string[]
  readonly languages?: readonly string[]
  readonly pages?: number
  readonly cover?: number
  readonly ia?: string
  readonly lccn?: readonly string[]
  readonly oclc?: readonly string[]
  readonly ddc?: readonly string[]
  readonly lcc?: readonly string[]
  /** Other identifiers by name, e.g. `goodreads`. */
  readonly ids?: Readonly<Record<string, readonly string[]>>
}

/** Works, authors and editions by their ids. */
export interface Records {
  readonly works: ReadonlyMap<number, WorkRecord>
  readonly authors: ReadonlyMap<number, AuthorRecord>
  readonly editions: ReadonlyMap<number, { readonly workId: number; readonly record: EditionRecord }>
}

/** A former key and its replacement after a merge. */
export interface Redirect {
  readonly kind: 'work' | 'author'
  readonly id: number
  readonly target: number
}

/** First id of our own: the sample uses them, and no dump does. */
export const sampleFrom = 990_000_000

/** Parses a record from a stored JSON string; only this provider writes the column. */
export function parseRecord<T extends object>(text: string): T {
  return JSON.parse(text)
}
