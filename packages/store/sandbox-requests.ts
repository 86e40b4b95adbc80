// The journal of a sandbox: its last requests. Older ones go as new ones come.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export interface SandboxRequest {
  /** Counts the requests of the sandbox, from 1. */
  readonly number: number
  /** JSON. */
  readonly entry: string
}

export interface SandboxRequestPage {
  readonly sort: 'oldest' | 'newest'
  /** The last number of the previous page; 0 for the first page. */
  readonly after: number
  readonly limit: number
}

export interface SandboxRequestsRepository {
  /** Adds a request, and removes the oldest ones beyond 1,000 requests or `mostBytes` in all. */
  add(sandboxId: string, entry: string): Promise<void>
  /**
   * Lists at most `limit` requests, and fewer if they are long: those after a number, or the newest first and those
   * before it.
   */
  list(
    sandboxId: string,
    page: SandboxRequestPage,
  ): Promise<{ readonly requests: SandboxRequest[]; readonly isLast: boolean }>
  clear(sandboxId: string): Promise<void>
}

const mostRequests = 1000
const mostBytes = 16 * 1024 * 1024

/** Creates the repository of journals. */
export function createSandboxRequestsRepository(db: Kysely<Tables>): SandboxRequestsRepository {
  const rows = (sandboxId: string) => db.selectFrom('sandbox_requests').where('sandbox_id', '=', sandboxId)
  return {
    add: (sandboxId, entry) => db.transaction().execute((transaction) => add(transaction, sandboxId, entry)),
    async list(sandboxId, { sort, after, limit }) {
      const isNewest = sort === 'newest'
      const all = rows(sandboxId).where('number', isNewest && after > 0 ? '<' : '>', after)
      const order = isNewest ? 'desc' : 'asc'
      const sizes = await all
        .select(['number', 'bytes'])
        .orderBy('number', order)
        .limit(limit + 1)
        .execute()
      const count = Math.min(limit, fitting(sizes))
      const last = sizes.at(count - 1)
      if (!last) return { requests: [], isLast: true }
      const requests = await all
        .select(['number', 'entry'])
        .where('number', isNewest ? '>=' : '<=', last.number)
        .orderBy('number', order)
        .execute()
      return { requests, isLast: count === sizes.length }
    },
    clear: async (sandboxId) => {
      await db.deleteFrom('sandbox_requests').where('sandbox_id', '=', sandboxId).execute()
    },
  }
}

/** The size of a page, which holds at least one request: what is longer would keep other calls waiting. */
const pageBytes = 1024 * 1024

/** Returns how many of the requests fit on a page. */
function fitting(sizes: readonly { readonly bytes: number }[]): number {
  let total = 0
  const after = sizes.findIndex(({ bytes }, index) => {
    total += bytes
    return index > 0 && total > pageBytes
  })
  return after === -1 ? sizes.length : after
}

async function add(db: Kysely<Tables>, sandboxId: string, entry: string): Promise<void> {
  // held until the end, so that two requests cannot get one number
  await db.updateTable('sandboxes').set({ id: sandboxId }).where('id', '=', sandboxId).execute()
  const kept = await db
    .selectFrom('sandbox_requests')
    .select(['number', 'bytes'])
    .where('sandbox_id', '=', sandboxId)
    .orderBy('number', 'desc')
    .execute()
  const number = (kept.at(0)?.number ?? 0) + 1
  const bytes = Buffer.byteLength(entry)
  await db.insertInto('sandbox_requests').values({ sandbox_id: sandboxId, number, entry, bytes }).execute()
  let total = bytes
  for (const [index, row] of kept.entries()) {
    total += row.bytes
    if (index < mostRequests - 1 && total <= mostBytes) continue
    await db
      .deleteFrom('sandbox_requests')
      .where('sandbox_id', '=', sandboxId)
      .where('number', '<=', row.number)
      .execute()
    return
  }
}
