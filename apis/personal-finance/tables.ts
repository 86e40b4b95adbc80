// The tables of the ledger. Every row belongs to an account of the gateway, its `owner`, which is the first part of
// every key. The tables of the plans are in provider/plans/tables.ts.
//
// Amounts are integers of 1/10,000 of the currency (provider/money.ts). Days are `YYYY-MM-DD`, times milliseconds since
// the epoch, currencies lower-case codes, flags 0 or 1. Ids count within one owner.
import type { PlanTables } from './provider/plans/tables.ts'

/** 0 or 1: SQLite has no booleans, and both databases have the same types. */
type Flag = 0 | 1

interface Stamps {
  created_at: number
  updated_at: number
}

/**
 * The user of an account, created on its first call. The row is also the lock of the ledger
 * (provider/ledger-transaction.ts).
 */
export interface UsersTable extends Stamps {
  owner: string
  id: number
  login: string
  name: string | null
  email: string
  avatar_url: string | null
  beta_user: Flag
  /** A name of `provider/reference/time-zones.ts`. */
  time_zone: string
  week_start_day: number
  is_reviewing_transactions: Flag
  base_currency: string
  always_show_base_currency: Flag
  last_activity_at: number
  /** Incremented by every change of the ledger. */
  revision: number
  /** The next id of any row. */
  next_id: number
  /** Sum of the absolute amounts of all transactions, which bounds every sum in SQL (provider/money.ts). */
  volume: number
  /** Bytes of all attachments. */
  attached_bytes: number
  /** 1 while the ledger contains the sample household. */
  sample: Flag
  /**
   * Owner of the shared household that the user reads until the first change (household/sample-user.ts); null
   * afterwards.
   */
  shared_household: string | null
}

export interface InstitutionsTable extends Stamps {
  owner: string
  id: number
  title: string
  currency: string
}

export interface AccountsTable extends Stamps {
  owner: string
  id: number
  title: string
  type: string
  currency: string
  is_net_worth: Flag
  /** Display order, ascending. */
  position: number
}

/**
 * An account as kept by a bank; type and currency are those of the account. Its balance at the end of a day is the
 * starting balance, plus the transactions from `starting_date` to that day, or minus those after that day and before
 * `starting_date`.
 */
export interface TransactionAccountsTable extends Stamps {
  owner: string
  id: number
  account_id: number
  institution_id: number
  name: string
  number: string | null
  starting_balance: number
  starting_date: string
  /** 1 until the account has a fixed start: it starts empty, at its first transaction. */
  start_moves: Flag
}

export interface TransactionsTable extends Stamps {
  owner: string
  id: number
  transaction_account_id: number
  payee: string
  original_payee: string
  date: string
  /** Negative for a debit. */
  amount: number
  category_id: number | null
  /** Null for the flag of the category. */
  is_transfer: Flag | null
  needs_review: Flag
  status: string
  note: string | null
  memo: string | null
  cheque_number: string | null
  upload_source: string
  /** The bank's id of an imported record; null without one. */
  import_key: string | null
  /** Searchable text (provider/search-text.ts). */
  search_text: string
}

/**
 * Sums of a category's transactions in one month of a transaction account (provider/ledger/sums/category-months.ts).
 */
interface CategoryMonthsTable {
  owner: string
  transaction_account_id: number
  /** `YYYY-MM`. */
  date: string
  category_id: number
  credits: number
  debits: number
}

/**
 * Sum and count of the transactions of a transaction account on one day or in one month
 * (provider/ledger/sums/totals.ts).
 */
interface TotalsTable {
  owner: string
  transaction_account_id: number
  /** `YYYY-MM-DD`, or `YYYY-MM` for a month. */
  date: string
  total: number
  transactions: number
}

interface TransactionLabelsTable {
  owner: string
  transaction_id: number
  position: number
  label: string
}

export interface CategoriesTable extends Stamps {
  owner: string
  id: number
  title: string
  colour: string | null
  parent_id: number | null
  is_transfer: Flag
  is_bill: Flag
  roll_up: Flag
  refund_behaviour: 'debits_are_deductions' | 'credits_are_refunds' | null
}

export interface CategoryRulesTable extends Stamps {
  owner: string
  id: number
  category_id: number
  payee_matches: string
}

interface SavedSearchesTable extends Stamps {
  owner: string
  id: number
  title: string
}

export interface AttachmentsTable extends Stamps {
  owner: string
  id: number
  title: string
  file_name: string
  /** An extension of `provider/ledger/attachments/file-kinds.ts`. */
  kind: string
  bytes: number
}
/** `variant` is `original`, and for images `thumb` and `large`. */
interface AttachmentFilesTable {
  owner: string
  attachment_id: number
  variant: string
  content: Buffer
}
interface AssignmentsTable {
  owner: string
  transaction_id: number
  attachment_id: number
}

interface LedgerTables {
  personal_finance_users: UsersTable
  personal_finance_institutions: InstitutionsTable
  personal_finance_accounts: AccountsTable
  personal_finance_transaction_accounts: TransactionAccountsTable
  personal_finance_transactions: TransactionsTable
  personal_finance_day_totals: TotalsTable
  personal_finance_month_totals: TotalsTable
  personal_finance_category_months: CategoryMonthsTable
  personal_finance_transaction_labels: TransactionLabelsTable
  personal_finance_categories: CategoriesTable
  personal_finance_category_rules: CategoryRulesTable
  personal_finance_saved_searches: SavedSearchesTable
  personal_finance_attachments: AttachmentsTable
  personal_finance_attachment_files: AttachmentFilesTable
  personal_finance_assignments: AssignmentsTable
}

export interface Tables extends LedgerTables, PlanTables {}
