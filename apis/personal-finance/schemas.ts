// Result shapes. The provider's document marks nothing as nullable; nullable here are the values it describes as unset.
// Days are YYYY-MM-DD, times ISO 8601, money is a signed number in the adjacent currency.
import { anyObject, anyOf, bool, int, list, nullable, num, obj, oneOf, opt, str } from '#define'

const time = str()
const day = str({ format: 'date' })
const stamps = { created_at: time, updated_at: time }
const accountTypes = oneOf([
  'bank',
  'credits',
  'cash',
  'loans',
  'mortgage',
  'stocks',
  'vehicle',
  'property',
  'insurance',
  'other_asset',
  'other_liability',
])

export const User = obj({
  id: int(),
  login: str(),
  name: nullable(str()),
  email: str(),
  avatar_url: nullable(str()),
  beta_user: bool(),
  time_zone: str(),
  week_start_day: int({ min: 0, max: 6, doc: '0 is Sunday.' }),
  is_reviewing_transactions: bool(),
  base_currency_code: str(),
  always_show_base_currency: bool(),
  using_multiple_currencies: bool(),
  available_accounts: int(),
  available_budgets: int(),
  forecast_last_updated_at: nullable(time),
  forecast_last_accessed_at: nullable(time),
  forecast_start_date: nullable(day),
  forecast_end_date: nullable(day),
  forecast_defer_recalculate: bool(),
  forecast_needs_recalculate: bool(),
  last_logged_in_at: nullable(time),
  last_activity_at: nullable(time),
  ...stamps,
})

export const Institution = obj({ id: int(), title: str(), currency_code: str(), ...stamps })

/**
 * Today's balance, in the record's own currency and in the user's; the rate is null if they are equal. Without a rate
 * the embedded provider returns null in the user's currency.
 */
const balances = {
  current_balance: num(),
  current_balance_date: day,
  current_balance_in_base_currency: nullable(num()),
  current_balance_exchange_rate: nullable(num()),
  safe_balance: nullable(num({ doc: 'Null when unused.' })),
  safe_balance_in_base_currency: nullable(num()),
}

/** An account as kept by a bank. */
export const TransactionAccount = obj({
  id: int(),
  name: str(),
  number: nullable(str()),
  type: accountTypes,
  currency_code: str(),
  ...balances,
  starting_balance: num(),
  starting_balance_date: day,
  institution: Institution,
  ...stamps,
})

/** A forecast of an account. Two of its names have hyphens, as the provider spells them. */
const Scenario = obj({
  id: int(),
  title: str(),
  description: nullable(str()),
  type: oneOf(['no-interest', 'savings', 'debt']),
  interest_rate: nullable(num()),
  interest_rate_repeat_id: nullable(int({ doc: '0 none, 2 weekly, 3 fortnightly, 4 monthly, 5 yearly, 7 quarterly.' })),
  'minimum-value': nullable(num()),
  'maximum-value': nullable(num()),
  achieve_date: nullable(str()),
  starting_balance: num(),
  starting_balance_date: day,
  closing_balance: nullable(num()),
  closing_balance_date: nullable(day),
  ...balances,
  ...stamps,
})

export const Account = obj({
  id: int(),
  title: str(),
  type: accountTypes,
  currency_code: str(),
  is_net_worth: bool(),
  primary_transaction_account: nullable(TransactionAccount),
  primary_scenario: nullable(Scenario),
  transaction_accounts: list(TransactionAccount),
  scenarios: list(Scenario),
  ...balances,
  ...stamps,
})

const category = {
  id: int(),
  title: str(),
  colour: nullable(str()),
  parent_id: nullable(int()),
  is_transfer: bool(),
  is_bill: bool(),
  roll_up: bool(),
  refund_behaviour: nullable(oneOf(['debits_are_deductions', 'credits_are_refunds'])),
  ...stamps,
}
const deeper = list(anyObject({ doc: 'A category with the same shape.' }))
/** A category with its children: two levels are declared, deeper ones have the same shape. */
export const Category = obj({
  ...category,
  children: list(obj({ ...category, children: list(obj({ ...category, children: deeper })) })),
})

export const CategoryRule = obj({ id: int(), category: Category, payee_matches: str(), ...stamps })

export const Transaction = obj({
  id: int(),
  payee: str(),
  original_payee: nullable(str()),
  date: day,
  upload_source: nullable(str({ doc: 'Such as `manual`, `data_feed` or `csv`.' })),
  category: nullable(Category),
  closing_balance: nullable(num({ doc: 'Balance of the transaction account after this transaction.' })),
  cheque_number: nullable(str()),
  memo: nullable(str()),
  amount: num(),
  amount_in_base_currency: nullable(num()),
  type: oneOf(['debit', 'credit']),
  is_transfer: nullable(bool()),
  needs_review: bool(),
  status: oneOf(['pending', 'posted']),
  note: nullable(str()),
  labels: list(str()),
  transaction_account: TransactionAccount,
  ...stamps,
})

/** The transaction, with its parts if it was split. */
export const UpdatedTransaction = anyOf([
  Transaction,
  obj({ transaction: Transaction, split_transactions: list(Transaction) }),
])

/** One occurrence of a series of budget events; `id` is the series and the day in Unix seconds, joined by a hyphen. */
export const Event = obj({
  id: str(),
  category: Category,
  scenario: Scenario,
  amount: num(),
  amount_in_base_currency: nullable(num()),
  currency_code: str(),
  date: day,
  colour: nullable(str()),
  note: nullable(str()),
  repeat_type: oneOf(['once', 'daily', 'weekly', 'fortnightly', 'monthly', 'yearly', 'each weekday']),
  repeat_interval: int(),
  series_id: int(),
  series_start_id: str(),
  infinite_series: bool(),
})

const Period = obj({
  start_date: day,
  end_date: day,
  currency_code: str(),
  actual_amount: num(),
  forecast_amount: num(),
  refund_amount: num(),
  current: bool({ doc: 'Whether today is inside, by the time zone of the user.' }),
  over_budget: bool(),
  under_budget: bool(),
  over_by: num(),
  under_by: num(),
  percentage_used: nullable(num()),
})
const BudgetAnalysis = obj({
  start_date: day,
  end_date: day,
  currency_code: str(),
  total_actual_amount: num(),
  average_actual_amount: num(),
  total_forecast_amount: num(),
  average_forecast_amount: num(),
  total_over_by: num(),
  total_under_by: num(),
  periods: list(Period),
})

/**
 * Actual and planned money of one category, or of several together (then without `category`); a side without data is
 * absent or null.
 */
export const BudgetPackage = obj({
  category: opt(nullable(Category)),
  is_transfer: opt(nullable(bool())),
  expense: opt(nullable(BudgetAnalysis)),
  income: opt(nullable(BudgetAnalysis)),
})

export const Attachment = obj({
  id: int(),
  title: str(),
  file_name: str(),
  type: str({ doc: 'Such as `image`.' }),
  content_type: str(),
  content_type_meta: obj({ title: str(), description: str(), extension: str() }),
  original_url: str(),
  variants: obj({ thumb_url: opt(nullable(str())), large_url: opt(nullable(str())) }, { doc: 'Images only.' }),
  ...stamps,
})

export const Currency = obj({
  id: str({ doc: 'ISO 4217 code in lower case, or an unofficial one.' }),
  name: str(),
  minor_unit: int({ min: 0, doc: 'Digits after the minor separator.' }),
  separators: obj({ major: str(), minor: str() }),
  symbol: str(),
})
