// The store of known floats: remembers each item once, ranks it among its like, and lists the lowest and highest.
import { createHash } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import type { Db, FloatsTable, Tables } from '../../tables.ts'
import type { Certificate } from '../inspect/certificate.ts'
import { encodeCertificate } from '../inspect/certificate-writer.ts'
import { isSouvenir, isStattrak } from '../inspect/traits.ts'

/** Items that are kept at most; the ones not seen for longest go, those without an asset id first. */
export const defaultKeep = 1_000_000
/** How often the bound is looked at, in remembered items of this process. */
const writesPerPrune = 1000
const rowsPerStatement = 100
/** An item seen again this soon is not written again. */
const quietMs = 1000
/** Ranks beyond this are not told: nobody collects them, and counting would read on and on. */
export const rankLimit = 1000

/** A decoded item with a wear, as it is remembered. */
export interface KnownFloat {
  readonly item: Certificate & { readonly wear: number }
  /** Without its mask. */
  readonly certificate: string
  readonly assetId: string | undefined
  readonly owner: string | undefined
}
/** Items of a skin are counted up to here, so that no count reads on and on. */
export const totalLimit = 10_000

/** Which items are compared with each other. */
export interface Variant {
  readonly defIndex: number
  readonly paintIndex: number
  readonly stattrak: boolean
  readonly souvenir: boolean
}
/** Which items a leaderboard lists: paints of one weapon, narrowed where a member is given. */
export interface Field {
  readonly defIndex: number
  readonly paintIndexes: readonly number[]
  readonly stattrak: boolean | undefined
  readonly souvenir: boolean | undefined
  /** Inclusive and exclusive. */
  readonly wear: { readonly low: number; readonly high: number } | undefined
}
export interface FloatRank {
  /** Place from the lowest float, from 1; null beyond `rankLimit`. */
  readonly low: number | null
  readonly high: number | null
}

const writes = new WeakMap<Db, { count: number }>()

interface Bounds {
  readonly nowMs: number
  /** Items that are kept at most. */
  readonly keep?: number
  readonly pruneEvery?: number
}

/**
 * Stores items, or notes that they were seen again; `last_seen` then moves and owner and stickers are replaced. A second item
 * under a known asset id that differs in paint, wear or seed is left out: no item changes those, so one of the two is made up.
 */
export async function rememberFloats(
  db: Db,
  known: readonly KnownFloat[],
  { nowMs, keep = defaultKeep, pruneEvery = writesPerPrune }: Bounds,
): Promise<void> {
  // one row for each item, as a statement may not change a row twice; sorted, as two statements must not wait for each other
  const byIdentity = new Map(known.map((one) => rowOf(one, nowMs)).map((row) => [row.identity, row]))
  const rows = [...byIdentity.values()].sort((a, b) => (a.identity < b.identity ? -1 : 1))
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await writeRows(db, rows.slice(start, start + rowsPerStatement), nowMs)
  const counter = writes.get(db) ?? { count: 0 }
  writes.set(db, counter)
  counter.count += rows.length
  if (counter.count < pruneEvery) return
  counter.count = 0
  await pruneFloats(db, keep)
}

async function writeRows(db: Db, rows: readonly FloatsTable[], nowMs: number): Promise<void> {
  await db
    .insertInto('item_market_floats')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('identity')
        .doUpdateSet((row) => ({
          owner: row.fn.coalesce('excluded.owner', 'item_market_floats.owner'),
          stickers_count: row.ref('excluded.stickers_count'),
          certificate: row.ref('excluded.certificate'),
          last_seen: row.ref('excluded.last_seen'),
        }))
        .whereRef('item_market_floats.def_index', '=', 'excluded.def_index')
        .whereRef('item_market_floats.paint_index', '=', 'excluded.paint_index')
        .whereRef('item_market_floats.wear', '=', 'excluded.wear')
        .whereRef('item_market_floats.seed', '=', 'excluded.seed')
        .where('item_market_floats.last_seen', '<=', nowMs - quietMs),
    )
    .execute()
}

/** The row of an asset id. */
export async function findFloat(db: Db, assetId: string): Promise<FloatsTable | undefined> {
  return db.selectFrom('item_market_floats').selectAll().where('identity', '=', `a:${assetId}`).executeTakeFirst()
}

