// The stored prices in memory, column by column: an answer about 500 names costs no query. Each process keeps its own and asks at
// most once a second whether a source has changed, whoever changed it.

import type { ProviderKit } from '#define'
import type { Db, SourcesTable, Tables } from '../../../tables.ts'
import { yieldToEventLoop } from '../../event-loop.ts'
import { sourceFactsById } from '../connectors/sources.ts'
import { steamSource } from '../feeds/steam-price.ts'
import { variantName, variantSpace } from '../feeds/variants.ts'
import { createNames, type Names } from './item-ids.ts'
import { createColumn, type PriceColumn } from './price-column.ts'
import type { PriceRow } from './price-row.ts'

type Kit = ProviderKit<Tables>

/** What is remembered of one source, by number of the item. */
interface Column {
  readonly market: string
  readonly state: SourcesTable
  readonly rows: PriceColumn
  /** Rows of items; the others are of phases. */
  readonly items: number
  readonly newestMs: number
}
export interface Board {
  readonly names: Names
  /** Changes whenever any row does. */
  readonly stamp: string
  /** What happened to the sources, by number; one that was never tried is absent. */
  readonly states: ReadonlyMap<number, SourcesTable>
  /** Items by number of the source; phases are none of their own. */
  readonly counts: ReadonlyMap<number, number>
  /** Whether a whole feed of the game was ever read: from then on nothing simulated is answered for it. */
  isReal(game: string): boolean
  /** Rows of an item, or of one phase of it, at most one of each marketplace: of several sources of one the newest. */
  rows(game: string, name: string, phase?: string): PriceRow[]
  /** Rows of an item on one marketplace only. */
  row(game: string, name: string, market: string): PriceRow | undefined
  /** Every row of an item, or phase, by its number but those of one source, for the check of a feed against the others. */
  rowsWithout(source: number, item: number): PriceRow[]
  /** Items of a game with a row of any source. */
  namesOf(game: string): readonly string[]
}
interface Slot {
  readonly names: Names
  readonly columns: Map<number, Column>
  checkedMs: number
  board: Board | undefined
  reading: Promise<Board> | undefined
}

/** How old the knowledge of the sources' revisions may be. Changes of this process are seen at once. */
const freshMs = 1000
const perPage = 1000
const slots = new WeakMap<Db, Slot>()

function slotOf(db: Db): Slot {
  const slot = slots.get(db) ?? {
    names: createNames(),
    columns: new Map(),
    checkedMs: Number.NEGATIVE_INFINITY,
    board: undefined,
    reading: undefined,
  }
  slots.set(db, slot)
  return slot
}

/** The board as it is now; a promise only when something may have to be read. */
export function boardOf(kit: Pick<Kit, 'db' | 'now'>): Board | Promise<Board> {
  const slot = slotOf(kit.db)
  if (slot.board && Math.abs(kit.now() - slot.checkedMs) < freshMs) return slot.board
  slot.reading ??= read(slot, kit).finally(() => {
    slot.reading = undefined
  })
  return slot.reading
}

/** Makes the next answer of this process look for changes. Resolves when it knows them. */
export async function refreshBoard(kit: Pick<Kit, 'db' | 'now'>): Promise<Board> {
  const slot = slotOf(kit.db)
  // A reading under way may have begun before the change.
  await slot.reading?.catch(() => undefined)
  slot.checkedMs = Number.NEGATIVE_INFINITY
  return boardOf(kit)
}

async function read(slot: Slot, { db, now }: Pick<Kit, 'db' | 'now'>): Promise<Board> {
  const checkedMs = now()
  let changed = slot.board === undefined
  // A reading that became valid meanwhile may have taken rows of the former one away: then those read here are not whole.
  for (let whole = false; !whole; ) {
    whole = true
    for (const state of await statesOf(db)) {
      const before = slot.columns.get(state.id)
      if (before && sameState(before.state, state)) continue
      changed = true
      whole &&= before?.state.snapshot === state.snapshot
      slot.columns.set(state.id, await readColumn(slot.names, db, { state, before }))
    }
  }
  const board = changed || !slot.board ? makeBoard(slot) : slot.board
  slot.board = board
  slot.checkedMs = checkedMs
  return board
}

