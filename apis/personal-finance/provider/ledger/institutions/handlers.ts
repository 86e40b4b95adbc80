// Institutions: banks and other holders of accounts. A removed one hands its accounts to another or takes them with it.
import type { Kit } from '#define'
import type { Tables } from '../../../tables.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Db, requireUser, takeIds, type World } from '../../ledger.ts'
import { changeWorld, readWorld } from '../../ledger-transaction.ts'
import { currencyIn, filledTextIn, readBody, readId, requiredTextIn, type Values } from '../../reading.ts'
import type { AccountPlans } from '../accounts/account-plans.ts'
import { removeSides } from '../accounts/removal.ts'
import { readSides } from '../accounts/transaction-accounts.ts'
import { accountViews } from '../accounts/view.ts'
import { institutionView } from '../institution-view.ts'

type CallKit = Kit<Tables>

/** Lists of institutions and accounts are not paged, so there is an end to them. */
export const institutionLimit = 500

export const createInstitutionHandlers = (plans: AccountPlans) => ({
  getInstitution: (input: Values, kit: CallKit) =>
    readWorld(kit, async (db, world) => institutionView(await institutionOf(db, world, readId(input.id, thing)))),

  listInstitutions: (input: Values, kit: CallKit) =>
    readWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      const rows = db.selectFrom('personal_finance_institutions').selectAll().where('owner', '=', world.owner)
      return (await rows.orderBy('id').execute()).map(institutionView)
    }),

  async listInstitutionAccounts(input: Values, kit: CallKit) {
    const id = readId(input.id, thing)
    return accountViews(kit, plans, async (db, world) => {
      await institutionOf(db, world, id)
      const sides = await readSides(db, world, { institutionId: id })
      return [...new Set(sides.map((side) => side.account.id))]
    })
  },

  createInstitution: (input: Values, kit: CallKit) => {
    const body = readBody(input.body)
    return changeWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      const title = requiredTextIn(body, 'title')
      requiredTextIn(body, 'currency_code')
      return institutionView(await addInstitution(db, world, { title, currency: currencyIn(body) ?? '' }))
    })
  },

  updateInstitution: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    const body = readBody(input.body)
    return changeWorld(kit, async (db, world) => {
      const before = await institutionOf(db, world, id)
      const after = {
        ...before,
        title: filledTextIn(body, 'title') ?? before.title,
        currency: currencyIn(body) ?? before.currency,
        updated_at: world.now,
      }
      await db
        .updateTable('personal_finance_institutions')
        .set(after)
        .where('owner', '=', world.owner)
        .where('id', '=', id)
        .execute()
      return institutionView(after)
    })
  },

  deleteInstitution: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    return changeWorld(kit, async (db, world) => {
      await institutionOf(db, world, id)
      if (input.merge_into_institution_id === undefined) await removeSides(db, world, { institutionId: id })
      else
        await handOver(db, world, {
          from: id,
          to: await targetOf(db, world, { id, target: input.merge_into_institution_id }),
        })
      await db
        .deleteFrom('personal_finance_institutions')
        .where('owner', '=', world.owner)
        .where('id', '=', id)
        .execute()
      return undefined
    })
  },
})

const thing = 'Institution'

/** Adds an institution. Inside `changeWorld`. */
export async function addInstitution(db: Db, world: World, { title, currency }: { title: string; currency: string }) {
  const { count } = await db
    .selectFrom('personal_finance_institutions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('owner', '=', world.owner)
    .executeTakeFirstOrThrow()
  if (count >= institutionLimit) throw invalid(`There can be at most ${institutionLimit} institutions`)
  const row = {
    owner: world.owner,
    id: await takeIds(db, world.owner),
    title,
    currency,
    created_at: world.now,
    updated_at: world.now,
  }
  await db.insertInto('personal_finance_institutions').values(row).execute()
  return row
}

async function institutionOf(db: Db, world: World, id: number) {
  const row = await db
    .selectFrom('personal_finance_institutions')
    .selectAll()
    .where('owner', '=', world.owner)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound(thing)
  return row
}

async function targetOf(db: Db, world: World, { id, target }: { id: number; target: unknown }): Promise<number> {
  const wrong = invalid('merge_into_institution_id is invalid')
  if (typeof target !== 'number' || target === id || target < 0) throw wrong
  const row = await db
    .selectFrom('personal_finance_institutions')
    .select('id')
    .where('owner', '=', world.owner)
    .where('id', '=', target)
    .executeTakeFirst()
  if (!row) throw wrong
  return row.id
}

async function handOver(db: Db, world: World, { from, to }: { from: number; to: number }): Promise<void> {
  await db
    .updateTable('personal_finance_transaction_accounts')
    .set({ institution_id: to, updated_at: world.now })
    .where('owner', '=', world.owner)
    .where('institution_id', '=', from)
    .execute()
}
