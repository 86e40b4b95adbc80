// Refreshes the rates from the central bank's public files.

import type { ProviderKit } from '#define'
import type { ImportCounts, ReportProgress } from '#define/imports'
import { addDays } from '#provider'
import type { Snapshot } from '#provider/sql'
import { publicationDayUpTo } from '../../model/calendar.ts'
import type { Tables } from '../../tables.ts'
import type { RateIndex } from '../rates/rate-index.ts'

const folder = 'https://www.ecb.europa.eu/stats/eurofxref/'
/** Files by reach (SOURCES 5.1). The 90 days are calendar days, less a few days of margin. */
const files = {
  day: `${folder}eurofxref-daily.xml`,
  ninetyDays: `${folder}eurofxref-hist-90d.xml`,
  history: `${folder}eurofxref-hist.zip`,
}
const ninetyDaysReach = 85
const bounds = { maxBytes: 16 * 1024 * 1024, timeoutMs: 60_000 }
/** New rates are published at about 16:00 in Frankfurt on working days (SOURCES 5.6). */
const publicationHour = 16

export type ImportRates = (chunks: AsyncIterable<Buffer>, progress: ReportProgress) => Promise<ImportCounts>
interface RefreshDeps {
  readonly index: Snapshot<RateIndex>
  readonly importRates: ImportRates
}

/**
 * Creates the hourly job. When a due publication is not stored, it fetches the smallest file that closes the gap: the
 * day, the last 90 days, or the whole history, which also replaces the sample. A failure is logged and retried in the
 * next hour.
 */
export function createRefresh(kit: ProviderKit<Tables>, { index, importRates }: RefreshDeps): () => Promise<void> {
  return async () => {
    const { isSample, days } = await index.get()
    const newest = isSample ? undefined : days.at(-1)
    const due = dueDay(kit.now())
    if (newest !== undefined && newest >= due) return
    const url = fileFor(newest, due)
    try {
      const { status, bytes } = await kit.fetch(url, { ...bounds, account: '' })
      if (status !== 200) throw new Error(`the central bank answered ${status}`)
      const counts = await importRates(once(bytes), () => undefined)
      kit.log.info('reference rates were fetched', { url, due, ...counts })
    } catch (error) {
      kit.log.warn('reference rates could not be fetched; the next attempt is in an hour', {
        url,
        due,
        cause: String(error),
      })
    }
  }
}

/** Returns the newest day whose rates must be published at a time in milliseconds since the epoch. */
export function dueDay(nowMs: number): string {
  const local = frankfurtTime(nowMs)
  return publicationDayUpTo(local.hour >= publicationHour ? local.day : addDays(local.day, -1))
}

function fileFor(newest: string | undefined, due: string): string {
  if (newest === undefined || newest < addDays(due, -ninetyDaysReach)) return files.history
  return newest >= publicationDayUpTo(addDays(due, -1)) ? files.day : files.ninetyDays
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

function frankfurtTime(nowMs: number): { day: string; hour: number } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
  const parts = new Map(format.formatToParts(nowMs).map(({ type, value }) => [type, value]))
  return { day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`, hour: Number(parts.get('hour')) }
}
