// A user and all of the user's data: lists, new records, budgets and the forecast.
import { body, bool, del, empty, get, int, list, obj, post, put, req, str } from '#define'
import {
  accountType,
  analysisPeriods,
  categoryFields,
  eventWindow,
  transactionFilters,
  transactionPages,
} from '../parameters.ts'
import {
  Account,
  Attachment,
  BudgetPackage,
  Category,
  CategoryRule,
  Event,
  Institution,
  Transaction,
  TransactionAccount,
  User,
} from '../schemas.ts'

const id = int({ doc: 'User.' })

export const users = {
  getUser: get('/users/{id}', 'One user', { params: { id }, invalid: 'provider', returns: User }),
  updateUser: put('/users/{id}', 'Changes to a user', {
    params: { id },
    body: body({
      name: str(),
      time_zone: str({ doc: 'Name of a time zone, as `GET /time_zones` lists it.' }),
      week_start_day: int({ doc: '0 Sunday to 6 Saturday.' }),
      beta_user: bool(),
      base_currency_code: str(),
      always_show_base_currency: bool(),
    }),
    invalid: 'provider',
    returns: User,
  }),
  listAccounts: get('/users/{id}/accounts', 'Accounts of a user in display order', {
    params: { id },
    invalid: 'provider',
    returns: list(Account),
  }),
  createAccount: post('/users/{id}/accounts', 'New account', {
    params: { id },
    body: body({
      institution_id: req.int(),
      title: req.str(),
      currency_code: req.str(),
      type: req.of(accountType),
    }),
    invalid: 'provider',
    returns: Account,
    status: 201,
  }),
  reorderAccounts: put('/users/{id}/accounts', 'New display order of the accounts', {
    params: { id },
    body: body({
      accounts: req.list(obj({ id: int() }), { doc: 'All accounts in their new order; only their ids count.' }),
    }),
    invalid: 'provider',
    returns: list(Account),
  }),
  listAttachments: get('/users/{id}/attachments', 'Attachments of a user', {
    params: { id, unassigned: int({ doc: '1 for those without a transaction.' }) },
    invalid: 'provider',
    returns: list(Attachment),
  }),
  createAttachment: post('/users/{id}/attachments', 'New attachment from a file', {
    params: { id },
    body: body({
      title: str({ doc: 'Derived from the file name when blank.' }),
      file_name: str({ doc: 'A png, jpg, pdf, xls, xlsx, doc or docx file.' }),
      file_data: str({ doc: 'The file in base64.' }),
    }),
    invalid: 'provider',
    returns: Attachment,
    limits: { bodyBytes: 32 * 1024 * 1024 },
  }),
  getBudget: get('/users/{id}/budget', 'Budget of each category in its current period', {
    params: { id, roll_up: bool({ doc: 'Also adds the figures of subcategories to their top-level category.' }) },
    invalid: 'provider',
    returns: list(BudgetPackage),
  }),
  getBudgetSummary: get('/users/{id}/budget_summary', 'Budget of all categories together', {
    params: { id, ...analysisPeriods },
    invalid: 'provider',
    missing: 'provider',
    returns: list(BudgetPackage),
  }),
  listCategories: get('/users/{id}/categories', 'Categories of a user as a tree', {
    params: { id },
    invalid: 'provider',
    returns: list(Category),
  }),
  createCategory: post('/users/{id}/categories', 'New category', {
    params: { id },
    body: body({ title: req.str(), ...categoryFields }),
    invalid: 'provider',
    returns: Category,
    status: 201,
  }),
  listCategoryRules: get('/users/{id}/category_rules', 'Rules that assign payees to categories', {
    params: { id },
    invalid: 'provider',
    returns: list(CategoryRule),
  }),
  listEvents: get('/users/{id}/events', 'Budget events of a user', {
    params: { id, ...eventWindow },
    invalid: 'provider',
    missing: 'provider',
    returns: list(Event),
  }),
  clearForecastCache: del('/users/{id}/forecast_cache', 'Recalculates the forecast', {
    effect: 'write',
    params: { id },
    invalid: 'provider',
    returns: empty(),
    status: 204,
  }),
  listInstitutions: get('/users/{id}/institutions', 'Institutions of a user', {
    params: { id },
    invalid: 'provider',
    returns: list(Institution),
  }),
  createInstitution: post('/users/{id}/institutions', 'New institution', {
    params: { id },
    body: body({ title: req.str(), currency_code: req.str() }),
    invalid: 'provider',
    returns: Institution,
    status: 201,
  }),
  listLabels: get('/users/{id}/labels', 'Labels a user has given to transactions', {
    params: { id },
    invalid: 'provider',
    returns: list(str()),
  }),
  listSavedSearches: get('/users/{id}/saved_searches', 'Searches a user has saved', {
    params: { id },
    invalid: 'provider',
    returns: list(obj({ id: int(), title: str(), created_at: str(), updated_at: str() })),
  }),
  listTransactionAccounts: get('/users/{id}/transaction_accounts', 'Transaction accounts of a user', {
    params: { id },
    invalid: 'provider',
    returns: list(TransactionAccount),
  }),
  listTransactions: get('/users/{id}/transactions', 'Transactions of a user', {
    params: { id, ...transactionFilters },
    invalid: 'provider',
    returns: list(Transaction),
    pages: transactionPages,
  }),
  getTrendAnalysis: get('/users/{id}/trend_analysis', 'Actual and planned money of chosen categories over time', {
    params: {
      id,
      ...analysisPeriods,
      categories: req.str({ doc: 'Categories, comma-separated.', example: '8101,8102' }),
      scenarios: req.str({ doc: 'Scenarios whose events count, comma-separated.', example: '6201' }),
    },
    invalid: 'provider',
    missing: 'provider',
    returns: list(BudgetPackage),
  }),
}
