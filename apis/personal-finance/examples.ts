// One call of each endpoint on the fictional records of examples/records.ts.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'
import { pixelPng, pixelsJpeg } from './examples/files.ts'
import {
  account,
  attachment,
  category,
  categoryRule,
  currency,
  event,
  expense,
  household,
  institution,
  scenario,
  transaction,
  transactionAccount,
  user,
} from './examples/records.ts'

const marketDay = { start_date: '2026-01-17', end_date: '2026-01-17' }
const shopDay = { start_date: '2026-01-18', end_date: '2026-01-18' }
const stamp = '2024-11-01T08:00:00Z'
const weeks = { period: 'weeks', interval: 1, start_date: '2026-01-12', end_date: '2026-01-18' }
const ofAccount = { id: account.id }
const ofAttachment = { id: attachment.id }
const ofCategory = { id: category.id }
const ofEvent = { id: event.id }
const ofInstitution = { id: institution.id }
const ofTransaction = { id: transaction.id }
const ofTransactionAccount = { id: transactionAccount.id }
const ofUser = { id: user.id }

export const examples = defineExamples(endpoints, {
  getAccount: { params: ofAccount, output: account },
  updateAccount: {
    params: ofAccount,
    body: { title: 'Daily', is_net_worth: true },
    output: { ...account, title: 'Daily' },
  },
  deleteAccount: { params: ofAccount },
  listAccountTransactions: {
    params: { ...ofAccount, ...marketDay, type: 'debit', search: 'market', page: 1, per_page: 30 },
    output: [transaction],
  },
  getAttachment: { params: ofAttachment, output: attachment },
  updateAttachment: {
    params: ofAttachment,
    body: { title: 'Market receipt' },
    output: { ...attachment, title: 'Market receipt' },
  },
  deleteAttachment: { params: ofAttachment },
  getAttachmentFile: { params: ofAttachment, output: { base64: pixelPng } },
  getAttachmentVariant: { params: { ...ofAttachment, variant: 'thumb' }, output: { base64: pixelsJpeg } },
  getCategory: { params: { id: household.id }, output: household },
  updateCategory: {
    params: ofCategory,
    body: { title: 'Food', refund_behaviour: null },
    output: { ...category, title: 'Food', refund_behaviour: null },
  },
  deleteCategory: { params: ofCategory },
  createCategoryRule: {
    params: ofCategory,
    body: { payee_matches: categoryRule.payee_matches, apply_to_uncategorised: true },
    output: categoryRule,
  },
  listCategoryTransactions: { params: { id: '8100,8101', ...marketDay }, output: [transaction] },
  listCurrencies: { output: [currency] },
  getCurrency: { params: { id: currency.id }, output: currency },
  getEvent: { params: ofEvent, output: event },
  updateEvent: {
    params: ofEvent,
    body: { behaviour: 'one', amount: -75, note: 'Guests' },
    output: { ...event, amount: -75, amount_in_base_currency: -75, note: 'Guests' },
  },
  deleteEvent: { params: { ...ofEvent, behaviour: 'forward' } },
  getInstitution: { params: ofInstitution, output: institution },
  updateInstitution: {
    params: ofInstitution,
    body: { title: 'Bay Bank' },
    output: { ...institution, title: 'Bay Bank' },
  },
  deleteInstitution: { params: { ...ofInstitution, merge_into_institution_id: 5101 } },
  listInstitutionAccounts: { params: ofInstitution, output: [account] },
  me: { output: user },
  listScenarioEvents: { params: { id: scenario.id, ...shopDay }, output: [event] },
  createEvent: {
    params: { id: scenario.id },
    body: {
      category_id: category.id,
      date: '2026-01-04',
      amount: -60,
      repeat_type: 'weekly',
      repeat_interval: 1,
      note: 'Weekly shop',
    },
    output: { ...event, id: event.series_start_id, date: '2026-01-04' },
  },
  listTimeZones: {
    output: [
      {
        name: 'Auckland',
        utc_offset: 46_800,
        formatted_name: '(GMT+13:00) Auckland',
        formatted_offset: '+13:00',
        abbreviation: 'NZDT',
        identifier: 'Pacific/Auckland',
      },
    ],
  },
  getTransactionAccount: { params: ofTransactionAccount, output: transactionAccount },
  updateTransactionAccount: {
    params: ofTransactionAccount,
    body: { starting_balance: 1250, starting_balance_date: '2024-11-01' },
    output: { ...transactionAccount, starting_balance: 1250 },
  },
  listTransactionAccountTransactions: {
    params: { ...ofTransactionAccount, needs_review: 1 },
    output: [{ ...transaction, needs_review: true }],
  },
  createTransaction: {
    params: ofTransactionAccount,
    body: {
      payee: 'Corner Market',
      amount: -48.2,
      date: '2026-01-17',
      category_id: category.id,
      labels: 'weekly,food',
      note: 'Fruit and bread',
    },
    output: { ...transaction, original_payee: 'Corner Market', upload_source: 'manual', needs_review: true },
  },
  getTransaction: { params: ofTransaction, output: transaction },
  updateTransaction: {
    params: ofTransaction,
    body: { amount: -30, splits: [{ amount: -18.2, payee: 'Corner Market flowers', category_id: household.id }] },
    output: {
      transaction: { ...transaction, amount: -30, amount_in_base_currency: -30 },
      split_transactions: [
        {
          ...transaction,
          id: 7002,
          payee: 'Corner Market flowers',
          category: household,
          amount: -18.2,
          amount_in_base_currency: -18.2,
        },
      ],
    },
  },
  deleteTransaction: { params: ofTransaction },
  listTransactionAttachments: { params: ofTransaction, output: [attachment] },
  assignAttachment: { params: ofTransaction, body: { attachment_id: attachment.id }, output: attachment },
  unassignAttachment: { params: { transaction_id: 7003, attachment_id: 9002 } },
  getUser: { params: ofUser, output: user },
  updateUser: { params: ofUser, body: { week_start_day: 0 }, output: { ...user, week_start_day: 0 } },
  listAccounts: { params: ofUser, output: [account] },
  createAccount: {
    params: ofUser,
    body: { institution_id: institution.id, title: 'Everyday', currency_code: 'NZD', type: 'bank' },
    output: account,
  },
  reorderAccounts: { params: ofUser, body: { accounts: [{ id: account.id }] }, output: [account] },
  listAttachments: { params: { ...ofUser, unassigned: 1 }, output: [attachment] },
  createAttachment: {
    params: ofUser,
    body: {
      title: 'Receipt',
      file_name: 'receipt.png',
      file_data: pixelPng,
    },
    output: attachment,
  },
  getBudget: { params: { ...ofUser, roll_up: true }, output: [{ category, is_transfer: false, expense }] },
  getBudgetSummary: { params: { ...ofUser, ...weeks }, output: [{ expense, income: null }] },
  listCategories: { params: ofUser, output: [household] },
  createCategory: {
    params: ofUser,
    body: { title: 'Groceries', colour: '#3c8d5a', parent_id: household.id, roll_up: true },
    output: category,
  },
  listCategoryRules: { params: ofUser, output: [categoryRule] },
  listEvents: { params: { ...ofUser, ...shopDay }, output: [event] },
  clearForecastCache: { params: ofUser },
  listInstitutions: { params: ofUser, output: [institution] },
  createInstitution: {
    params: ofUser,
    body: { title: 'Harbour Bank', currency_code: 'NZD' },
    output: institution,
  },
  listLabels: { params: ofUser, output: ['food', 'holiday', 'weekly'] },
  listSavedSearches: {
    params: ofUser,
    output: [{ id: 3301, title: 'Markets', created_at: stamp, updated_at: stamp }],
  },
  listTransactionAccounts: { params: ofUser, output: [transactionAccount] },
  listTransactions: {
    params: { ...ofUser, updated_since: '2026-01-01T00:00:00Z', uncategorised: 1 },
    output: [{ ...transaction, category: null }],
  },
  getTrendAnalysis: {
    params: { ...ofUser, ...weeks, categories: '8101', scenarios: '6201' },
    output: [{ expense, income: null }],
  },
})
