// What a query says, whatever it was written in.

export type Occur = 'must' | 'should' | 'mustNot'
export interface Clause {
  readonly occur: Occur
  readonly query: Query
}
/** Undefined for the default field. */
type FieldName = string | undefined

export type Query =
  | { readonly kind: 'all' | 'none' }
  | { readonly kind: 'term'; readonly field: FieldName; readonly text: string }
  /** A single value, not analysed. */
  | { readonly kind: 'exact'; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: 'phrase'; readonly field: FieldName; readonly text: string; readonly slop: number }
  /** `*` and `?`, with a backslash before those that are meant literally. */
  | { readonly kind: 'wildcard' | 'regexp' | 'prefix'; readonly field: FieldName; readonly pattern: string }
  | { readonly kind: 'fuzzy'; readonly field: FieldName; readonly text: string; readonly edits: number }
  | RangeQuery
  | { readonly kind: 'boolean'; readonly clauses: readonly Clause[] }
  | { readonly kind: 'boost'; readonly query: Query; readonly factor: number; readonly isConstant: boolean }
  /** Does not count for the score. */
  | { readonly kind: 'filter'; readonly query: Query }
  /** Documents above those found, or below; without `query` all parents or all below them. */
  | { readonly kind: 'parent' | 'child'; readonly parents: Query; readonly query: Query | undefined }
  /** One document for each value of a field. */
  | {
      readonly kind: 'collapse'
      readonly field: string
      readonly by: { readonly field: string; readonly isMax: boolean } | undefined
      readonly keepsMissing: boolean
    }

export interface RangeQuery {
  readonly kind: 'range'
  readonly field: FieldName
  /** Undefined where the range is open. */
  readonly low: string | undefined
  readonly high: string | undefined
  readonly includesLow: boolean
  readonly includesHigh: boolean
}
