// What the ledger asks of the plans: the scenarios of accounts, what goes with a removed account or category, the state of the
// forecast. The plans (provider/plans/hooks.ts) keep these promises; the ledger knows nothing else of them.
import type { Selectable } from 'kysely'
import type { OutputOf } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { AccountsTable, TransactionAccountsTable } from '../../tables.ts'
import type { Rates } from '../exchange/rates.ts'
import type { Db, World } from '../world.ts'

export type AccountRow = Selectable<AccountsTable>
export type TransactionAccountRow = Selectable<TransactionAccountsTable>
/** A scenario as it stands in an answer. */
export type ScenarioView = OutputOf<(typeof endpoints)['getAccount']>['scenarios'][number]
type UserView = OutputOf<(typeof endpoints)['getUser']>
/** What a user says of the forecast. */
export type ForecastView = Pick<
  UserView,
  | 'available_budgets'
  | 'forecast_last_updated_at'
  | 'forecast_last_accessed_at'
  | 'forecast_start_date'
  | 'forecast_end_date'
  | 'forecast_defer_recalculate'
  | 'forecast_needs_recalculate'
>
/** Balance of an account's transaction accounts at the end of the user's present day, in units of the account's currency. */
export interface AccountBalance {
  readonly account: AccountRow
  readonly balance: number
}
/** The scenarios of one account: the primary first, the others in order of their ids. */
export interface ScenariosOf {
  readonly currencies: readonly string[]
  /** Works out the answer when rates are known, outside of any transaction. */
  view(rates: Rates): readonly ScenarioView[]
}

export interface PlanHooks {
  /** Makes the primary scenario of a new account. Inside `changeWorld`. */
  accountMade(db: Db, world: World, side: TransactionAccountRow & { readonly title: string }): Promise<void>
  /** Removes everything planned in these accounts, before their rows go. Inside `changeWorld`. */
  accountsRemoved(db: Db, world: World, accountIds: readonly number[]): Promise<void>
  /** Removes the events of these categories, before their rows go. Inside `changeWorld`. */
  categoriesRemoved(db: Db, world: World, categoryIds: readonly number[]): Promise<void>
  /** Makes what the sample household plans: scenario 6201 and its series 5301 among them. Inside the making of the world. */
  householdMade(db: Db, owner: string, now: number): Promise<void>
  /**
   * Takes the sample's series out, before the sample's accounts and categories go; tells in which accounts and categories series
   * of the caller's own still stand. Inside `changeWorld`.
   */
  householdRemoved(db: Db, world: World): Promise<{ accountIds: readonly number[]; categoryIds: readonly number[] }>
  /** Scenarios of accounts by account id. Inside `readWorld`. */
  scenariosOf(db: Db, world: World, accounts: readonly AccountBalance[]): Promise<ReadonlyMap<number, ScenariosOf>>
  /** The state of the forecast. Inside `readWorld`. */
  forecastOf(db: Db, world: World): Promise<ForecastView>
}
