// What is read from a HAR file and written to one.

/** One request and its answer, without what nobody declared. */
export interface Exchange {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The method in upper case. */
  readonly method: string
  /** The address without user, fragment and undeclared query parameters. */
  readonly url: string
  readonly requestBody?: RequestBody
  readonly status: number
  /** Empty if the answer names none. */
  readonly contentType: string
  /** Declared response headers, with names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The decoded body. */
  readonly body: Uint8Array
  /** The time that the exchange took, in milliseconds. */
  readonly ms: number
  /** Further knowledge of the gateway that wrote the file (`_gatehouse`), not checked. */
  readonly recorded?: object
}
export interface RequestBody {
  readonly contentType: string
  readonly text: string
}

/** The declared parts of one request and its answer; whatever else a file holds is never read. */
export interface DeclaredParts {
  /** Names of query parameters. */
  readonly query: ReadonlySet<string>
  /** Names of response headers, in lower case. */
  readonly headers: ReadonlySet<string>
  /** The body of the request: none of it, all of it, or the top-level members or form fields of these names. */
  readonly body: 'none' | 'whole' | ReadonlySet<string>
  /**
   * Names of request headers with keys, in lower case. If they are given, an answer is skipped that repeats one, or a
   * query parameter that is not declared.
   */
  readonly keys?: ReadonlySet<string>
}
/** The request of an entry, before anything else of it is read. */
export interface RequestLine {
  /** Position of the entry in the file, from 0. */
  readonly index: number
  readonly method: string
  /** The address without user, query and fragment. */
  readonly address: string
  /** True for an entry that a gateway has written. */
  readonly isRecorded: boolean
}
