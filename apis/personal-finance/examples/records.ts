// The made-up records that the examples share.

const stamps = { created_at: '2025-11-02T08:00:00Z', updated_at: '2026-01-20T08:00:00Z' }
const balances = {
  current_balance: 1820.5,
  current_balance_date: '2026-01-31',
  current_balance_in_base_currency: 1820.5,
  current_balance_exchange_rate: null,
  safe_balance: null,
  safe_balance_in_base_currency: null,
}

export const user = {
  id: 4100,
  login: 'sample',
  name: 'Sample User',
  email: 'user@example.org',
  avatar_url: null,
  beta_user: false,
  time_zone: 'Auckland',
  week_start_day: 1,
  is_reviewing_transactions: true,
  base_currency_code: 'NZD',
  always_show_base_currency: false,
  using_multiple_currencies: false,
  available_accounts: 10,
  available_budgets: 12,
  forecast_last_updated_at: '2026-01-20T08:00:00Z',
  forecast_last_accessed_at: '2026-01-30T19:12:00Z',
  forecast_start_date: '2026-01-01',
  forecast_end_date: '2026-12-31',
  forecast_defer_recalculate: false,
  forecast_needs_recalculate: false,
  last_logged_in_at: '2026-01-30T19:10:00Z',
  last_activity_at: '2026-01-30T19:30:00Z',
  ...stamps,
}

export const institution = { id: 5100, title: 'Harbour Bank', currency_code: 'NZD', ...stamps }

export const transactionAccount = {
  id: 6100,
  name: 'Everyday',
  number: '00-1234-0001',
  type: 'bank',
  currency_code: 'NZD',
  ...balances,
  starting_balance: 1200,
  starting_balance_date: '2025-11-01',
  institution,
  ...stamps,
}

export const scenario = {
  id: 6201,
  title: 'Everyday',
  description: null,
  type: 'savings',
  interest_rate: 1.5,
  interest_rate_repeat_id: 4,
  'minimum-value': null,
  'maximum-value': null,
  achieve_date: null,
  starting_balance: 1200,
  starting_balance_date: '2025-11-01',
  closing_balance: 2410.75,
  closing_balance_date: '2026-12-31',
  ...balances,
  ...stamps,
}

export const account = {
  id: 6000,
  title: 'Everyday',
  type: 'bank',
  currency_code: 'NZD',
  is_net_worth: true,
  primary_transaction_account: transactionAccount,
  primary_scenario: scenario,
  transaction_accounts: [transactionAccount],
  scenarios: [scenario],
  ...balances,
  ...stamps,
}

export const category = {
  id: 8101,
  title: 'Groceries',
  colour: '#3c8d5a',
  parent_id: 8100,
  is_transfer: false,
  is_bill: false,
  roll_up: true,
  refund_behaviour: 'credits_are_refunds',
  children: [],
  ...stamps,
}

export const household = {
  ...category,
  id: 8100,
  title: 'Household',
  colour: null,
  parent_id: null,
  roll_up: false,
  refund_behaviour: null,
  children: [category],
}

export const categoryRule = { id: 8801, category, payee_matches: 'Corner Market', ...stamps }

export const transaction = {
  id: 7001,
  payee: 'Corner Market',
  original_payee: 'CORNER MARKET 0042 WELLINGTON',
  date: '2026-01-17',
  upload_source: 'manual',
  category,
  closing_balance: 1820.5,
  cheque_number: null,
  memo: null,
  amount: -48.2,
  amount_in_base_currency: -48.2,
  type: 'debit',
  is_transfer: false,
  needs_review: false,
  status: 'posted',
  note: 'Fruit and bread',
  labels: ['weekly', 'food'],
  transaction_account: transactionAccount,
  ...stamps,
}

/** Weekly from Sunday, 4 January 2026; this occurrence is that of 18 January. */
export const event = {
  id: '5301-1768694400',
  category,
  scenario,
  amount: -60,
  amount_in_base_currency: -60,
  currency_code: 'nzd',
  date: '2026-01-18',
  colour: '#3c8d5a',
  note: 'Weekly shop',
  repeat_type: 'weekly',
  repeat_interval: 1,
  series_id: 5301,
  series_start_id: '5301-1767484800',
  infinite_series: true,
}

export const attachment = {
  id: 9001,
  title: 'Receipt',
  file_name: 'receipt.png',
  type: 'image',
  content_type: 'image/png',
  content_type_meta: { title: 'PNG', description: 'PNG image', extension: 'png' },
  original_url: 'https://files.example.org/9001/receipt.png',
  variants: {
    thumb_url: 'https://files.example.org/9001/thumb.png',
    large_url: 'https://files.example.org/9001/large.png',
  },
  ...stamps,
}

const week = {
  start_date: '2026-01-12',
  end_date: '2026-01-18',
  currency_code: 'nzd',
  actual_amount: -48.2,
  forecast_amount: -60,
  refund_amount: 0,
  current: false,
  over_budget: false,
  under_budget: true,
  over_by: 0,
  under_by: 11.8,
  percentage_used: 80.33,
}

export const expense = {
  start_date: '2026-01-12',
  end_date: '2026-01-18',
  currency_code: 'nzd',
  total_actual_amount: -48.2,
  average_actual_amount: -48.2,
  total_forecast_amount: -60,
  average_forecast_amount: -60,
  total_over_by: 0,
  total_under_by: 11.8,
  periods: [week],
}

export const currency = {
  id: 'nzd',
  name: 'New Zealand Dollar',
  minor_unit: 2,
  separators: { major: ',', minor: '.' },
  symbol: '$',
}
