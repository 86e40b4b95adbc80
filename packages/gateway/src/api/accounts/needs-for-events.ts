// What is near or beyond a limit, of everybody, a page at a time: the needs of which there are events. It reads the
// tables of the store alone, so that no provider is opened for it.
import { type CountedSubject, countsNearLimit, type Store } from '#store'
import type { Keys } from '../../account/keys/keys.ts'
import { dayName, dayOf } from '../../account/quota/admission.ts'
import { nearBudgets } from './near-budgets.ts'
import { expiryWindow, type Need, needOfCount, needOfKey } from './needs.ts'
import { nearPercent } from './shares.ts'

interface NeedsForEventsDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly keys: Pick<Keys, 'list'>
}

const pageSize = 1000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Returns pages of at most a thousand needs, some of them empty. In the first hour of a day or another period it also
 * returns what was reached in the previous one.
 */
export async function* needsForEvents(deps: NeedsForEventsDeps, now: number): AsyncGenerator<Need[], void> {
  const today = dayOf(now)
  for (const counted of ['hosted', 'market', 'key'] as const) {
    yield* nearCounts(deps, { of: counted, day: today, percent: nearPercent })
    if (now % dayMs < hourMs) yield* nearCounts(deps, { of: counted, day: today - 1, percent: 100 })
  }
  for (const state of ['works', 'expired'] as const) yield* expiringKeys(deps, state, now)
  yield* nearBudgets(deps, now)
}

interface DayOfCounts {
  readonly of: CountedSubject
  readonly day: number
  readonly percent: number
}

async function* nearCounts(
  { store }: NeedsForEventsDeps,
  { of, day, percent }: DayOfCounts,
): AsyncGenerator<Need[], void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await countsNearLimit(store, { of, day: dayName(day), percent, limit: pageSize, after })
    yield page.map((row) => needOfCount(row, of, day))
    after = page.length < pageSize ? undefined : page.at(-1)?.subject
  }
}

async function* expiringKeys(
  { keys }: NeedsForEventsDeps,
  state: 'works' | 'expired',
  now: number,
): AsyncGenerator<Need[], void> {
  const search = { state, sort: 'expires', expires: expiryWindow(now), limit: pageSize } as const
  for (let after: string | undefined; ; ) {
    const page = await keys.list({ ...search, after })
    yield page.keys.flatMap((key) => needOfKey(key, now).map((need) => ({ ...need, account: key.accountId })))
    if (page.next === undefined) return
    after = page.next
  }
}
