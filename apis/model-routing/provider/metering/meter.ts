// What a call may cost and what it did cost: reserved before it goes out, settled when it is over however it ended. This is all that
// the router knows of metering; where budgets and the ledger are is the business of the files beside it.
import type { ProviderKit } from '#define'
import type { Conversation, Usage } from '../conversation.ts'
import { type Booking, createBooking, type Hold } from './booking.ts'
import { type Amount, costOf, type Price } from './price.ts'
import type { MeteringDb, MeteringTables } from './tables.ts'
import { countConversation, countText } from './tokens.ts'

/** Who calls for what. */
export interface MeteredCall {
  readonly account: string
  readonly key: string
  /** Id of the endpoint. */
  readonly endpoint: string
  /** As the caller named it. */
  readonly model: string
  /** What goes in: a conversation, or texts (embeddings, moderation, speech). */
  readonly prompt: Conversation | readonly string[]
  /** Most tokens of all answers together, where the call or the model bounds them. */
  readonly maxTokens?: number | undefined
  /** The dearest price among the ways the call may go; undefined when all are free. */
  readonly price?: Price | undefined
}
/** How a call ended: its whole answer came, the caller left, or it failed (before or after the first byte). */
export type Ended = 'whole' | 'left' | 'failed'
export interface Outcome {
  readonly ended: Ended
  /** Channel and its own name of the model; `built-in` for the models of the gateway, `cache` for a kept answer. */
  readonly channel: string
  readonly upstreamModel: string
  readonly attempts: number
  readonly price?: Price | undefined
  /** As far as the provider told. */
  readonly usage: Usage
  /** What was answered, for counting what the provider did not tell. */
  readonly answer: readonly string[]
}
export interface Settled {
  /** Every count that matters is told now. */
  readonly usage: Usage
  readonly cost: Amount
}
export interface Reservation {
  readonly reserved: Amount
  /** The tokens of the prompt, counted on the first wish. */
  promptTokens(): Promise<number>
  /** Books the call. The first end counts, later ones give its result again. */
  settle(outcome: Outcome): Promise<Settled>
  /** Gives everything back: nothing went out. */
  cancel(): Promise<void>
}
export interface Metering {
  /** Throws ModelFault 'billing' or 'limited' when a budget does not allow the call. */
  reserve(call: MeteredCall): Promise<Reservation>
}

/** The metering of one provider. */
export function createMetering<DB extends MeteringTables>(kit: ProviderKit<DB>): Metering {
  // metering needs no other table of the provider
  const db = kit.db as unknown as MeteringDb
  const booking = createBooking(db)
  const newId = () => kit.random.bytes(12).toString('hex')
  return {
    async reserve(call) {
      let counted: Promise<number> | undefined
      const promptTokens = () => {
        counted ??= countPrompt(call)
        return counted
      }
      const amount = call.price ? await mostOf(call, promptTokens) : 0n
      const hold = call.price
        ? await booking.take({ id: newId(), spender: call, amount, nowMs: kit.now() })
        : { id: '', claims: [], amount }
      let settled: Promise<Settled> | undefined
      return {
        reserved: hold.amount,
        promptTokens,
        settle: (outcome) => {
          settled ??= settle(booking, { id: newId(), atMs: kit.now(), call, outcome, hold, promptTokens })
          return settled
        },
        cancel: async () => {
          settled ??= giveBack(booking, hold)
          await settled
        },
      }
    },
  }
}

/** Tokens of an answer that nothing bounds, for the reserve. */
const defaultAnswer = 4096

async function mostOf({ price, maxTokens }: MeteredCall, promptTokens: () => Promise<number>): Promise<Amount> {
  return costOf(price, { prompt: await promptTokens(), answer: maxTokens ?? defaultAnswer })
}

async function giveBack(booking: Booking, hold: Hold): Promise<Settled> {
  if (hold.claims.length > 0) await booking.end({ hold, cost: 0n })
  return { usage: {}, cost: 0n }
}

interface Settling {
  readonly id: string
  readonly atMs: number
  readonly call: MeteredCall
  readonly outcome: Outcome
  readonly hold: Hold
  readonly promptTokens: () => Promise<number>
}

async function settle(booking: Booking, { hold, promptTokens, ...facts }: Settling): Promise<Settled> {
  const { outcome, call } = facts
  const usage: Usage = {
    ...outcome.usage,
    prompt: outcome.usage.prompt ?? (await promptTokens()),
    answer: outcome.usage.answer ?? (await countTexts(outcome.answer, call.model)),
  }
  const cost = costOf(outcome.price, usage)
  await booking.end({ hold, cost, entry: { ...facts, usage, cost } })
  return { usage, cost }
}

function countPrompt({ prompt, model }: MeteredCall): Promise<number> {
  return 'turns' in prompt ? countConversation(prompt) : countTexts(prompt, model)
}

async function countTexts(texts: readonly string[], model: string): Promise<number> {
  let sum = 0
  for (const text of texts) sum += await countText(text, model)
  return sum
}
