// Searches the record of calls.
import { sql } from 'kysely'
import { fail } from '#define'
import { type CallSurface, type Store, timesOfId } from '#store'
import { type LoggedCall, type LogPage, newestFirst, type SearchBudget, searchLog } from '#store/call-log'
import { timeOfRequestId } from '../../process/request-id.ts'
import { recordOfCalls } from './logged-calls.ts'
import type { AnsweredBy, RecordedCall } from './recorded-call.ts'
import { idToleranceMs } from './recorder.ts'

/** Conditions of a search; all of them hold for every result. */
export interface CallFilter {
  readonly account?: string | undefined
  readonly key?: string | undefined
  readonly listing?: string | undefined
  readonly endpoint?: string | undefined
  readonly provider?: AnsweredBy | undefined
  /** A status such as `404`, or a class such as `5xx`. */
  readonly status?: string | undefined
  /** True for a status of 400 or above, false for one below. */
  readonly failed?: boolean | undefined
  readonly code?: string | undefined
  readonly surface?: CallSurface | undefined
  readonly minMs?: number | undefined
  readonly id?: string | undefined
}
export interface CallSearch extends CallFilter {
  /** Milliseconds since the epoch; `to` is excluded. */
  readonly from: number
  readonly to: number
  readonly limit: number
  /** The cursor `next` of the previous page. */
  readonly after?: string | undefined
}
/**
 * A page of calls. It can have fewer calls than the limit, or none, although it has a `next`: the search ended before
 * it found more.
 */
interface CallPage extends Omit<LogPage<RecordedCall>, 'next'> {
  readonly next?: string
}

/** The usual distance between a call and the time in its id, unless clocks differ. */
const likelyMs = 20
/** The limit of times per id: a caller that sends the same id with every call finds the latest calls. */
const maxTimesOfId = 100

/** Finds a page of calls. Fails with 'input.invalid' for a cursor that no page returned. */
export async function searchCalls(
  { db }: Pick<Store, 'db'>,
  search: CallSearch,
  budget?: SearchBudget,
): Promise<CallPage> {
  const { account: accountId, key, listing, endpoint, code, failed, status, from, to, limit } = search
  const query = {
    accountId,
    matches: matcherOf(search),
    limit,
    names: [key, listing, endpoint, code].filter((name) => name !== undefined),
    condition: failed === true || /^[45]/.test(status ?? '') ? sql<boolean>`failed > 0` : undefined,
    after: search.after === undefined ? undefined : readCursor(search.after),
  }
  const within = (range: { readonly from: number; readonly until: number }) =>
    searchLog(db, recordOfCalls, { ...query, ...range }, budget)
  if (search.id === undefined) return pageOf(await within({ from, until: to - 1 }))
  const calls: RecordedCall[] = []
  for (const [start, end] of await windowsOfId(db, search))
    calls.push(...(await within({ from: Math.max(start, from), until: Math.min(end, to - 1) })).calls)
  const shown = calls.sort(newestFirst).slice(0, limit)
  const next = calls.length > shown.length ? shown.at(-1) : undefined
  return pageOf({ calls: shown, ...(next && { next }), searchedTo: from })
}

function pageOf({ next, ...page }: LogPage<RecordedCall>): CallPage {
  return { ...page, ...(next && { next: cursorOf(next) }) }
}

/**
 * Returns the windows in which a call with the id can have begun. The gateway's ids contain the time; those chosen by
 * callers are looked up.
 */
async function windowsOfId(db: Store['db'], { id = '', account }: CallSearch): Promise<[number, number][]> {
  const own = timeOfRequestId(id)
  const chosen = await timesOfId(db, { id, accountId: account, limit: maxTimesOfId })
  const nearby: [number, number][] =
    own === undefined
      ? []
      : [
          // nearly always within this window, which has few calls among very many
          [own - likelyMs, own + likelyMs],
          [own - idToleranceMs, own - likelyMs - 1],
          [own + likelyMs + 1, own + idToleranceMs],
        ]
  return [...nearby, ...[...new Set(chosen)].map((at): [number, number] => [at, at])]
}

function matcherOf({
  key,
  listing,
  endpoint,
  provider,
  status,
  failed,
  code,
  surface,
  minMs,
  id,
}: CallSearch): (call: RecordedCall) => boolean {
  const [least, most] = status === undefined ? [0, 999] : statusRange(status)
  return (call) =>
    call.status >= least &&
    call.status <= most &&
    (failed === undefined || call.status >= 400 === failed) &&
    (key === undefined || call.keyId === key) &&
    (listing === undefined || call.listing === listing) &&
    (endpoint === undefined || call.endpoint === endpoint) &&
    (provider === undefined || call.provider === provider) &&
    (code === undefined || call.code === code) &&
    (surface === undefined || call.surface === surface) &&
    (minMs === undefined || call.ms >= minMs) &&
    (id === undefined || call.id === id)
}

function statusRange(status: string): [number, number] {
  const first = Number(status.replace('xx', '00'))
  return [first, status.endsWith('xx') ? first + 99 : first]
}

function cursorOf({ at, id, accountId }: LoggedCall): string {
  return Buffer.from(`${at} ${id} ${accountId}`).toString('base64url')
}

function readCursor(cursor: string): LoggedCall {
  const decoded = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, at, id, accountId] = /^(\d{1,15}) ([\w.~-]{1,64}) (\w{0,64})$/.exec(decoded) ?? []
  if (at === undefined || id === undefined || accountId === undefined) {
    const problem = 'Use the next of the previous page.'
    throw fail('input.invalid', { problems: problem }, { details: { problems: [{ name: 'after', problem }] } })
  }
  return { at: Number(at), id, accountId }
}
