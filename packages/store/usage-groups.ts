// Usage as sums of groups, by hour, by day or of a whole period. Reads the smallest table with the groups, and sums of
// whole days, some hours or a day at a time: on SQLite each statement blocks the process.
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './schema.ts'
import { allAccounts } from './usage.ts'
import { dayTables, summedHours } from './usage-days.ts'
import { noTimes, type TimeColumns, timeSlots } from './usage-times.ts'

/** The dimensions by which usage can be grouped. */
export const usageDimensions = ['account', 'listing', 'endpoint', 'key', 'provider', 'status', 'surface'] as const
export type UsageDimension = (typeof usageDimensions)[number]

type MemberOf<D extends UsageDimension> = D extends 'status' ? number : string
/** Values by dimension. */
export type UsageMembers = { readonly [D in UsageDimension]?: MemberOf<D> | undefined }
/** The values of a group; dimensions outside the grouping are absent. */
export type GroupMembers = { readonly [D in UsageDimension]?: MemberOf<D> }

/** The calls to sum: from `from` up to but excluding `to`, both in milliseconds since the epoch. */
export interface UsageQuery {
  readonly from: number
  readonly to: number
  /** Length of a step: an hour, a day, or null for the whole period. */
  readonly stepMs: number | null
  /** Dimensions of the groups; `account` requires a single account, or `accounts`. */
  readonly group: readonly UsageDimension[]
  /** Restricts the query to these accounts; only sums by listing and provider are then available. */
  readonly accounts?: readonly string[] | undefined
  readonly where: UsageMembers
}

/** Sums of calls; `failed` counts those with a status of 400 and above. */
export interface UsageTotal extends TimeColumns {
  calls: number
  failed: number
  bytes_in: number
  bytes_out: number
  ms_total: number
}
/** A sum; `at` is the start of the step, or 0 for the whole period. */
export interface UsageSum extends UsageTotal {
  readonly at: number
  readonly members: GroupMembers
}

