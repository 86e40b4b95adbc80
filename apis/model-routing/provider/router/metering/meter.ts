// What a call may cost and what it did cost: reserved before it goes out, settled when it is over however it ended. This is all that
// the router knows of metering; where budgets and the ledger are is the business of the files beside it.
import type { ProviderKit } from '#define'
import { countConversation } from '../../tokens/conversation-tokens.ts'
import { countText } from '../../tokens/text-tokens.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import type { Usage } from '../../wire/stream-event.ts'
import { createIds } from '../ids.ts'
import { type Booking, createBooking, type Hold } from './budget-ledger.ts'
import { entryId } from './call-ledger.ts'
import { type Amount, costOf, type Price } from './price.ts'
import type { MeteringDb, MeteringTables } from './tables.ts'

/** Who calls for what. */
export interface MeteredCall {
  readonly account: string
  readonly key: string
  /** Id of the endpoint. */
  readonly endpoint: string
  /** As the caller named it. */
  readonly model: string
  /** What goes in: a conversation, or texts (embeddings, moderation, speech). */
  readonly prompt: ChatRequest | readonly string[]
  /** Most tokens of all answers together, where the call or the model bounds them. */
  readonly maxTokens?: number | undefined
  /** Tells the dearest price among the ways the call may go, undefined when all are free; asked where a budget is for the call. */
  readonly price?: (() => Price | undefined) | undefined
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
  /** Held of budgets; 0 where none is for the call. */
  readonly reserved: Amount
  /** The tokens of the prompt, counted on the first wish. */
  promptTokens(): Promise<number>
  /** Books the call, which is written soon after. The first end counts, later ones give its result again. */
  settle(outcome: Outcome): Promise<Settled>
  /** Gives everything back: nothing went out. */
  cancel(): Promise<void>
}
export interface Metering {
  /** Throws ModelError 'billing' or 'limited' when a budget does not allow the call. */
  reserve(call: MeteredCall): Promise<Reservation>
  /** Resolves when every call that was settled until now stands in the ledger. */
  written(): Promise<void>
  /** Budgets were changed: the next call is held to them. */
  forget(): void
}

/** The metering of one provider. */
export function createMetering<DB extends MeteringTables>(kit: ProviderKit<DB>): Metering {
  // metering needs no other table of the provider
  const db = kit.db as unknown as MeteringDb
  const booking = createBooking(db, (error) => kit.log.error('a call could not be booked', { cause: String(error) }))
  const newId = createIds(kit.random)
  const metering: Metering = {
    written: booking.written,
    forget: booking.forget,
    async reserve(call) {
      let counted: Promise<number> | undefined
      const promptTokens = () => {
        counted ??= countPrompt(call)
        return counted
      }
      const amount = call.price ? () => mostOf(call, promptTokens) : undefined
      const hold = await booking.take({ spender: call, amount, newId, nowMs: kit.now() })
      let settled: Promise<Settled> | undefined
      return {
        reserved: hold.amount,
        promptTokens,
        settle: (outcome) => {
          if (!settled) {
            const atMs = kit.now()
            settled = settle(booking, { id: entryId(atMs, newId()), atMs, call, outcome, hold, promptTokens })
          }
          return settled
        },
        cancel: async () => {
          settled ??= giveBack(booking, hold)
          await settled
        },
      }
    },
  }
  meterings.set(kit.db, metering)
  return metering
}

const meterings = new WeakMap<object, Metering>()

/** The metering that was made for a database; nothing has been metered with it where there is none. */
export const meteringOf = (db: object): Metering | undefined => meterings.get(db)

/** At the end of the gateway: the calls that were settled come into the ledger. */
export async function writeLedger(kit: { readonly db: object }): Promise<void> {
  await meteringOf(kit.db)?.written()
}

/** Tokens of an answer that nothing bounds, for the reserve. */
const defaultAnswer = 4096

/** Undefined for a free call. */
async function mostOf({ price, maxTokens }: MeteredCall, promptTokens: () => Promise<number>) {
  const dearestWay = price?.()
  return dearestWay && costOf(dearestWay, { prompt: await promptTokens(), answer: maxTokens ?? defaultAnswer })
}

async function giveBack(booking: Booking, hold: Hold): Promise<Settled> {
  await booking.end({ hold, cost: 0n })
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
  return 'messages' in prompt ? countConversation(prompt) : countTexts(prompt, model)
}

async function countTexts(texts: readonly string[], model: string): Promise<number> {
  let sum = 0
  for (const text of texts) sum += await countText(text, model)
  return sum
}
