// Accounts and their transaction accounts.
import type { Kit } from '#define'
import type { Tables } from '../../../tables.ts'
import { badRequest, invalid, notFound } from '../../errors.ts'
import { ratesFor } from '../../exchange/rates.ts'
import { type Db, requireUser, takeIds, type World } from '../../ledger.ts'
import { changeWorld, readWorld } from '../../ledger-transaction.ts'
import {
  amountIn,
  choiceIn,
  currencyIn,
  dayIn,
  filledTextIn,
  flagIn,
  readBody,
  readId,
  required,
  requiredTextIn,
  type Values,
} from '../../reading.ts'
import type { AccountPlans } from './account-plans.ts'
import { type AccountType, accountTypes, isNetWorthType } from './account-types.ts'
import { removeSides } from './removal.ts'
import { accountsOf, readSides, sideView } from './transaction-accounts.ts'
import { type AccountView, accountViews } from './view.ts'

type CallKit = Kit<Tables>

/** Also what a user is told to have: the provider's plans differ in it. */
export const accountLimit = 500

const thing = 'Account'
const sideThing = 'Transaction account'

export const createAccountHandlers = (plans: AccountPlans) => ({
  getAccount: (input: Values, kit: CallKit) => oneView(kit, plans, readId(input.id, thing)),

  listAccounts: (input: Values, kit: CallKit) =>
    accountViews(kit, plans, async (_db, world, accounts) => {
      requireUser(world, input.id)
      return [...accounts.keys()]
    }),

  async createAccount(input: Values, kit: CallKit): Promise<AccountView> {
    const body = readBody(input.body)
    const id = await changeWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      return addAccount(db, world, plans, {
        title: requiredTextIn(body, 'title'),
        currency: required(currencyIn(body), 'currency_code'),
        type: required(choiceIn(body, 'type', accountTypes), 'type'),
        institutionId: required(await institutionIn(db, world, body), 'institution_id'),
      })
    })
    return oneView(kit, plans, id.account)
  },

  async updateAccount(input: Values, kit: CallKit): Promise<AccountView> {
    const id = readId(input.id, thing)
    const body = readBody(input.body)
    await changeWorld(kit, async (db, world) => {
      const before = (await accountsOf(db, world)).get(id)
      if (!before) throw notFound(thing)
      const after = {
        title: filledTextIn(body, 'title') ?? before.title,
        currency: currencyIn(body) ?? before.currency,
        type: choiceIn(body, 'type', accountTypes) ?? before.type,
        is_net_worth: flagIn(body, 'is_net_worth') ?? before.is_net_worth,
        updated_at: world.now,
      }
      await db
        .updateTable('personal_finance_accounts')
        .set(after)
        .where('owner', '=', world.owner)
        .where('id', '=', id)
        .execute()
    })
    return oneView(kit, plans, id)
  },

  deleteAccount: (input: Values, kit: CallKit) => {
    const id = readId(input.id, thing)
    return changeWorld(kit, async (db, world) => {
      if (!(await accountsOf(db, world)).has(id)) throw notFound(thing)
      await removeSides(db, world, { accountId: id })
      return undefined
    })
  },

  async reorderAccounts(input: Values, kit: CallKit): Promise<AccountView[]> {
    const wished = orderIn(readBody(input.body))
    await changeWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      await reorder(db, world, wished)
    })
    return accountViews(kit, plans, async (_db, _world, accounts) => [...accounts.keys()])
  },

  getTransactionAccount: (input: Values, kit: CallKit) => oneSideView(kit, readId(input.id, sideThing)),

  async listTransactionAccounts(input: Values, kit: CallKit) {
    const { world, sides } = await readWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      return { world, sides: await readSides(db, world) }
    })
    const rates = await ratesFor(kit, {
      base: world.user.base_currency,
      currencies: sides.map((one) => one.account.currency),
    })
    return sides.map((side) => sideView(side, world, rates))
  },

  async updateTransactionAccount(input: Values, kit: CallKit) {
    const id = readId(input.id, sideThing)
    const body = readBody(input.body)
    await changeWorld(kit, async (db, world) => {
      const [before] = await readSides(db, world, { id })
      if (!before) throw notFound(sideThing)
      const [balance, day] = [amountIn(body, 'starting_balance'), dayIn(body, 'starting_balance_date')]
      const after = {
        institution_id: (await institutionIn(db, world, body)) ?? before.row.institution_id,
        starting_balance: balance ?? before.row.starting_balance,
        starting_date: day ?? before.row.starting_date,
        start_moves: balance === undefined && day === undefined ? before.row.start_moves : (0 as const),
        updated_at: world.now,
      }
      await db
        .updateTable('personal_finance_transaction_accounts')
        .set(after)
        .where('owner', '=', world.owner)
        .where('id', '=', id)
        .execute()
    })
    return oneSideView(kit, id)
  },
})

