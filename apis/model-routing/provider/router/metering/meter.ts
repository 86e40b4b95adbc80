// Reserves what a call may cost before it is sent, and settles its actual cost once it has ended, however it ended.
// This is all that the rest of the router knows about metering.
import type { ProviderKit } from '#define'
import { type Amount, type BudgetLedger, createBudgetLedger, type Hold, type ReserveRequest } from '#provider/budgets'
import { countConversation } from '../../tokens/conversation-tokens.ts'
import { type CountTexts, countTexts, orEstimate } from '../../tokens/count.ts'
import type { Usage } from '../../wire/stream-event.ts'
import { createIds } from '../ids.ts'
import { createCallLedger } from './call-ledger.ts'
import { exhausted } from './exhausted.ts'
import type { LedgerEntry, MeteredCall, Outcome, Settled } from './metered-call.ts'
import { mostCostOf } from './most-cost.ts'
import { costOf } from './price.ts'
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
   * Reserves the highest cost of a call. Throws ModelError 'billing' or 'limited' if a budget does not allow the call.
   * Returns a promise only if a budget covers it or the budgets have to be read.
   */
  reserve(call: MeteredCall): Reservation | Promise<Reservation>
  /** Resolves when every call settled until now is in the ledger. */
  flush(): Promise<void>
  /** Makes the next call use changed budgets. */
  invalidateBudgets(): void
  /** Releases the holds of dead processes; returns their number. */
  releaseExpiredHolds(): Promise<number>
}
interface MeterDeps extends Pick<ProviderKit, 'now' | 'random' | 'log' | 'spendingLimit'> {
  readonly db: MeteringDb
  /** Counts for an account; by default on this thread. */
  readonly countsFor?: ((call: Pick<MeteredCall, 'account'>) => CountTexts) | undefined
}

export function createMeter(deps: MeterDeps): Meter {
  const { db, now, random, log, spendingLimit, countsFor = () => countTexts } = deps
  const newId = createIds(random)
  const onLost = (error: unknown) => log.error('a call could not be written to the ledger', { cause: String(error) })
  const entries = createCallLedger({ db, newId, onLost })
  const ledger = createBudgetLedger({ db, now, newId, limitOf: spendingLimit, entries, refused: exhausted, onLost })
  const metering = { ledger, now, countsFor }
  return {
    flush: ledger.flush,
    invalidateBudgets: ledger.invalidateBudgets,
    releaseExpiredHolds: ledger.releaseExpiredHolds,
    reserve: (call) => new CallReservation(metering, call).begin(),
  }
}

/** State that all reservations share. */
interface Metering {
  readonly ledger: BudgetLedger<LedgerEntry>
  readonly now: () => number
  readonly countsFor: NonNullable<MeterDeps['countsFor']>
}

/** Tokens reserved for an answer that nothing bounds. */
const defaultAnswerTokens = 4096

/** A reservation; a class, because closures would cost time in every call. */
class CallReservation implements Reservation, ReserveRequest {
  readonly spender: MeteredCall
  readonly #metering: Metering
  #hold: Hold | undefined
  #promptTokens: Promise<number> | undefined
  #settled: Settled | Promise<Settled> | undefined

  constructor(metering: Metering, call: MeteredCall) {
    this.#metering = metering
    this.spender = call
  }

  begin(): this | Promise<this> {
    const held = this.#metering.ledger.reserve(this)
    if (held instanceof Promise) return held.then((hold) => this.#holding(hold))
    return this.#holding(held)
  }

  #holding(hold: Hold): this {
    this.#hold = hold
    return this
  }

  get reserved(): Amount {
    return this.#hold?.amount ?? 0n
  }

  get isFree(): boolean {
    return this.spender.price === undefined
  }

  async mostCost(): Promise<Amount | undefined> {
    const { price, maxTokens, prompt } = this.spender
    const highest = price?.()
    if (highest === undefined) return undefined
    return mostCostOf(highest, prompt, { prompt: await this.#prompt(), answer: maxTokens ?? defaultAnswerTokens })
  }

  settle(outcome: Outcome): Settled | Promise<Settled> {
    this.#settled ??= isCounted(outcome.usage) ? this.#write(outcome, outcome.usage) : this.#countAndWrite(outcome)
    return this.#settled
  }

  async cancel(): Promise<void> {
    this.#settled ??= this.#release()
    await this.#settled
  }

  async #release(): Promise<Settled> {
    if (this.#hold) await this.#metering.ledger.settle({ hold: this.#hold, cost: 0n })
    return { usage: {}, cost: 0n }
  }

  /** Counts missing tokens and writes the call, which ended when it was settled, however long counting takes. */
  async #countAndWrite(outcome: Outcome): Promise<Settled> {
    const endedAtMs = this.#metering.now()
    const { usage, output } = outcome
    const counted = {
      ...usage,
      prompt: usage.prompt ?? (await this.#prompt()),
      answer: usage.answer ?? (await this.#count(output, this.spender.model)),
    }
    return this.#write(outcome, counted, endedAtMs)
  }

  #write(outcome: Outcome, usage: Usage, endedAtMs = this.#metering.now()): Settled | Promise<Settled> {
    const cost = costOf(outcome.price, usage)
    const entry = { endedAtMs, call: this.spender, outcome, usage, cost }
    const waiting = this.#hold && this.#metering.ledger.settle({ hold: this.#hold, cost, entry })
    return waiting ? waiting.then(() => entry) : entry
  }

  /** The tokens of the prompt, counted on first use. */
  #prompt(): Promise<number> {
    this.#promptTokens ??= this.#countPrompt()
    return this.#promptTokens
  }

  async #countPrompt(): Promise<number> {
    const { prompt, promptTokens = 0, model } = this.spender
    if ('messages' in prompt) return countConversation(prompt, (texts, of) => this.#count(texts, of))
    return promptTokens + (await this.#count(prompt, model))
  }

  #count(texts: readonly string[], model: string): Promise<number> {
    return orEstimate(this.#metering.countsFor(this.spender))(texts, model)
  }
}

const isCounted = ({ prompt, answer }: Usage): boolean => prompt !== undefined && answer !== undefined
