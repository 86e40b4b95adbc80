// The store of known floats: keeps each item once, ranks it among items of its variant, and lists the lowest and
// highest.
import { createHash } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import { inChunks } from '#provider/sql'
import type { Db, FloatsTable, Tables } from '../../tables.ts'
import type { Certificate } from '../inspect/certificate.ts'
import { encodeCertificate } from '../inspect/certificate-writer.ts'
import { isSouvenir, isStattrak } from '../inspect/traits.ts'

/** Limit of stored items. The least recently seen are removed, those without an asset id first. */
const defaultMaxItems = 1_000_000
/** The limit is enforced after this number of stored items. */
const writesPerPrune = 1000
const rowsPerStatement = 100
/** An item seen again within this time is not rewritten. */
const quietMs = 1000
/** Lowest reported rank: collectors do not care about lower ones, and the count must be bounded. */
export const rankLimit = 1000

/** A decoded item with a wear, to be stored. */
export interface KnownFloat {
  readonly item: Certificate & { readonly wear: number }
  /** Unmasked. */
  readonly certificate: string
  readonly assetId: string | undefined
  readonly owner: string | undefined
}
/** Limit of the count of a skin's items. */
export const totalLimit = 10_000

/** Items that are ranked together. */
interface Variant {
  readonly defIndex: number
  readonly paintIndex: number
  readonly stattrak: boolean
  readonly souvenir: boolean
}
/** Items of a leaderboard: paints of one weapon, narrowed by the members that are defined. */
export interface FloatFilter {
  readonly defIndex: number
  readonly paintIndexes: readonly number[]
  readonly stattrak: boolean | undefined
  readonly souvenir: boolean | undefined
  /** Lower bound inclusive, upper bound exclusive. */
  readonly wear: { readonly low: number; readonly high: number } | undefined
}
export interface FloatRank {
  /** Rank from the lowest float, from 1; null beyond `rankLimit`. */
  readonly low: number | null
  readonly high: number | null
}

export interface FloatStore {
  /**
   * Stores items, or updates `last_seen`, owner and stickers of those seen before. A second item under a known asset id
   * with a different paint, wear or seed is dropped: these never change, so one of them is forged.
   */
  remember(known: readonly KnownFloat[], nowMs: number): Promise<void>
  /** Returns the row of an asset id. */
  find(assetId: string): Promise<FloatsTable | undefined>
  /** Returns the rank of a float among known ones of its variant. Equal floats share a rank. */
  rank(variant: Variant, wear: number): Promise<FloatRank>
  /** Returns the known items with the lowest or highest floats, and their number, counted up to `totalLimit`. */
  leaders(
    filter: FloatFilter,
    options: { order: 'lowest' | 'highest'; limit: number },
  ): Promise<{ rows: FloatsTable[]; total: number }>
}
interface FloatStoreOptions {
  readonly maxItems?: number
  readonly pruneEvery?: number
}

export function createFloatStore(
  db: Db,
  { maxItems = defaultMaxItems, pruneEvery = writesPerPrune }: FloatStoreOptions = {},
): FloatStore {
  let writes = 0
  return {
    async remember(known, nowMs) {
      // one row per item, because a statement must not change a row twice; sorted, so that two statements cannot
      // deadlock
      const byIdentity = new Map(known.map((one) => rowOf(one, nowMs)).map((row) => [row.identity, row]))
      const rows = [...byIdentity.values()].sort((a, b) => (a.identity < b.identity ? -1 : 1))
      for (const chunk of inChunks(rows, rowsPerStatement)) await writeRows(db, chunk, nowMs)
      writes += rows.length
      if (writes < pruneEvery) return
      writes = 0
      await pruneFloats(db, maxItems)
    },
    find: (assetId) =>
      db.selectFrom('item_market_floats').selectAll().where('identity', '=', `a:${assetId}`).executeTakeFirst(),
    rank: (variant, wear) => rankFloat(db, variant, wear),
    leaders: (filter, options) => leadingFloats(db, filter, options),
  }
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

async function rankFloat(db: Db, variant: Variant, wear: number): Promise<FloatRank> {
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

async function leadingFloats(
  db: Db,
  filter: FloatFilter,
  { order, limit }: { order: 'lowest' | 'highest'; limit: number },
): Promise<{ rows: FloatsTable[]; total: number }> {
  const direction = order === 'lowest' ? 'asc' : 'desc'
  const rows: FloatsTable[] = []
  let total = 0
  // one query per paint and variant, each of which reads only its first rows of the index
  for (const paintIndex of filter.paintIndexes)
    for (const [stattrak, souvenir] of variantsOf(filter)) {
      let query = db
        .selectFrom('item_market_floats')
        .where('def_index', '=', filter.defIndex)
        .where('paint_index', '=', paintIndex)
        .where('stattrak', '=', stattrak)
        .where('souvenir', '=', souvenir)
      if (filter.wear) query = query.where('wear', '>=', filter.wear.low).where('wear', '<', filter.wear.high)
      rows.push(
        ...(await query.selectAll().orderBy('wear', direction).orderBy('identity', direction).limit(limit).execute()),
      )
      if (total < totalLimit) total += await countOf(db, query.select('identity').limit(totalLimit - total))
    }
  const factor = order === 'lowest' ? 1 : -1
  rows.sort((a, b) => factor * (a.wear - b.wear || (a.identity < b.identity ? -1 : 1)))
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

/** Removes items beyond the limit. */
async function pruneFloats(db: Db, maxItems: number): Promise<void> {
  const counted = await db
    .selectFrom('item_market_floats')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  let excess = Number(counted?.count ?? 0) - maxItems
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

/** Returns the variants; StatTrak and Souvenir exclude each other. */
function variantsOf({ stattrak, souvenir }: FloatFilter): [stattrak: number, souvenir: number][] {
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

/**
 * Returns a digest of a certificate's content: for items without an asset id, equal content means one item, in any
 * encoding.
 */
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
  const content = { defIndex, paintIndex, rarity: 0, quality, seed, stickers, keychains, ...counter, ...worn }
  return createHash('sha256').update(encodeCertificate(content)).digest('base64url').slice(0, 27)
}
