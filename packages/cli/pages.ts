// Reads paged lists to their end or to a limit.
import type { Session } from './shell.ts'

/** Default number of entries in a list. */
export const usualLimit = 1000
const pageSize = 500

/** Reads pages until the last one or `limit` entries; reports when there are more. */
export async function allPages<T>(
  session: Session,
  limit: number,
  page: (request: { limit: number; after?: string }) => Promise<{ rows: T[]; next?: string }>,
): Promise<T[]> {
  const rows: T[] = []
  let after: string | undefined
  do {
    const request = { limit: Math.min(pageSize, limit - rows.length), ...(after !== undefined && { after }) }
    const { rows: more, next } = await page(request)
    rows.push(...more)
    after = next
  } while (after !== undefined && rows.length < limit)
  if (after !== undefined) session.note(`Only the first ${limit} are shown. Raise --limit to see more.`)
  return rows
}
