// The latest stored prices in memory, column by column: a response for 500 names needs no query. Each process has its
// own copy and checks at most once a second whether a source has changed in any process.
import type { ProviderKit } from '#define'
import { yieldToEventLoop } from '#provider'
import type { Db, SourcesTable, Tables } from '../../../tables.ts'
import { sourceInfoById } from '../connectors/sources.ts'
import { steamSource } from '../feeds/steam-price.ts'
import { variantName, variantSpace } from '../feeds/variants.ts'
import { createItemIds, type ItemIds } from './item-ids.ts'
import { createColumn, type PriceColumn } from './price-column.ts'
import type { PriceRow } from './price-row.ts'

export interface LatestPrices {
  readonly ids: ItemIds
  /** Changes whenever any row changes. */
  readonly stamp: string
  /** The state of the sources by number; a source without an attempt is absent. */
  readonly states: ReadonlyMap<number, SourcesTable>
  /** Number of items by number of the source, without phases. */
  readonly counts: ReadonlyMap<number, number>
  /** Reports whether a complete feed of the game was ever read. From then on its simulated prices are never used. */
  isReal(game: string): boolean
  /** Returns rows of an item, or of one phase of it: at most one per marketplace, the newest of its sources. */
  rows(game: string, name: string, phase?: string): PriceRow[]
  /** Returns the row of an item on one marketplace. */
  row(game: string, name: string, market: string): PriceRow | undefined
  /**
   * Returns all rows of an item or phase, by its id, except those of one source: the basis for checking that source's
   * feed.
   */
  rowsWithout(source: number, item: number): PriceRow[]
  /** Returns items of a game with a row from any source. */
  namesOf(game: string): readonly string[]
}
export interface LatestPricesStore {
  /** Returns the current prices; a promise only if a query is needed. */
  read(): LatestPrices | Promise<LatestPrices>
  /** Checks for changes at once. Resolves with the updated prices. */
  refresh(): Promise<LatestPrices>
}

/** The rows of one source, by item id. */
interface SourceColumn {
  readonly market: string
  readonly state: SourcesTable
  readonly rows: PriceColumn
  /** Rows of items; the others are of phases. */
  readonly items: number
  readonly newestMs: number
}

/** Maximum age of the known revisions of the sources. Changes by this process are seen at once. */
const freshMs = 1000
const rowsPerPage = 1000

export function createLatestPrices({ db, now }: Pick<ProviderKit<Tables>, 'db' | 'now'>): LatestPricesStore {
  const ids = createItemIds()
  const columns = new Map<number, SourceColumn>()
  let checkedMs = Number.NEGATIVE_INFINITY
  let latest: LatestPrices | undefined
  let reading: Promise<LatestPrices> | undefined

  async function readChanges(): Promise<LatestPrices> {
    const startedMs = now()
    let hasChanged = latest === undefined
    // a reading published meanwhile might have removed rows of the previous one, so this one would be incomplete
    for (let isWhole = false; !isWhole; ) {
      isWhole = true
      for (const state of await statesOf(db)) {
        const previous = columns.get(state.id)
        if (previous && isSameState(previous.state, state)) continue
        hasChanged = true
        isWhole &&= previous?.state.snapshot === state.snapshot
        columns.set(state.id, await readColumn(ids, db, { state, previous }))
      }
    }
    const prices = hasChanged || !latest ? viewOf(ids, [...columns.values()]) : latest
    latest = prices
    checkedMs = startedMs
    return prices
  }

  function read(): LatestPrices | Promise<LatestPrices> {
    if (latest && Math.abs(now() - checkedMs) < freshMs) return latest
    reading ??= readChanges().finally(() => {
      reading = undefined
    })
    return reading
  }

  return {
    read,
    async refresh() {
      // a pending reading might have begun before the change
      await reading?.catch(() => undefined)
      checkedMs = Number.NEGATIVE_INFINITY
      return read()
    },
  }
}

