// Random changes to a household: each is made through the gateway and in the naive books. Drawn from a seed, so that a
// failing sequence can be repeated.

import type { NaiveBooks, NaiveEvent, NaiveTransaction } from './naive-books.ts'
import type { Household } from './world.ts'

/** Uniform draws from a seed: mulberry32. */
export function createDice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    int,
    /** Undefined when there is nothing to pick from. */
    pick: <T>(list: Iterable<T>): T | undefined => {
      const all = [...list]
      return all[int(0, all.length - 1)]
    },
  }
}
export type Dice = ReturnType<typeof createDice>

export interface Acting {
  readonly home: Household
  readonly books: NaiveBooks
  readonly dice: Dice
}
/** False when there was nothing to apply it to. */
type Operation = (acting: Acting) => Promise<boolean>

const firstDay = Date.parse('2026-06-01T00:00:00Z')
const someDate = (dice: Dice) => new Date(firstDay + dice.int(0, 260) * 86_400_000).toISOString().slice(0, 10)
const someCents = (dice: Dice) => dice.int(-200_000, 150_000)
const money = (cents: number) => cents / 100

export const makeAccount: Operation = async ({ home, books, dice }) => {
  const currency_code = dice.pick(['NZD', 'NZD', 'EUR']) ?? 'NZD'
  const [bank] = await home.ask<{ id: number }[]>('GET', '/users/4100/institutions')
  const members = { title: 'Bank', currency_code: 'NZD' }
  const institution = bank ?? (await home.ask<{ id: number }>('POST', '/users/4100/institutions', members))
  const created = await home.ask<{
    id: number
    primary_scenario: { id: number }
    primary_transaction_account: { id: number }
  }>('POST', '/users/4100/accounts', { institution_id: institution.id, title: 'A', currency_code, type: 'bank' })
  const { id } = created.primary_transaction_account
  books.sides.set(id, {
    account: created.id,
    scenario: created.primary_scenario.id,
    currency: currency_code,
    startingCents: 0,
    // until its start is set, it starts with its first transaction, whenever that is
    startingDate: '',
  })
  return true
}

export const makeCategory: Operation = async ({ home, books, dice }) => {
  const roots = [...books.categories].filter(([, { parent }]) => parent === null).map(([id]) => id)
  const parent = dice.pick([null, null, ...roots]) ?? null
  const refunds = dice.pick(['credits_are_refunds', 'debits_are_deductions', null, null]) ?? null
  const transfer = dice.int(0, 5) === 0
  const { id } = await home.ask<{ id: number }>('POST', '/users/4100/categories', {
    title: `C${dice.int(1, 1000)}`,
    parent_id: parent,
    refund_behaviour: refunds,
    is_transfer: transfer,
  })
  books.categories.set(id, { parent, refunds, transfer })
  return true
}

const changeCategory: Operation = async ({ home, books, dice }) => {
  const [id, own] = dice.pick(books.categories) ?? []
  if (id === undefined || !own) return false
  const refunds = dice.pick(['credits_are_refunds', 'debits_are_deductions', null]) ?? null
  await home.ask('PUT', `/categories/${id}`, { refund_behaviour: refunds })
  own.refunds = refunds
  return true
}

const removeCategory: Operation = async ({ home, books, dice }) => {
  const [id, own] = books.categories.size > 3 ? (dice.pick(books.categories) ?? []) : []
  if (id === undefined || !own) return false
  await home.ask('DELETE', `/categories/${id}`)
  books.categories.delete(id)
  for (const other of books.categories.values()) if (other.parent === id) other.parent = own.parent
  for (const one of books.transactions.values()) if (one.category === id) one.category = null
  books.events = books.events.filter(({ category }) => category !== id)
  return true
}

const removeAccount: Operation = async ({ home, books, dice }) => {
  const [side, own] = books.sides.size > 2 ? (dice.pick(books.sides) ?? []) : []
  if (side === undefined || !own) return false
  await home.ask('DELETE', `/accounts/${own.account}`)
  books.sides.delete(side)
  for (const [id, one] of books.transactions) if (one.side === side) books.transactions.delete(id)
  books.events = books.events.filter(({ scenario }) => scenario !== own.scenario)
  return true
}

const changeStart: Operation = async ({ home, books, dice }) => {
  const [side, own] = dice.pick(books.sides) ?? []
  if (side === undefined || !own) return false
  const [cents, date] = [someCents(dice), someDate(dice)]
  await home.ask('PUT', `/transaction_accounts/${side}`, {
    starting_balance: money(cents),
    starting_balance_date: date,
  })
  Object.assign(own, { startingCents: cents, startingDate: date })
  return true
}

const addTransaction: Operation = async ({ home, books, dice }) => {
  const side = dice.pick(books.sides.keys())
  if (side === undefined) return false
  const one = {
    side,
    date: someDate(dice),
    cents: someCents(dice),
    category: dice.pick([null, ...books.categories.keys()]) ?? null,
  }
  const { id } = await home.ask<{ id: number }>('POST', `/transaction_accounts/${side}/transactions`, {
    payee: 'P',
    date: one.date,
    amount: money(one.cents),
    category_id: one.category,
  })
  books.transactions.set(id, one)
  return true
}