/** The place of a float among the known ones of its variant. Items of the same float share a place. */
export async function rankFloat(db: Db, variant: Variant, wear: number): Promise<FloatRank> {
  const better = async (side: '<' | '>') => {
    const inner = db
      .selectFrom('item_market_floats')
      .select('identity')
      .where('def_index', '=', variant.defIndex)
      .where('paint_index', '=', variant.paintIndex)
      .where('stattrak', '=', Number(variant.stattrak))
      .where('souvenir', '=', Number(variant.souvenir))
      .where('wear', side, wear)
      .limit(rankLimit)
    const count = await countOf(db, inner)
    return count < rankLimit ? count + 1 : null
  }
  return { low: await better('<'), high: await better('>') }
}

/** The known items of a field with the lowest or highest floats, and how many there are, counted up to `totalLimit`. */
export async function leadingFloats(
  db: Db,
  field: Field,
  { order, limit }: { order: 'lowest' | 'highest'; limit: number },
): Promise<{ rows: FloatsTable[]; total: number }> {
  const direction = order === 'lowest' ? 'asc' : 'desc'
  const rows: FloatsTable[] = []
  let total = 0
  // paint by paint and variant by variant, because so each reads only its first rows of the index
  for (const paintIndex of field.paintIndexes)
    for (const [stattrak, souvenir] of variantsOf(field)) {
      let query = db
        .selectFrom('item_market_floats')
        .where('def_index', '=', field.defIndex)
        .where('paint_index', '=', paintIndex)
        .where('stattrak', '=', stattrak)
        .where('souvenir', '=', souvenir)
      if (field.wear) query = query.where('wear', '>=', field.wear.low).where('wear', '<', field.wear.high)
      rows.push(
        ...(await query.selectAll().orderBy('wear', direction).orderBy('identity', direction).limit(limit).execute()),
      )
      if (total < totalLimit) total += await countOf(db, query.select('identity').limit(totalLimit - total))
    }
  const sign = order === 'lowest' ? 1 : -1
  rows.sort((a, b) => sign * (a.wear - b.wear || (a.identity < b.identity ? -1 : 1)))
  return { rows: rows.slice(0, limit), total }
}

async function countOf(
  db: Db,
  rows: SelectQueryBuilder<Tables, 'item_market_floats', { identity: string }>,
): Promise<number> {
  const row = await db
    .selectFrom(rows.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Brings the store back to its bound. */
export async function pruneFloats(db: Db, keep: number): Promise<void> {
  const counted = await db
    .selectFrom('item_market_floats')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  let excess = Number(counted?.count ?? 0) - keep
  for (const withoutAsset of [true, false]) {
    if (excess <= 0) return
    const oldest = db
      .selectFrom('item_market_floats')
      .select('identity')
      .where('asset_id', withoutAsset ? 'is' : 'is not', null)
      .orderBy('last_seen')
      .orderBy('identity')
      .limit(excess)
    const done = await db.deleteFrom('item_market_floats').where('identity', 'in', oldest).executeTakeFirst()
    excess -= Number(done.numDeletedRows)
  }
}

/** StatTrak and Souvenir exclude each other. */
function variantsOf({ stattrak, souvenir }: Field): [stattrak: number, souvenir: number][] {
  const all: [boolean, boolean][] = [
    [false, false],
    [true, false],
    [false, true],
  ]
  return all
    .filter((one) => (stattrak ?? one[0]) === one[0] && (souvenir ?? one[1]) === one[1])
    .map(([a, b]) => [Number(a), Number(b)])
}

function rowOf({ item, certificate, assetId, owner }: KnownFloat, nowMs: number): FloatsTable {
  return {
    identity: assetId === undefined ? `c:${digestOf(item)}` : `a:${assetId}`,
    asset_id: assetId ?? null,
    def_index: item.defIndex,
    paint_index: item.paintIndex,
    stattrak: Number(isStattrak(item)),
    souvenir: Number(isSouvenir(item)),
    wear: item.wear,
    seed: item.seed,
    owner: owner ?? null,
    stickers_count: item.stickers.length,
    certificate,
    first_seen: nowMs,
    last_seen: nowMs,
  }
}

/** Certificates that say the same of an item without a number are one item, however they were written. */
function digestOf({
  defIndex,
  paintIndex,
  quality,
  wear,
  seed,
  killEaterType,
  stickers,
  keychains,
}: Certificate): string {
  const counter = killEaterType === undefined ? {} : { killEaterType }
  const worn = wear === undefined ? {} : { wear }
  const facts = { defIndex, paintIndex, rarity: 0, quality, seed, stickers, keychains, ...counter, ...worn }
  return createHash('sha256').update(encodeCertificate(facts)).digest('base64url').slice(0, 27)
}
