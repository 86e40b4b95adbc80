// Splits: parts of a transaction that become transactions of their own. What remains must be said, and be right (FACTS 4).

import { invalid } from '../../errors.ts'
import {
  amountIn,
  clearableTextIn,
  dayIn,
  filledTextIn,
  flagIn,
  noteLimit,
  readBody,
  required,
  type Values,
} from '../../reading.ts'
import type { CategoryTree } from '../categories/tree.ts'
import { categoryIn } from './members.ts'
import type { TransactionFacts, TransactionRow } from './store.ts'

const splitLimit = 100

interface SplitContext {
  readonly before: TransactionRow
  /** The transaction as it will be; parts inherit from it what they do not say. */
  readonly after: TransactionFacts
  readonly tree: CategoryTree
}

/** The parts; undefined when the body asks for none. 422 unless `amount` is what they leave of the amount before. */
export function splitsIn(body: Values, { before, after, tree }: SplitContext): TransactionFacts[] | undefined {
  const list = body.splits
  if (list === undefined || list === null) return undefined
  if (!Array.isArray(list) || list.length > splitLimit) throw invalid('splits is invalid')
  if (list.length === 0) return undefined
  const remainder = required(amountIn(body, 'amount'), 'amount')
  const parts = list.map((one: unknown) => partIn(readBody(one), { before, after, tree }))
  const total = parts.reduce((sum, part) => sum + part.amount, 0)
  if (remainder !== before.amount - total)
    throw invalid('amount must be the original amount less the sum of the splits')
  return parts
}

function partIn(values: Values, { after, tree }: SplitContext): TransactionFacts {
  const category = categoryIn(values, tree)
  const note = clearableTextIn(values, 'note', noteLimit)
  return {
    ...after,
    amount: required(amountIn(values, 'amount'), 'amount'),
    payee: filledTextIn(values, 'payee') ?? after.payee,
    date: dayIn(values, 'date') ?? after.date,
    category_id: category === undefined ? after.category_id : category,
    is_transfer: flagIn(values, 'is_transfer') ?? after.is_transfer,
    note: note === undefined ? null : note,
    cheque_number: null,
    import_key: null,
  }
}
