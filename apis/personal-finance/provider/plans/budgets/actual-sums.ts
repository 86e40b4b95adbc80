// Actual money by category and period: transactions added up in the database, credits and debits apart.
import { type RawBuilder, sql } from 'kysely'
import { dayText, monthOf, type Span } from '../../days.ts'
import type { Db, World } from '../../ledger.ts'

/** Sums of one category in one period, in units of a currency. */
export interface ActualSum {
  /** Position of the period. */
  readonly period: number
  readonly categoryId: number
  readonly currency: string
  /** The day whose rate converts it; undefined in the base currency, where days are added up. */
  readonly day: string | undefined
  readonly credits: number
  readonly debits: number
}
export interface ActualsWish {
  /** In order, without gaps. */
  readonly spans: readonly Span[]
  /** Currencies of the transaction accounts that count, by id. */
  readonly sides: ReadonlyMap<number, string>
  /** A few; undefined for all. */
  readonly categoryIds?: readonly number[] | undefined
}

/** Adds up the transactions of the periods. Money in another currency comes by day, to be converted at the rate of its day. */
export async function readActuals(db: Db, world: World, wish: ActualsWish): Promise<ActualSum[]> {
  if (wish.spans.length === 0 || wish.categoryIds?.length === 0) return []
  const whole = wish.spans.every(isOfWholeMonths)
  return [...(await (whole ? readOwnMonths : readOwn)(db, world, wish)), ...(await readForeign(db, world, wish))]
}

/** Currencies of all transaction accounts by id. */
export async function readSideCurrencies(db: Db, { owner }: World): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('personal_finance_transaction_accounts as side')
    .innerJoin('personal_finance_accounts as account', (join) =>
      join.onRef('account.owner', '=', 'side.owner').onRef('account.id', '=', 'side.account_id'),
    )
    .select(['side.id', 'account.currency'])
    .where('side.owner', '=', owner)
    .execute()
  return new Map(rows.map(({ id, currency }) => [id, currency]))
}

const credits = sql`sum(case when amount > 0 then amount else 0 end) as "credits"`
const debits = sql`sum(case when amount < 0 then amount else 0 end) as "debits"`
/** SQLite takes 500; PostgreSQL plans each by itself. */
const periodsPerStatement = 50

type OwnSum = Omit<ActualSum, 'currency' | 'day'>

/**
 * Sums of the base currency. Each period is a question of its own that one range of an index answers; joined with a list of
 * periods, both databases are prone to look at every transaction for each of them.
 */
async function readOwn(db: Db, world: World, { spans, sides, categoryIds }: ActualsWish): Promise<ActualSum[]> {
  const base = world.user.base_currency
  const own = idsOf(sides, (currency) => currency === base)
  if (own.length === 0) return []
  // The sum keeps the condition from being taken for a reason to use the index of accounts.
  const ofSides = own.length < sides.size ? sql`and transaction_account_id + 0 in (${sql.join(own)})` : sql``
  const question = ({ start, end }: Span, period: number) => sql`
    select ${sql.lit(period)} as "period", category_id as "categoryId", ${credits}, ${debits}
    from personal_finance_transactions
    where owner = ${world.owner} and date between ${dayText(start)} and ${dayText(end)}
      and ${chosen(categoryIds)} ${ofSides}
    group by category_id`
  const sums: ActualSum[] = []
  for (let first = 0; first < spans.length; first += periodsPerStatement) {
    const questions = spans
      .slice(first, first + periodsPerStatement)
      .map((span, position) => question(span, first + position))
    const { rows } = await sql<OwnSum>`${sql.join(questions, sql` union all `)}`.execute(db)
    for (const row of rows) sums.push({ ...row, currency: base, day: undefined })
  }
  return sums
}

function isOfWholeMonths({ start, end }: Span): boolean {
  return monthOf(start).dayOfMonth === 1 && monthOf(end + 1).dayOfMonth === 1
}

/** The same from the sums that are kept of months (transactions/category-months.ts), for periods of whole ones. */
async function readOwnMonths(db: Db, world: World, { spans, sides, categoryIds }: ActualsWish): Promise<ActualSum[]> {
  const base = world.user.base_currency
  const own = idsOf(sides, (currency) => currency === base)
  const [first, last] = [spans[0], spans.at(-1)]
  if (own.length === 0 || !first || !last) return []
  const { rows } = await sql<Omit<OwnSum, 'period'> & { readonly month: string }>`
    select date as "month", category_id as "categoryId", sum(credits) as "credits", sum(debits) as "debits"
    from personal_finance_category_months
    where owner = ${world.owner} and transaction_account_id in (${sql.join(own)})
      and date between ${dayText(first.start).slice(0, 7)} and ${dayText(last.end).slice(0, 7)}
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

type ForeignSum = Omit<ActualSum, 'currency' | 'period'> & { readonly sideId: number; readonly day: string }

async function readForeign(db: Db, world: World, { spans, sides, categoryIds }: ActualsWish): Promise<ActualSum[]> {
  const foreign = idsOf(sides, (currency) => currency !== world.user.base_currency)
  const [first, last] = [spans[0], spans.at(-1)]
  if (foreign.length === 0 || !first || !last) return []
  const { rows } = await sql<ForeignSum>`
    select date as "day", category_id as "categoryId", transaction_account_id as "sideId", ${credits}, ${debits}
    from personal_finance_transactions
    where owner = ${world.owner} and transaction_account_id in (${sql.join(foreign)})
      and date between ${dayText(first.start)} and ${dayText(last.end)} and ${chosen(categoryIds)}
    group by date, category_id, transaction_account_id`.execute(db)
  const periodOf = periodFinder(spans)
  return rows.map(({ sideId, ...row }) => ({
    ...row,
    period: periodOf(row.day),
    currency: sides.get(sideId) ?? '',
  }))
}

function chosen(categoryIds: readonly number[] | undefined): RawBuilder<unknown> {
  return categoryIds ? sql`category_id in (${sql.join(categoryIds)})` : sql`category_id is not null`
}

function idsOf(sides: ReadonlyMap<number, string>, wanted: (currency: string) => boolean): number[] {
  return [...sides].filter(([, currency]) => wanted(currency)).map(([id]) => id)
}

/** Position of the period that a day of theirs is in, by the text of the day: days come again and again. */
function periodFinder(spans: readonly Span[]): (day: string) => number {
  const ends = spans.map(({ end }) => dayText(end))
  const positions = new Map<string, number>()
  return (day) => {
    const position = positions.get(day) ?? ends.findIndex((end) => day <= end)
    positions.set(day, position)
    return position
  }
}
