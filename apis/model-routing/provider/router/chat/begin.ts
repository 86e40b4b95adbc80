// Finds who answers a conversation, the channels or the gateway's own model, reserves what it may cost, and begins.
import type { Kit } from '#define'
import type { Tables } from '../../../tables.ts'
import type { Match } from '../../models/built-in/chat/examples.ts'
import { chat, matchOf, type Tuned } from '../../models/built-in/chat.ts'
import { builtInFor, isBuiltIn } from '../../models/built-in/models.ts'
import { isTunedName } from '../../models/stored/learning.ts'
import { openModels } from '../../own-models.ts'
import { type AnswerEvents, asBatches, isComplete } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import { joinAnswers, splitPrompts } from '../../wire/text-prompts.ts'
import type { ChannelSet } from '../channels/channel-store.ts'
import type { Reservation } from '../metering/meter.ts'
import { dearest } from '../metering/price.ts'
import type { RouterParts } from '../router.ts'
import { drawKeyOf } from '../routing/affinity.ts'
import { type Begun, type Route, route } from '../routing/attempts.ts'
import type { Hints } from '../routing/preferences.ts'
import { type Candidate, judge } from '../routing/selection.ts'
import type { RouterTables } from '../tables.ts'
import { openChat } from '../upstreams/chat-call.ts'
import { callerLeft, type Observation, observe, observeWhole } from './observation.ts'

export interface Beginning {
  readonly endpoint: string
  readonly conversation: ChatRequest
  readonly hints: Hints
  readonly signal: AbortSignal
  /** Of the caller. */
  readonly headers: Readonly<Record<string, string>>
}
export interface Answering extends Observation {
  /** As the caller is told. */
  readonly model: string
  readonly route: string
  readonly attempts: number
  readonly reserved: bigint
  /** By which example of its training a fine-tuned model of the gateway answers. */
  readonly example?: string | undefined
}

/** Resolves when the answer has begun. Throws ModelError. */
export async function begin(parts: RouterParts, kit: Kit<Tables>, call: Beginning): Promise<Answering> {
  const { model } = call.conversation
  if (isTunedName(model)) return beginOwn(parts, kit, call, await tunedModel(kit, model))
  const set = await parts.channels.list(kit)
  if (isBuiltIn(model) || !set.channels.some(({ enabled }) => enabled)) return beginOwn(parts, kit, call)
  return await beginRouted(parts, kit, call, set)
}

async function tunedModel(kit: Kit<Tables>, model: string): Promise<Tuned> {
  const learned = await openModels(kit).stored.learnedBy(kit.account, model)
  if (learned) return { model, learned }
  const message = `The model '${model.slice(0, 200)}' does not exist`
  throw new ModelError('missing', message, { code: 'model_not_found', param: 'model' })
}

async function beginOwn(
  parts: RouterParts,
  kit: Kit<RouterTables>,
  call: Beginning,
  tuned?: Tuned,
): Promise<Answering> {
  const { conversation, signal } = call
  const model = tuned?.model ?? builtInFor('chat', conversation.model)
  const prompts = splitPrompts(conversation)
  const answers = prompts.map((prompt) => chat(prompt, tuned))
  const answer = joinAnswers(answers, conversation.n)
  const match = prompts.length === 1 ? matchOf(conversation, tuned) : undefined
  const reservation = await reserve(parts, kit, call)
  const outcome = { channel: 'built-in', upstreamModel: model, attempts: 1 }
  const observed = { reservation, trial: undefined, outcome, signal, log: kit.log }
  return {
    ...observe(answer, observed),
    model,
    route: `built-in/${model}`,
    attempts: 1,
    reserved: 0n,
    example: match && sayMatch(match),
  }
}

const sayMatch = ({ example, likeness }: Match): string =>
  `${example.file}; line=${example.line}; likeness=${likeness.toFixed(2)}`

async function beginRouted(
  parts: RouterParts,
  kit: Kit<RouterTables>,
  call: Beginning,
  set: ChannelSet,
): Promise<Answering> {
  const { conversation, hints, signal, headers } = call
  const drawKey = drawKeyOf(kit, conversation, parts.newId)
  const wanted = { model: conversation.model, ability: 'chat', hints, drawKey } as const
  const reservation = await reserve(parts, kit, call, { wanted, set })
  const { outbound } = kit
  const router = { channels: set.channels, health: parts.health, now: () => kit.now(), signal }
  const tried: Candidate[] = []
  let begun: Begun<AnswerEvents>
  try {
    begun = await route(router, wanted, (candidate) => {
      tried.push(candidate)
      const isKeyed = set.keyed.has(candidate.channel.id)
      return openChat({ kit: { outbound }, formats: parts.formats, candidate, isKeyed, conversation, signal, headers })
    })
  } catch (error) {
    const last = tried.at(-1)
    if (!signal.aborted || !last) {
      await reservation.cancel()
      throw error
    }
    // the prompt has gone out, and the provider works on it until it hears that nobody waits
    const { channel, model: upstreamModel, price } = last
    const outcome = { ended: 'left', channel: channel.name, upstreamModel, attempts: tried.length, price } as const
    await reservation.settle({ ...outcome, usage: { answer: 0 }, answer: [] })
    throw error instanceof ModelError ? error : callerLeft(error)
  }
  const { candidate, attempts, trial } = begun
  const { channel, model: upstreamModel, price, asked } = candidate
  const outcome = { channel: channel.name, upstreamModel, attempts, price }
  const observed = { reservation, trial, outcome, signal, log: kit.log }
  const { value } = begun
  // a whole answer to who asked for a stream is booked as it is read, and so is one that nobody waits for
  const isAtOnce = isComplete(value) && !conversation.stream && !signal.aborted
  const observation = isAtOnce ? await observeWhole(value, observed) : observe(asBatches(value), observed)
  return {
    events: observation.events,
    settled: observation.settled,
    model: asked,
    route: `${channel.name}/${upstreamModel}`,
    attempts,
    reserved: reservation.reserved,
  }
}

/** Reserves for the dearest of the ways that the call may go. */
function reserve(
  parts: RouterParts,
  kit: Kit<RouterTables>,
  call: Beginning,
  ways?: { readonly wanted: Route; readonly set: ChannelSet },
): Promise<Reservation> {
  const { conversation, endpoint, hints } = call
  const dearestWay = () =>
    [conversation.model, ...hints.models]
      .flatMap((model) =>
        ways ? judge(ways.set.channels, parts.health, { ...ways.wanted, model, tried: new Set() }) : [],
      )
      .filter(({ refusal, untilMs }) => refusal === undefined || untilMs !== undefined)
      .map(({ price }) => price)
      .reduce(dearest, undefined)
  const { maxTokens, n } = conversation
  return parts.metering.reserve({
    account: kit.account,
    key: kit.key,
    endpoint,
    model: conversation.model,
    prompt: conversation,
    maxTokens: maxTokens === undefined ? undefined : maxTokens * n,
    price: dearestWay,
  })
}
