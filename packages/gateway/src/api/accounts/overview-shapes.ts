// Shapes of the overviews and of spending, shared by the operator API and the self-service API.
import { day, int, list, nullable, obj, oneOf, opt, str } from '#define'
import { sums, time, wordPattern } from './shapes.ts'

export const levels = ['info', 'warning', 'error'] as const
export const needKinds = [
  ...([
    'provider_key.missing',
    'provider_keys.missing',
    'key.expiring',
    'key.expired',
    'limit.near',
    'budget.near',
    'listing.down',
  ] as const),
  ...(['account.near_limit', 'vault.unfinished', 'clock.problem', 'sample.served'] as const),
] as const

const dollars = (doc: string) => str({ doc: `${doc} US dollars as a decimal string.`, example: '3.2501' })

const Day = obj(sums)
export const activity = {
  at: time('Now.'),
  last24h: Day,
  before24h: obj(sums, { doc: 'The 24 hours before, to compare.' }),
  hours: list(obj({ at: time('Start of the hour.'), calls: int({ min: 0 }), failed: int({ min: 0 }) }), {
    doc: 'The last 24 hours, oldest first.',
  }),
  spentToday: dollars('What calls have cost since midnight UTC.'),
  needs: list(
    obj({
      kind: oneOf(needKinds),
      level: oneOf(levels),
      listing: opt(str()),
      account: opt(str()),
      key: opt(str({ doc: 'Id of the key.' })),
      name: opt(str({ doc: 'Name of the key, account or listing.' })),
      at: opt(time('When it expires, resets or resumes.')),
      window: opt(oneOf(['minute', 'day'])),
      surface: opt(oneOf(['hosted', 'market'])),
      budget: opt(str({ doc: 'Id of the budget.' })),
      used: opt(str({ doc: 'Calls, dollars of a budget, or the number of APIs without a key.' })),
      limit: opt(str({ doc: 'Calls, or dollars of a budget.' })),
      note: opt(str({ doc: 'What is wrong, in a sentence.' })),
    }),
    { doc: 'What somebody has to look at, most urgent first; at most 50.' },
  ),
}

export const Spending = obj({
  from: day({ doc: 'First day, UTC.' }),
  to: day({ doc: 'Last day, UTC.' }),
  by: oneOf(['day', 'model', 'key', 'account']),
  currency: oneOf(['USD']),
  total: dollars('Of the whole range.'),
  rows: list(
    obj({
      listing: str(),
      by: str({ doc: 'The day, model or endpoint, key, or account.' }),
      calls: int({ min: 0 }),
      cost: dollars('What the calls cost.'),
    }),
    { doc: 'At most 1000; days newest first, else the most expensive first.' },
  ),
  budgets: list(
    obj({
      id: str(),
      model: nullable(str(), { doc: 'Pattern of the models that it is for; null for all calls.' }),
      account: nullable(str()),
      key: nullable(str()),
      period: str({ doc: 'day, week, month or total, in UTC.' }),
      amount: dollars('What may be spent.'),
      spent: dollars('What was spent.'),
      held: dollars('The most that calls under way may cost.'),
      endsAt: nullable(time('When the period ends.')),
    }),
  ),
})
const days = {
  from: day({ doc: 'First day, UTC; default 30 days up to `to`.' }),
  to: day({ doc: 'Last day, UTC; default today.' }),
}
export const spendingParams = {
  by: oneOf(['day', 'model', 'key'], {
    default: 'day',
    doc: 'What is summed; by model, calls of no model are summed by endpoint.',
  }),
  ...days,
}
export const accountsSpendingParams = {
  account: str({ max: 64, pattern: wordPattern, doc: 'Only for this account.' }),
  by: oneOf(['day', 'model', 'key', 'account'], {
    default: 'day',
    doc: 'What is summed; by model, calls of no model are summed by endpoint.',
  }),
  ...days,
}
