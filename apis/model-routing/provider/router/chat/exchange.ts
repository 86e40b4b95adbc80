// One call of a chat endpoint, whatever its wire: read, guarded, answered from what was kept or from a model, and written back.
import { type Kit, type Reply, refuse, reply } from '#define'
import type { Tables } from '../../../tables.ts'
import { type AnswerEvents, allEvents, asBatches } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import type { AnswerDetails, Format, PathDetails } from '../../wire/format.ts'
import type { Json } from '../../wire/json.ts'
import { ModelError } from '../../wire/model-error.ts'
import { answerKey, cacheHeader, findKept, keepAnswer, keeping, readCacheWish } from '../cache/answer-cache.ts'
import { guardFor } from '../guardrails/guard.ts'
import { dollarsOf } from '../metering/price.ts'
import type { RouterParts } from '../router.ts'
import { type Hints, takeHints } from '../routing/preferences.ts'
import { type Answering, begin } from './begin.ts'
import { callerLeft } from './observation.ts'

export interface ExchangeInput {
  readonly endpoint: string
  readonly format: Format
  readonly body: unknown
  readonly path?: PathDetails | undefined
  /** Only of generateContent: the stream is one JSON list. */
  readonly asList?: boolean | undefined
}
type CallKit = Kit<Tables>

/** Throws the refusal in the wire's own words. The parts are pieces of the wire; what a format writes fits the declared shape. */
export async function exchange(parts: RouterParts, kit: CallKit, request: ExchangeInput): Promise<Reply<never>> {
  const { format } = request
  // each look at them makes them anew
  const { headers } = kit.request
  const signal = signalOf(kit, headers)
  try {
    return await answer(parts, kit, { ...request, signal, headers })
  } catch (error) {
    throw refusalOf(format, signal.aborted && !(error instanceof ModelError) ? callerLeft(error) : error)
  }
}

/** A fault as the wire's own error; anything else is a mistake and passes as it is. */
export function refusalOf(format: Pick<Format, 'writeError'>, error: unknown): unknown {
  if (!(error instanceof ModelError)) return error
  const { status, headers, body } = format.writeError(error)
  return refuse(status, body, headers)
}

/** Aborted when the caller goes, and when the time is over that the caller gave the call. Each look at the kit's signal makes one. */
function signalOf({ signal }: CallKit, headers: CallHeaders): AbortSignal {
  const timeoutMs = Number(headers['x-gateway-timeout'] ?? 0)
  return timeoutMs > 0 ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : signal
}

type CallHeaders = Readonly<Record<string, string>>
interface Asked extends ExchangeInput {
  readonly signal: AbortSignal
  readonly headers: CallHeaders
}

async function answer(parts: RouterParts, kit: CallKit, request: Asked): Promise<Reply<never>> {
  const { format, endpoint, signal, headers: told } = request
  const { hints, rest } = takeHints(request.body)
  const asked = format.readRequest(rest, request.path)
  const guard = await guardFor(parts.rules, kit, { model: asked.model, account: kit.account })
  const conversation = guard.before(asked)
  const from = await source(parts, kit, { endpoint, conversation, hints, signal, headers: told })
  // an answer that rules hold back may still be refused as a whole
  const events = guard.checksAnswers ? guard.after(await allEvents(from.events)) : from.events
  const details: AnswerDetails = {
    model: from.model,
    id: parts.newId(),
    created: Math.floor(kit.now() / 1000),
    includeUsage: conversation.includeUsage ?? true,
    request: conversation,
    asArray: request.asList,
    finalComment: conversation.stream ? costComment(from, request) : undefined,
  }
  if (!conversation.stream)
    return answered(format.writeAnswer(await allEvents(events), details), { ...from.headers, ...costHeaders(from) })
  const headers = { ...from.headers, ...streamCostHeaders(from), ...streamHeaders(request.asList) }
  return answered(format.writeStream(asBatches(events), details), headers)
}

interface Source {
  readonly model: string
  readonly events: AnswerEvents
  readonly headers: Readonly<Record<string, string>>
  readonly answering: Answering | undefined
}
interface Sought {
  readonly endpoint: string
  readonly conversation: ChatRequest
  readonly hints: Hints
  readonly signal: AbortSignal
  readonly headers: CallHeaders
}

/** The kept answer where the caller wants one and there is one; else a model's, which is kept where the caller wants that. */
async function source(parts: RouterParts, kit: CallKit, sought: Sought): Promise<Source> {
  const wish = readCacheWish(sought.headers)
  const place = wish && { account: kit.account, hash: answerKey(sought.conversation, sought.hints) }
  const kept = place && (await findKept(kit, place, wish))
  if (kept) {
    const headers = {
      'x-gateway-route': 'cache',
      'x-gateway-attempts': '0',
      [cacheHeader]: 'hit',
      age: String(kept.ageS),
    }
    return { model: kept.model, events: kept.events, headers, answering: undefined }
  }
  const answering = await begin(parts, kit, sought)
  const { model } = answering
  const events = place
    ? keeping(asBatches(answering.events), (all) =>
        keepOrLog(kit, place, { model, events: all, maxAgeMs: wish.maxAgeMs }),
      )
    : answering.events
  const headers = {
    'x-gateway-route': headerText(answering.route),
    'x-gateway-attempts': String(answering.attempts),
    [cacheHeader]: place ? 'miss' : 'off',
    ...(answering.example === undefined ? {} : { 'x-gateway-example': answering.example }),
  }
  return { model, events, headers, answering }
}

/** An answer that could not be kept is an answer all the same. */
async function keepOrLog(kit: CallKit, ...args: KeepArgs): Promise<void> {
  try {
    await keepAnswer(kit, ...args)
  } catch (error) {
    kit.log.warn('an answer could not be kept', { cause: String(error) })
  }
}
type KeepArgs = Parameters<typeof keepAnswer> extends [unknown, ...infer Rest] ? Rest : never

function costHeaders({ answering }: Source): Record<string, string> {
  return { 'x-gateway-cost': dollarsOf(answering?.settled()?.cost ?? 0n) }
}

/** What a stream costs is known at its end; before, its headers can only say the most that was reserved. */
function streamCostHeaders(from: Source): Record<string, string> {
  const { answering } = from
  if (!answering || answering.settled()) return costHeaders(from)
  return { 'x-gateway-cost-reserved': dollarsOf(answering.reserved) }
}

const streamHeaders = (asList: boolean | undefined) => ({
  'content-type': asList ? 'application/json; charset=utf-8' : 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
})

/** The comment that ends a stream of events and says what it cost, except where readers of the wire know no comments. */
function costComment(from: Source, { format, asList }: Asked): (() => string) | undefined {
  if (asList || format.wire === 'gemini') return undefined
  return () => `: x-gateway-cost ${dollarsOf(from.answering?.settled()?.cost ?? 0n)}\n\n`
}

function answered(body: Json | AsyncIterable<string>, headers: Record<string, string>): Reply<never> {
  // formats are held to the declared shapes by their tests; their type is that of any JSON
  return reply(body as never, { headers })
}

/** Text that a header may hold. */
export const headerText = (text: string): string =>
  /^[\x21-\x7e]*$/.test(text) ? text : text.toWellFormed().replace(/[^\x21-\x7e]/gu, (sign) => encodeURIComponent(sign))