function statesOf(db: Db): Promise<SourcesTable[]> {
  return db.selectFrom('item_market_sources').selectAll().orderBy('id').execute()
}

function sameState(one: SourcesTable, other: SourcesTable): boolean {
  return (
    one.revision === other.revision &&
    one.attempted_ms === other.attempted_ms &&
    one.enabled === other.enabled &&
    one.error === other.error
  )
}

async function readColumn(
  names: Names,
  db: Db,
  { state, before }: { state: SourcesTable; before: Column | undefined },
): Promise<Column> {
  // A number that this version does not know was written by a later one.
  const market = sourceFactsById(state.id)?.market ?? 'unknown'
  if (before && before.state.revision === state.revision) return { ...before, state }
  // Single rows are added to the same snapshot: only newer ones need reading.
  const grows = before !== undefined && before.state.snapshot === state.snapshot && state.id === steamSource.id
  await names.refresh(db)
  const rows = createColumn(market, grows ? { from: before.rows } : { room: names.size })
  let newestMs = grows ? before.newestMs : 0
  for (let last = 0; ; ) {
    let page = db
      .selectFrom('item_market_current')
      .select(['item', 'price', 'quantity', 'bid', 'volume', 'median', 'at_ms'])
      .where('source', '=', state.id)
      .where('snapshot', '=', state.snapshot)
      .where('item', '>', last)
      .orderBy('item')
      .limit(perPage)
    if (grows) page = page.where('at_ms', '>=', before.newestMs)
    const found = await page.execute()
    for (const row of found) {
      rows.set(row.item, row)
      newestMs = Math.max(newestMs, row.at_ms)
    }
    last = found.at(-1)?.item ?? last
    if (found.length < perPage) break
    await yieldToEventLoop()
  }
  // Another process may have given numbers in an order other than that of their becoming visible.
  for (const item of rows.items()) {
    if (names.nameOf(item) !== undefined) continue
    await names.refresh(db, true)
    break
  }
  let items = 0
  for (const item of rows.items()) if (names.isItem(item)) items++
  return { market, state, rows, items, newestMs }
}

function makeBoard({ names, columns }: Slot): Board {
  const known = [...columns.values()]
  const states = new Map(known.map(({ state }) => [state.id, state]))
  const seen = new Map<string, readonly string[]>()
  const collect = (item: number | undefined, wanted: (column: Column) => boolean): PriceRow[] => {
    if (item === undefined) return []
    const found: PriceRow[] = []
    for (const column of known) {
      const row = wanted(column) ? column.rows.get(item) : undefined
      if (!row) continue
      const at = found.findIndex(({ market }) => market === row.market)
      if (at < 0) found.push(row)
      else if ((found[at]?.atMs ?? 0) < row.atMs) found[at] = row
    }
    return found
  }
  return {
    names,
    stamp: known.map(({ state }) => `${state.id}:${state.revision}`).join(' '),
    states,
    counts: new Map(known.map(({ state, items }) => [state.id, items])),
    isReal: (game) => known.some(({ state }) => state.snapshot > 0 && sourceFactsById(state.id)?.game === game),
    rows: (game, name, phase) =>
      collect(
        phase === undefined ? names.idOf(game, name) : names.idOf(variantSpace(game), variantName(name, phase)),
        () => true,
      ),
    row: (game, name, market) => collect(names.idOf(game, name), (column) => column.market === market)[0],
    rowsWithout: (source, item) => collect(item, ({ state }) => state.id !== source),
    namesOf(game) {
      const kept = seen.get(game)
      if (kept) return kept
      const listed = names.all(game).filter((name) => {
        const item = names.idOf(game, name)
        return item !== undefined && known.some(({ rows }) => rows.has(item))
      })
      seen.set(game, listed)
      return listed
    },
  }
}
