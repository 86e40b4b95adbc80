// One call of a chat endpoint in any wire format: read, guarded, answered from the cache or by a model, and written
// back.

import { type Call, type Reply, reply } from '#define'
import { longJsonBytes } from '#provider'
import { dollarsOf } from '#provider/budgets'
import { abortedCall, refusalOf } from '../../errors.ts'
import { allEvents, type Batches, oneBatch } from '../../wire/batches.ts'
import type { ChatRequest } from '../../wire/chat-request.ts'
import { withExactIntegers } from '../../wire/exact-numbers.ts'
import type { AnswerDetails, Format, PathDetails } from '../../wire/format.ts'
import { formats } from '../../wire/formats.ts'
import { withTranscripts } from '../../wire/heard-words.ts'
import { isJson, type Json } from '../../wire/json.ts'
import { addLeftOut } from '../../wire/left-out.ts'
import { answerLeftOut } from '../../wire/left-out-answer.ts'
import { isLongBody, pauseIfLong, prepareLongBody } from '../../wire/long-request.ts'
import { ModelError } from '../../wire/model-error.ts'
import { unreadRequest } from '../../wire/unread-request.ts'
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
import type { Router } from '../router.ts'
import { splitPreferences } from '../routing/preferences.ts'
import type { CallerBody } from '../upstreams/chat-call.ts'
import { costComment, endsWithCost } from './cost-comment.ts'
import { type ChatInput, type OpenAnswer, openAnswer } from './open-answer.ts'

interface ExchangeInput {
  readonly endpoint: string
  readonly format: Format
  readonly body: unknown
  readonly path?: PathDetails | undefined
  /** True for a stream of generateContent that is one JSON array. */
  readonly asArray?: boolean | undefined
  /** Text of the body in the format's own wire. */
  readonly bytes?: Buffer | undefined
  /** Text of a body outside the wires, from which only long integers are read. */
  readonly foreignBytes?: Buffer | undefined
}

/** Rejects with the refusal in the wire's format. */
export async function exchange(router: Router, call: Call, input: ExchangeInput): Promise<Reply<never>> {
  const { headers } = call.request
  const signal = signalOf(call)
  try {
    const { preferences, rest } = splitPreferences(input.body)
    const received = await readChat(input, rest)
    const guard = await guardFor(router, call, received)
    // rules apply to what can be read
    if (received.unread && guard.checksRequests) throw received.unread
    const request = guard.checksRequests ? await guard.checkRequest(received) : received
    const mayBeVerbatim = request === received && !(guard.checksRequests && (await isAmbiguous(input)))
    const verbatim = mayBeVerbatim ? verbatimOf(input) : undefined
    const chat = { endpoint: input.endpoint, request, preferences, signal, headers, verbatim }
    const cacheRequest = request.unread ? undefined : readCacheHeader(headers)
    const source = cacheRequest
      ? await findCached(router, call, { ...chat, form: formOf(request, input.asArray) }, cacheRequest)
      : sourceOf(await openAnswer(router, call, chat))
    return await writtenReply(router, source, { input, guard, request })
  } catch (error) {
    throw refusalOf(input.format, signal.aborted && !(error instanceof ModelError) ? abortedCall(signal, error) : error)
  }
}

/** Returns a signal that aborts when the caller disconnects, and at the caller's deadline. */
function signalOf({ signal, request }: Call): AbortSignal {
  const timeoutMs = Number(request.headers['x-gateway-timeout']) // NaN without the header
  return timeoutMs > 0 ? AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) : signal
}

/** Reads a chat. `rest`: the body without the routing preferences. */
async function readChat(input: ExchangeInput, rest: unknown): Promise<ChatRequest> {
  const text = input.bytes ?? input.foreignBytes
  const exact = text ? await withExactIntegers(rest, text, conversationMembers) : rest
  if (text && isLongBody(text)) await prepareLongBody(exact)
  const received = readOrPass(input, exact)
  await pauseIfLong(received, text)
  return received
}

/** Keeps a request that only a provider of the caller's own wire may understand. Throws ModelError 'invalid'. */
function readOrPass({ format, bytes, path }: ExchangeInput, exact: unknown): ChatRequest {
  try {
    return format.readRequest(exact, path)
  } catch (problem) {
    const isPassed = problem instanceof ModelError && bytes !== undefined && isJson(exact)
    const unread = isPassed ? unreadRequest({ wire: format.wire, body: exact, path, problem }) : undefined
    if (!unread) throw problem
    return unread
  }
}

