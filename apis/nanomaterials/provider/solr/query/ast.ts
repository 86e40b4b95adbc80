// The syntax tree of a query, independent of its language.

type Occur = 'must' | 'should' | 'mustNot'
export interface Clause {
  readonly occur: Occur
  readonly query: Query
}
/** Field name; undefined for the default field. */
type FieldName = string | undefined

export type Query =
  | { readonly kind: 'all' | 'none' }
  | { readonly kind: 'term'; readonly field: FieldName; readonly text: string }
  /** Exact values, not analysed. */
  | { readonly kind: 'exact'; readonly field: string; readonly values: readonly string[] }
  | { readonly kind: 'phrase'; readonly field: FieldName; readonly text: string; readonly slop: number }
  /** Pattern with `*` and `?`; literal ones have a backslash. */
  | { readonly kind: 'wildcard' | 'regexp' | 'prefix'; readonly field: FieldName; readonly pattern: string }
  | { readonly kind: 'fuzzy'; readonly field: FieldName; readonly text: string; readonly edits: number }
  | RangeQuery
  | { readonly kind: 'boolean'; readonly clauses: readonly Clause[] }
  | { readonly kind: 'boost'; readonly query: Query; readonly factor: number; readonly isConstant: boolean }
  /** Excluded from the score. */
  | { readonly kind: 'filter'; readonly query: Query }
  /** Parents of the matches, or their children; without `query`, all parents or all children. */
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
  /** Lower bound; undefined for an open range. */
  readonly low: string | undefined
  readonly high: string | undefined
  readonly includesLow: boolean
  readonly includesHigh: boolean
}
