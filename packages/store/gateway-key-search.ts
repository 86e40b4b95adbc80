// Lists keys: filtered, searched and sorted by the database along an index, so that a page of a hundred costs the same
// out of hundreds of thousands as out of a hundred.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { DialectTraits } from './dialects/traits.ts'
import { type KeyRow, type KeySurface, readKey } from './gateway-key-row.ts'
import type { Store } from './open.ts'
import { boundLimit, endOfPrefix, readSortCursor, someOf, sortCursor } from './pages.ts'
import type { Tables } from './schema.ts'

export const keyStates = ['works', 'disabled', 'expired', 'revoked'] as const
export const keySorts = ['id', 'newest', 'expires', 'used'] as const

/** The keys to list; all conditions must hold. */
export interface KeySearch {
  readonly accountId?: string | undefined
  /** Ids to which the search is limited. */
  readonly ids?: readonly string[] | undefined
  readonly surface?: KeySurface | undefined
  readonly state?: (typeof keyStates)[number] | undefined
  /** The time at which expiry is judged. */
  readonly now?: number | undefined
  /** Period of expiry to which the search is limited, from the first time to the second. */
  readonly expires?: { readonly from: number; readonly to: number } | undefined
  /** A prefix of the name, in any letter case, or the whole id. Results of a search by name are in order of name. */
  readonly search?: string | undefined
  /** Order by id; the newest first; by expiry, without keys that never expire; or by last use, unused keys first. */
  readonly sort?: (typeof keySorts)[number] | undefined
  /** 1 to 1000, 100 by default. */
  readonly limit?: number | undefined
  /** The `next` of the previous page. */
  readonly after?: string | undefined
}
export interface KeyPage {
  readonly keys: KeyRow[]
  /** Absent at the end. */
  readonly next?: string
}

type Query = SelectQueryBuilder<Tables, 'gateway_keys', object>
/** The sort key that precedes the id. */
type Order =
  | { readonly kind: 'text'; readonly value: RawBuilder<string> }
  | { readonly kind: 'number'; readonly value: RawBuilder<number> }

/** Finds a page of keys. Rejects with a RangeError for a cursor that did not come from a page. */
export async function searchKeys(
  { db, dialect: traits }: Pick<Store, 'db' | 'dialect'>,
  search: KeySearch,
): Promise<KeyPage> {
  const limit = boundLimit(search.limit)
  const order = orderOf(search, traits)
  let query = restricted(db.selectFrom('gateway_keys'), search)
  if (order?.kind === 'text' && search.search !== undefined)
    query = query.where(
      sql<boolean>`${order.value} >= lower(${search.search}) and ${order.value} < ${endOfPrefix(sql`lower(${search.search})`)}`,
    )
  if (search.after !== undefined) query = query.where(afterOf(search.after, order))
  const sortedBy: RawBuilder<string | number> | undefined = order?.value
  if (sortedBy) query = query.orderBy(sortedBy)
  const rows = await query
    .selectAll()
    .select((sortedBy ?? sql<string>`''`).as('sorted'))
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const keys = rows.slice(0, limit)
  const last = rows.length > limit ? keys.at(-1) : undefined
  return {
    keys: keys.map(readKey),
    ...(last && { next: order ? sortCursor(last.sorted, last.id) : last.id }),
  }
}

function orderOf({ search, sort, state }: KeySearch, { binaryCollation }: DialectTraits): Order | undefined {
  if (search !== undefined)
    return isId(search) ? undefined : { kind: 'text', value: sql<string>`lower(name)${sql.raw(binaryCollation)}` }
  // the index on expiry is also the fastest way to expired keys
  if (sort === 'expires' || state === 'expired') return { kind: 'number', value: sql<number>`expires_at` }
  if (sort === 'newest') return { kind: 'number', value: sql<number>`-created_at` }
  return sort === 'used' ? { kind: 'number', value: sql<number>`coalesce(last_used_at, 0)` } : undefined
}

const isId = (search: string) => search.startsWith('key_')

function restricted(
  query: Query,
  { accountId, ids, surface, state, now = 0, expires, search, sort }: KeySearch,
): Query {
  let select = query
  if (accountId !== undefined) select = select.where('account_id', '=', accountId)
  if (ids !== undefined) select = select.where('id', 'in', someOf(ids))
  if (surface !== undefined) select = select.where('surface', '=', surface)
  if (search !== undefined && isId(search)) select = select.where('id', '=', search)
  if (expires) select = select.where('expires_at', '>=', expires.from).where('expires_at', '<=', expires.to)
  if (sort === 'expires') select = select.where('expires_at', 'is not', null)
  if (state === 'revoked') return select.where('revoked_at', 'is not', null)
  if (state === undefined) return select
  select = select.where('revoked_at', 'is', null)
  if (state === 'expired') return select.where('expires_at', '<=', now)
  select = select.where('enabled', '=', state === 'disabled' ? 0 : 1)
  return state === 'works'
    ? select.where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    : select
}

function afterOf(after: string, order: Order | undefined): RawBuilder<boolean> {
  if (after.includes('\0')) throw new RangeError('no page gave this cursor')
  if (!order) return sql<boolean>`id > ${after}`
  const { sorted, id } = readSortCursor(after)
  const value = order.kind === 'number' ? Number(sorted) : sorted
  if (Number.isNaN(value)) throw new RangeError('no page gave this cursor')
  return sql<boolean>`(${order.value}, id) > (${value}, ${id})`
}
