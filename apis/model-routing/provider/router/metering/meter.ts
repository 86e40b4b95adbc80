// Reserves what a call may cost before it is sent, and settles its actual cost once it has ended, however it ended.
// This is all that the rest of the router knows about metering.
import type { ProviderKit } from '#define'
import { countConversation } from '../../tokens/conversation-tokens.ts'
import { type CountTexts, countTexts, orEstimate } from '../../tokens/count.ts'
import type { Usage } from '../../wire/stream-event.ts'
import { createIds } from '../ids.ts'
import { type BudgetLedger, createBudgetLedger, type Hold } from './budget-ledger.ts'
import { entryId } from './call-ledger.ts'
import type { MeteredCall, Outcome, Settled } from './metered-call.ts'
import { type Amount, costOf } from './price.ts'
import type { MeteringDb } from './tables.ts'

export interface Reservation {
  /** Held against budgets; 0 when no budget covers the call. */
  readonly reserved: Amount
  /**
   * Writes the call to the ledger soon after. The first end counts; later ones return its result. A promise only where
   * tokens have to be counted or the ledger is full.
   */
  settle(outcome: Outcome): Settled | Promise<Settled>
  /** Releases everything: nothing was sent. */
  cancel(): Promise<void>
}
export interface Meter {
  /**
   * Throws ModelError 'billing' or 'limited' when a budget does not allow the call. A promise only where a budget
   * covers it, or the budgets have to be read.
   */
  reserve(call: MeteredCall): Reservation | Promise<Reservation>
  /** Resolves when every call settled until now is in the ledger. */
  flush(): Promise<void>
  /** Budgets were changed: the next call uses them. */
  invalidateBudgets(): void
  /** Releases the holds of dead processes; returns their number. */
  releaseExpiredHolds(): Promise<number>
}
export interface MeterDeps extends Pick<ProviderKit, 'now' | 'random' | 'log' | 'spendingLimit' | 'withoutSync'> {
  readonly db: MeteringDb
  /** Counts for an account; by default on this thread. */
  readonly countsFor?: ((call: Pick<MeteredCall, 'account'>) => CountTexts) | undefined
}

export function createMeter(deps: MeterDeps): Meter {
  const { db, now, random, log, spendingLimit, withoutSync, countsFor = () => countTexts } = deps
  const newId = createIds(random)
  const ledger = createBudgetLedger({
    ...{ db, now, newId, limitOf: spendingLimit, withoutSync },
    onLost: (error) => log.error('a call could not be written to the ledger', { cause: String(error) }),
  })
  return {
    flush: ledger.flush,
    invalidateBudgets: ledger.invalidateBudgets,
    releaseExpiredHolds: ledger.releaseExpiredHolds,
    reserve(call) {
      // most calls need no count
      const count: CountTexts = (texts, model) => orEstimate(countsFor(call))(texts, model)
      const prompt = createPromptCount(call, count)
      const amount = call.price ? () => largestCost(call, prompt) : undefined
      const reservation = (hold: Hold): Reservation => {
        let settled: Settled | Promise<Settled> | undefined
        return {
          reserved: hold.amount,
          settle(outcome) {
            if (!settled) {
              const endedAtMs = now()
              const id = entryId(endedAtMs, newId())
              settled = settle(ledger, { id, endedAtMs, call, outcome, hold, prompt, count })
            }
            return settled
          },
          async cancel() {
            settled ??= release(ledger, hold)
            await settled
          },
        }
      }
      const held = ledger.reserve({ spender: call, amount })
      return held instanceof Promise ? held.then(reservation) : reservation(held)
    },
  }
}

/** The tokens of a prompt, counted on first use. */
type PromptCount = () => Promise<number>
function createPromptCount({ prompt, model }: MeteredCall, count: CountTexts): PromptCount {
  let counted: Promise<number> | undefined
  return () => {
    counted ??= 'messages' in prompt ? countConversation(prompt, count) : count(prompt, model)
    return counted
  }
}

/** Tokens reserved for an answer that nothing bounds. */
const defaultAnswerTokens = 4096

/** Undefined for a free call. */
async function largestCost({ price, maxTokens }: MeteredCall, prompt: PromptCount): Promise<Amount | undefined> {
  const highest = price?.()
  return highest && costOf(highest, { prompt: await prompt(), answer: maxTokens ?? defaultAnswerTokens })
}

async function release(ledger: BudgetLedger, hold: Hold): Promise<Settled> {
  await ledger.settle({ hold, cost: 0n })
  return { usage: {}, cost: 0n }
}

interface SettleInput {
  readonly id: string
  readonly endedAtMs: number
  readonly call: MeteredCall
  readonly outcome: Outcome
  readonly hold: Hold
  readonly prompt: PromptCount
  readonly count: CountTexts
}

function settle(ledger: BudgetLedger, input: SettleInput): Settled | Promise<Settled> {
  const { usage } = input.outcome
  const isCounted = usage.prompt !== undefined && usage.answer !== undefined
  return isCounted ? settleCounted(ledger, input, usage) : countAndSettle(ledger, input)
}

async function countAndSettle(ledger: BudgetLedger, input: SettleInput): Promise<Settled> {
  const { outcome, call, prompt, count } = input
  return settleCounted(ledger, input, {
    ...outcome.usage,
    prompt: outcome.usage.prompt ?? (await prompt()),
    answer: outcome.usage.answer ?? (await count(outcome.output, call.model)),
  })
}

function settleCounted(ledger: BudgetLedger, input: SettleInput, usage: Usage): Settled | Promise<Settled> {
  const { id, endedAtMs, call, outcome, hold } = input
  const cost = costOf(outcome.price, usage)
  const waiting = ledger.settle({ hold, cost, entry: { id, endedAtMs, call, outcome, usage, cost } })
  const settled = { usage, cost }
  return waiting ? waiting.then(() => settled) : settled
}
