// Validates the body of a transaction, and splits transactions.
import { invalid } from '../../errors.ts'
import type { Ledger } from '../../ledger.ts'
import {
  amountIn,
  dayIn,
  flagIn,
  nonBlankStringIn,
  noteLimit,
  nullableStringIn,
  parseId,
  readBody,
  required,
  requiredStringIn,
  type Values,
} from '../../reading.ts'
import type { CategoryTree } from '../categories/tree.ts'
import type { NewTransaction, TransactionDetails, TransactionRow } from './store.ts'

const maxLabels = 100
const maxLabelLength = 100
const maxSplits = 100

interface NewTransactionDeps {
  readonly ledger: Ledger
  readonly transactionAccountId: number
  readonly tree: CategoryTree
  /** Returns the category that the rules choose for a payee. */
  categorise(payee: string): Promise<number | undefined>
}

/** Returns a new transaction; the rules choose its category if the body has none, or null. */
export async function newTransactionIn(body: Values, deps: NewTransactionDeps): Promise<NewTransaction> {
  const payee = requiredStringIn(body, 'payee')
  const amount = required(amountIn(body, 'amount'), 'amount')
  const date = required(dayIn(body, 'date'), 'date')
  const { labels = [], ...optional } = optionalDetailsIn(body)
  const category = categoryIn(body, deps.tree)
  const isOpen = category === undefined || body.category_id === null
  const details = {
    transaction_account_id: deps.transactionAccountId,
    payee,
    original_payee: payee,
    date,
    amount,
    category_id: (isOpen ? await deps.categorise(payee) : category) ?? null,
    is_transfer: optional.is_transfer ?? null,
    needs_review: optional.needs_review ?? deps.ledger.user.is_reviewing_transactions,
    status: 'posted',
    note: optional.note ?? null,
    memo: optional.memo ?? null,
    cheque_number: optional.cheque_number ?? null,
    upload_source: 'manual',
    import_key: null,
  }
  return { details, labels }
}

/**
 * Returns a transaction with the changes of the body; other members remain. `labels` are undefined if the body omits
 * them.
 */
export function changeIn(
  body: Values,
  before: TransactionRow,
  tree: CategoryTree,
): { readonly after: TransactionDetails; readonly labels: string[] | undefined } {
  const { labels, is_transfer, needs_review, note, memo, cheque_number } = optionalDetailsIn(body)
  const category = categoryIn(body, tree)
  const { owner, id, search_text, created_at, updated_at, ...details } = before
  const after = {
    ...details,
    payee: nonBlankStringIn(body, 'payee') ?? before.payee,
    amount: amountIn(body, 'amount') ?? before.amount,
    date: dayIn(body, 'date') ?? before.date,
    category_id: category === undefined ? before.category_id : category,
    is_transfer: is_transfer ?? before.is_transfer,
    needs_review: needs_review ?? before.needs_review,
    note: note === undefined ? before.note : note,
    memo: memo === undefined ? before.memo : memo,
    cheque_number: cheque_number === undefined ? before.cheque_number : cheque_number,
  }
  return { after, labels }
}

function optionalDetailsIn(body: Values) {
  return {
    is_transfer: flagIn(body, 'is_transfer'),
    needs_review: flagIn(body, 'needs_review'),
    labels: labelsIn(body),
    note: nullableStringIn(body, 'note', noteLimit),
    memo: nullableStringIn(body, 'memo', noteLimit),
    cheque_number: nullableStringIn(body, 'cheque_number'),
  }
}

/** Returns comma-separated labels without duplicates, in the caller's order. Null and an empty string remove all. */
function labelsIn(body: Values): string[] | undefined {
  if (body.labels === undefined) return undefined
  const list = nullableStringIn(body, 'labels', maxLabels * (maxLabelLength + 1)) ?? ''
  const labels = list.split(',').map((label) => label.trim())
  const distinct = new Map(labels.filter((label) => label !== '').map((label) => [label.toLowerCase(), label]))
  if (distinct.size > maxLabels || labels.some((label) => label.length > maxLabelLength))
    throw invalid('labels is too long')
  return [...distinct.values()]
}

/**
 * Returns the category of the body; null for null and for an empty string (SOURCES 3.3), undefined if the body omits
 * it.
 */
function categoryIn({ category_id: value }: Values, tree: CategoryTree): number | null | undefined {
  if (value === undefined) return undefined
  if (value === null || value === '') return null
  const id = parseId(value)
  if (id === undefined || !tree.get(id)) throw invalid('category_id is invalid')
  return id
}

interface SplitTransaction {
  readonly before: TransactionRow
  /** The transaction after the change; parts inherit the members they omit. */
  readonly after: TransactionDetails
  readonly tree: CategoryTree
}

/**
 * Returns the parts that become separate transactions; undefined if the body has none. Throws 422 unless `amount` is
 * the remainder of the previous amount (SOURCES 3.4).
 */
export function splitsIn(body: Values, { before, after, tree }: SplitTransaction): NewTransaction[] | undefined {
  const { splits } = body
  if (splits === undefined || splits === null) return undefined
  if (!Array.isArray(splits) || splits.length > maxSplits) throw invalid('splits is invalid')
  if (splits.length === 0) return undefined
  const remainder = required(amountIn(body, 'amount'), 'amount')
  const parts = splits.map((one: object) => splitIn(readBody<Values>({ body: one }), { after, tree }))
  const total = parts.reduce((sum, part) => sum + part.amount, 0)
  if (remainder !== before.amount - total)
    throw invalid('amount must be the original amount less the sum of the splits')
  return parts.map((details) => ({ details, labels: [] }))
}

function splitIn(values: Values, { after, tree }: Omit<SplitTransaction, 'before'>): TransactionDetails {
  const category = categoryIn(values, tree)
  const note = nullableStringIn(values, 'note', noteLimit)
  return {
    ...after,
    amount: required(amountIn(values, 'amount'), 'amount'),
    payee: nonBlankStringIn(values, 'payee') ?? after.payee,
    date: dayIn(values, 'date') ?? after.date,
    category_id: category === undefined ? after.category_id : category,
    is_transfer: flagIn(values, 'is_transfer') ?? after.is_transfer,
    note: note === undefined ? null : note,
    cheque_number: null,
    import_key: null,
  }
}
