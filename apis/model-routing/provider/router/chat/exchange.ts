// One call of a chat endpoint in any wire format: read, guarded, answered from the cache or by a model, and written
// back.
import { type Call, type Pushed, type Reply, reply } from '#define'
import { longJsonBytes } from '#provider'
import { abortedCall, refusalOf } from '../../errors.ts'
import { type AnswerEvents, allEvents, asBatches, type Batches } from '../../wire/batches.ts'
import { withExactIntegers } from '../../wire/exact-numbers.ts'
import type { AnswerDetails, Format, PathDetails } from '../../wire/format.ts'
import { isJson, type Json } from '../../wire/json.ts'
import { isLongBody, pauseIfLong, prepareLongBody } from '../../wire/long-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import { hasRepeatedNames } from '../../wire/verbatim-request.ts'
import { answerHeaders } from '../answer-headers.ts'
import {
  type CacheRequest,
  eventsIn,
  formOf,
  readCacheHeader,
  type StoredAnswer,
  storing,
} from '../cache/answer-cache.ts'
import { requestHash } from '../cache/request-hash.ts'
import { type Guard, guardOf } from '../guardrails/guard.ts'
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
export function exchange(router: Router, call: Call, input: ExchangeInput): Promise<Reply<never>> {
  const { headers } = call.request
  const signal = signalOf(call, headers)
  return answer(router, call, { ...input, signal, headers }).catch((error: unknown) => {
    throw refusalOf(input.format, signal.aborted && !(error instanceof ModelError) ? abortedCall(signal, error) : error)
  })
}

type CallHeaders = Readonly<Record<string, string>>

/** Aborted when the caller disconnects, and at the caller's deadline. */
function signalOf({ signal }: Call, headers: CallHeaders): AbortSignal {
  const timeoutMs = Number(headers['x-gateway-timeout'] ?? 0)
  return timeoutMs > 0 ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : signal
}

interface BoundInput extends ExchangeInput {
  readonly signal: AbortSignal
  readonly headers: CallHeaders
}

async function answer(router: Router, call: Call, input: BoundInput): Promise<Reply<never>> {
  const { format, endpoint, signal, headers } = input
  const { preferences, rest } = splitPreferences(input.body)
  const text = input.bytes ?? input.foreignBytes
  const exact = text ? withExactIntegers(rest, text, conversationMembers) : rest
  const whole = exact instanceof Promise ? await exact : exact
  if (text && isLongBody(text)) await prepareLongBody(whole)
  const received = format.readRequest(whole, input.path)
  const pause = pauseIfLong(received, text)
  if (pause) await pause
  const rules = router.rules.list()
  const guard = guardOf(rules instanceof Promise ? await rules : rules, {
    ...{ model: received.model, account: call.account },
    apply: (patterns) => router.applyPatterns(patterns, call),
  })
  const request = guard.checksRequests ? await guard.checkRequest(received) : received
  const mayBeVerbatim = request === received && !(guard.checksRequests && (await isAmbiguous(input)))
  const verbatim = mayBeVerbatim ? verbatimOf(input) : undefined
  const form = formOf(request, input.asArray)
  const endPassed = verbatim && passesStreams(input, guard) ? endingPassed(input, request, router) : undefined
  const asked = { endpoint, request, preferences, signal, headers, verbatim, form, endPassed }
  const cacheRequest = readCacheHeader(headers)
  const source = cacheRequest
    ? await findCached(router, call, asked, cacheRequest)
    : sourceOf(await openAnswer(router, call, asked))
  const id = router.newId()
  // by which clients of this wire name an answer
  const idHeader = format.wire === 'anthropic' ? { 'request-id': `req_${id}` } : {}
  const answered = { ...idHeader, ...source.headers }
  const { passed } = source.opened ?? {}
  if (passed) return replyOf(passed, { ...answered, ...streamCostHeaders(source), ...streamHeaders(input) })
  // an answer that rules apply to may still be refused entirely
  const events = guard.checksAnswers ? await guard.checkAnswer(await allEvents(source.events)) : source.events
  const details: AnswerDetails = {
    model: source.model,
    id,
    created: Math.floor(router.kit.now() / 1000),
    includeUsage: request.includeUsage ?? true,
    request,
    asArray: input.asArray,
    finalComment: request.stream && endsWithCost(input) ? () => costComment(source.opened?.settled()) : undefined,
  }
  if (!request.stream) {
    const all = await allEvents(events)
    const own = all.findLast((event) => event.kind === 'verbatim')?.bytes
    const body = own ?? format.writeAnswer(all, details)
    const long = own ? undefined : longJsonBytes(body)
    return replyOf(long ? await long : body, { ...answered, ...costHeaders(source) })
  }
  const frames = format.writeStream(asBatches(events), details)
  return replyOf(frames, { ...answered, ...streamCostHeaders(source), ...streamHeaders(input) })
}

/** Whether nothing but the metering reads the stream of a provider, and its caller waits for it without a deadline. */
const passesStreams = ({ asArray, headers }: BoundInput, { checksAnswers }: Guard): boolean =>
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
  readonly headers: Readonly<Record<string, string>>
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
  const { model, route, attempts, example } = opened
  const headers = { ...opened.headers, ...answerHeaders(route, attempts, events ? 'miss' : 'off') }
  return {
    model,
    events: events ?? opened.events,
    headers: example === undefined ? headers : { ...headers, 'x-gateway-example': example },
    opened,
  }
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

function costHeaders({ opened }: Source): Record<string, string> {
  return { 'x-gateway-cost': dollarsOf(opened?.settled()?.cost ?? 0n) }
}

/** The cost of a stream is known at its end; its headers can only say what was reserved. */
function streamCostHeaders(source: Source): Record<string, string> {
  const { opened } = source
  if (!opened || opened.settled()) return costHeaders(source)
  return { 'x-gateway-cost-reserved': dollarsOf(opened.reserved) }
}

const streamHeaders = ({ format, asArray }: ExchangeInput) => ({
  'content-type': asArray
    ? 'application/json; charset=utf-8'
    : (format.streamType ?? 'text/event-stream; charset=utf-8'),
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
})

function replyOf(
  body: Json | Buffer | Pushed | AsyncIterable<string | Buffer>,
  headers: Record<string, string>,
): Reply<never> {
  // the tests of the formats hold what they write to the declared shapes; its type is that of any JSON
  return reply(body as never, { headers })
}
