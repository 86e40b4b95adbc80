// The tree of programmes: brands, series, episodes, clips.
import type { Programme } from '../records.ts'
import type { Table } from './table.ts'

/** All numbers are indices of programmes. */
export interface Tree {
  /** -1 at the top level. */
  parentOf(programme: number): number
  childrenOf(programme: number): readonly number[]
  /** From the parent to the top level. */
  ancestorsOf(programme: number): readonly number[]
  /** The programme and everything below it. */
  subtreeOf(programme: number): readonly number[]
}

/** A brand, five series and an episode above a clip; anything deeper is cut off. */
const maxDepth = 8

export function createTree({ rows, indexOf }: Table<Programme>): Tree {
  const parents = Int32Array.from(rows, ({ parent }) => (parent === undefined ? -1 : indexOf(parent)))
  const ancestorsOf = (programme: number): number[] => {
    const result: number[] = []
    let at = parents[programme] ?? -1
    while (at >= 0 && result.length < maxDepth && !result.includes(at) && at !== programme) {
      result.push(at)
      at = parents[at] ?? -1
    }
    return result
  }
  // a cycle in imported data is opened where it is met
  for (let index = 0; index < rows.length; index++)
    if (ancestorsOf(index).length >= maxDepth || isCyclic(index)) parents[index] = -1

  function isCyclic(programme: number): boolean {
    const last = ancestorsOf(programme).at(-1)
    return last !== undefined && (parents[last] ?? -1) >= 0
  }

  const children = new Map<number, number[]>()
  for (const [index, parent] of parents.entries()) {
    if (parent < 0) continue
    const list = children.get(parent)
    if (list) list.push(index)
    else children.set(parent, [index])
  }
  const childrenOf = (programme: number) => children.get(programme) ?? []
  return {
    parentOf: (programme) => parents[programme] ?? -1,
    childrenOf,
    ancestorsOf,
    subtreeOf(programme) {
      const result = [programme]
      for (let at = 0; at < result.length; at++) result.push(...childrenOf(result[at] ?? -1))
      return result
    },
  }
}
