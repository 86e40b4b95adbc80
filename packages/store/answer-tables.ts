// The tables of recorded answers. Times are integer milliseconds since the epoch, booleans are 0 or 1, JSON is text.

/** listing-answers.ts */
export interface ListingAnswersTable {
  account_id: string
  listing: string
  mode: 'live' | 'record' | 'replay' | 'fill' | 'failover'
  max_age_s: number
  sample: 0 | 1
  writes: 0 | 1
  until_at: number | null
  updated_at: number
}

/**
 * kept-answers.ts; `digest` is that of the request, `varies` is JSON, `at` the time of the answer and `kept_at` that of
 * the row, `bytes` its size, `given` 1 once it was replayed. `request` and `answer` are sealed.
 */
export interface KeptAnswersTable {
  account_id: string
  id: string
  listing: string
  endpoint: string
  digest: string
  varies: string
  at: number
  kept_at: number
  status: number
  content_type: string
  bytes: number
  given: number
  request: Uint8Array
  answer: Uint8Array
}

export interface AnswerTables {
  listing_answers: ListingAnswersTable
  kept_answers: KeptAnswersTable
}
