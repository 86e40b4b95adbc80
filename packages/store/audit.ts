// The record of who changed what. Rows are only ever added.
import type { Kysely } from 'kysely'
import { boundLimit } from './pages.ts'
import type { Tables } from './schema.ts'

export interface AuditEntry {
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Who did it: the id of a key or account, or a name such as 'first-start'. */
  readonly actor: string
  /** What was done, e.g. 'key.revoke'. */
  readonly action: string
  /** The id of what it was done to. */
  readonly target: string
  /** What helps to understand it later; never a secret. */
  readonly detail: Readonly<Record<string, unknown>>
}

/** `next` is the cursor for older entries, absent at the end. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  readonly next?: number
}

export interface AuditRepository {
  append(entry: Omit<AuditEntry, 'id'>): Promise<void>
  /** Newest first: at most `limit` entries (1 to 1000, 100 by default), all older than the cursor `before`. */
  list(page?: { limit?: number | undefined; before?: number | undefined }): Promise<AuditPage>
}

/** Makes the repository of the audit record. */
export function createAuditRepository(db: Kysely<Tables>): AuditRepository {
  return {
    append: async ({ at, actor, action, target, detail }) => {
      await db
        .insertInto('audit')
        .values({ at, actor, action, target, detail: JSON.stringify(detail) })
        .execute()
    },
    list: async (page) => {
      const limit = boundLimit(page?.limit)
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('id', '<', page?.before ?? Number.MAX_SAFE_INTEGER)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      const entries = rows.map((row) => ({ ...row, detail: readDetail(row.detail) }))
      const last = entries.at(-1)
      return entries.length === limit && last ? { entries, next: last.id } : { entries }
    },
  }
}

function readDetail(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
