// Categories as a tree, in the form of responses: each with its children, by title.
import type { Selectable } from 'kysely'
import type { OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { CategoriesTable } from '../../../tables.ts'
import { type Db, type Ledger, timeOf } from '../../ledger.ts'

export type CategoryRow = Selectable<CategoriesTable>
export type CategoryView = OutputOf<(typeof endpoints)['getCategory']>

/** All categories of a ledger. */
export interface CategoryTree {
  /** Rows by id. */
  readonly rows: readonly CategoryRow[]
  get(id: number): CategoryRow | undefined
  /** Returns the children of a category by title; the roots for null. */
  below(id: number | null): readonly CategoryRow[]
  /** Returns the category and all of its descendants. */
  within(id: number): readonly number[]
  /** Returns its root, possibly the category itself. */
  root(id: number): number
  /** Returns the number of its ancestors. */
  depth(id: number): number
  view(id: number): CategoryView | null
}

/** Reads the tree. It must run inside `withSnapshot` or `withLock`. */
export async function readTree(db: Db, { owner }: Ledger): Promise<CategoryTree> {
  const rows = db.selectFrom('personal_finance_categories').selectAll().where('owner', '=', owner)
  return treeOf(await rows.orderBy('id').execute())
}

function treeOf(rows: readonly CategoryRow[]): CategoryTree {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const children = Map.groupBy(rows, (row) => row.parent_id)
  for (const list of children.values()) list.sort(byTitle)
  const views = new Map<number, CategoryView>()
  const below = (id: number | null) => children.get(id) ?? []
  const view = (row: CategoryRow): CategoryView => {
    const known = views.get(row.id) ?? viewOf(row, below(row.id).map(view))
    views.set(row.id, known)
    return known
  }
  const above = function* (id: number): Generator<number> {
    for (let row = byId.get(id); row?.parent_id != null; row = byId.get(row.parent_id)) yield row.parent_id
  }
  const within = (id: number): number[] => [id, ...below(id).flatMap((child) => within(child.id))]
  return {
    rows,
    get: (id) => byId.get(id),
    below,
    within,
    root: (id) => [...above(id)].at(-1) ?? id,
    depth: (id) => [...above(id)].length,
    view: (id) => {
      const row = byId.get(id)
      return row ? view(row) : null
    },
  }
}

function byTitle(a: CategoryRow, b: CategoryRow): number {
  const [one, other] = [a.title.toLowerCase(), b.title.toLowerCase()]
  return one < other ? -1 : one > other ? 1 : a.id - b.id
}

function viewOf(row: CategoryRow, children: CategoryView[]): CategoryView {
  return {
    id: row.id,
    title: row.title,
    colour: row.colour,
    parent_id: row.parent_id,
    is_transfer: row.is_transfer === 1,
    is_bill: row.is_bill === 1,
    roll_up: row.roll_up === 1,
    refund_behaviour: row.refund_behaviour,
    children,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
