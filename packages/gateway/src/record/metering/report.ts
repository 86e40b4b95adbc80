// Reports of counted calls: by hour, by day or of a whole period, grouped by any counted member.
import { fail } from '#define'
import {
  addSums,
  createAccountsRepository,
  emptyTotal,
  type GroupMembers,
  idOf,
  percentileOf,
  type Store,
  TooManyGroups,
  totalUsage,
  type UsageDimension,
  type UsageMembers,
  type UsageQuery,
  type UsageSum,
  type UsageTotal,
  usageSums,
} from '#store'

export type UsageStep = 'hour' | 'day' | 'all'

/** The range of a report: `from`, rounded down to the start of its hour or day, up to but excluding `to`. */
export interface UsageReportQuery extends UsageMembers {
  /** Milliseconds since the epoch, like `to`. */
  readonly from: number
  readonly to: number
  readonly by: UsageStep
  /** Members by which calls are grouped; defaults to listing and provider. */
  readonly group?: readonly UsageDimension[] | undefined
  /** The limit of rows on a page; defaults to 1000. */
  readonly limit?: number | undefined
  /** The cursor `next` of the previous page. */
  readonly after?: string | undefined
}

export interface UsageReport {
  /** Rows, oldest first, then in order of their members; by account first if accounts are grouped. */
  readonly rows: UsageReportRow[]
  /** Cursor of the next page; absent on the last page. */
  readonly next?: string
  /** Sums of the whole period. */
  readonly total: UsageSums
}

/** Calls of one group in the hour or UTC day that begins at `at`, which is absent in a report of the whole period. */
interface UsageReportRow extends UsageSums, GroupMembers {
  readonly at?: number
}
interface UsageSums {
  readonly calls: number
  /** The number of calls with status 400 and above. */
  readonly failed: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly ms: number
  /** Milliseconds that half, 95 and 99 % of the calls did not exceed; null if not measured. */
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const stepOf = { hour: hourMs, day: dayMs, all: null } as const
const usualGroup = ['listing', 'provider'] as const
const separator = '\n'

/** Reads a page of a report. Rejects with 'input.invalid' if the period, the groups or the cursor are invalid. */
export async function readReport(store: Pick<Store, 'db'>, report: UsageReportQuery): Promise<UsageReport> {
  const query = queryOf(report)
  try {
    const { rows, next, total } = await pageOf(store, query, report)
    return { rows: rows.map((row) => rowOf(row, report.by)), ...(next !== undefined && { next }), total: viewOf(total) }
  } catch (error) {
    if (error instanceof TooManyGroups)
      throw invalid('group', 'There are too many groups. Group by fewer members, or restrict the report to some.')
    throw error
  }
}

function queryOf({ from, to, by, group = usualGroup, limit: _limit, after: _after, ...where }: UsageReportQuery) {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from >= to || from < 0)
    throw invalid('from', 'The period must begin before it ends.')
  const unique = [...new Set(group)]
  const isOfMany = unique.includes('account') && where.account === undefined
  if (isOfMany && unique.some((one) => !['account', 'listing', 'provider'].includes(one)))
    throw invalid('group', 'Name an account to group its calls by more than listing and provider.')
  if (unique.includes('key') && where.account === undefined)
    throw invalid('group', 'Name an account to group its calls by key.')
  const stepMs = stepOf[by]
  const start = Math.floor(from / (stepMs ?? hourMs)) * (stepMs ?? hourMs)
  return { from: start, to, stepMs, group: unique, where }
}

interface Page {
  readonly rows: UsageSum[]
  readonly next?: string
  readonly total: UsageTotal
}

async function pageOf(
  store: Pick<Store, 'db'>,
  query: UsageQuery,
  { limit = 1000, after }: UsageReportQuery,
): Promise<Page> {
  const cursor = after === undefined ? undefined : readCursor(after)
  const rows: UsageSum[] = []
  if (isByAccount(query)) {
    for await (const sum of sumsByAccount(store, query, { cursor, accountsAtOnce: limit + 1 })) {
      if (cursor && isUpTo(sum, cursor)) continue
      if (rows.length === limit)
        return { rows, next: cursorOf(rows.at(-1), query), total: await totalUsage(store.db, query) }
      rows.push(sum)
    }
    return { rows, total: await totalUsage(store.db, query) }
  }
  const total = emptyTotal()
  let isMore = false
  // in one pass: the total needs the whole period anyway
  for await (const step of usageSums(store.db, query))
    for (const sum of step) {
      addSums(total, sum)
      if (cursor && isUpTo(sum, cursor)) continue
      if (rows.length === limit) isMore = true
      else rows.push(sum)
    }
  return { rows, ...(isMore && { next: cursorOf(rows.at(-1), query) }), total }
}

const isByAccount = ({ group, where }: UsageQuery) => group.includes('account') && where.account === undefined

/** Yields sums in order of account, which can exceed the number of rows in a report. */
async function* sumsByAccount(
  { db }: Pick<Store, 'db'>,
  query: UsageQuery,
  { cursor, accountsAtOnce }: { readonly cursor: Cursor | undefined; readonly accountsAtOnce: number },
) {
  const rows = createAccountsRepository(db)
  // sums of one period are in order of account for any number of accounts; sums of hours are not
  const limit = query.stepMs === null ? Math.min(200, accountsAtOnce) : 1
  let accounts = cursor?.account === undefined ? [] : [cursor.account]
  for (let after = cursor?.account; ; ) {
    if (accounts.length > 0) for await (const step of usageSums(db, { ...query, accounts })) yield* step
    accounts = (await rows.list({ limit, after })).map(({ id }) => id)
    after = accounts.at(-1)
    if (after === undefined) return
  }
}

function rowOf({ at, members, ...sums }: UsageSum, by: UsageStep): UsageReportRow {
  return { ...(by !== 'all' && { at }), ...members, ...viewOf(sums) }
}

/** Returns sums in the form of a report. */
export function viewOf(sums: UsageTotal): UsageSums {
  const { calls, failed, bytes_in: bytesIn, bytes_out: bytesOut, ms_total: ms } = sums
  const [p50, p95, p99] = [percentileOf(sums, 0.5), percentileOf(sums, 0.95), percentileOf(sums, 0.99)]
  return { calls, failed, bytesIn, bytesOut, ms, p50, p95, p99 }
}

/** Position of the last row of a page. */
interface Cursor {
  readonly at: number
  /** Set if the report goes through the accounts. */
  readonly account: string | undefined
  readonly id: string
}

function isUpTo({ at, members }: UsageSum, cursor: Cursor): boolean {
  if (cursor.account !== undefined && members.account !== cursor.account) return false
  return at < cursor.at || (at === cursor.at && idOf(members) <= cursor.id)
}

function cursorOf(last: UsageSum | undefined, { where }: UsageQuery): string {
  const account = where.account === undefined ? (last?.members.account ?? '') : ''
  const parts = [last?.at ?? 0, account, last ? idOf(last.members) : '']
  return Buffer.from(parts.join(separator)).toString('base64url')
}

function readCursor(cursor: string): Cursor {
  const decoded = Buffer.from(cursor, 'base64url').toString('utf8')
  const [, at, account, id] = /^(\d{1,15})\n([\w-]{0,80})\n(\[.{1,800}\])$/.exec(decoded) ?? []
  if (at === undefined || id === undefined) throw invalid('after', 'Use the next of the previous page.')
  return { at: Number(at), account: account || undefined, id }
}

function invalid(name: 'from' | 'after' | 'group', problem: string) {
  return fail('input.invalid', { problems: problem }, { details: { problems: [{ name, problem }] } })
}
