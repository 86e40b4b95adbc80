// Transaction accounts, the bank's sides of accounts, as everything else needs them: with their account, their institution and the
// balance of today.
import { type Selectable, sql } from 'kysely'
import type { OutputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { AccountsTable, InstitutionsTable, TransactionAccountsTable } from '../../../tables.ts'
import type { Rates } from '../../exchange/rates.ts'
import { type Db, timeOf, type World } from '../../ledger.ts'
import { amountOf } from '../../money.ts'
import { institutionView } from '../institution-view.ts'
import { dayValue, nextDay, sumBefore } from '../sums/totals.ts'
import { accountTypeOf } from './account-types.ts'

export type AccountRow = Selectable<AccountsTable>
export type TransactionAccountRow = Selectable<TransactionAccountsTable>
export type SideView = OutputOf<(typeof endpoints)['getTransactionAccount']>

/** A transaction account with what an answer says of it. */
export interface Side {
  readonly row: TransactionAccountRow
  readonly account: AccountRow
  readonly institution: Selectable<InstitutionsTable>
  /** What stood on it before its first transaction, in units: with the transactions before a day it makes the balance of that day. */
  readonly opening: number
  /** At the end of the user's present day, in units of the account's currency: the formula is that of TransactionAccountsTable. */
  readonly balance: number
}
/** Which of them: those of an account, of an institution, one, or all. */
export interface SideFilter {
  readonly id?: number
  readonly accountId?: number
  readonly institutionId?: number
}

/** What a side is read with: its account and its institution, in the same question. */
const accountColumns = [
  'account.title as account_title',
  'account.type as account_type',
  'account.currency as account_currency',
  'account.is_net_worth as account_is_net_worth',
  'account.position as account_position',
  'account.created_at as account_created_at',
  'account.updated_at as account_updated_at',
] as const
const institutionColumns = [
  'institution.title as institution_title',
  'institution.currency as institution_currency',
  'institution.created_at as institution_created_at',
  'institution.updated_at as institution_updated_at',
] as const

/** In order of display. Inside `readWorld` or `changeWorld`. */
export async function readSides(db: Db, world: World, filter: SideFilter = {}): Promise<Side[]> {
  const { owner, today } = world
  const side = sql.ref('side.id')
  const until = sumBefore('total', { owner, side, day: dayValue(nextDay(today)) })
  const start = sumBefore('total', { owner, side, day: sql.ref('side.starting_date') })
  // in one question: every answer with accounts waits for it
  let query = db
    .selectFrom('personal_finance_transaction_accounts as side')
    .innerJoin('personal_finance_accounts as account', (join) =>
      join.onRef('account.owner', '=', 'side.owner').onRef('account.id', '=', 'side.account_id'),
    )
    .innerJoin('personal_finance_institutions as institution', (join) =>
      join.onRef('institution.owner', '=', 'side.owner').onRef('institution.id', '=', 'side.institution_id'),
    )
    .selectAll('side')
    .select([until.as('until'), start.as('start')])
    .select([...accountColumns, ...institutionColumns])
    .where('side.owner', '=', owner)
  if (filter.id !== undefined) query = query.where('side.id', '=', filter.id)
  if (filter.accountId !== undefined) query = query.where('side.account_id', '=', filter.accountId)
  if (filter.institutionId !== undefined) query = query.where('side.institution_id', '=', filter.institutionId)
  const sides = (await query.execute()).map((found): Side => {
    const {
      start,
      until,
      account_title,
      account_type,
      account_currency,
      account_is_net_worth,
      account_position,
      account_created_at,
      account_updated_at,
      institution_title,
      institution_currency,
      institution_created_at,
      institution_updated_at,
      ...row
    } = found
    const account = {
      owner,
      id: row.account_id,
      title: account_title,
      type: account_type,
      currency: account_currency,
      is_net_worth: account_is_net_worth,
      position: account_position,
      created_at: account_created_at,
      updated_at: account_updated_at,
    }
    const institution = {
      owner,
      id: row.institution_id,
      title: institution_title,
      currency: institution_currency,
      created_at: institution_created_at,
      updated_at: institution_updated_at,
    }
    const opening = row.starting_balance - start
    return { row, account, institution, opening, balance: opening + until }
  })
  return sides.sort((a, b) => a.account.position - b.account.position || a.row.id - b.row.id)
}

/** All accounts of the world by id, in order of display. */
export async function accountsOf(db: Db, { owner }: World): Promise<Map<number, AccountRow>> {
  const accounts = db.selectFrom('personal_finance_accounts').selectAll().where('owner', '=', owner)
  return new Map((await accounts.orderBy('position').orderBy('id').execute()).map((row) => [row.id, row]))
}

/** A transaction account as it stands in an answer. */
export function sideView(side: Side, { today }: World, rates: Rates): SideView {
  const { row, account, institution, balance } = side
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    type: accountTypeOf(account.type),
    currency_code: account.currency.toUpperCase(),
    ...balanceView(balance, account.currency, { today, rates }),
    starting_balance: amountOf(row.starting_balance),
    starting_balance_date: row.starting_date,
    institution: institutionView(institution),
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}

/** The present balance of anything, in its own currency and in the user's. Safe balances are not in use. */
export function balanceView(units: number, currency: string, { today, rates }: { today: string; rates: Rates }) {
  return {
    current_balance: amountOf(units),
    current_balance_date: today,
    current_balance_in_base_currency: rates.convert(units, currency),
    current_balance_exchange_rate: rates.shown(currency),
    safe_balance: null,
    safe_balance_in_base_currency: null,
  }
}