async function oneView(kit: CallKit, plans: AccountPlans, id: number): Promise<AccountView> {
  const [view] = await accountViews(kit, plans, async (_db, _world, accounts) => (accounts.has(id) ? [id] : []))
  if (!view) throw notFound(thing)
  return view
}

async function oneSideView(kit: CallKit, id: number) {
  const { world, side } = await readWorld(kit, async (db, world) => {
    const [side] = await readSides(db, world, { id })
    if (!side) throw notFound(sideThing)
    return { world, side }
  })
  const rates = await ratesFor(kit, { base: world.user.base_currency, currencies: [side.account.currency] })
  return sideView(side, world, rates)
}

export interface NewAccount {
  readonly title: string
  readonly currency: string
  readonly type: AccountType
  readonly institutionId: number
  readonly number?: string | undefined
}

/** Adds an account with its transaction account and its scenario. Inside `changeWorld`. */
export async function addAccount(
  db: Db,
  world: World,
  plans: AccountPlans,
  order: NewAccount,
): Promise<{ account: number; side: number }> {
  const { owner, now } = world
  const accounts = await accountsOf(db, world)
  if (accounts.size >= accountLimit) throw invalid(`There can be at most ${accountLimit} accounts`)
  const account = await takeIds(db, owner, 2)
  const stamps = { created_at: now, updated_at: now }
  const { title, currency, type, institutionId } = order
  const position = Math.max(0, ...[...accounts.values()].map((one) => one.position)) + 1
  const is_net_worth = isNetWorthType(type) ? 1 : 0
  await db
    .insertInto('personal_finance_accounts')
    .values({ owner, id: account, title, type, currency, is_net_worth, position, ...stamps })
    .execute()
  const side = {
    owner,
    id: account + 1,
    account_id: account,
    institution_id: institutionId,
    name: title,
    number: order.number ?? null,
    starting_balance: 0,
    starting_date: world.today,
    start_moves: 1 as const,
    ...stamps,
  }
  await db.insertInto('personal_finance_transaction_accounts').values(side).execute()
  await plans.addPrimaryScenario(db, world, { ...side, title })
  return { account, side: side.id }
}

async function institutionIn(db: Db, world: World, body: Values): Promise<number | undefined> {
  const given = body.institution_id
  if (given === undefined || given === null) return undefined
  const wrong = invalid('institution_id is invalid')
  const id = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw wrong
  const row = await db
    .selectFrom('personal_finance_institutions')
    .select('id')
    .where('owner', '=', world.owner)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw wrong
  return row.id
}

const wrongOrder = () => badRequest('accounts is invalid')

/** Ids of the accounts in their wished order: a bad list is 400 (FACTS 4). */
function orderIn(body: Values): number[] {
  const list = body.accounts
  if (!Array.isArray(list) || list.length === 0 || list.length > accountLimit) throw wrongOrder()
  const ids = list.map((one: unknown): unknown => Reflect.get(Object(one), 'id'))
  if (!ids.every((id) => typeof id === 'number') || new Set(ids).size < ids.length) throw wrongOrder()
  return ids
}

/** The named accounts come first, in their order; those not named keep theirs behind them. */
async function reorder(db: Db, { owner, now }: World, wished: readonly number[]): Promise<void> {
  const rows = db.selectFrom('personal_finance_accounts').select(['id', 'position']).where('owner', '=', owner)
  const present = await rows.orderBy('position').orderBy('id').execute()
  const known = new Map(present.map(({ id, position }) => [id, position]))
  if (!wished.every((id) => known.has(id))) throw wrongOrder()
  const order = [...new Set([...wished, ...known.keys()])]
  for (const [index, id] of order.entries())
    if (known.get(id) !== index + 1)
      await db
        .updateTable('personal_finance_accounts')
        .set({ position: index + 1, updated_at: now })
        .where('owner', '=', owner)
        .where('id', '=', id)
        .execute()
}
