// Parameters and body fields shared by several endpoints. Dates are strings, as in the provider's API. Sets of values
// are closed only if the provider accepts no other value.
import { anyOf, bool, day, int, nullable, num, oneOf, type Pages, req, str } from '#define'

/** A timestamp, of which the provider uses the day. */
const timestamp = '^\\d{4}-\\d{2}-\\d{2}[T ]'

/** Filters of all lists of transactions, which are newest first. */
export const transactionFilters = {
  start_date: day({
    also: timestamp,
    doc: 'First day; by default the earliest. The provider wants `end_date` with it.',
    example: '2026-01-01',
  }),
  end_date: day({
    also: timestamp,
    doc: 'Last day; by default today. The provider wants `start_date` with it.',
    example: '2026-01-31',
  }),
  updated_since: str({ doc: 'ISO 8601 time of the earliest change.', example: '2026-01-15T00:00:00Z' }),
  uncategorised: int({ doc: '1 for transactions without a category.' }),
  type: str({ doc: '`debit` or `credit`.' }),
  needs_review: int({ doc: '1 for transactions that need a review.' }),
  search: str({ doc: 'Text found in amount, account, payee, category, note, labels or date.' }),
  page: int({ doc: 'Page, counted from 1; a page beyond the last is an error.' }),
  per_page: int({ beyond: true, doc: 'Transactions per page, 10 to 1000; 30 by default.' }),
}

/** Pagination of these lists, whose result is the list itself. */
export const transactionPages: Pages = { parameter: 'page', counts: 'pages' }

/** The span of a list of events. */
export const eventWindow = {
  start_date: req.day({ also: timestamp, doc: 'First day.', example: '2026-01-01' }),
  end_date: req.day({ also: timestamp, doc: 'Last day.', example: '2026-03-31' }),
}

/** Division of a budget into periods. */
export const analysisPeriods = {
  period: req.oneOf(['weeks', 'months', 'years', 'event'], {
    doc: '`event` follows the budget events and fails with 422 when they do not line up.',
  }),
  interval: req.int({ doc: 'Number of units in a period: 2 with `weeks` makes fortnights.', example: 1 }),
  start_date: req.day({ also: timestamp, doc: 'First day; extended back to the start of its period.' }),
  end_date: req.day({ also: timestamp, doc: 'Last day; extended to the end of its period.' }),
}

export const accountType = str({
  doc: '`bank`, `credits`, `cash`, `loans`, `mortgage`, `stocks`, `vehicle`, `property`, `insurance`, `other_asset` or `other_liability`.',
})
export const repeatType = '`once`, `daily`, `weekly`, `fortnightly`, `monthly`, `yearly` or `each weekday`.'
export const behaviours = ['one', 'forward', 'all'] as const
export const behaviourDoc = 'This event, this and the later ones of its series, or the whole series.'

/** Fields of a transaction besides payee, amount, date and category. */
export const transactionFields = {
  is_transfer: bool({ doc: 'Whether it only moves money between accounts.' }),
  labels: str({ doc: 'Labels, comma-separated; they replace the earlier ones.' }),
  note: nullable(str()),
  memo: nullable(str()),
  cheque_number: nullable(str()),
  needs_review: bool(),
}

/** Fields of a category besides its title. */
export const categoryFields = {
  colour: nullable(str({ doc: 'CSS hexadecimal colour.' })),
  parent_id: nullable(int({ doc: 'Parent category.' })),
  is_transfer: bool(),
  is_bill: bool({ doc: 'Whether its budget is spent at once rather than over the period.' }),
  roll_up: bool({ doc: 'Whether its budget counts towards the parent category.' }),
  refund_behaviour: nullable(
    oneOf(['debits_are_deductions', 'credits_are_refunds'], {
      doc: 'What the unusual direction means; null keeps credits and debits apart.',
    }),
  ),
}

/** Signed amount: credits are positive, debits negative. */
export const amount = num({ doc: 'Signed: positive for a credit, negative for a debit.' })

/** Category of a transaction; an empty string or null removes the category. */
export const categoryId = nullable(anyOf([int(), str()]), { doc: 'Category; an empty string for none.' })
