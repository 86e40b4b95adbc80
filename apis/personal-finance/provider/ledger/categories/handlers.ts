// Categories and the rules that fill them. A removed category leaves its transactions without one and its children to the category
// above it.
import type { Kit } from '#define'
import type { Tables } from '../../../tables.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Db, requireUser, takeIds, timeOf, type World } from '../../ledger.ts'
import { changeWorld, readWorld } from '../../ledger-transaction.ts'
import {
  choiceIn,
  clearableTextIn,
  filledTextIn,
  flagIn,
  readBody,
  readId,
  requiredTextIn,
  type Values,
} from '../../reading.ts'
import { recategorise } from './recategorise.ts'
import { type CategoryRuleRow, readRules, wordsOf } from './rules.ts'
import { type CategoryRow, type CategoryTree, type CategoryView, readTree } from './tree.ts'

type CallKit = Kit<Tables>

/** The tree is answered whole, so there is an end to it. */
export const categoryLimit = 2000
export const ruleLimit = 2000
/** Categories above a category, at most. */
const depthLimit = 8

const thing = 'Category'
const refundBehaviours = ['debits_are_deductions', 'credits_are_refunds'] as const

export const categoryHandlers = {
  getCategory: (input: Values, kit: CallKit) =>
    readWorld(kit, async (db, world) => viewIn(await readTree(db, world), readId(input.id, thing))),

  listCategories: (input: Values, kit: CallKit) =>
    readWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      const tree = await readTree(db, world)
      return tree.below(null).map((row) => viewIn(tree, row.id))
    }),

  createCategory: (input: Values, kit: CallKit) => {
    const body = readBody(input.body)
    return changeWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      const tree = await readTree(db, world)
      if (tree.rows.length >= categoryLimit) throw invalid(`There can be at most ${categoryLimit} categories`)
      const title = requiredTextIn(body, 'title')
      const members = membersIn(body, tree, { ...fresh, id: -1, title, created_at: world.now })
      const row = { ...members, owner: world.owner, id: await takeIds(db, world.owner), updated_at: world.now }
      await db.insertInto('personal_finance_categories').values(row).execute()
      return viewIn(await readTree(db, world), row.id)
    })
  },

  updateCategory: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    const body = readBody(input.body)
    return changeWorld(kit, async (db, world) => {
      const tree = await readTree(db, world)
      const after = { ...membersIn(body, tree, rowIn(tree, id)), updated_at: world.now }
      await db
        .updateTable('personal_finance_categories')
        .set(after)
        .where('owner', '=', world.owner)
        .where('id', '=', id)
        .execute()
      return viewIn(await readTree(db, world), id)
    })
  },

  deleteCategory: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    return changeWorld(kit, async (db, world) => {
      const { parent_id } = rowIn(await readTree(db, world), id)
      await recategorise(db, world, { removed: id })
      const ofOwner = db.updateTable('personal_finance_categories').where('owner', '=', world.owner)
      await ofOwner.where('parent_id', '=', id).set({ parent_id, updated_at: world.now }).execute()
      await db.deleteFrom('personal_finance_categories').where('owner', '=', world.owner).where('id', '=', id).execute()
      return undefined
    })
  },

  listCategoryRules: (input: Values, kit: CallKit) =>
    readWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      const tree = await readTree(db, world)
      return (await readRules(db, world)).toReversed().map((row) => ruleView(row, tree))
    }),

  createCategoryRule: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    const body = readBody(input.body)
    return changeWorld(kit, async (db, world) => {
      const tree = await readTree(db, world)
      rowIn(tree, id)
      const row = await addRule(db, world, { categoryId: id, payeeMatches: requiredTextIn(body, 'payee_matches') })
      const all = flagIn(body, 'apply_to_all') === 1
      if (all || flagIn(body, 'apply_to_uncategorised') === 1)
        await recategorise(db, world, { payeeMatches: row.payee_matches, onlyUncategorised: !all, to: id })
      return ruleView(row, tree)
    })
  },
}

function rowIn(tree: CategoryTree, id: number): CategoryRow {
  const row = tree.get(id)
  if (!row) throw notFound(thing)
  return row
}

function viewIn(tree: CategoryTree, id: number): CategoryView {
  const view = tree.view(id)
  if (!view) throw notFound(thing)
  return view
}

const fresh = {
  colour: null,
  parent_id: null,
  is_transfer: 0,
  is_bill: 0,
  roll_up: 0,
  refund_behaviour: null,
} as const

type Members = Omit<CategoryRow, 'owner' | 'updated_at'>

/** What the body makes of a category; members it leaves out stay. */
function membersIn(body: Values, tree: CategoryTree, before: Members): Members {
  const parent = parentIn(body, tree, before.id)
  const colour = colourIn(body)
  return {
    id: before.id,
    title: filledTextIn(body, 'title') ?? before.title,
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
  const colour = clearableTextIn(body, 'colour')
  if (colour && !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour)) throw invalid('colour is invalid')
  return colour?.toLowerCase() ?? colour
}

/** A category above; null for none. It may not be the category itself or one below it, nor make the tree too deep. */
function parentIn(body: Values, tree: CategoryTree, id: number): number | null | undefined {
  const given = body.parent_id
  if (given === undefined) return undefined
  if (given === null || given === '') return null
  const parent = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  if (typeof parent !== 'number' || !tree.get(parent)) throw invalid('parent_id is invalid')
  const moved = tree.get(id) ? tree.within(id) : [id]
  if (moved.includes(parent)) throw invalid('parent_id cannot be the category itself or one of its children')
  const height = Math.max(...moved.map((one) => tree.depth(one))) - tree.depth(id)
  if (tree.depth(parent) + 1 + height > depthLimit) throw invalid('parent_id makes the categories too deep')
  return parent
}

async function addRule(
  db: Db,
  world: World,
  { categoryId, payeeMatches }: { categoryId: number; payeeMatches: string },
): Promise<CategoryRuleRow> {
  if (wordsOf(payeeMatches).length === 0) throw invalid("payee_matches can't be blank")
  const { count } = await db
    .selectFrom('personal_finance_category_rules')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner', '=', world.owner)
    .executeTakeFirstOrThrow()
  if (count >= ruleLimit) throw invalid(`There can be at most ${ruleLimit} category rules`)
  const row = {
    owner: world.owner,
    id: await takeIds(db, world.owner),
    category_id: categoryId,
    payee_matches: payeeMatches,
    created_at: world.now,
    updated_at: world.now,
  }
  await db.insertInto('personal_finance_category_rules').values(row).execute()
  return row
}

function ruleView(row: CategoryRuleRow, tree: CategoryTree) {
  return {
    id: row.id,
    category: viewIn(tree, row.category_id),
    payee_matches: row.payee_matches,
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
