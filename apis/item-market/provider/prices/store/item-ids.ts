// The ids of item names in the tables, cached in memory: some 40,000 in all.
import { yieldToEventLoop } from '#provider'
import type { Db } from '../../../tables.ts'
import { games } from '../../games.ts'
import { variantSpace } from '../feeds/variants.ts'
import { type BulkDatabase, insertRows, maxRowsPerInsert } from './bulk-insert.ts'

export interface ItemIds {
  idOf(game: string, name: string): number | undefined
  /** The highest known id plus one. */
  readonly size: number
  /** Returns the name; undefined for an id that this process has not read yet. */
  nameOf(id: number): string | undefined
  /** Reports whether an id is that of an item rather than of a phase. */
  isItem(id: number): boolean
  /** Returns names of a game, ascending. */
  namesOf(game: string): readonly string[]
  /** Reads names added by other processes; all names if `whole`. */
  refresh(db: Db, whole?: boolean): Promise<void>
  /** Assigns ids to new names, and returns the ids of all. */
  assign(database: BulkDatabase, game: string, names: Iterable<string>): Promise<Map<string, number>>
}

const rowsPerPage = 1000
const variantSpaces = new Set(games.map(({ key }) => variantSpace(key)))

export function createItemIds(): ItemIds {
  const byGame = new Map<string, Map<string, number>>()
  const byId: string[] = []
  const sorted = new Map<string, readonly string[]>()
  const variants = new Set<number>()

  function add(id: number, game: string, name: string): void {
    const names = byGame.get(game) ?? new Map<string, number>()
    byGame.set(game, names)
    if (names.get(name) === id) return
    names.set(name, id)
    byId[id] = name
    if (variantSpaces.has(game)) variants.add(id)
    sorted.delete(game)
  }

  return {
    idOf: (game, name) => byGame.get(game)?.get(name),
    nameOf: (id) => byId[id],
    get size() {
      return byId.length
    },
    isItem: (id) => !variants.has(id),
    namesOf(game) {
      const known = sorted.get(game)
      if (known) return known
      const names = [...(byGame.get(game)?.keys() ?? [])].sort()
      sorted.set(game, names)
      return names
    },
    async refresh(db, whole = false) {
      for (let last = whole ? 0 : byId.length - 1; ; ) {
        const page = db
          .selectFrom('item_market_names')
          .selectAll()
          .where('id', '>', last)
          .orderBy('id')
          .limit(rowsPerPage)
        const rows = await page.execute()
        for (const { id, game, name } of rows) add(id, game, name)
        if (rows.length < rowsPerPage) return
        last = rows.at(-1)?.id ?? last
        await yieldToEventLoop()
      }
    },
    async assign(database, game, names) {
      const ids = new Map<string, number>()
      const collect = (candidates: Iterable<string>): string[] => {
        const missing: string[] = []
        for (const name of candidates) {
          const id = byGame.get(game)?.get(name)
          if (id === undefined) missing.push(name)
          else ids.set(name, id)
        }
        return missing
      }
      let missing = collect(names)
      if (missing.length === 0) return ids
      const step = maxRowsPerInsert(database)
      for (let start = 0; start < missing.length; start += step) {
        const rows = missing.slice(start, start + step).map((name) => [name])
        await insertRows(database, 'item_market_names', { same: { game }, columns: ['name'], rows, keep: true })
        await yieldToEventLoop()
      }
      await this.refresh(database.db)
      missing = collect(missing)
      // another process might have assigned some of them before the highest id known here
      if (missing.length > 0) await this.refresh(database.db, true)
      collect(missing)
      return ids
    },
  }
}
