// The filters of transaction lists (SOURCES 6.1 to 6.3), read from a query and converted to conditions.
import type { InputOf } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import { formatDay } from '../../days.ts'
import { badRequest } from '../../errors.ts'
import type { Unread } from '../../handler.ts'
import type { Ledger } from '../../ledger.ts'
import { queryDayIn, querySwitchIn } from '../../reading.ts'
import { foldForSearch } from '../../search-text.ts'
import type { MatchQuery } from './matches.ts'

export type FilterValues = Unread<Omit<InputOf<(typeof endpoints)['listTransactions']>, 'id'>>

export interface TransactionFilter {
  readonly start: string | undefined
  readonly end: string
  /** Milliseconds since the epoch. */
  readonly updatedSince: number | undefined
  readonly uncategorised: boolean
  readonly type: 'debit' | 'credit' | undefined
  readonly needsReview: boolean
  /** Folded words that must all match. */
  readonly words: readonly string[]
}

/** Reports whether the filter has only days and words. */
export function isOfDaysOnly({ updatedSince, uncategorised, type, needsReview }: TransactionFilter): boolean {
  return updatedSince === undefined && !uncategorised && type === undefined && !needsReview
}

const maxWords = 10
const maxSearchLength = 200

/** Reads the filters. Throws 400 for invalid ones. By default a list begins with the earliest day and ends today. */
export function readFilter(values: FilterValues, { today }: Ledger): TransactionFilter {
  const start = queryDayIn(values, 'start_date')
  const end = queryDayIn(values, 'end_date')
  if (start !== undefined && end !== undefined && end < start) throw badRequest('end_date is before start_date')
  return {
    start: start === undefined ? undefined : formatDay(start),
    end: end === undefined ? today : formatDay(end),
    updatedSince: updatedSinceIn(values),
    uncategorised: querySwitchIn(values, 'uncategorised'),
    type: typeIn(values),
    needsReview: querySwitchIn(values, 'needs_review'),
    words: wordsIn(values),
  }
}

function typeIn({ type }: FilterValues): 'debit' | 'credit' | undefined {
  if (type === undefined || type === 'debit' || type === 'credit') return type
  throw badRequest('type does not have a valid value')
}

/** Reads a time; without an offset it is in UTC, like all times of this API. */
function updatedSinceIn({ updated_since: value }: FilterValues): number | undefined {
  if (value === undefined) return undefined
  const moment = String(value)
  const isMoment = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(moment)
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(moment.slice(10)) || moment.length === 10
  const ms = isMoment ? Date.parse(hasOffset ? moment : `${moment}Z`) : Number.NaN
  if (!Number.isFinite(ms)) throw badRequest('updated_since is invalid')
  return ms
}

function wordsIn({ search: value }: FilterValues): string[] {
  if (value === undefined) return []
  const search = String(value).replaceAll('\0', '')
  if (search.length > maxSearchLength) throw badRequest(`search is too long (maximum is ${maxSearchLength} characters)`)
  const words = foldForSearch(search)
    .toWellFormed()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length > maxWords) throw badRequest(`search has too many words (maximum is ${maxWords})`)
  return [...new Set(words)]
}

/** Applies all filters but the words, which search.ts converts to conditions. */
export function narrowed(query: MatchQuery, filter: TransactionFilter): MatchQuery {
  let narrow = query.where('date', '<=', filter.end)
  if (filter.start !== undefined) narrow = narrow.where('date', '>=', filter.start)
  if (filter.updatedSince !== undefined) narrow = narrow.where('updated_at', '>=', filter.updatedSince)
  if (filter.uncategorised) narrow = narrow.where('category_id', 'is', null)
  if (filter.type !== undefined) narrow = narrow.where('amount', filter.type === 'debit' ? '<' : '>=', 0)
  if (filter.needsReview) narrow = narrow.where('needs_review', '=', 1)
  return narrow
}
