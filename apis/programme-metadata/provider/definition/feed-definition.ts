// The definition of a feed's parameters: the single table for reading calls and for the response of `/` (SOURCES 3).

type FilterType =
  | 'string'
  | 'PID'
  | 'ID'
  | 'boolean'
  | 'character'
  | 'datetime'
  | 'date'
  | 'daytime_duration'
  | 'integer'

export interface FilterDefinition {
  readonly type: FilterType
  readonly title: string
  /** True if the filter can repeat; its values are alternatives. */
  readonly multiple?: boolean
  /** All values of a closed set. */
  readonly options?: readonly string[]
  /** An alternative type of a value. */
  readonly orType?: { readonly type: FilterType; readonly title: string }
  readonly default?: string
  readonly min?: number
  readonly max?: number
  readonly required?: boolean
  /** A filter that must accompany it. */
  readonly dependsOn?: string
  /** Filters that must not accompany it. */
  readonly prohibits?: readonly string[]
  /** A filter that replaces it if both are sent. */
  readonly prefer?: string
  readonly deprecatedSince?: string
  /** True for a name that is accepted but absent from the provider's definition. */
  readonly isUndocumented?: boolean
}
export type Direction = 'ascending' | 'descending'
export interface SortDefinition {
  readonly title: string
  /** Directions, the default first; empty for an order without directions. */
  readonly directions: readonly Direction[]
  readonly isDefault?: boolean
  /** A filter that must accompany it. */
  readonly needs?: string
}
export interface MixinDefinition {
  readonly title: string
  /** A filter that must accompany it. */
  readonly dependsOn?: string
  /** Filters of which one must accompany it, or must have the value. */
  readonly dependencyOn?: readonly { readonly filter: string; readonly value?: string }[]
  readonly prohibits?: string
  readonly affectedBy?: { readonly name: string; readonly description: string }
  readonly deprecatedSince?: string
  readonly replacedBy?: string
}
export interface Deprecation {
  readonly name: string
  readonly type: 'filter' | 'mixin' | 'element' | 'host'
  readonly since: string
  readonly replacedBy?: string
  readonly replacementType?: string
}
export interface FeedDefinition {
  readonly name: string
  /** Path below `/nitro/api/`. */
  readonly path: string
  readonly title: string
  /** Status; two feeds have none in the provider's definition. */
  readonly status: 'supported' | undefined
  readonly filters: Readonly<Record<string, FilterDefinition>>
  readonly sorts: Readonly<Record<string, SortDefinition>>
  readonly mixins: Readonly<Record<string, MixinDefinition>>
  readonly deprecations: readonly Deprecation[]
}

export const feedsRoot = '/nitro/api/'
