// Names of items and the numbers that stand for them in the tables, kept in memory: some 40,000 in all.

import type { Db } from '../../../tables.ts'
import { yieldToEventLoop } from '../../event-loop.ts'
import { games } from '../../games.ts'
import { variantSpace } from '../feeds/variants.ts'
import { insertRows, rowsAtOnce } from './bulk-insert.ts'

export interface Names {
  idOf(game: string, name: string): number | undefined
  /** Above all numbers known so far. */
  readonly size: number
  /** Undefined for a number that this process has not read yet. */
  nameOf(id: number): string | undefined
  /** Whether a number stands for an item, and not for a phase of one. */
  isItem(id: number): boolean
  /** Names of a game, ascending. */
  all(game: string): readonly string[]
  /** Reads what was added by others; all of it when `whole`. */
  refresh(db: Db, whole?: boolean): Promise<void>
  /** Gives numbers to the names that have none, and returns those of all. */
  number(db: Db, game: string, names: Iterable<string>): Promise<Map<string, number>>
}

const perPage = 1000
const variantSpaces = new Set(games.map(({ key }) => variantSpace(key)))

export function createNames(): Names {
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
    all(game) {
      const kept = sorted.get(game)
      if (kept) return kept
      const names = [...(byGame.get(game)?.keys() ?? [])].sort()
      sorted.set(game, names)
      return names
    },
    async refresh(db, whole = false) {
      for (let last = whole ? 0 : byId.length - 1; ; ) {
        const page = db.selectFrom('item_market_names').selectAll().where('id', '>', last).orderBy('id').limit(perPage)
        const rows = await page.execute()
        for (const { id, game, name } of rows) add(id, game, name)
        if (rows.length < perPage) return
        last = rows.at(-1)?.id ?? last
        await yieldToEventLoop()
      }
    },
    async number(db, game, wanted) {
      const ids = new Map<string, number>()
      const collect = (names: Iterable<string>): string[] => {
        const missing: string[] = []
        for (const name of names) {
          const id = byGame.get(game)?.get(name)
          if (id === undefined) missing.push(name)
          else ids.set(name, id)
        }
        return missing
      }
      let missing = collect(wanted)
      if (missing.length === 0) return ids
      const atOnce = rowsAtOnce(db)
      for (let start = 0; start < missing.length; start += atOnce) {
        const rows = missing.slice(start, start + atOnce).map((name) => [name])
        await insertRows(db, 'item_market_names', { same: { game }, columns: ['name'], rows, keep: true })
        await yieldToEventLoop()
      }
      await this.refresh(db)
      missing = collect(missing)
      // Some may have been given numbers by another process before the last that was known here.
      if (missing.length > 0) await this.refresh(db, true)
      collect(missing)
      return ids
    },
  }
}
