// What the ledger asks of the plans (../plan-hooks.ts).
import { firstOwnId } from '../household/records.ts'
import type { PlanHooks, ScenariosOf } from '../ledger/plan-hooks.ts'
import { takeIds, timeOf } from '../world.ts'
import { outlooksOf, readForecast } from './outlook.ts'
import { sampleScenarios, sampleSeries } from './sample-plans.ts'
import { addScenario, primaryScenario, readScenarios, scenarioView } from './scenarios.ts'
import { insertSeries, seriesLimit } from './series-store.ts'

export const hooks: PlanHooks = {
  async accountMade(db, world, side) {
    await addScenario(db, primaryScenario(await takeIds(db, world.owner), side))
  },

  async accountsRemoved(db, { owner }, accountIds) {
    // Series and what was worked out go with their scenario.
    await db
      .deleteFrom('personal_finance_scenarios')
      .where('owner', '=', owner)
      .where('account_id', 'in', [...accountIds])
      .execute()
  },

  async categoriesRemoved(db, { owner }, categoryIds) {
    await db
      .deleteFrom('personal_finance_series')
      .where('owner', '=', owner)
      .where('category_id', 'in', [...categoryIds])
      .execute()
  },

  async householdMade(db, owner, now) {
    for (const scenario of sampleScenarios(owner, now)) await addScenario(db, scenario)
    for (const series of sampleSeries()) await insertSeries(db, { owner, now }, series)
  },

  async householdRemoved(db, { owner }) {
    const series = db.deleteFrom('personal_finance_series').where('owner', '=', owner)
    await series.where('id', '<', firstOwnId).execute()
    const own = await db
      .selectFrom('personal_finance_series as series')
      .innerJoin('personal_finance_scenarios as scenario', (join) =>
        join.onRef('scenario.owner', '=', 'series.owner').onRef('scenario.id', '=', 'series.scenario_id'),
      )
      .select(['scenario.account_id', 'series.category_id'])
      .where('series.owner', '=', owner)
      .execute()
    return { accountIds: own.map((row) => row.account_id), categoryIds: own.map((row) => row.category_id) }
  },

  async scenariosOf(db, world, accounts) {
    const wanted = new Map(accounts.map(({ account }) => [account.id, account]))
    const balances = new Map(accounts.map(({ account, balance }) => [account.id, balance]))
    const scenarios = await readScenarios(db, world, wanted)
    const outlooks = await outlooksOf(db, world, scenarios, balances)
    const byAccount = Map.groupBy(scenarios, ({ account }) => account.id)
    return new Map(
      [...byAccount].map(([id, own]): [number, ScenariosOf] => [
        id,
        {
          currencies: own.map(({ account }) => account.currency),
          view: (rates) =>
            own.flatMap((scenario) => {
              const outlook = outlooks.get(scenario.row.id)
              return outlook ? [scenarioView(scenario, outlook, { today: world.today, rates })] : []
            }),
        },
      ]),
    )
  },

  async forecastOf(db, world) {
    const { startDate, endDate, updatedAt, fresh } = await readForecast(db, world)
    const updated = updatedAt === undefined ? null : timeOf(updatedAt)
    return {
      available_budgets: seriesLimit,
      forecast_last_updated_at: updated,
      forecast_last_accessed_at: updated,
      forecast_start_date: startDate,
      forecast_end_date: endDate,
      forecast_defer_recalculate: false,
      forecast_needs_recalculate: !fresh,
    }
  },
}
