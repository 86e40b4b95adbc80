// The error for a call that a budget refuses, in the words of the formats of models.
import type { BudgetRefusal } from '#provider/budgets'
import { ModelError } from '../../wire/model-error.ts'

/** Returns 'limited' for a call that fits once the calls under way have settled, else 'billing'. */
export function exhausted({ isHeld, isKeys, budget, retryAfterS }: BudgetRefusal): ModelError {
  if (isHeld)
    return new ModelError('limited', `Calls under way hold the rest of the ${budget}. Call again.`, {
      code: 'budget_held',
      retryAfterS,
    })
  const advice = isKeys ? adviceOfKey : ''
  return new ModelError('billing', `This call may cost more than is left of the ${budget}.${advice}`, {
    code: 'insufficient_quota',
    retryAfterS,
  })
}

/** Advice for the caller, who can change only the limit of a key. */
const adviceOfKey =
  ' The key has this limit of its own: wait for the next UTC day, bound the answer (max_tokens), or have its owner raise the limit (gatehouse keys limit, or the console).'
