// The sample household: invented by us, as its titles say. A family in New Zealand with a bank, a savings bank, a
// credit card, a home loan and an account in euros, from 1 November 2024 to today, and at least to 31 October 2026. Its
// plans are in plans.ts.
import type { CategoryRow } from '../ledger/categories/tree.ts'

/** The first id of callers' records; those of the sample are lower. */
export const firstOwnId = 100_001
export const firstDay = '2024-11-01'
export const lastDay = '2026-10-31'
/** The creation time of the sample, independent of the clock. */
export const createdAt = Date.parse('2024-11-01T08:00:00Z')

export const user = {
  id: 4100,
  login: 'sample',
  name: 'Sample User',
  email: 'user@example.org',
  avatar_url: 'https://example.org/avatars/sample-user.png',
  time_zone: 'Auckland',
  base_currency: 'nzd',
} as const

export const institutions = [
  { id: 5100, title: 'Harbour Bank (sample)', currency: 'nzd' },
  { id: 5101, title: 'Bay Savings (sample)', currency: 'nzd' },
  { id: 5102, title: 'Nordlicht Bank (sample)', currency: 'eur' },
]

/** Accounts and their transaction accounts; balances in whole units of the currency. */
export const accounts = [
  {
    id: 6000,
    transactionAccount: 6100,
    title: 'Everyday (sample)',
    type: 'bank',
    currency: 'nzd',
    institution: 5100,
    number: '00-1234-0001',
    balance: 1200,
  },
  {
    id: 6001,
    transactionAccount: 6101,
    title: 'Rainy day (sample)',
    type: 'bank',
    currency: 'nzd',
    institution: 5101,
    number: '00-5678-0001',
    balance: 8000,
  },
  {
    id: 6002,
    transactionAccount: 6102,
    title: 'Credit card (sample)',
    type: 'credits',
    currency: 'nzd',
    institution: 5100,
    number: 'XXXX-4471',
    balance: -350,
  },
  {
    id: 6003,
    transactionAccount: 6103,
    title: 'Euro account (sample)',
    type: 'bank',
    currency: 'eur',
    institution: 5102,
    number: 'DE00 0000 0001',
    balance: 900,
  },
  {
    id: 6004,
    transactionAccount: 6104,
    title: 'Home loan (sample)',
    type: 'mortgage',
    currency: 'nzd',
    institution: 5100,
    number: '00-1234-0002',
    balance: -412_000,
  },
] as const

type Category = Pick<CategoryRow, 'id' | 'title' | 'parent_id' | 'colour'> & Partial<CategoryRow>

export const categories: readonly Category[] = [
  { id: 8100, title: 'Household', parent_id: null, colour: '#4a5568' },
  {
    id: 8101,
    title: 'Groceries',
    parent_id: 8100,
    colour: '#3c8d5a',
    roll_up: 1,
    refund_behaviour: 'credits_are_refunds',
  },
  { id: 8102, title: 'Power', parent_id: 8100, colour: '#d69e2e', is_bill: 1, roll_up: 1 },
  { id: 8103, title: 'Internet', parent_id: 8100, colour: '#319795', is_bill: 1, roll_up: 1 },
  { id: 8104, title: 'Insurance', parent_id: 8100, colour: '#805ad5', is_bill: 1, roll_up: 1 },
  { id: 8105, title: 'Home loan', parent_id: 8100, colour: '#8a5a2b', is_bill: 1 },
  { id: 8110, title: 'Transport', parent_id: null, colour: '#2b6cb0' },
  { id: 8111, title: 'Fuel', parent_id: 8110, colour: '#3182ce', roll_up: 1 },
  { id: 8112, title: 'Bus and train', parent_id: 8110, colour: '#63b3ed', roll_up: 1 },
  { id: 8120, title: 'Leisure', parent_id: null, colour: '#b83280' },
  { id: 8121, title: 'Eating out', parent_id: 8120, colour: '#d53f8c', roll_up: 1 },
  { id: 8122, title: 'Films and music', parent_id: 8120, colour: '#ed64a6', is_bill: 1, roll_up: 1 },
  { id: 8123, title: 'Travel', parent_id: 8120, colour: '#dd6b20' },
  { id: 8130, title: 'Income', parent_id: null, colour: '#2f855a' },
  {
    id: 8131,
    title: 'Salary',
    parent_id: 8130,
    colour: '#38a169',
    refund_behaviour: 'debits_are_deductions',
    roll_up: 1,
  },
  { id: 8132, title: 'Interest', parent_id: 8130, colour: '#68d391', roll_up: 1 },
  { id: 8140, title: 'Health', parent_id: null, colour: '#e53e3e' },
  { id: 8150, title: 'Transfers', parent_id: null, colour: '#718096', is_transfer: 1 },
]

export const rules = [
  { id: 8801, category_id: 8101, payee_matches: 'Corner Market' },
  { id: 8802, category_id: 8111, payee_matches: 'Petrol' },
  { id: 8803, category_id: 8102, payee_matches: 'Southern Power' },
]

export const searches = [
  { id: 3301, title: 'Markets' },
  { id: 3302, title: 'To be reviewed' },
]
