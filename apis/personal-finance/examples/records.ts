// The fictional records shared by the examples: those of the sample household on 31 January 2026.

const stamps = { created_at: '2024-11-01T08:00:00Z', updated_at: '2024-11-01T08:00:00Z' }
const balances = {
  current_balance: 25_534.84,
  current_balance_date: '2026-01-31',
  current_balance_in_base_currency: 25_534.84,
  current_balance_exchange_rate: null,
  safe_balance: null,
  safe_balance_in_base_currency: null,
}

export const user = {
  id: 4100,
  login: 'sample',
  name: 'Sample User',
  email: 'user@example.org',
  avatar_url: 'https://example.org/avatars/sample-user.png',
  beta_user: false,
  time_zone: 'Auckland',
  week_start_day: 1,
  is_reviewing_transactions: true,
  base_currency_code: 'NZD',
  always_show_base_currency: false,
  using_multiple_currencies: true,
  available_accounts: 500,
  available_budgets: 2000,
  forecast_last_updated_at: null,
  forecast_last_accessed_at: null,
  forecast_start_date: '2026-01-31',
  forecast_end_date: '2027-01-31',
  forecast_defer_recalculate: false,
  forecast_needs_recalculate: true,
  last_logged_in_at: '2026-01-30T19:30:00Z',
  last_activity_at: '2026-01-30T19:30:00Z',
  ...stamps,
}

export const institution = { id: 5100, title: 'Harbour Bank (sample)', currency_code: 'NZD', ...stamps }

export const transactionAccount = {
  id: 6100,
  name: 'Everyday (sample)',
  number: '00-1234-0001',
  type: 'bank',
  currency_code: 'NZD',
  ...balances,
  starting_balance: 1200,
  starting_balance_date: '2024-11-01',
  institution,
  ...stamps,
}

export const scenario = {
  id: 6201,
  title: 'Everyday (sample)',
  description: 'Pay, bills and groceries',
  type: 'no-interest',
  interest_rate: null,
  interest_rate_repeat_id: 0,
  'minimum-value': null,
  'maximum-value': null,
  achieve_date: null,
  starting_balance: 1200,
  starting_balance_date: '2024-11-01',
  closing_balance: 50_112.84,
  closing_balance_date: '2027-01-31',
  ...balances,
  safe_balance: 22_865.84,
  safe_balance_in_base_currency: 22_865.84,
  ...stamps,
}

export const account = {
  id: 6000,
  title: 'Everyday (sample)',
  type: 'bank',
  currency_code: 'NZD',
  is_net_worth: false,
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

const bill = { ...category, is_bill: true, refund_behaviour: null }

export const household = {
  ...category,
  id: 8100,
  title: 'Household',
  colour: '#4a5568',
  parent_id: null,
  roll_up: false,
  refund_behaviour: null,
  children: [
    category,
    { ...bill, id: 8105, title: 'Home loan', colour: '#8a5a2b', roll_up: false },
    { ...bill, id: 8104, title: 'Insurance', colour: '#805ad5' },
    { ...bill, id: 8103, title: 'Internet', colour: '#319795' },
    { ...bill, id: 8102, title: 'Power', colour: '#d69e2e' },
  ],
}

export const categoryRule = { id: 8801, category, payee_matches: 'Corner Market', ...stamps }

export const transaction = {
  id: 7001,
  payee: 'Corner Market',
  original_payee: 'CORNER MARKET 0042 WELLINGTON',
  date: '2026-01-17',
  upload_source: 'data_feed',
  category,
  closing_balance: 24_134.14,
  cheque_number: '',
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
  created_at: '2026-01-17T07:00:00Z',
  updated_at: '2026-01-17T07:00:00Z',
}

/** An occurrence, on 18 January, of a weekly series from Sunday, 4 January 2026. */
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
  title: 'Receipt (sample)',
  file_name: 'receipt.png',
  type: 'image',
  content_type: 'image/png',
  content_type_meta: { title: 'PNG', description: 'PNG image', extension: 'png' },
  original_url: 'https://files.example.org/attachments/9001/file',
  variants: {
    thumb_url: 'https://files.example.org/attachments/9001/variants/thumb',
    large_url: 'https://files.example.org/attachments/9001/variants/large',
  },
  ...stamps,
}

const week = {
  start_date: '2026-01-12',
  end_date: '2026-01-18',
  currency_code: 'nzd',
  actual_amount: -72.13,
  forecast_amount: -60,
  refund_amount: 0,
  current: false,
  over_budget: true,
  under_budget: false,
  over_by: 12.13,
  under_by: 0,
  percentage_used: 120.22,
}

export const expense = {
  start_date: '2026-01-12',
  end_date: '2026-01-18',
  currency_code: 'nzd',
  total_actual_amount: -72.13,
  average_actual_amount: -72.13,
  total_forecast_amount: -60,
  average_forecast_amount: -60,
  total_over_by: 12.13,
  total_under_by: 0,
  periods: [week],
}

export const currency = {
  id: 'nzd',
  name: 'New Zealand Dollar',
  minor_unit: 2,
  separators: { major: ',', minor: '.' },
  symbol: '$',
}
