// Budgets (FACTS 9): each category in its present period, all categories together, and chosen ones over time.
import { type Kit, type OutputOf, refuse } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import type { Tables } from '../../../tables.ts'
import { type Span, storedDay } from '../../days.ts'
import { badRequest, notFound } from '../../errors.ts'
import { ratesFor } from '../../exchange/rates.ts'
import { type CategoryRow, type CategoryTree, readTree } from '../../ledger/categories/tree.ts'
import { type Db, requireUser, type World } from '../../ledger.ts'
import { readWorld } from '../../ledger-transaction.ts'
import { flagIn, queryCountIn, queryDayIn, readIds, type Values } from '../../reading.ts'
import { readSeries, type StoredSeries } from '../series/store.ts'
import type { Sides } from './analysis.ts'
import { analyseBudget, type Budget, createBudgetReader, ratesOrder } from './budget.ts'
import {
  type CalendarPeriods,
  calendarPeriods,
  eventPeriods,
  type PeriodType,
  periodLimit,
  periodTypes,
  TooManyPeriods,
} from './periods.ts'

type CallKit = Kit<Tables>
type Packages = OutputOf<(typeof endpoints)['getBudgetSummary']>

const intervalLimit = 1000

export const budgetHandlers = {
  async getBudget(input: Values, kit: CallKit): Promise<Packages> {
    const rollUp = rollUpIn(input)
    const { world, budgets } = await readWorld(kit, async (db, world) => {
      requireUser(world, input.id)
      return { world, budgets: await categoryBudgets(db, world, rollUp) }
    })
    const order = ratesOrder(
      world.user.base_currency,
      budgets.map(({ budget }) => budget),
    )
    const rates = await ratesFor(kit, order)
    return budgets.map(({ category, isTransfer, budget }) => ({
      category,
      is_transfer: isTransfer,
      ...analyseBudget(budget, world, rates),
    }))
  },

  getBudgetSummary: (input: Values, kit: CallKit): Promise<Packages> =>
    overview(kit, input, async (db, world) => {
      const tree = await readTree(db, world)
      const categories = tree.rows.filter((row) => row.is_transfer === 0)
      return { categories, series: await readSeries(db, world.owner) }
    }),

  getTrendAnalysis: (input: Values, kit: CallKit): Promise<Packages> =>
    overview(kit, input, async (db, world) => {
      const categoryIds = idsIn(input, 'categories')
      const scenarioIds = idsIn(input, 'scenarios')
      const tree = await readTree(db, world)
      const categories = categoryIds.map((id) => tree.get(id) ?? notThere('Category'))
      await requireScenarios(db, world, scenarioIds)
      return { categories, series: await readSeries(db, world.owner, { scenarioIds, categoryIds }) }
    }),
}

interface Chosen {
  readonly categories: readonly CategoryRow[]
  readonly series: readonly StoredSeries[]
}

/** One analysis of all that is chosen together. */
async function overview(
  kit: CallKit,
  input: Values,
  choose: (db: Db, world: World) => Promise<Chosen>,
): Promise<Packages> {
  const { world, budget } = await readWorld(kit, async (db, world) => {
    requireUser(world, input.id)
    const terms = termsIn(input)
    const { categories, series } = await choose(db, world)
    const ids = new Set(categories.map(({ id }) => id))
    const gathered = series.filter(({ categoryId }) => ids.has(categoryId))
    const spans = withinLimit(() => periodsOf(terms, gathered, world))
    const read = await createBudgetReader(db, world)
    return { world, budget: await read({ spans, categories, series: gathered }) }
  })
  const rates = await ratesFor(kit, ratesOrder(world.user.base_currency, [budget]))
  return overviewPackages(analyseBudget(budget, world, rates))
}

/**
 * How an analysis without a category is answered: a list of one. The provider's document has a list; its guide and what a client
 * library found in use speak of the package alone (FACTS 9). This is the one place to change should the list prove wrong.
 */
function overviewPackages(sides: Sides): Packages {
  return [sides]
}

interface PeriodTerms {
  readonly type: PeriodType
  readonly interval: number
  readonly span: Span
}

