// Lists accounts, filtered and searched along an index, at a cost independent of their number.
import { sql } from 'kysely'
import { type Account, operatorAccountId, readAccount } from './accounts.ts'
import type { Store } from './open.ts'
import { boundLimit, endOfPrefix, type PageById, readSortCursor, someOf, sortCursor } from './pages.ts'

/** The accounts to list; all conditions must hold. */
export interface AccountSearch extends PageById {
  /**
   * A prefix of the name, in any letter case, or the whole id. Results of a search by name are in order of name, others
   * in order of id.
   */
  readonly search?: string | undefined
  /** Ids to which the search is limited. */
  readonly ids?: readonly string[] | undefined
  readonly planId?: string | undefined
  readonly enabled?: boolean | undefined
}
export interface AccountPage {
  readonly accounts: Account[]
  /** Cursor of the next page; absent at the end. */
  readonly next?: string
}

/** Finds a page of accounts. Rejects with a RangeError for a cursor that did not come from a page. */
export async function searchAccounts(
  { db, dialect: { binaryCollation } }: Pick<Store, 'db' | 'dialect'>,
  { search, ids, planId, enabled, limit: wanted, after }: AccountSearch,
): Promise<AccountPage> {
  const limit = boundLimit(wanted)
  const name =
    search === undefined || search.startsWith('acc_') ? undefined : sql<string>`lower(name)${sql.raw(binaryCollation)}`
  let query = db.selectFrom('accounts').where('id', '!=', operatorAccountId)
  if (name)
    query = query.where(sql<boolean>`${name} >= lower(${search}) and ${name} < ${endOfPrefix(sql`lower(${search})`)}`)
  else if (search !== undefined) query = query.where('id', '=', search)
  if (ids !== undefined) query = query.where('id', 'in', someOf(ids))
  if (planId !== undefined) query = query.where('plan_id', '=', planId)
  if (enabled !== undefined) query = query.where('enabled', '=', enabled ? 1 : 0)
  if (after?.includes('\0')) throw new RangeError('no page gave this cursor')
  if (after !== undefined && name) {
    const { sorted, id } = readSortCursor(after)
    query = query.where(sql<boolean>`(${name}, id) > (${sorted}, ${id})`)
  } else if (after !== undefined) query = query.where('id', '>', after)
  const rows = await (name ? query.orderBy(name) : query)
    .selectAll()
    .select((name ?? sql<string>`''`).as('sorted'))
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    accounts: page.map(readAccount),
    ...(last && { next: name ? sortCursor(last.sorted, last.id) : last.id }),
  }
}
