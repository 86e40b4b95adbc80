// Accounts as they stand in an answer: with their transaction accounts, their scenarios and the sum of their balances.
import type { Kit, OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { Tables } from '../../../tables.ts'
import { type Rates, ratesFor } from '../../exchange/rates.ts'
import { type Db, timeOf, type World } from '../../ledger.ts'
import { readWorld } from '../../ledger-transaction.ts'
import type { AccountPlans, AccountScenarios } from './account-plans.ts'
import { accountTypeOf } from './account-types.ts'
import { type AccountRow, accountsOf, balanceView, readSides, type Side, sideView } from './transaction-accounts.ts'

export type AccountView = OutputOf<(typeof endpoints)['getAccount']>

/** Answers the accounts that `pick` names, in order of display. `pick` may refuse. */
export async function accountViews(
  kit: Kit<Tables>,
  plans: AccountPlans,
  pick: (db: Db, world: World, accounts: ReadonlyMap<number, AccountRow>) => Promise<readonly number[]>,
): Promise<AccountView[]> {
  const { world, parts } = await readWorld(kit, async (db, world) => {
    const accounts = await accountsOf(db, world)
    const picked = new Set(await pick(db, world, accounts))
    return {
      world,
      parts: await partsOf(db, world, { accounts: [...accounts.values()].filter((row) => picked.has(row.id)), plans }),
    }
  })
  const currencies = parts.flatMap(({ account, scenarios }) => [account.currency, ...(scenarios?.currencies ?? [])])
  const rates = await ratesFor(kit, { base: world.user.base_currency, currencies })
  return parts.map((one) => accountView(one, world, rates))
}

interface AccountParts {
  readonly account: AccountRow
  readonly sides: readonly Side[]
  readonly scenarios: AccountScenarios | undefined
}

async function partsOf(
  db: Db,
  world: World,
  { accounts, plans }: { accounts: readonly AccountRow[]; plans: AccountPlans },
): Promise<AccountParts[]> {
  const sides = Map.groupBy(await readSides(db, world), (side) => side.account.id)
  const balances = accounts.map((account) => ({ account, balance: total(sides.get(account.id) ?? []) }))
  const scenarios = await plans.scenariosOf(db, world, balances)
  return accounts.map((account) => ({
    account,
    sides: sides.get(account.id) ?? [],
    scenarios: scenarios.get(account.id),
  }))
}

function accountView({ account, sides, scenarios }: AccountParts, world: World, rates: Rates): AccountView {
  const sideViews = sides.map((side) => sideView(side, world, rates))
  const scenarioViews = [...(scenarios?.view(rates) ?? [])]
  return {
    id: account.id,
    title: account.title,
    type: accountTypeOf(account.type),
    currency_code: account.currency.toUpperCase(),
    is_net_worth: account.is_net_worth === 1,
    primary_transaction_account: sideViews[0] ?? null,
    primary_scenario: scenarioViews[0] ?? null,
    transaction_accounts: sideViews,
    scenarios: scenarioViews,
    ...balanceView(total(sides), account.currency, { today: world.today, rates }),
    created_at: timeOf(account.created_at),
    updated_at: timeOf(account.updated_at),
  }
}

function total(sides: readonly Side[]): number {
  return sides.reduce((sum, side) => sum + side.balance, 0)
}
