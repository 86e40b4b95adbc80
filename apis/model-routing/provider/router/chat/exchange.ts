// One call of a chat endpoint in any wire format: read, guarded, answered from the cache or by a model, and written
// back.
import { type Call, type Cancellation, type Pushed, type Reply, reply, SignalCancellation } from '#define'
import { longJsonBytes } from '#provider'
import { abortedCall, refusalOf } from '../../errors.ts'
import { type AnswerEvents, allEvents, asBatches, type Batches, isComplete } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { withExactIntegers } from '../../wire/exact-numbers.ts'
import type { AnswerDetails, Format, PathDetails } from '../../wire/format.ts'
import { isJson, type Json } from '../../wire/json.ts'
import { isLongBody, pauseIfLong, prepareLongBody } from '../../wire/long-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { StreamEvent } from '../../wire/stream-event.ts'
import { hasRepeatedNames } from '../../wire/verbatim-request.ts'
import { addAnswerHeaders, answerHeaders } from '../answer-headers.ts'
import {
  type CacheRequest,
  eventsIn,
  formOf,
  readCacheHeader,
  type StoredAnswer,
  storing,
} from '../cache/answer-cache.ts'
import { requestHash } from '../cache/request-hash.ts'
import { type Guard, guardOf, unguarded } from '../guardrails/guard.ts'
import type { Rule } from '../guardrails/rule.ts'
import { dollarsOf } from '../metering/price.ts'
import type { Router } from '../router.ts'
import { splitPreferences } from '../routing/preferences.ts'
import type { CallerBody } from '../upstreams/chat-call.ts'
import { costComment, endsWithCost } from './cost-comment.ts'
import { type ChatInput, type OpenAnswer, openAnswer } from './open-answer.ts'
import { endingPassed } from './passed-end.ts'

export interface ExchangeInput {
  readonly endpoint: string
  readonly format: Format
  readonly body: unknown
  readonly path?: PathDetails | undefined
  /** Only of generateContent: the stream is one JSON array. */
  readonly asArray?: boolean | undefined
  /** The text of the body, where it is in the format's own wire. */
  readonly bytes?: Buffer | undefined
  /** The text of a body that is in no wire, from which only long integers are read. */
  readonly foreignBytes?: Buffer | undefined
}

/** Rejects with the refusal in the wire's format. */
export async function exchange(router: Router, call: Call, input: ExchangeInput): Promise<Reply<never>> {
  const { headers } = call.request
  const signal = signalOf(call, headers)
  try {
    const { preferences, rest } = splitPreferences(input.body)
    const reading = readChat(input, rest)
    const received = reading instanceof Promise ? await reading : reading
    const rules = router.rules.list()
    const guard = guardFor(router, call, rules instanceof Promise ? await rules : rules, received)
    const request = guard.checksRequests ? await guard.checkRequest(received) : received
    const mayBeVerbatim = request === received && !(guard.checksRequests && (await isAmbiguous(input)))
    const verbatim = mayBeVerbatim ? verbatimOf(input) : undefined
    const passes = verbatim !== undefined && passesStreams(input, headers, guard)
    const endPassed = passes ? endingPassed(input, request, router) : undefined
    const asked = { endpoint: input.endpoint, request, preferences, signal, headers, verbatim, endPassed }
    const cacheRequest = readCacheHeader(headers)
    const source = cacheRequest
      ? await findCached(router, call, { ...asked, form: formOf(request, input.asArray) }, cacheRequest)
      : sourceOf(await openAnswer(router, call, asked))
    if (input.format.wire === 'anthropic') source.headers['request-id'] ??= `req_${router.newId()}`
    const passed = source.opened?.passed
    if (passed) return streamedReply(passed, source, input)
    return wholeReply(source, { guard, request }) ?? (await writtenReply(router, source, { input, guard, request }))
  } catch (error) {
    throw refusalOf(input.format, signal.aborted && !(error instanceof ModelError) ? abortedCall(signal, error) : error)
  }
}

