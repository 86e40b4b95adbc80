// Implements the plans' interface to accounts (../ledger/accounts/account-plans.ts).
import type { AccountPlans, AccountScenarios } from '../../ledger/accounts/account-plans.ts'
import { takeIds } from '../../ledger.ts'
import { outlooksOf } from './outlook.ts'
import { addScenario, primaryScenario, readScenarios } from './store.ts'
import { scenarioView } from './view.ts'

export const accountPlans: AccountPlans = {
  async addPrimaryScenario(db, ledger, transactionAccount) {
    await addScenario(db, primaryScenario(await takeIds(db, ledger.owner), transactionAccount))
  },

  async scenariosOf(db, ledger, accounts) {
    const accountsById = new Map(accounts.map(({ account }) => [account.id, account]))
    const balances = new Map(accounts.map(({ account, balance }) => [account.id, balance]))
    const scenarios = await readScenarios(db, ledger, accountsById)
    const outlooks = await outlooksOf(db, ledger, scenarios, balances)
    const byAccount = Map.groupBy(scenarios, ({ account }) => account.id)
    return new Map(
      [...byAccount].map(([id, own]): [number, AccountScenarios] => [
        id,
        {
          currencies: own.map(({ account }) => account.currency),
          view: (rates) =>
            own.flatMap((scenario) => {
              const outlook = outlooks.get(scenario.row.id)
              return outlook ? [scenarioView(scenario, outlook, { today: ledger.today, rates })] : []
            }),
        },
      ]),
    )
  },
}
