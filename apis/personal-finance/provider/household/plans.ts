// The plans of the sample household, invented like its records (records.ts). The examples use the ids 6201 and 5301.
import type { Insertable } from 'kysely'
import { parseStoredDay } from '../days.ts'
import { unitsPerWhole } from '../money.ts'
import { type RepeatType, recurrenceFrom } from '../plans/series/recurrence.ts'
import type { StoredSeries } from '../plans/series/store.ts'
import type { ScenariosTable } from '../plans/tables.ts'
import { firstDay } from './records.ts'

const [everyday, savings, card, euro, loan] = [6201, 6202, 6203, 6204, 6205]

type SampleScenario = Pick<ScenariosTable, 'id' | 'account_id' | 'transaction_account_id' | 'title' | 'description'> &
  Partial<ScenariosTable>

const scenarios: readonly SampleScenario[] = [
  {
    id: everyday,
    account_id: 6000,
    transaction_account_id: 6100,
    title: 'Everyday (sample)',
    description: 'Pay, bills and groceries',
    shows_safe_balance: 1,
  },
  {
    id: savings,
    account_id: 6001,
    transaction_account_id: 6101,
    title: 'Rainy day (sample)',
    description: 'Savings for emergencies',
    type: 'savings',
    interest_rate: '2.75',
    interest_rate_repeat_id: 4,
  },
  {
    id: card,
    account_id: 6002,
    transaction_account_id: 6102,
    title: 'Credit card (sample)',
    description: 'Paid off each month',
  },
  {
    id: euro,
    account_id: 6003,
    transaction_account_id: 6103,
    title: 'Euro account (sample)',
    description: 'Income from lessons given online',
  },
  {
    id: loan,
    account_id: 6004,
    transaction_account_id: 6104,
    title: 'Home loan (sample)',
    description: 'Repaid from Everyday',
    type: 'debt',
    interest_rate: '5.29',
    interest_rate_repeat_id: 4,
  },
]

/** Scenario, category, first day, recurrence, amount in cents and note of a series; ids count from 5301. */
type Plan = readonly [number, number, string, RepeatType, number, string | null]

const plans: readonly Plan[] = [
  [everyday, 8101, '2026-01-04', 'weekly', -6000, 'Weekly shop'],
  [everyday, 8102, '2026-01-05', 'monthly', -11_500, null],
  [everyday, 8103, '2026-01-08', 'monthly', -7900, null],
  [everyday, 8104, '2026-01-12', 'monthly', -6450, null],
  [everyday, 8112, '2026-01-05', 'weekly', -2000, null],
  [everyday, 8131, '2026-01-01', 'fortnightly', 248_000, 'Pay'],
  [everyday, 8150, '2026-01-01', 'monthly', -231_500, 'To Home loan'],
  [loan, 8150, '2026-01-01', 'monthly', 231_500, 'From Everyday'],
  [everyday, 8150, '2026-01-20', 'monthly', -25_000, 'To Rainy day'],
  [savings, 8150, '2026-01-20', 'monthly', 25_000, 'From Everyday'],
  [card, 8111, '2026-01-10', 'monthly', -23_000, null],
  [card, 8121, '2026-01-02', 'weekly', -5000, null],
  [card, 8122, '2026-01-15', 'monthly', -1899, null],
  [euro, 8131, '2026-01-10', 'monthly', 35_000, 'Lessons given online'],
  [everyday, 8123, '2026-12-27', 'once', -180_000, 'Summer holiday'],
]
const firstSeries = 5301

export function sampleScenarios(owner: string, now: number): Insertable<ScenariosTable>[] {
  return scenarios.map((scenario) => ({
    owner,
    type: 'no-interest',
    interest_rate: null,
    interest_rate_repeat_id: 0,
    minimum_value: null,
    maximum_value: null,
    achieve_date: null,
    starting_balance: 0,
    starting_date: firstDay,
    shows_safe_balance: 0,
    created_at: now,
    updated_at: now,
    ...scenario,
  }))
}

export function sampleSeries(): StoredSeries[] {
  return plans.map(([scenarioId, categoryId, from, type, cents, note], position) => ({
    id: firstSeries + position,
    scenarioId,
    categoryId,
    rule: recurrenceFrom(parseStoredDay(from), type, 1),
    end: undefined,
    amount: (cents * unitsPerWhole) / 100,
    note,
    exceptions: new Map(),
  }))
}