type CallHeaders = Readonly<Record<string, string>>

/** Aborted when the caller disconnects, and at the caller's deadline. */
function signalOf(call: Call, headers: CallHeaders): Cancellation {
  const timeoutMs = Number(headers['x-gateway-timeout'] ?? 0)
  if (timeoutMs > 0) return new SignalCancellation(AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]))
  return call.cancellation ?? new SignalCancellation(call.signal)
}

/** `rest`: the body without the routing preferences. A promise only for long bodies and long integers. */
function readChat(input: ExchangeInput, rest: unknown): ChatRequest | Promise<ChatRequest> {
  const text = input.bytes ?? input.foreignBytes
  const exact = text ? withExactIntegers(rest, text, conversationMembers) : rest
  if (exact instanceof Promise || (text && isLongBody(text))) return readLongChat(input, exact, text)
  const received = input.format.readRequest(exact, input.path)
  const pause = pauseIfLong(received)
  return pause ? pause.then(() => received) : received
}

async function readLongChat({ format, path }: ExchangeInput, exact: unknown, text?: Buffer): Promise<ChatRequest> {
  const whole = await exact
  if (text && isLongBody(text)) await prepareLongBody(whole)
  const received = format.readRequest(whole, path)
  const pause = pauseIfLong(received, text)
  if (pause) await pause
  return received
}

function guardFor(router: Router, call: Call, rules: readonly Rule[], { model }: ChatRequest): Guard {
  if (rules.length === 0) return unguarded
  return guardOf(rules, { model, account: call.account, apply: (patterns) => router.applyPatterns(patterns, call) })
}

interface Answered {
  readonly input: ExchangeInput
  readonly guard: Guard
  readonly request: ChatRequest
}

/** A whole answer of the caller's own wire, which nobody has to wait for; undefined for any other. */
function wholeReply(source: Source, { guard, request }: Omit<Answered, 'input'>): Reply<never> | undefined {
  const { events } = source
  return request.stream || guard.checksAnswers || !isComplete(events) ? undefined : ownReply(source, events)
}

/** The answer as its provider wrote it, where that is the caller's own wire. */
function ownReply(source: Source, events: readonly StreamEvent[]): Reply<never> | undefined {
  const own = events.findLast((event) => event.kind === 'verbatim')
  if (!own) return undefined
  addCost(source)
  return replyOf(own.bytes, source.headers)
}

/** An answer that is written in the caller's format. */
async function writtenReply(
  router: Router,
  source: Source,
  { input, guard, request }: Answered,
): Promise<Reply<never>> {
  const { format } = input
  // an answer that rules apply to may still be refused entirely
  const events = guard.checksAnswers ? await guard.checkAnswer(await allEvents(source.events)) : source.events
  const details: AnswerDetails = {
    model: source.model,
    id: router.newId(),
    created: Math.floor(router.kit.now() / 1000),
    includeUsage: request.includeUsage ?? true,
    request,
    asArray: input.asArray,
    finalComment: request.stream && endsWithCost(input) ? () => costComment(source.opened?.settled()) : undefined,
  }
  if (request.stream) return streamedReply(format.writeStream(asBatches(events), details), source, input)
  const all = isComplete(events) ? events : await allEvents(events)
  const own = ownReply(source, all)
  if (own) return own
  const body = format.writeAnswer(all, details)
  const long = longJsonBytes(body)
  addCost(source)
  return replyOf(long ? await long : body, source.headers)
}

/** Whether nothing but the metering reads the stream of a provider, and its caller waits for it without a deadline. */
const passesStreams = ({ asArray }: ExchangeInput, headers: CallHeaders, { checksAnswers }: Guard): boolean =>
  !asArray && !checksAnswers && readCacheHeader(headers) === undefined && headers['x-gateway-timeout'] === undefined

