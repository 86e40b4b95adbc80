// The orders of programmes that depend only on the data, each sorted on first use.
import { present } from '#define/present'
import { byKey, type Compare, inOrder } from '#provider'
import type { Direction } from '../definition/feed-definition.ts'
import type { Programme, Version } from '../records.ts'
import type { Table } from './table.ts'
import { filingTitle } from './titles.ts'
import type { Tree } from './tree.ts'

export const staticOrders = [
  'pid',
  'position',
  'release_date',
  'scheduled_start',
  'strict_title',
  'title',
  'tree',
] as const
type StaticOrder = (typeof staticOrders)[number]

export interface Orders {
  /** Returns indexes of all programmes. Those without a sort value come last in either direction. */
  of(order: StaticOrder, direction: Direction): Int32Array
}
interface OrderDeps {
  readonly programmes: Table<Programme>
  readonly versions: Table<Version>
  readonly tree: Tree
  readonly versionsOf: (programme: number) => readonly number[]
}

type Key = string | number | undefined

export function createOrders(deps: OrderDeps): Orders {
  const cached = new Map<string, Int32Array>()
  return {
    of(order, direction) {
      const name = `${order} ${direction}`
      const sorted = cached.get(name) ?? sort(deps, order, direction)
      cached.set(name, sorted)
      return sorted
    },
  }
}

function sort(deps: OrderDeps, order: StaticOrder, direction: Direction): Int32Array {
  const { rows } = deps.programmes
  if (order === 'tree') return treeOrder(deps, direction)
  const keys = rows.map((row, index) => keyOf(deps, order, { row, index }))
  const keyed = [...rows.keys()].filter((index) => keys[index] !== undefined)
  // rows are ordered by pid, which breaks ties
  keyed.sort(
    inOrder(
      byKey<number>((index) => present(keys[index])),
      byKey((index) => index),
    ),
  )
  if (direction === 'descending') keyed.reverse()
  const unkeyed = [...rows.keys()].filter((index) => keys[index] === undefined)
  return Int32Array.from([...keyed, ...unkeyed])
}

function keyOf(deps: OrderDeps, order: StaticOrder, { row, index }: { row: Programme; index: number }): Key {
  switch (order) {
    case 'position':
      return row.position
    case 'release_date':
      return row.release
    case 'strict_title':
      return row.title
    case 'title':
      return row.title === undefined ? undefined : filingTitle(row.title)
    case 'scheduled_start':
      return earliestStart(deps, index)
    default:
      return row.pid
  }
}

function earliestStart({ versions, versionsOf }: OrderDeps, programme: number): number | undefined {
  const starts = versionsOf(programme).flatMap((version) =>
    (versions.rows[version]?.availabilities ?? []).flatMap(({ start }) => start ?? []),
  )
  return starts.length === 0 ? undefined : Math.min(...starts)
}

/**
 * Orders the top level by pid; below it, parents precede their children, which are ordered by release date and
 * position.
 */
function treeOrder({ programmes: { rows }, tree }: OrderDeps, direction: Direction): Int32Array {
  const siblings: Compare<number> = inOrder(
    byKey((index) => rows[index]?.release ?? '\uffff'),
    byKey((index) => rows[index]?.position ?? Number.MAX_SAFE_INTEGER),
    byKey((index) => index),
  )
  const result: number[] = []
  const visit = (index: number): void => {
    result.push(index)
    for (const child of tree.childrenOf(index).toSorted(siblings)) visit(child)
  }
  const roots = [...rows.keys()].filter((index) => tree.parentOf(index) < 0)
  for (const root of direction === 'descending' ? roots.reverse() : roots) visit(root)
  return Int32Array.from(result)
}
