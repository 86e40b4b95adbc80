// The filters of transaction lists (FACTS 7), read from a query and turned into conditions.
import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from '../../../tables.ts'
import { dayText } from '../../days.ts'
import { badRequest } from '../../errors.ts'
import type { World } from '../../ledger.ts'
import { queryDayIn, querySwitchIn, type Values } from '../../reading.ts'
import { foldText, splitWords } from '../../search-text.ts'
import type { Span } from '../search/terms.ts'

export interface TransactionFilter {
  readonly start: string | undefined
  readonly end: string
  /** Milliseconds. */
  readonly updatedSince: number | undefined
  readonly uncategorised: boolean
  readonly type: 'debit' | 'credit' | undefined
  readonly needsReview: boolean
  /** Folded words, all of which must be found. */
  readonly words: readonly string[]
}

/** Whether nothing but days is asked for, and maybe words. */
export function isOfDaysOnly({ updatedSince, uncategorised, type, needsReview }: TransactionFilter): boolean {
  return updatedSince === undefined && !uncategorised && type === undefined && !needsReview
}

const wordLimit = 10
const searchLimit = 200

/** Reads the filters; 400 for wrong ones. Without days everything up to today is meant. */
export function readFilter(values: Values, { today }: World): TransactionFilter {
  const start = queryDayIn(values, 'start_date')
  const end = queryDayIn(values, 'end_date')
  if ((start === undefined) !== (end === undefined)) throw badRequest('start_date and end_date must be given together')
  if (start !== undefined && end !== undefined && end < start) throw badRequest('end_date is before start_date')
  return {
    start: start === undefined ? undefined : dayText(start),
    end: end === undefined ? today : dayText(end),
    updatedSince: timeIn(values, 'updated_since'),
    uncategorised: querySwitchIn(values, 'uncategorised'),
    type: typeIn(values),
    needsReview: querySwitchIn(values, 'needs_review'),
    words: wordsIn(values),
  }
}

function typeIn({ type }: Values): 'debit' | 'credit' | undefined {
  if (type === undefined || type === 'debit' || type === 'credit') return type
  throw badRequest('type does not have a valid value')
}

function timeIn(values: Values, name: string): number | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const text = String(value)
  const isTime = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
  // a time without an offset is one of UTC, as all times of this API are
  const ms = isTime
    ? Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10)) || text.length === 10 ? text : `${text}Z`)
    : Number.NaN
  if (!Number.isFinite(ms)) throw badRequest(`${name} is invalid`)
  return ms
}

function wordsIn({ search }: Values): string[] {
  if (search === undefined) return []
  const text = String(search).replaceAll('\0', '')
  if (text.length > searchLimit) throw badRequest(`search is too long (maximum is ${searchLimit} characters)`)
  const words = splitWords(foldText(text))
  if (words.length > wordLimit) throw badRequest(`search has too many words (maximum is ${wordLimit})`)
  return words
}

type Query<O> = SelectQueryBuilder<Tables, 'personal_finance_transactions', O>

/** Narrows a query to what the filter wants, but for its words (search/hits.ts). */
export function narrowed<O>(query: Query<O>, filter: TransactionFilter): Query<O> {
  let narrow = query.where('date', '<=', filter.end)
  if (filter.start !== undefined) narrow = narrow.where('date', '>=', filter.start)
  if (filter.updatedSince !== undefined) narrow = narrow.where('updated_at', '>=', filter.updatedSince)
  if (filter.uncategorised) narrow = narrow.where('category_id', 'is', null)
  if (filter.type !== undefined) narrow = narrow.where('amount', filter.type === 'debit' ? '<' : '>=', 0)
  if (filter.needsReview) narrow = narrow.where('needs_review', '=', 1)
  return narrow
}

/** The filter for some of its days. */
export function within(filter: TransactionFilter, span?: Span): TransactionFilter {
  if (!span) return filter
  const { start = '', end } = filter
  return { ...filter, start: start > span.first ? start : span.first, end: end < span.last ? end : span.last }
}
