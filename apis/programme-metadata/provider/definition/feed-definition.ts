// What a feed takes: the one table from which calls are read and `/` is answered (SOURCES 3).

export type FilterType =
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
  /** May be repeated: its values are alternatives. */
  readonly multiple?: boolean
  /** The only values, where the set is closed. */
  readonly options?: readonly string[]
  /** A further type that a value may have instead. */
  readonly orType?: { readonly type: FilterType; readonly title: string }
  readonly default?: string
  readonly min?: number
  readonly max?: number
  readonly required?: boolean
  /** A filter that has to be sent with it. */
  readonly dependsOn?: string
  /** Filters that must not be sent with it. */
  readonly prohibits?: readonly string[]
  /** A filter that replaces it when both are sent. */
  readonly prefer?: string
  readonly deprecatedSince?: string
  /** Accepted, but absent from the provider's definition. */
  readonly isUndocumented?: boolean
}
export type Direction = 'ascending' | 'descending'
export interface SortDefinition {
  readonly title: string
  /** The default first; none for an order without directions. */
  readonly directions: readonly Direction[]
  readonly isDefault?: boolean
  /** A filter that has to be sent with it. */
  readonly needs?: string
}
export interface MixinDefinition {
  readonly title: string
  /** A filter that has to be sent with it. */
  readonly dependsOn?: string
  /** Filters of which one has to be sent with it, or has to have the value. */
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
  /** Below `/nitro/api/`. */
  readonly path: string
  readonly title: string
  /** Two feeds have no status in the provider's definition. */
  readonly status: 'supported' | undefined
  readonly filters: Readonly<Record<string, FilterDefinition>>
  readonly sorts: Readonly<Record<string, SortDefinition>>
  readonly mixins: Readonly<Record<string, MixinDefinition>>
  readonly deprecations: readonly Deprecation[]
}

export const feedsRoot = '/nitro/api/'
