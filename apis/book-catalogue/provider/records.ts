// The stored form of works, authors and editions as a dump or the sample reports them. Lists are bounded, so that no
// single record can fill the memory.

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
  /** Year of the first edition, where no edition has one. */
  readonly year?: number
  /** Only in the sample, most of whose works have no editions. */
  readonly languages?: readonly string[]
  /** Only in samples stored before editions were part of it. */
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
  /** As written, without hyphens; only valid ones. */
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

/** Ids from here on are ours: the sample uses them, and no dump does. */
export const sampleFrom = 990_000_000

/** The record of a stored JSON string; only this provider writes the column. */
export function parseRecord<T extends object>(text: string): T {
  return JSON.parse(text)
}