/** Members of a body that hold the tools, their calls and their results. */
const conversationMembers = ['messages', 'contents', 'tools']

/** The caller's own text, for a provider of the same wire. */
function verbatimOf({ format, body, bytes, asArray }: ExchangeInput): CallerBody | undefined {
  return bytes && isJson(body) ? { wire: format.wire, bytes, value: body, asArray } : undefined
}

/** Whether a provider could read the text in another way than the rules that were applied to it. */
const isAmbiguous = async ({ bytes, body }: ExchangeInput): Promise<boolean> =>
  bytes !== undefined && hasRepeatedNames(bytes, body)

/** Where an answer comes from. */
interface Source {
  readonly model: string
  readonly events: AnswerEvents
  /** Of this call alone: others are added. */
  readonly headers: Record<string, string>
  /** Of a model; none for a cached answer. */
  readonly opened: OpenAnswer | undefined
}

interface AskedInput extends ChatInput {
  readonly form: ReturnType<typeof formOf>
}

/** The cached answer when the caller accepts one and it exists; else a model's, which is cached. */
async function findCached(router: Router, call: Call, input: AskedInput, cacheRequest: CacheRequest): Promise<Source> {
  const key = { account: call.account, hash: await requestHash(input.request, input.preferences) }
  const cached = await router.answers.find(key, cacheRequest)
  if (cached) {
    const headers = { ...answerHeaders('cache', 0, 'hit'), age: String(cached.ageS) }
    return {
      model: cached.model,
      events: input.verbatim ? eventsIn(cached, input.form) : cached.events,
      headers,
      opened: undefined,
    }
  }
  const { maxAgeMs } = cacheRequest
  const opened = await openAnswer(router, call, input)
  const store = (answer: StoredAnswer) => router.answers.store(key, { ...answer, maxAgeMs })
  return sourceOf(opened, stored(router, { opened, form: input.form, store }))
}

/** `events`: those of the answer, while they are cached. */
function sourceOf(opened: OpenAnswer, events?: Batches): Source {
  const { model, route, attempts, example, headers } = opened
  addAnswerHeaders(headers, route, { attempts, cache: events ? 'miss' : 'off' })
  if (example !== undefined) headers['x-gateway-example'] = example
  return { model, events: events ?? opened.events, headers, opened }
}

interface StoredSource {
  readonly opened: OpenAnswer
  readonly form: AskedInput['form']
  readonly store: (answer: StoredAnswer) => Promise<void>
}

/** An answer that could not be stored is still an answer. */
function stored({ kit }: Router, { opened, form, store }: StoredSource): Batches {
  return storing(asBatches(opened.events), form, async (answer) => {
    try {
      await store({ model: opened.model, ...answer })
    } catch (error) {
      kit.log.warn('an answer could not be cached', { cause: String(error) })
    }
  })
}

function addCost({ headers, opened }: Source): void {
  headers['x-gateway-cost'] = dollarsOf(opened?.settled()?.cost ?? 0n)
}

function streamedReply(
  frames: Pushed | AsyncIterable<string | Buffer>,
  source: Source,
  { format, asArray }: ExchangeInput,
): Reply<never> {
  const { headers, opened } = source
  // the cost of a stream is known at its end; its headers can only say what was reserved
  if (opened && !opened.settled()) headers['x-gateway-cost-reserved'] = dollarsOf(opened.reserved)
  else addCost(source)
  headers['content-type'] = asArray
    ? 'application/json; charset=utf-8'
    : (format.streamType ?? 'text/event-stream; charset=utf-8')
  headers['cache-control'] = 'no-cache'
  headers['x-accel-buffering'] = 'no'
  return replyOf(frames, headers)
}

function replyOf(
  body: Json | Buffer | Pushed | AsyncIterable<string | Buffer>,
  headers: Record<string, string>,
): Reply<never> {
  // the tests of the formats hold what they write to the declared shapes; its type is that of any JSON
  return reply(body as never, { headers })
}
