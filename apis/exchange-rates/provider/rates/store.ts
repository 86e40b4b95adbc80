// Reads and writes the days, and keeps the index of them in memory. The revision of the one state row tells every
// process when its index is out of date, whoever imported.
import type { ProviderKit } from '#define'
import type { Tables } from '../../tables.ts'
import { createRateIndex, type Day, dayLimit, type RateIndex } from './rate-index.ts'

type Db = ProviderKit<Tables>['db']

/** How old the knowledge of the revision may be. Imports of this process are seen at once. */
const freshMs = 1000
const rowsPerStatement = 200

export interface RateStore {
  /** The index of what is stored now, at most a second behind imports of other processes. */
  index(kit: ProviderKit<Tables>): Promise<RateIndex>
  /**
   * Adds days; rates given for a day that is stored already replace or join its rates. All sample rows go.
   * In one transaction. Returns how many days were new and how many changed.
   */
  save(kit: ProviderKit<Tables>, days: readonly Day[]): Promise<{ added: number; changed: number }>
  /** Stores the sample when nothing is stored. */
  seed(kit: ProviderKit<Tables>, days: () => readonly Day[]): Promise<void>
}

/** What is known of one database. A save drops it whole, so that a reading under way cannot bring old days back. */
interface Slot {
  known?: { readonly revision: number; readonly checkedMs: number; readonly index: RateIndex }
  reading?: Promise<RateIndex> | undefined
}

export function createRateStore(): RateStore {
  const slots = new WeakMap<Db, Slot>()
  return {
    async index(kit) {
      const slot = slots.get(kit.db) ?? {}
      slots.set(kit.db, slot)
      if (slot.known && Math.abs(kit.now() - slot.known.checkedMs) < freshMs) return slot.known.index
      slot.reading ??= read(slot, kit).finally(() => {
        slot.reading = undefined
      })
      return slot.reading
    },
    async save(kit, days) {
      const counts = await kit.db.transaction().execute((db) => saveLocked(db, days))
      slots.delete(kit.db)
      return counts
    },
    async seed(kit, days) {
      if (!(await isEmpty(kit.db))) return
      await kit.db.transaction().execute(async (db) => {
        await bumpRevision(db)
        if (await isEmpty(db)) await write(db, days(), 1)
      })
      slots.delete(kit.db)
    },
  }
}

async function read(slot: Slot, kit: ProviderKit<Tables>): Promise<RateIndex> {
  const checkedMs = kit.now()
  const revision = await readRevision(kit.db)
  // A change between the two readings is only loaded early: the older revision makes the next check load again.
  const index = slot.known?.revision === revision ? slot.known.index : await load(kit.db)
  slot.known = { revision, checkedMs, index }
  return index
}

async function load(db: Db): Promise<RateIndex> {
  const rows = await db.selectFrom('exchange_rates_days').selectAll().orderBy('day', 'desc').limit(dayLimit).execute()
  const days = rows.map(({ day, rates }) => ({ day, rates: readRates(rates) }))
  return createRateIndex(
    days,
    rows.some((row) => row.sample === 1),
  )
}

/** Nothing outside this file writes the column; a value that is not a number is left out all the same. */
function readRates(text: string): Record<string, number> {
  const parsed: unknown = JSON.parse(text)
  const rates: Record<string, number> = {}
  if (typeof parsed !== 'object' || parsed === null) return rates
  for (const [code, rate] of Object.entries(parsed)) if (typeof rate === 'number') rates[code] = rate
  return rates
}

async function readRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('exchange_rates_state').select('revision').where('id', '=', 1).executeTakeFirst()
  return row?.revision ?? 0
}

/** Also the lock: a second writer waits here until the first has ended its transaction. */
async function bumpRevision(db: Db): Promise<void> {
  await db
    .updateTable('exchange_rates_state')
    .set((state) => ({ revision: state('revision', '+', 1) }))
    .where('id', '=', 1)
    .execute()
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('exchange_rates_days').select('day').limit(1).executeTakeFirst()) === undefined
}

async function saveLocked(db: Db, days: readonly Day[]): Promise<{ added: number; changed: number }> {
  await bumpRevision(db)
  await db.deleteFrom('exchange_rates_days').where('sample', '=', 1).execute()
  const counts = { added: 0, changed: 0 }
  for (let start = 0; start < days.length; start += rowsPerStatement) {
    const batch = days.slice(start, start + rowsPerStatement)
    const stored = await storedRates(db, batch)
    const merged: Day[] = []
    for (const { day, rates } of batch) {
      const before = stored.get(day)
      if (before && Object.keys(rates).every((code) => before[code] === rates[code])) continue
      counts[before ? 'changed' : 'added'] += 1
      merged.push({ day, rates: { ...before, ...rates } })
    }
    await write(db, merged, 0)
  }
  return counts
}

async function storedRates(db: Db, days: readonly Day[]): Promise<Map<string, Record<string, number>>> {
  const names = days.map(({ day }) => day)
  const rows = await db.selectFrom('exchange_rates_days').select(['day', 'rates']).where('day', 'in', names).execute()
  return new Map(rows.map(({ day, rates }) => [day, readRates(rates)]))
}

async function write(db: Db, days: readonly Day[], sample: number): Promise<void> {
  for (let start = 0; start < days.length; start += rowsPerStatement) {
    const rows = days
      .slice(start, start + rowsPerStatement)
      .map(({ day, rates }) => ({ day, rates: JSON.stringify(rates), sample }))
    await db
      .insertInto('exchange_rates_days')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('day').doUpdateSet((row) => ({
          rates: row.ref('excluded.rates'),
          sample: row.ref('excluded.sample'),
        })),
      )
      .execute()
  }
}
