// Usage of a key: lookups by day, and the log of lookups as comma-separated values.
import { type Call, type HandlersFor, reply } from '#define'
import { dayMs, utcDay } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import type { Db, LookupsTable } from '../../tables.ts'
import { success } from '../answer.ts'
import { addressError } from '../errors.ts'
import type { Access } from './access.ts'
import { type ManagedKey, managedKey } from './management.ts'

const defaultDays = 21
/** The longest window, in days, and the retention of lookups. */
const longestDays = 90
const mostTags = 3
const rowsPerRead = 1000

interface Deps {
  readonly db: Db
  readonly now: () => number
  readonly access: Access
}
interface Window {
  readonly from: number
  readonly until: number
}
interface WindowInput {
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly licensee?: string | undefined
}

export function usageHandlers({ db, now, access }: Deps): HandlersFor<typeof endpoints, 'keyUsage' | 'keyLookups'> {
  const lookupsOf = ({ account, settings }: ManagedKey, { from, until }: Window, licensee: string | undefined) => {
    const rows = db
      .selectFrom('address_lookup_lookups')
      .where('account', '=', account)
      .where('key', '=', settings.key)
      .where('at', '>=', from)
      .where('at', '<=', until)
    return licensee === undefined ? rows : rows.where('licensee', '=', licensee)
  }

  return {
    async keyUsage(input, call) {
      const key = managedKey(access.keys, input, call)
      const window = readWindow(input, now())
      const tags = (input.tags ?? '').split(',').filter(Boolean)
      if (tags.length > mostTags) throw addressError(4009)
      let rows = lookupsOf(key, window, input.licensee)
      for (const tag of tags) rows = rows.where('tags', 'like', `%,${tag.replace(/[%_\\]/g, '')},%`)
      const days = await rows
        .select(['day', ({ fn }) => fn.countAll<number>().as('count')])
        .groupBy('day')
        .orderBy('day', 'desc')
        .execute()
      const dailyCount = days.map(({ day, count }) => ({ date: `${day}T00:00:00.000Z`, count: Number(count) }))
      const total = dailyCount.reduce((sum, { count }) => sum + count, 0)
      return success({ start: iso(window.from), end: iso(window.until), total, dailyCount })
    },
    keyLookups(input, call: Call) {
      const key = managedKey(access.keys, input, call)
      const window = readWindow(input, now())
      const redactBefore = now() - key.settings.redactDays * dayMs
      async function* lines() {
        // the first chunk makes the response a text, even without lookups
        let last = { at: window.from - 1, nonce: '' }
        for (;;) {
          const rows = await lookupsOf(key, window, input.licensee)
            .selectAll()
            .where(({ eb, or, and }) =>
              or([eb('at', '>', last.at), and([eb('at', '=', last.at), eb('nonce', '>', last.nonce)])]),
            )
            .orderBy('at')
            .orderBy('nonce')
            .limit(rowsPerRead)
            .execute()
          yield rows.map((row) => csvLine(row, redactBefore)).join('')
          const final = rows.at(-1)
          if (!final || rows.length < rowsPerRead) return
          last = { at: Number(final.at), nonce: final.nonce }
        }
      }
      return reply(lines(), { headers: { 'content-type': 'text/csv; charset=utf-8' } })
    },
  }
}

/** Removes lookups older than any window. */
export async function pruneLookups(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('address_lookup_lookups')
    .where('at', '<', nowMs - (longestDays + defaultDays) * dayMs)
    .execute()
}

/** Reads the days of both ends; the last 21 days by default. Throws 4005 to 4008. */
function readWindow({ start, end }: WindowInput, nowMs: number): Window {
  const until = end === undefined ? nowMs : momentOf(end)
  if (until === undefined) throw addressError(4005)
  const from = start === undefined ? until - defaultDays * dayMs : momentOf(start)
  if (from === undefined) throw addressError(4006)
  if (from > until) throw addressError(4007)
  if (until - from > longestDays * dayMs) throw addressError(4008)
  return { from: Date.parse(utcDay(from)), until: Date.parse(utcDay(until)) + dayMs - 1 }
}

/** Parses milliseconds since 1970, or a date. */
function momentOf(text: string): number | undefined {
  const ms = /^\d{1,14}$/.test(text) ? Number(text) : Date.parse(text)
  return ms >= 0 && ms < Date.parse('2200-01-01') ? ms : undefined
}

const iso = (ms: number) => new Date(ms).toISOString()

/** Writes a line of the log; personal data is omitted from old lines. */
function csvLine(row: LookupsTable, redactBefore: number): string {
  const { ip, term, url } = Number(row.at) < redactBefore ? { ip: '', term: '', url: '' } : row
  const tags = row.tags.replace(/^,|,$/g, '')
  return `${[iso(Number(row.at)), ip, term, url, row.kind, tags].map(csvCell).join(',')}\n`
}

/** Quotes a cell if necessary; a cell that a spreadsheet would read as a formula begins with an apostrophe. */
function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^\+\d+$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
