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
  /** Lists at most `limit` requests: those after a number, or the newest first and those before it. */
  list(sandboxId: string, page: SandboxRequestPage): Promise<SandboxRequest[]>
  clear(sandboxId: string): Promise<void>
}

const mostRequests = 1000
const mostBytes = 16 * 1024 * 1024

/** Creates the repository of journals. */
export function createSandboxRequestsRepository(db: Kysely<Tables>): SandboxRequestsRepository {
  const rows = (sandboxId: string) => db.selectFrom('sandbox_requests').where('sandbox_id', '=', sandboxId)
  return {
    add: (sandboxId, entry) => db.transaction().execute((transaction) => add(transaction, sandboxId, entry)),
    list(sandboxId, { sort, after, limit }) {
      const found = rows(sandboxId).select(['number', 'entry']).limit(limit)
      if (sort === 'oldest') return found.where('number', '>', after).orderBy('number').execute()
      const rest = after === 0 ? found : found.where('number', '<', after)
      return rest.orderBy('number', 'desc').execute()
    },
    clear: async (sandboxId) => {
      await db.deleteFrom('sandbox_requests').where('sandbox_id', '=', sandboxId).execute()
    },
  }
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
