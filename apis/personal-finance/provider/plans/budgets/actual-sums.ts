// Actual money by category and period, added up in the database, credits and debits apart.
import { type RawBuilder, sql } from 'kysely'
import { formatDay, monthOf, type Span } from '../../days.ts'
import type { Db, Ledger } from '../../ledger.ts'

/** Sums of one category in one period, in units of a currency. */
export interface ActualSum {
  /** Index of the period. */
  readonly period: number
  readonly categoryId: number
  readonly currency: string
  /** The day whose rate converts it; undefined in the base currency, where the days of a period are one sum. */
  readonly day: string | undefined
  readonly credits: number
  readonly debits: number
}
interface ActualsRequest {
  /** Periods in order, without gaps. */
  readonly spans: readonly Span[]
  /** Currencies of the included transaction accounts, by id. */
  readonly currencies: ReadonlyMap<number, string>
  /** The categories; undefined for all. */
  readonly categoryIds?: readonly number[] | undefined
}

/**
 * Reads the sums. Money in foreign currencies is summed by day, to be converted at the day's rate. Inside
 * `withSnapshot`.
 */
export async function readActuals(db: Db, ledger: Ledger, request: ActualsRequest): Promise<ActualSum[]> {
  if (request.spans.length === 0 || request.categoryIds?.length === 0) return []
  const areMonths = request.spans.every(isOfWholeMonths)
  return [
    ...(await (areMonths ? readOwnMonths : readOwn)(db, ledger, request)),
    ...(await readForeign(db, ledger, request)),
  ]
}

/** Returns the currencies of all transaction accounts by id. */
export async function readCurrencies(db: Db, { owner }: Ledger): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('personal_finance_transaction_accounts as transaction_account')
    .innerJoin('personal_finance_accounts as account', (join) =>
      join
        .onRef('account.owner', '=', 'transaction_account.owner')
        .onRef('account.id', '=', 'transaction_account.account_id'),
    )
    .select(['transaction_account.id', 'account.currency'])
    .where('transaction_account.owner', '=', owner)
    .execute()
  return new Map(rows.map(({ id, currency }) => [id, currency]))
}

const credits = sql`sum(case when amount > 0 then amount else 0 end) as "credits"`
const debits = sql`sum(case when amount < 0 then amount else 0 end) as "debits"`
/** SQLite allows 500; PostgreSQL plans each one separately. */
const periodsPerStatement = 50

type OwnSum = Omit<ActualSum, 'currency' | 'day'>

/**
 * Reads sums in the base currency. Each period is a separate query over one range of an index. For a join with a list
 * of periods, both databases tend to read all transactions for each of them.
 */
async function readOwn(
  db: Db,
  ledger: Ledger,
  { spans, currencies, categoryIds }: ActualsRequest,
): Promise<ActualSum[]> {
  const base = ledger.user.base_currency
  const own = idsOf(currencies, (currency) => currency === base)
  if (own.length === 0) return []
  // adding 0 keeps the planner from using the index of accounts
  const ofAccounts = own.length < currencies.size ? sql`and transaction_account_id + 0 in (${sql.join(own)})` : sql``
  const query = ({ start, end }: Span, period: number) => sql`
    select ${sql.lit(period)} as "period", category_id as "categoryId", ${credits}, ${debits}
    from personal_finance_transactions
    where owner = ${ledger.owner} and date between ${formatDay(start)} and ${formatDay(end)}
      and ${chosen(categoryIds)} ${ofAccounts}
    group by category_id`
  const sums: ActualSum[] = []
  for (let first = 0; first < spans.length; first += periodsPerStatement) {
    const queries = spans
      .slice(first, first + periodsPerStatement)
      .map((span, position) => query(span, first + position))
    const { rows } = await sql<OwnSum>`${sql.join(queries, sql` union all `)}`.execute(db)
    for (const row of rows) sums.push({ ...row, currency: base, day: undefined })
  }
  return sums
}

function isOfWholeMonths({ start, end }: Span): boolean {
  return monthOf(start).dayOfMonth === 1 && monthOf(end + 1).dayOfMonth === 1
}

/** Does the same for periods of whole months, from the sums of months (ledger/sums/category-months.ts). */
async function readOwnMonths(
  db: Db,
  ledger: Ledger,
  { spans, currencies, categoryIds }: ActualsRequest,
): Promise<ActualSum[]> {
  const base = ledger.user.base_currency
  const own = idsOf(currencies, (currency) => currency === base)
  const [first, last] = [spans[0], spans.at(-1)]
  if (own.length === 0 || !first || !last) return []
  const { rows } = await sql<Omit<OwnSum, 'period'> & { readonly month: string }>`
    select date as "month", category_id as "categoryId", sum(credits) as "credits", sum(debits) as "debits"
    from personal_finance_category_months
    where owner = ${ledger.owner} and transaction_account_id in (${sql.join(own)})
      and date between ${formatDay(first.start).slice(0, 7)} and ${formatDay(last.end).slice(0, 7)}
      and ${chosen(categoryIds)}
    group by date, category_id`.execute(db)
  const periodOf = periodFinder(spans)
  return rows.map(({ month, ...row }) => ({
    ...row,
    period: periodOf(`${month}-01`),
    currency: base,
    day: undefined,
  }))
}

type ForeignSum = Omit<ActualSum, 'currency' | 'period'> & {
  readonly accountId: number
  readonly day: string
}

async function readForeign(
  db: Db,
  ledger: Ledger,
  { spans, currencies, categoryIds }: ActualsRequest,
): Promise<ActualSum[]> {
  const foreign = idsOf(currencies, (currency) => currency !== ledger.user.base_currency)
  const [first, last] = [spans[0], spans.at(-1)]
  if (foreign.length === 0 || !first || !last) return []
  const { rows } = await sql<ForeignSum>`
    select date as "day", category_id as "categoryId", transaction_account_id as "accountId", ${credits}, ${debits}
    from personal_finance_transactions
    where owner = ${ledger.owner} and transaction_account_id in (${sql.join(foreign)})
      and date between ${formatDay(first.start)} and ${formatDay(last.end)} and ${chosen(categoryIds)}
    group by date, category_id, transaction_account_id`.execute(db)
  const periodOf = periodFinder(spans)
  return rows.map(({ accountId, ...row }) => ({
    ...row,
    period: periodOf(row.day),
    currency: currencies.get(accountId) ?? '',
  }))
}

function chosen(categoryIds: readonly number[] | undefined): RawBuilder<unknown> {
  return categoryIds ? sql`category_id in (${sql.join(categoryIds)})` : sql`category_id is not null`
}

function idsOf(currencies: ReadonlyMap<number, string>, isIncluded: (currency: string) => boolean): number[] {
  return [...currencies].filter(([, currency]) => isIncluded(currency)).map(([id]) => id)
}

/** Returns a function from a day to the index of its period. Caches days, which recur often. */
function periodFinder(spans: readonly Span[]): (day: string) => number {
  const ends = spans.map(({ end }) => formatDay(end))
  const positions = new Map<string, number>()
  return (day) => {
    const position = positions.get(day) ?? ends.findIndex((end) => day <= end)
    positions.set(day, position)
    return position
  }
}
