// A call as metering knows it: its caller, its end, its usage and its cost.
import type { Amount } from '#provider/budgets'
import type { ChatRequest } from '../../wire/chat-request.ts'
import type { EndReason } from '../../wire/end-reason.ts'
import type { Usage } from '../../wire/stream-event.ts'
import type { Price } from './price.ts'

export interface MeteredCall {
  readonly account: string
  readonly key: string
  /** Id of the endpoint. */
  readonly endpoint: string
  /** Name of the model in the caller's request. */
  readonly model: string
  /** A chat, or strings (embeddings, moderation, speech). */
  readonly prompt: ChatRequest | readonly string[]
  /** Tokens of the prompt that the caller sent as numbers, beside its strings. */
  readonly promptTokens?: number | undefined
  /** Upper bound for the tokens of all answers together, when the call or the model sets one. */
  readonly maxTokens?: number | undefined
  /**
   * The most expensive price among the channels that may get the call; undefined when all are free. Only computed under
   * a budget.
   */
  readonly price?: (() => Price | undefined) | undefined
}

export interface Outcome {
  readonly ended: EndReason
  /** Name of the channel; `built-in` for the gateway's own models. */
  readonly channel: string
  /** The model's name at the channel. */
  readonly upstreamModel: string
  readonly attempts: number
  readonly price?: Price | undefined
  /** Usage as far as the provider reported it. */
  readonly usage: Usage
  /** The generated strings, for counting what the provider did not report. */
  readonly output: readonly string[]
}

export interface Settled {
  /** Usage with both token counts. */
  readonly usage: Usage
  readonly cost: Amount
}

/** A call that has ended, as the ledger receives it. */
export interface LedgerEntry extends Settled {
  readonly endedAtMs: number
  readonly call: MeteredCall
  readonly outcome: Outcome
}

/** A call as the ledger keeps it. */
export interface LedgerCall {
  /** Id, which sorts by the end of the call. */
  readonly id: string
  /** Time at which the call ended. */
  readonly at: number
  readonly accountId: string
  readonly key: string
  readonly endpoint: string
  readonly model: string
  readonly channel: string
  readonly upstreamModel: string
  readonly attempts: number
  readonly ended: string
  readonly prompt: number
  readonly answer: number
  readonly cachedRead: number
  readonly cachedWrite: number
  readonly reasoning: number
  readonly cost: Amount
  /** True if a count was made here because the provider did not report it. */
  readonly isCounted: boolean
}
