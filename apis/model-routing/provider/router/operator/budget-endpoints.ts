// The operator's endpoints for money: budgets, spending by day, model, account or key, and the ledger of calls.

import {
  anyOf,
  body,
  bool,
  defineExamples,
  del,
  get,
  int,
  list,
  nullable,
  num,
  obj,
  oneOf,
  patch,
  post,
  req,
  str,
} from '#define'
import { periods, shares } from '#provider/budgets'

const budget = str({ min: 1, max: 100, doc: 'Id of the budget.', example: 'bud_5b1f0c2a9d3e4f60' })
const dollars = (doc: string) => str({ doc: `${doc} US dollars as a decimal string.`, example: '25' })
const BudgetState = obj({
  id: str(),
  account: nullable(str({ doc: 'Null for every account.' })),
  key: nullable(str({ doc: 'Null for every key.' })),
  model: nullable(
    str({ doc: 'Pattern in which * stands for any characters; null for every call, also of other APIs with a price.' }),
  ),
  per: oneOf(shares, { doc: 'Who has the amount: all together, each account, or each key.' }),
  period: oneOf(periods, { doc: 'In UTC; weeks begin on Monday.' }),
  usd: dollars('What may be spent in a period.'),
  created_at: str({ format: 'date-time' }),
  period_ends: nullable(str({ format: 'date-time' })),
  spending: list(
    obj({
      who: nullable(str({ doc: 'The account or key; null where all share it.' })),
      spent_usd: dollars('By completed calls.'),
      held_usd: dollars('By calls under way: the most that they may cost.'),
    }),
    { doc: 'In this period, the hundred highest.' },
  ),
})
const fields = {
  account: nullable(str({ max: 100, doc: 'Only calls of this account.', example: 'acc_3kT9' })),
  key: nullable(str({ max: 100, doc: 'Only calls with this key, by its id.' })),
  model: nullable(str({ max: 200, doc: 'Only calls of models that match this pattern.', example: 'gpt-*' })),
  per: oneOf(shares, { doc: 'all (default), account or key.' }),
}
const amount = anyOf([str(), num()], { doc: 'US dollars, at most 1000000 and twelve decimals; a string is exact.' })

export const budgetEndpoints = {
  budgets: get('/budgets', 'Budgets and what has been spent of them', { returns: obj({ budgets: list(BudgetState) }) }),
  createBudget: post('/budgets', 'New budget', {
    body: body({
      ...fields,
      period: req.oneOf(periods, { doc: 'day, week, month or total, in UTC.' }),
      usd: req.of(amount),
    }),
    returns: BudgetState,
    status: 201,
  }),
  budget: get('/budgets/{budget}', 'One budget', { params: { budget }, returns: BudgetState }),
  changeBudget: patch('/budgets/{budget}', 'Changes the amount of a budget', {
    params: { budget },
    body: body({ usd: req.of(amount) }),
    returns: BudgetState,
    doc: 'Its scope and period cannot be changed; create another budget instead.',
  }),
  removeBudget: del('/budgets/{budget}', 'Removes a budget', { params: { budget }, returns: obj({ removed: bool() }) }),
  spending: get('/spending', 'Spending, from daily totals', {
    params: {
      by: oneOf(['day', 'model', 'account', 'key'], { default: 'day', doc: 'The grouping of the totals.' }),
      account: str({ doc: 'Only for this account.' }),
      key: str({ doc: 'Only with this key, by its id.' }),
      model: str({ doc: 'Only for this model.' }),
      from: str({ format: 'date', doc: 'First day, UTC.' }),
      to: str({ format: 'date', doc: 'Last day, UTC.' }),
    },
    returns: obj({
      sums: list(obj({ by: str(), calls: int(), prompt_tokens: int(), answer_tokens: int(), cost_usd: dollars('') }), {
        doc: 'At most 1000, most expensive first; days newest first.',
      }),
    }),
  }),
  ledger: get('/ledger', 'Calls with their tokens and cost, newest first', {
    params: {
      account: str({ doc: 'Only for this account.' }),
      key: str({ doc: 'Only with this key, by its id.' }),
      before: str({ max: 100, doc: 'The `next` of the previous page, or the id of a call: only earlier ones.' }),
      limit: int({ min: 1, max: 1000, default: 100 }),
    },
    returns: obj({
      calls: list(
        obj({
          id: str(),
          at: str({ format: 'date-time' }),
          account: str(),
          key: str(),
          endpoint: str(),
          model: str(),
          channel: str(),
          upstream_model: str(),
          attempts: int(),
          ended: str({ doc: 'whole, left (the caller disconnected), or failed.' }),
          prompt_tokens: int(),
          cached_read_tokens: int(),
          cached_write_tokens: int(),
          answer_tokens: int(),
          reasoning_tokens: int(),
          counted_here: bool({ doc: 'The provider did not report all counts.' }),
          cost_usd: dollars(''),
        }),
        { doc: 'Perhaps fewer than the limit while there are more.' },
      ),
      next: nullable(str({ doc: 'Where the next page begins; null on the last one.' })),
    }),
    doc: 'Calls are kept for 93 days; the daily totals stay.',
  }),
}

const shownBudget = {
  id: 'bud_5b1f0c2a9d3e4f60',
  account: null,
  key: null,
  model: 'gpt-*',
  per: 'account',
  period: 'month',
  usd: '25',
  created_at: '2026-11-02T12:00:00.000Z',
  period_ends: '2026-12-01T00:00:00.000Z',
  spending: [{ who: 'acc_3kT9', spent_usd: '3.2501', held_usd: '0.0124' }],
} as const

export const budgetExamples = defineExamples(budgetEndpoints, {
  budgets: { output: { budgets: [shownBudget] } },
  createBudget: {
    body: { model: 'gpt-*', per: 'account', period: 'month', usd: '25' },
    output: { ...shownBudget, spending: [] },
  },
  budget: { params: { budget: shownBudget.id }, output: shownBudget },
  changeBudget: { params: { budget: shownBudget.id }, body: { usd: '40' }, output: { ...shownBudget, usd: '40' } },
  removeBudget: { params: { budget: shownBudget.id }, output: { removed: true } },
  spending: {
    params: { by: 'model' },
    output: {
      sums: [{ by: 'gpt-4o-mini', calls: 31, prompt_tokens: 12_400, answer_tokens: 5300, cost_usd: '0.00504' }],
    },
  },
  ledger: {
    params: { limit: 1 },
    output: {
      calls: [
        {
          id: '01a19c2172005b1f0c2a9000',
          at: '2026-11-02T12:00:00.000Z',
          account: 'acc_3kT9',
          key: 'key_8dQz',
          endpoint: 'chatCompletions',
          model: 'gpt-4o-mini',
          channel: 'openai-eu',
          upstream_model: 'gpt-4o-mini',
          attempts: 1,
          ended: 'whole',
          prompt_tokens: 19,
          cached_read_tokens: 0,
          cached_write_tokens: 0,
          answer_tokens: 7,
          reasoning_tokens: 0,
          counted_here: false,
          cost_usd: '0.00000705',
        },
      ],
      next: '01a19c2172005b1f0c2a9000',
    },
  },
})
