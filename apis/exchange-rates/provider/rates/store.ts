// The stored days in the database: imported ones, or those of the sample.
import type { Kysely } from 'kysely'
import { bumpRevision, inChunks, insertMany, percentOf } from '#provider'
import type { Tables } from '../../tables.ts'
import { type Day, maxDays } from './rate-index.ts'

type Db = Kysely<Tables>

/** The newest days, at most `maxDays`. */
export async function readDays(db: Db): Promise<{ days: Day[]; isSample: boolean }> {
  const rows = await db.selectFrom('exchange_rates_days').selectAll().orderBy('day', 'desc').limit(maxDays).execute()
  const days = rows.map(({ day, rates }) => ({ day, rates: readRates(rates) }))
  return { days, isSample: rows.some((row) => row.sample === 1) }
}

/** Only this file writes the column; even so, a value that is not a number is skipped. */
function readRates(json: string): Record<string, number> {
  const parsed: unknown = JSON.parse(json)
  const rates: Record<string, number> = {}
  for (const [code, rate] of Object.entries(Object(parsed))) if (typeof rate === 'number') rates[code] = rate
  return rates
}

/** Stores the sample when nothing is stored. */
export async function seedSample(db: Db): Promise<void> {
  if (!(await isEmpty(db))) return
  const { sampleDays } = await import('../../seed/sample.ts')
  await db.transaction().execute(async (within) => {
    await bumpRevision(within, 'exchange_rates_state')
    if (await isEmpty(within)) await writeDays(within, sampleDays(), 1)
  })
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('exchange_rates_days').select('day').limit(1).executeTakeFirst()) === undefined
}

/**
 * Adds days in one transaction; rates of a stored day are replaced or added to it. Removes the sample. Returns how many
 * days were new and how many changed.
 */
export function saveDays(
  db: Db,
  days: readonly Day[],
  onWritten: (percent: number) => void = () => undefined,
): Promise<{ added: number; changed: number }> {
  return db.transaction().execute(async (within) => {
    await bumpRevision(within, 'exchange_rates_state')
    await within.deleteFrom('exchange_rates_days').where('sample', '=', 1).execute()
    const counts = { added: 0, changed: 0 }
    let written = 0
    onWritten(0)
    for (const chunk of inChunks(days)) {
      const stored = await storedRates(within, chunk)
      const merged: Day[] = []
      for (const { day, rates } of chunk) {
        const previous = stored.get(day)
        if (previous && Object.keys(rates).every((code) => previous[code] === rates[code])) continue
        counts[previous ? 'changed' : 'added'] += 1
        merged.push({ day, rates: { ...previous, ...rates } })
      }
      await writeDays(within, merged, 0)
      written += chunk.length
      onWritten(percentOf(written, days.length))
    }
    return counts
  })
}

async function storedRates(db: Db, days: readonly Day[]): Promise<Map<string, Record<string, number>>> {
  const names = days.map(({ day }) => day)
  const rows = await db.selectFrom('exchange_rates_days').select(['day', 'rates']).where('day', 'in', names).execute()
  return new Map(rows.map(({ day, rates }) => [day, readRates(rates)]))
}

function writeDays(db: Db, days: readonly Day[], sample: number): Promise<void> {
  const rows = days.map(({ day, rates }) => ({ day, rates: JSON.stringify(rates), sample }))
  return insertMany(db, 'exchange_rates_days', rows, { replaceOn: ['day'] })
}
