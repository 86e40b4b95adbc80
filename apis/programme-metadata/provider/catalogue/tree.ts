// The tree of programmes: brands, series, episodes, clips.
import { present } from '#define/present'
import type { Programme } from '../records.ts'
import type { Table } from './table.ts'

/** The tree; all numbers are indexes of programmes. */
export interface Tree {
  /** Returns the parent; -1 at the top level. */
  parentOf(programme: number): number
  childrenOf(programme: number): readonly number[]
  /** Returns the ancestors, from the parent to the top level. */
  ancestorsOf(programme: number): readonly number[]
  /** Returns the programme and everything below it. */
  subtreeOf(programme: number): readonly number[]
}

/** Maximum depth: a brand, five series and an episode above a clip; anything deeper is cut off. */
const maxDepth = 8

export function createTree({ rows, indexOf }: Table<Programme>): Tree {
  const parents = Int32Array.from(rows, ({ parent }) => (parent === undefined ? -1 : indexOf(parent)))
  const ancestorsOf = (programme: number): number[] => {
    const result: number[] = []
    let at = programme < 0 ? -1 : present(parents[programme])
    while (at >= 0 && result.length < maxDepth && !result.includes(at) && at !== programme) {
      result.push(at)
      at = present(parents[at])
    }
    return result
  }
  // a cycle in imported data is broken where it is found
  for (let index = 0; index < rows.length; index++)
    if (ancestorsOf(index).length >= maxDepth || isCyclic(index)) parents[index] = -1

  function isCyclic(programme: number): boolean {
    const last = ancestorsOf(programme).at(-1)
    return last !== undefined && present(parents[last]) >= 0
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
    parentOf: (programme) => present(parents[programme]),
    childrenOf,
    ancestorsOf,
    subtreeOf(programme) {
      const result = [programme]
      // the loop also visits the elements that it adds
      for (const one of result) result.push(...childrenOf(one))
      return result
    },
  }
}
