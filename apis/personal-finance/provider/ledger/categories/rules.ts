// Validates the body of a category.
import { invalid } from '../../errors.ts'
import { choiceIn, flagIn, nonBlankStringIn, nullableStringIn, parseId, type Values } from '../../reading.ts'
import type { CategoryRow, CategoryTree } from './tree.ts'

/** Maximum number of ancestors of a category. */
const depthLimit = 8
const refundBehaviours = ['debits_are_deductions', 'credits_are_refunds'] as const

/** Defaults of a category with only a title. */
export const newCategory = {
  colour: null,
  parent_id: null,
  is_transfer: 0,
  is_bill: 0,
  roll_up: 0,
  refund_behaviour: null,
} as const

export type CategoryDetails = Omit<CategoryRow, 'owner' | 'updated_at'>

/** Returns a category with the changes of the body; other members remain. */
export function categoryIn(body: Values, tree: CategoryTree, before: CategoryDetails): CategoryDetails {
  const parent = parentIn(body, tree, before.id)
  const colour = colourIn(body)
  return {
    id: before.id,
    title: nonBlankStringIn(body, 'title') ?? before.title,
    colour: colour === undefined ? before.colour : colour,
    parent_id: parent === undefined ? before.parent_id : parent,
    is_transfer: flagIn(body, 'is_transfer') ?? before.is_transfer,
    is_bill: flagIn(body, 'is_bill') ?? before.is_bill,
    roll_up: flagIn(body, 'roll_up') ?? before.roll_up,
    refund_behaviour:
      body.refund_behaviour === null || body.refund_behaviour === ''
        ? null
        : (choiceIn(body, 'refund_behaviour', refundBehaviours) ?? before.refund_behaviour),
    created_at: before.created_at,
  }
}

function colourIn(body: Values): string | null | undefined {
  const colour = nullableStringIn(body, 'colour')
  if (colour && !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour)) throw invalid('colour is invalid')
  return colour?.toLowerCase() ?? colour
}

/**
 * Returns the parent category, or null for a root. It must not be the category itself or a descendant, or exceed
 * `depthLimit`.
 */
function parentIn({ parent_id: value }: Values, tree: CategoryTree, id: number): number | null | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return null
  const parent = parseId(value)
  if (parent === undefined || !tree.get(parent)) throw invalid('parent_id is invalid')
  const moved = tree.get(id) ? tree.within(id) : [id]
  if (moved.includes(parent)) throw invalid('parent_id cannot be the category itself or one of its children')
  const height = Math.max(...moved.map((one) => tree.depth(one))) - tree.depth(id)
  if (tree.depth(parent) + 1 + height > depthLimit) throw invalid('parent_id makes the categories too deep')
  return parent
}