function statesOf(db: Db): Promise<SourcesTable[]> {
  return db.selectFrom('item_market_sources').selectAll().orderBy('id').execute()
}

function isSameState(one: SourcesTable, other: SourcesTable): boolean {
  return (
    one.revision === other.revision &&
    one.attempted_ms === other.attempted_ms &&
    one.enabled === other.enabled &&
    one.error === other.error
  )
}

async function readColumn(
  ids: ItemIds,
  db: Db,
  { state, previous }: { state: SourcesTable; previous: SourceColumn | undefined },
): Promise<SourceColumn> {
  // an unknown number was written by a later version
  const market = sourceInfoById(state.id)?.market ?? 'unknown'
  if (previous && previous.state.revision === state.revision) return { ...previous, state }
  // single rows are added to the same snapshot, so only newer ones need reading
  const grows = previous !== undefined && previous.state.snapshot === state.snapshot && state.id === steamSource.id
  await ids.refresh(db)
  const rows = createColumn(market, grows ? { from: previous.rows } : { room: ids.size })
  let newestMs = grows ? previous.newestMs : 0
  for (let last = 0; ; ) {
    let page = db
      .selectFrom('item_market_current')
      .select(['item', 'price', 'quantity', 'bid', 'volume', 'median', 'at_ms'])
      .where('source', '=', state.id)
      .where('snapshot', '=', state.snapshot)
      .where('item', '>', last)
      .orderBy('item')
      .limit(rowsPerPage)
    if (grows) page = page.where('at_ms', '>=', previous.newestMs)
    const stored = await page.execute()
    for (const row of stored) {
      rows.set(row.item, row)
      newestMs = Math.max(newestMs, row.at_ms)
    }
    last = stored.at(-1)?.item ?? last
    if (stored.length < rowsPerPage) break
    await yieldToEventLoop()
  }
  // another process might have assigned ids in an order different from their visibility
  for (const item of rows.items()) {
    if (ids.nameOf(item) !== undefined) continue
    await ids.refresh(db, true)
    break
  }
  let items = 0
  for (const item of rows.items()) if (ids.isItem(item)) items++
  return { market, state, rows, items, newestMs }
}

function viewOf(ids: ItemIds, columns: readonly SourceColumn[]): LatestPrices {
  const states = new Map(columns.map(({ state }) => [state.id, state]))
  const namesByGame = new Map<string, readonly string[]>()
  const collect = (item: number | undefined, isWanted: (column: SourceColumn) => boolean): PriceRow[] => {
    if (item === undefined) return []
    const rows: PriceRow[] = []
    for (const column of columns) {
      const row = isWanted(column) ? column.rows.get(item) : undefined
      if (!row) continue
      const at = rows.findIndex(({ market }) => market === row.market)
      if (at < 0) rows.push(row)
      else if ((rows[at]?.atMs ?? 0) < row.atMs) rows[at] = row
    }
    return rows
  }
  return {
    ids,
    stamp: columns.map(({ state }) => `${state.id}:${state.revision}`).join(' '),
    states,
    counts: new Map(columns.map(({ state, items }) => [state.id, items])),
    isReal: (game) => columns.some(({ state }) => state.snapshot > 0 && sourceInfoById(state.id)?.game === game),
    rows: (game, name, phase) =>
      collect(
        phase === undefined ? ids.idOf(game, name) : ids.idOf(variantSpace(game), variantName(name, phase)),
        () => true,
      ),
    row: (game, name, market) => collect(ids.idOf(game, name), (column) => column.market === market)[0],
    rowsWithout: (source, item) => collect(item, ({ state }) => state.id !== source),
    namesOf(game) {
      const known = namesByGame.get(game)
      if (known) return known
      const names = ids.namesOf(game).filter((name) => {
        const item = ids.idOf(game, name)
        return item !== undefined && columns.some(({ rows }) => rows.has(item))
      })
      namesByGame.set(game, names)
      return names
    },
  }
}
