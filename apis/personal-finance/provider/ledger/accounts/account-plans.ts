// The interface between accounts and the plans, which build on accounts: the plans implement it and the provider passes
// it in (provider/handlers.ts).
import type { OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { Rates } from '../../exchange/rates.ts'
import type { Db, Ledger } from '../../ledger.ts'
import type { AccountRow, TransactionAccountRow } from './transaction-accounts.ts'

/** A scenario in a response. */
export type ScenarioView = OutputOf<(typeof endpoints)['getAccount']>['scenarios'][number]
/** Balance of an account's transaction accounts at the end of the user's today, in units of the account's currency. */
interface AccountBalance {
  readonly account: AccountRow
  readonly balance: number
}
/** The scenarios of one account: the primary first, the others by id. */
export interface AccountScenarios {
  readonly currencies: readonly string[]
  /** Builds the response once rates are known, outside any transaction. */
  view(rates: Rates): readonly ScenarioView[]
}

export interface AccountPlans {
  /** Adds the primary scenario of a new account. It must run inside `withLock`. */
  addPrimaryScenario(
    db: Db,
    ledger: Ledger,
    transactionAccount: TransactionAccountRow & { readonly title: string },
  ): Promise<void>
  /** Returns scenarios by account id. It must run inside `withSnapshot`. */
  scenariosOf(
    db: Db,
    ledger: Ledger,
    accounts: readonly AccountBalance[],
  ): Promise<ReadonlyMap<number, AccountScenarios>>
}