function termsIn(input: Values): PeriodTerms {
  const type = periodTypes.find((known) => known === input.period)
  if (type === undefined) throw badRequest(input.period == null ? 'period is missing' : 'period is invalid')
  const interval = queryCountIn(input, 'interval', { min: 1, max: intervalLimit })
  if (interval === undefined) throw badRequest('interval is missing')
  const [start, end] = [queryDayIn(input, 'start_date'), queryDayIn(input, 'end_date')]
  if (start === undefined) throw badRequest('start_date is missing')
  if (end === undefined) throw badRequest('end_date is missing')
  if (end < start) throw badRequest('end_date is before start_date')
  return { type, interval, span: { start, end } }
}

/** The periods that were asked for; 422 with others that would do where events do not line up. */
function periodsOf(
  { type, interval, span }: PeriodTerms,
  series: readonly StoredSeries[],
  world: World,
): readonly Span[] {
  if (type !== 'event') return calendarPeriods({ type, interval }, span, world.user.week_start_day)
  const periods = eventPeriods(series, span, interval)
  if ('spans' in periods) return periods.spans
  throw refuse(
    422,
    { error: 'Analysis by event period is not possible: the budget events overlap or do not align' },
    alternative(periods.instead),
  )
}

/** Names of the headers: FACTS 9. */
function alternative({ type, interval }: CalendarPeriods): Record<string, string> {
  return {
    'x-suggested-time-period-alternative-type': type,
    'x-suggested-time-period-alternative-interval': String(interval),
  }
}

function withinLimit<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooManyPeriods)
      throw badRequest(`There are more than ${periodLimit} periods between the dates`)
    throw error
  }
}

interface CategoryBudget {
  readonly category: ReturnType<CategoryTree['view']>
  readonly isTransfer: boolean
  readonly budget: Budget
}

/** The budgeted categories in order of the tree, each over the period that its events make around today. */
async function categoryBudgets(db: Db, world: World, rollUp: boolean): Promise<CategoryBudget[]> {
  const tree = await readTree(db, world)
  const byCategory = Map.groupBy(await readSeries(db, world.owner), ({ categoryId }) => categoryId)
  const read = await createBudgetReader(db, world)
  const budgets: CategoryBudget[] = []
  for (const row of inTreeOrder(tree)) {
    const folded = rollUp && row.parent_id === null ? tree.within(row.id) : [row.id]
    const series = folded.flatMap((id) => byCategory.get(id) ?? [])
    const spans = presentPeriod(series, world)
    if (!spans) continue
    const categories = folded.flatMap((id) => tree.get(id) ?? [])
    const budget = await read({ spans, categories, series })
    budgets.push({ category: tree.view(row.id), isTransfer: row.is_transfer === 1, budget })
  }
  return budgets
}

/**
 * The period around today: from event to event, or where the events do not line up the calendar's that would do. Undefined for
 * a category without an event whose period that is.
 */
function presentPeriod(series: readonly StoredSeries[], world: World): readonly Span[] | undefined {
  const today = storedDay(world.today)
  const present = { start: today, end: today }
  const periods = eventPeriods(series, present, 1)
  const spans =
    'spans' in periods ? periods.spans : calendarPeriods(periods.instead, present, world.user.week_start_day)
  const [span] = spans
  const budgeted = span && series.some(({ rule, end }) => rule.start <= span.end && lastDay(rule, end) >= span.start)
  return budgeted ? spans : undefined
}

function lastDay({ type, start }: StoredSeries['rule'], end: number | undefined): number {
  return type === 'once' ? start : (end ?? Infinity)
}

/** Each category before those below it. */
function* inTreeOrder(tree: CategoryTree, parent: number | null = null): Generator<CategoryRow> {
  for (const row of tree.below(parent)) {
    yield row
    yield* inTreeOrder(tree, row.id)
  }
}

function rollUpIn(input: Values): boolean {
  try {
    return flagIn(input, 'roll_up') === 1
  } catch {
    throw badRequest('roll_up is invalid')
  }
}

function idsIn(input: Values, name: string): number[] {
  const given = input[name]
  if (given === undefined || given === null || given === '') throw badRequest(`${name} is missing`)
  const ids = readIds(given)
  if (!ids) throw badRequest(`${name} is invalid`)
  return [...new Set(ids)]
}

async function requireScenarios(db: Db, { owner }: World, ids: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('personal_finance_scenarios')
    .select('id')
    .where('owner', '=', owner)
    .where('id', 'in', [...ids])
    .execute()
  if (rows.length < ids.length) throw notFound('Scenario')
}

function notThere(thing: string): never {
  throw notFound(thing)
}