/** Thrown if a step has more groups than fit in memory. */
export class TooManyGroups extends Error {
  override readonly name = 'TooManyGroups'
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Longest period of a statement, to bound its time; most tables have few rows per hour. */
const sliceMs = { usage_sums: dayMs, usage_endpoints: 6 * hourMs, usage: 6 * hourMs } as const
const maxGroups = 20_000

type Source = keyof typeof sliceMs
const columnOf = {
  account: 'account_id',
  key: 'key_id',
  listing: 'listing',
  endpoint: 'endpoint',
  provider: 'provider',
  status: 'status',
  surface: 'surface',
} as const
const knownTo: Readonly<Record<Source, readonly UsageDimension[]>> = {
  usage_sums: ['account', 'listing', 'provider'],
  usage_endpoints: ['listing', 'endpoint', 'provider', 'status', 'surface'],
  usage: usageDimensions,
}
const plain = ['calls', 'bytes_in', 'bytes_out', 'ms_total', ...timeSlots] as const
const summed = ['failed', ...plain] as const

/**
 * Returns the sums of a query in order of step and members, step by step. Rejects with TooManyGroups if one step has
 * more than `most`. An hour without calls has no sums.
 */
export async function* usageSums(db: Kysely<Tables>, query: UsageQuery, most = maxGroups): AsyncGenerator<UsageSum[]> {
  let current: { at: number; readonly groups: Map<string, UsageSum> } | undefined
  for await (const row of slicedRows(db, query)) {
    if (current && current.at !== row.at) {
      yield inOrder(current.groups)
      current = undefined
    }
    current ??= { at: row.at, groups: new Map() }
    const id = idOf(row.members)
    const group = current.groups.get(id)
    if (group) addSums(group, row)
    else {
      if (current.groups.size >= most) throw new TooManyGroups('too many groups')
      current.groups.set(id, row)
    }
  }
  if (current) yield inOrder(current.groups)
}

/** Returns the sum of all calls of a query. */
export async function totalUsage(db: Kysely<Tables>, query: UsageQuery): Promise<UsageTotal> {
  const total = emptyTotal()
  for await (const row of slicedRows(db, { ...query, group: [], stepMs: null })) addSums(total, row)
  return total
}

/** Returns the sum of no calls. */
export function emptyTotal(): UsageTotal {
  return { calls: 0, failed: 0, bytes_in: 0, bytes_out: 0, ms_total: 0, ...noTimes() }
}

/** Adds sums to others. */
export function addSums(total: UsageTotal, more: UsageTotal): void {
  for (const column of summed) total[column] += more[column]
}

/** Returns the identity of a group within its step; groups are sorted by it. */
export function idOf(members: GroupMembers): string {
  return JSON.stringify(usageDimensions.map((dimension) => members[dimension] ?? null))
}

function inOrder(groups: ReadonlyMap<string, UsageSum>): UsageSum[] {
  return [...groups.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

/** Returns rows in order of step; those of one step and group can come from several slices. */
async function* slicedRows(db: Kysely<Tables>, query: UsageQuery): AsyncGenerator<UsageSum> {
  const source = sourceOf(query)
  const bounds = await boundsOf(db, source, query)
  if (!bounds) return
  const first = Math.max(query.from, bounds.min)
  const end = Math.min(query.to, bounds.max + 1)
  if (source === 'usage_sums' || query.stepMs === hourMs)
    return yield* hourRows(db, { source, query, from: first, to: end })
  for (let day = first - (first % dayMs); day < end; day += dayMs) {
    const hours = { source, query, from: Math.max(day, first), to: Math.min(day + dayMs, end) }
    const rows = await dayRows(db, { ...hours, source }, day)
    if (rows) yield* rows
    else yield* hourRows(db, hours)
  }
}

/** Reads sums from the hours. */
async function* hourRows(db: Kysely<Tables>, { source, query, from, to }: Slice): AsyncGenerator<UsageSum> {
  const slice = sliceMs[source]
  // slices begin at multiples of their length, so that no step is cut into unequal parts
  for (let at = from - (from % slice); at < to; at += slice) {
    yield* await readSlice(db, { source, query, from: Math.max(at, from), to: Math.min(at + slice, to) })
    await setImmediate()
  }
}

/** Reads the sums of a day and the hours missing from it. Returns undefined if everything must come from the hours. */
async function dayRows(
  db: Kysely<Tables>,
  { source, query, from, to }: Slice & { readonly source: keyof typeof dayTables },
  day: number,
): Promise<UsageSum[] | undefined> {
  const before = await summedHours(db, day)
  if (!before || [...before.hours].some((hour) => hour < query.from || hour >= query.to)) return undefined
  const rows = await readSlice(db, { source: dayTables[source], query, from: day, to: day + dayMs })
  for (let at = from - (from % hourMs); at < to; at += hourMs) {
    if (before.hours.has(at)) continue
    const start = at
    while (at + hourMs < to && !before.hours.has(at + hourMs)) at += hourMs
    for await (const row of hourRows(db, { source, query, from: Math.max(start, from), to: Math.min(at + hourMs, to) }))
      rows.push(row)
  }
  const after = await summedHours(db, day)
  await setImmediate()
  return after?.state === before.state ? rows : undefined
}

function sourceOf({ group, where }: UsageQuery): Source {
  const needed = [...group, ...usageDimensions.filter((dimension) => where[dimension] !== undefined)]
  const sources: readonly Source[] = ['usage_sums', 'usage_endpoints', 'usage']
  return sources.find((source) => needed.every((dimension) => knownTo[source].includes(dimension))) ?? 'usage'
}

interface Slice {
  readonly source: Source
  readonly query: UsageQuery
  readonly from: number
  readonly to: number
}

async function readSlice(
  db: Kysely<Tables>,
  {
    source,
    query,
    from,
    to,
  }: Omit<Slice, 'source'> & { readonly source: Source | 'usage_days' | 'usage_endpoint_days' },
): Promise<UsageSum[]> {
  const { stepMs, group } = query
  // a literal, not a parameter: PostgreSQL must see the same expression in "group by"
  const step = stepMs === null ? sql.lit(0) : sql`bucket - bucket % ${sql.lit(stepMs)}`
  const dimensions = group.map((dimension) => sql.ref(columnOf[dimension]))
  const failed = source === 'usage_sums' ? sql`sum(failed)` : sql`sum(case when status >= 400 then calls else 0 end)`
  const sums = plain.map((column) => sql`sum(${sql.ref(column)}) as ${sql.ref(column)}`)
  // a day is one bucket, in whose key the rows of an account are adjacent
  const isDay = source === 'usage_days' || source === 'usage_endpoint_days'
  const period = isDay ? [sql`bucket = ${from}`] : [sql`bucket >= ${from}`, sql`bucket < ${to}`]
  const conditions = [...period, ...conditionsOf(source, query)]
  const grouping = sql.join([...(stepMs === null ? [] : [step]), ...dimensions])
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${sql.join([sql`${step} as at`, ...dimensions, sql`${failed} as failed`, ...sums])}
    from ${sql.table(source)} where ${sql.join(conditions, sql` and `)}
    ${group.length + (stepMs === null ? 0 : 1) === 0 ? sql`` : sql`group by ${grouping}`}
    ${stepMs === null ? sql`` : sql`order by 1`}
    limit ${sql.lit(maxGroups * 30)}`.execute(db)
  return rows.flatMap((row) => (row.calls === null ? [] : [sumOf(row, group)]))
}

function conditionsOf(source: string, { where, accounts }: UsageQuery) {
  const conditions = usageDimensions.flatMap((dimension) => {
    const value = where[dimension]
    return value === undefined ? [] : [sql`${sql.ref(columnOf[dimension])} = ${value}`]
  })
  if (accounts) return [...conditions, sql`account_id in (${sql.join(accounts)})`]
  const isOfAll = source === 'usage_sums' && where.account === undefined
  return isOfAll ? [...conditions, sql`account_id = ${allAccounts}`] : conditions
}

function sumOf(row: Readonly<Record<string, string | number | null>>, group: readonly UsageDimension[]): UsageSum {
  const total = emptyTotal()
  for (const column of summed) total[column] = Number(row[column] ?? 0)
  const members = Object.fromEntries(group.map((dimension) => [dimension, row[columnOf[dimension]]]))
  return { at: Number(row.at), members, ...total }
}

/** Returns the first and last hours that a query can find. */
async function boundsOf(db: Kysely<Tables>, source: Source, { where }: UsageQuery) {
  const account = source === 'usage_sums' ? (where.account ?? allAccounts) : where.account
  const from = sql`from ${sql.table(source)} ${account === undefined ? sql`` : sql`where account_id = ${account}`}`
  // separately, each is at an end of an index; for both together SQLite reads every row
  const { rows } = await sql<{ min: number | null; max: number | null }>`
    select (select min(bucket) ${from}) as min, (select max(bucket) ${from}) as max`.execute(db)
  const { min = null, max = null } = rows.at(0) ?? {}
  return min === null || max === null ? undefined : { min, max }
}