async function guardFor(router: Router, call: Call, { model }: ChatRequest): Promise<Guard> {
  const rules = await router.rules.list()
  if (rules.length === 0) return unguarded
  return guardOf(rules, { model, account: call.account, apply: (patterns) => router.applyPatterns(patterns, call) })
}

interface Answered {
  readonly input: ExchangeInput
  readonly guard: Guard
  readonly request: ChatRequest
}

/** Writes an answer in the caller's format, or as its provider wrote it in the caller's own wire. */
async function writtenReply(
  router: Router,
  source: Source,
  { input, guard, request }: Answered,
): Promise<Reply<never>> {
  const { format } = input
  // an answer that rules apply to can still be refused entirely
  const events = guard.checksAnswers ? oneBatch(await guard.checkAnswer(await allEvents(source.events))) : source.events
  const details: AnswerDetails = {
    model: source.model,
    id: router.newId(),
    created: Math.floor(router.kit.now() / 1000),
    includeUsage: request.includeUsage ?? true,
    request,
    asArray: input.asArray,
    finalComment: request.stream && endsWithCost(input) ? () => costComment(source.opened?.settled()) : undefined,
  }
  const isOwn = format === formats[format.wire]
  const heard = format === formats.openai ? events : withTranscripts(events)
  if (request.stream) return streamedReply(format.writeStream(heard, details), source, input)
  const all = await allEvents(heard)
  const own = all.findLast((event) => event.kind === 'verbatim')
  const body = own ? own.bytes : format.writeAnswer(all, details)
  const long = own ? undefined : await longJsonBytes(body)
  if (!own) addLeftOut(source.headers, answerLeftOut(all, isOwn ? format.wire : undefined))
  addCost(source)
  return replyOf(long ?? body, source.headers)
}

/** Members of a body that hold the tools, their calls and their results. */
const conversationMembers = ['messages', 'contents', 'tools']

/** The caller's own text, for a provider of the same wire. */
function verbatimOf({ format, body, bytes, asArray }: ExchangeInput): CallerBody | undefined {
  return bytes && isJson(body) ? { wire: format.wire, bytes, value: body, asArray } : undefined
}

/** True if a provider could read the text in another way than the rules that were applied to it. */
const isAmbiguous = async ({ bytes, body }: ExchangeInput): Promise<boolean> =>
  bytes !== undefined && hasRepeatedNames(bytes, body)

/** The source of an answer. */
interface Source {
  readonly model: string
  readonly events: Batches
  /** Headers, owned by the call, which adds others. */
  readonly headers: Record<string, string>
  /** The opened answer; undefined for a cached one. */
  readonly opened: OpenAnswer | undefined
}

interface CachedInput extends ChatInput {
  readonly form: ReturnType<typeof formOf>
}

/** Returns the cached answer if the caller accepts one and it exists; otherwise a model's, which is cached. */
async function findCached(router: Router, call: Call, input: CachedInput, cacheRequest: CacheRequest): Promise<Source> {
  const key = { account: call.account, hash: await requestHash(input.request, input.preferences) }
  const cached = await router.answers.find(key, cacheRequest)
  if (cached) {
    const headers = { ...answerHeaders('cache', 0, 'hit'), age: String(cached.ageS) }
    return {
      model: cached.model,
      events: oneBatch(input.verbatim ? eventsIn(cached, input.form) : cached.events),
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
  readonly form: CachedInput['form']
  readonly store: (answer: StoredAnswer) => Promise<void>
}

/** Stores an answer as it passes. A failure is logged, and the caller gets the answer anyway. */
function stored({ kit }: Router, { opened, form, store }: StoredSource): Batches {
  return storing(opened.events, form, async (answer) => {
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
  frames: AsyncIterable<string | Buffer>,
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

function replyOf(body: Json | Buffer | AsyncIterable<string | Buffer>, headers: Record<string, string>): Reply<never> {
  // the tests of the formats hold what they write to the declared shapes; its type is that of any JSON
  return reply(body as never, { headers })
}
