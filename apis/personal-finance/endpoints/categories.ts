// Single categories, the rules that assign them, and their transactions.
import { body, bool, del, empty, get, int, list, post, put, req, str } from '#define'
import { categoryFields, transactionFilters, transactionPages } from '../parameters.ts'
import { Category, CategoryRule, Transaction } from '../schemas.ts'

const id = int({ doc: 'Category.' })

export const categories = {
  getCategory: get('/categories/{id}', 'One category with its descendants', {
    params: { id },
    invalid: 'provider',
    returns: Category,
  }),
  updateCategory: put('/categories/{id}', 'Changes to a category', {
    params: { id },
    body: body({ title: str(), ...categoryFields }),
    invalid: 'provider',
    returns: Category,
  }),
  deleteCategory: del('/categories/{id}', 'Removal of a category and its budget events', {
    params: { id },
    invalid: 'provider',
    returns: empty(),
    status: 204,
    doc: 'Its transactions stay, without a category.',
  }),
  createCategoryRule: post('/categories/{id}/category_rules', 'New rule that assigns payees to a category', {
    params: { id },
    body: body({
      payee_matches: req.str({ doc: 'Words to find in the payee.' }),
      apply_to_uncategorised: bool({ doc: 'Also applies it to the transactions without a category.' }),
      apply_to_all: bool({ doc: 'Also applies it to all transactions.' }),
    }),
    invalid: 'provider',
    returns: CategoryRule,
  }),
  listCategoryTransactions: get('/categories/{id}/transactions', 'Transactions of one or more categories', {
    params: { id: str({ doc: 'Categories, comma-separated.', example: '8101,8102' }), ...transactionFilters },
    invalid: 'provider',
    returns: list(Transaction),
    pages: transactionPages,
  }),
}