const changeTransaction: Operation = async ({ home, books, dice }) => {
  const [id, own] = dice.pick(books.transactions) ?? []
  if (id === undefined || !own) return false
  const changes: Partial<NaiveTransaction>[] = [
    { cents: someCents(dice) },
    { date: someDate(dice) },
    { category: dice.pick([null, ...books.categories.keys()]) ?? null },
  ]
  const change = dice.pick(changes) ?? {}
  await home.ask('PUT', `/transactions/${id}`, {
    ...(change.cents === undefined ? {} : { amount: money(change.cents) }),
    ...(change.date === undefined ? {} : { date: change.date }),
    ...(change.category === undefined ? {} : { category_id: change.category ?? '' }),
  })
  Object.assign(own, change)
  return true
}

const splitTransaction: Operation = async ({ home, books, dice }) => {
  const [id, own] = dice.pick(books.transactions) ?? []
  if (id === undefined || !own) return false
  const part = dice.int(-5000, 5000)
  const category = dice.pick(books.categories.keys()) ?? null
  const rest = own.cents - part
  const answer = await home.ask<{ split_transactions: { id: number }[] }>('PUT', `/transactions/${id}`, {
    amount: money(rest),
    splits: [{ amount: money(part), category_id: category }],
  })
  own.cents = rest
  for (const split of answer.split_transactions) books.transactions.set(split.id, { ...own, cents: part, category })
  return true
}

const removeTransaction: Operation = async ({ home, books, dice }) => {
  const id = dice.pick(books.transactions.keys())
  if (id === undefined) return false
  await home.ask('DELETE', `/transactions/${id}`)
  books.transactions.delete(id)
  return true
}

interface EventAnswer {
  readonly id: string
  readonly series_id: number
  readonly date: string
}

const addEvent: Operation = async ({ home, books, dice }) => {
  const [scenario, category] = [dice.pick(books.sides.values())?.scenario, dice.pick(books.categories.keys())]
  if (scenario === undefined || category === undefined || seriesOf(books).length > 25) return false
  const repeat = dice.pick(['once', 'daily', 'weekly', 'fortnightly', 'monthly', 'yearly', 'each weekday']) ?? 'once'
  const interval = repeat === 'each weekday' ? 1 : dice.int(1, 4)
  const [date, cents] = [someDate(dice), someCents(dice)]
  const { series_id: series } = await home.ask<EventAnswer>('POST', `/scenarios/${scenario}/events`, {
    category_id: category,
    date,
    amount: money(cents),
    repeat_type: repeat,
    repeat_interval: interval,
  })
  for (const day of books.daysOf(date, repeat, interval))
    books.events.push({ series, scenario, category, date: day, cents })
  return true
}

const someBehaviour = (dice: Dice) => dice.pick(['one', 'one', 'forward', 'all']) ?? 'one'
const seriesOf = ({ events }: NaiveBooks) => [...new Set(events.map(({ series }) => series))]
const idOf = ({ series, date }: NaiveEvent) => `${series}-${Date.parse(`${date}T00:00:00Z`) / 1000}`

/** The events that a change to one of them affects. */
function concerned({ events }: NaiveBooks, event: NaiveEvent, behaviour: string): NaiveEvent[] {
  const own = events.filter(({ series }) => series === event.series)
  if (behaviour === 'all') return own
  return own.filter(({ date }) => (behaviour === 'one' ? date === event.date : date >= event.date))
}

const changeEvent: Operation = async ({ home, books, dice }) => {
  const event = someEvent(books, dice)
  if (!event) return false
  const [behaviour, cents] = [someBehaviour(dice), someCents(dice)]
  const answer = await home.ask<EventAnswer>('PUT', `/events/${idOf(event)}`, { behaviour, amount: money(cents) })
  for (const one of concerned(books, event, behaviour)) {
    one.cents = cents
    one.series = answer.series_id
  }
  return true
}

const removeEvent: Operation = async ({ home, books, dice }) => {
  const event = someEvent(books, dice)
  if (!event) return false
  const behaviour = someBehaviour(dice)
  await home.ask('DELETE', `/events/${idOf(event)}?behaviour=${behaviour}`)
  const gone = new Set(concerned(books, event, behaviour))
  books.events = books.events.filter((one) => !gone.has(one))
  return true
}

/**
 * One of the first events of a series, each series being equally likely: otherwise daily ones would always be drawn.
 */
function someEvent(books: NaiveBooks, dice: Dice): NaiveEvent | undefined {
  const series = dice.pick(seriesOf(books))
  return dice.pick(books.events.filter((event) => event.series === series).slice(0, 40))
}

/** Operations, each listed as often as its weight. */
const operations: readonly Operation[] = [
  ...Array.from({ length: 8 }, () => addTransaction),
  ...Array.from({ length: 4 }, () => changeTransaction),
  splitTransaction,
  removeTransaction,
  removeTransaction,
  addEvent,
  addEvent,
  addEvent,
  changeEvent,
  changeEvent,
  changeEvent,
  removeEvent,
  removeEvent,
  changeStart,
  makeCategory,
  changeCategory,
]
/** One in this many operations removes a whole account or category. */
const rarely = 40

/** One operation that was possible. */
export async function operate(acting: Acting): Promise<void> {
  const { dice } = acting
  for (;;) {
    const rare = dice.pick([removeAccount, removeCategory, makeAccount])
    const operation = dice.int(1, rarely) === 1 ? rare : dice.pick(operations)
    if (await operation?.(acting)) return
  }
}
