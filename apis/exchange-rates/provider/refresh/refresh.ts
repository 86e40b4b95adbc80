// Keeps the rates current from the central bank's public files, once live calls are allowed.
import type { Job, ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import { addDays, publicationDayUpTo } from '../calendar.ts'
import { importRates } from '../import/importer.ts'
import type { RateStore } from '../rates/store.ts'

const folder = 'https://www.ecb.europa.eu/stats/eurofxref/'
/** Files by how many days back they reach; the 90 days are calendar days, of which a few are left as a margin. */
const files = {
  day: `${folder}eurofxref-daily.xml`,
  ninetyDays: `${folder}eurofxref-hist-90d.xml`,
  history: `${folder}eurofxref-hist.zip`,
}
const ninetyDaysReach = 85
const hourMs = 3_600_000
const bounds = { maxBytes: 16 * 1024 * 1024, timeoutMs: 60_000 }
/** New rates are out at about 16:00 in Frankfurt on working days. */
const publicationHour = 16

/**
 * Looks every hour whether a publication is due that is not stored, and fetches the smallest file that closes the gap: the
 * day, the last 90 days, or (also in place of the sample) the whole history. A failure is logged and tried again next hour.
 */
export function createRefresh(store: RateStore): Job<Tables> {
  return {
    name: 'refresh',
    everyMs: hourMs,
    async run(kit) {
      const index = await store.index(kit)
      const newest = index.sample ? undefined : index.days.at(-1)
      const due = dueDay(kit.now())
      if (newest !== undefined && newest >= due) return
      const url = fileFor(newest, due)
      try {
        const counts = await fetchRates(kit, store, url)
        kit.log.info('reference rates were fetched', { url, due, ...counts })
      } catch (error) {
        kit.log.warn('reference rates could not be fetched; the next attempt is in an hour', {
          url,
          due,
          cause: String(error),
        })
      }
    },
  }
}

/** The newest day whose rates must be out at that moment (milliseconds since the epoch). */
export function dueDay(nowMs: number): string {
  const local = frankfurtTime(nowMs)
  return publicationDayUpTo(local.hour >= publicationHour ? local.day : addDays(local.day, -1))
}

function fileFor(newest: string | undefined, due: string): string {
  if (newest === undefined || newest < addDays(due, -ninetyDaysReach)) return files.history
  return newest >= publicationDayUpTo(addDays(due, -1)) ? files.day : files.ninetyDays
}

async function fetchRates(kit: ProviderKit<Tables>, store: RateStore, url: string): Promise<Record<string, number>> {
  const { status, bytes } = await kit.fetch(url, bounds)
  if (status !== 200) throw new Error(`the central bank answered ${status}`)
  return importRates(kit, { chunks: once(bytes), store, progress: () => undefined })
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
