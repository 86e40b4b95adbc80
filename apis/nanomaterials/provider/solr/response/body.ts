// The parts of a response, before serialisation.
import type { ShownDocument } from './documents.ts'

/** An ordered list of names and values, which formats write in different ways (`json.nl`). */
export class NamedList {
  readonly entries: readonly (readonly [string | null, unknown])[]
  constructor(entries: readonly (readonly [string | null, unknown])[]) {
    this.entries = entries
  }
}

export interface DocumentList {
  readonly numFound: number
  readonly start: number
  readonly maxScore: number | undefined
  readonly docs: readonly ShownDocument[]
}

export interface SolrAnswer {
  /** Undefined if the caller wants none (`omitHeader`). */
  readonly header: Readonly<Record<string, unknown>> | undefined
  readonly response: DocumentList | undefined
  /** Further members in order. */
  readonly further: Readonly<Record<string, unknown>>
  /** Columns of the CSV; undefined for all fields of the documents. */
  readonly columns: readonly string[] | undefined
}
