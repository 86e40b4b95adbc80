// The audit record of changes. Rows are only ever added.
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { boundLimit } from './pages.ts'
import type { CallSurface, Tables } from './schema.ts'

export interface AuditEntry {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** The author of the change: the id of a key or account, or a name such as 'first-start'. */
  readonly actor: string
  /** The action, e.g. 'key.revoke'. */
  readonly action: string
  /** The id of the changed object. */
  readonly target: string
  /** Details that help to understand the entry later; never a secret. */
  readonly detail: Readonly<Record<string, unknown>>
  /** The surface of the call that made the change; null without a call. */
  readonly surface: CallSurface | null
}

/** A page of entries; `next` is the cursor for older ones, absent at the end. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  readonly next?: number
}

/** The entries to list; all conditions must hold. */
export interface AuditSearch {
  readonly limit?: number | undefined
  readonly before?: number | undefined
  readonly actor?: string | undefined
  /** An action, or a prefix of actions that ends with `.`: `key.`. */
  readonly action?: string | undefined
  readonly target?: string | undefined
  readonly surface?: CallSurface | undefined
  /** Milliseconds since the epoch; `to` is excluded. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface AuditRepository {
  append(entry: Omit<AuditEntry, 'id' | 'surface'> & { readonly surface?: CallSurface | null }): Promise<void>
  /** Lists entries, newest first: at most `limit` (1 to 1000, default 100), all older than the cursor `before`. */
  list(search?: AuditSearch): Promise<AuditPage>
}

/** Creates the repository of the audit record. */
export function createAuditRepository(db: Kysely<Tables>): AuditRepository {
  return {
    append: async ({ at, actor, action, target, detail, surface = null }) => {
      await db
        .insertInto('audit')
        .values({ at, actor, action, target, detail: JSON.stringify(detail), surface })
        .execute()
    },
    list: async (search = {}) => {
      const limit = boundLimit(search.limit)
      const rows = await restricted(db.selectFrom('audit').selectAll(), search)
        .where('id', '<', search.before ?? Number.MAX_SAFE_INTEGER)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      const entries = rows.map((row) => ({ ...row, detail: readDetail(row.detail) }))
      const last = entries.at(-1)
      return entries.length === limit && last ? { entries, next: last.id } : { entries }
    },
  }
}

function restricted<O>(
  query: SelectQueryBuilder<Tables, 'audit', O>,
  { actor, action, target, surface, from, to }: AuditSearch,
): SelectQueryBuilder<Tables, 'audit', O> {
  let select = query
  if (actor !== undefined) select = select.where('actor', '=', actor)
  if (surface !== undefined) select = select.where('surface', '=', surface)
  if (target !== undefined) select = select.where('target', '=', target)
  if (action?.endsWith('.')) select = select.where('action', 'like', `${action.replace(/[\\%_]/g, '')}%`)
  else if (action !== undefined) select = select.where('action', '=', action)
  if (from !== undefined) select = select.where('at', '>=', from)
  if (to !== undefined) select = select.where('at', '<', to)
  return select
}

function readDetail(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
