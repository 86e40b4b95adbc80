// The words of a comparison: where an answer differs from its declaration. Values of answers never appear in them.

/** Severities in the order of harm, the worst first. */
export const severities = ['breaking', 'warning', 'info'] as const
type Severity = (typeof severities)[number]
export const findingKinds = ['missing', 'new', 'retyped', 'status'] as const
type FindingKind = (typeof findingKinds)[number]

/** One difference between an answer and its declaration. */
export interface Finding {
  /** JSON Pointer (RFC 6901) with `*` for every item of a list and every free key; empty for the whole answer. */
  readonly pointer: string
  readonly kind: FindingKind
  /** Declared types, joined by `|`; a status or content type where those differ. */
  readonly declared: string
  readonly seen: string
  readonly severity: Severity
}
export interface Comparison {
  readonly findings: readonly Finding[]
  /** True if the answer was larger than what is compared, so that differences may be missing. */
  readonly isCut: boolean
}

/** An endpoint's declaration of its answers, as data that can be sent to a thread. */
export interface DeclaredAnswer {
  readonly status: number
  /** JSON Schema of the result with the named ones that it needs, or what the result is instead of JSON. */
  readonly result: { readonly schema: string } | { readonly contentType: string } | 'empty'
  /** True if the answer can also be a stream of events, which is not compared. */
  readonly streams: boolean
}
export interface SeenAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
}
