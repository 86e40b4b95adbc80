// A phase of calls that a recorded answer may answer: finds it before any provider is asked, and writes it as the
// provider's own would be.
import { setTimeout } from 'node:timers/promises'
import { fail } from '#define'
import type { Fixtures } from '../account/answers/fixtures.ts'
import { type KeptAnswer, keptHeader } from '../account/answers/kept-answer.ts'
import type { AnswerSource, KeptAnswers, Wanted } from '../account/answers/kept-answers.ts'
import type { Nearest } from '../account/answers/nearest.ts'
import { isRead } from '../call/answers.ts'
import { wantedBy } from '../call/asked-for.ts'
import type { RoutedCall } from '../call/call.ts'
import { inertHeadersFor, isJsonType, sendBytes } from '../call/reply.ts'
import { withStoreTimeout } from '../call/timeouts.ts'
import { isPassed } from '../upstream/answer-headers.ts'
import { wraps } from '../upstream/envelope.ts'
import { gatewayPlace } from '../upstream/keep.ts'
import { streamReply } from './stream-reply.ts'

export interface ReplayDeps {
  readonly keptAnswers: KeptAnswers
  /** Answers of files, which replace those of accounts. */
  readonly fixtures?: Fixtures | undefined
  readonly clock: () => number
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
}

/**
 * Sets `call.kept` if an answer to the call is kept, and throws `replay.missing` if there has to be one. Does nothing
 * for calls that go to a provider in any case.
 */
export function replay(call: RoutedCall, deps: ReplayDeps): void | Promise<void> {
  const { answers } = call
  if (answers?.mode === 'replay' || (answers?.mode === 'fill' && (answers.writes || isRead(call))))
    return withStoreTimeout(find(call, deps))
}

async function find(call: RoutedCall, deps: ReplayDeps): Promise<void> {
  const { caller, listing, answers } = call
  if (!caller) return
  const source: AnswerSource = deps.fixtures ?? deps.keptAnswers
  const wanted = wantedBy(call)
  const kept = wanted && (await source.next(caller.accountId, wanted))
  if (kept) {
    call.kept = kept
    call.provider = 'replay'
  } else if (answers?.mode === 'replay') {
    if (!deps.fixtures || deps.fixtures.isStrict || !listing.provider)
      throw missing(call, wanted, wanted && (await source.nearest(caller.accountId, wanted)))
    call.answers = undefined
    call.provider = 'embedded'
  }
}

function missing({ listing, route }: RoutedCall, wanted: Wanted | undefined, nearest: Nearest | undefined) {
  const why = wanted
    ? nearest
      ? `the nearest one differs in ${nearest.differs.map(({ part }) => part).join(', ')}`
      : 'there is none of this operation'
    : 'its body is longer than 2 MiB, of unknown length, or encoded'
  return fail(
    'replay.missing',
    { api: listing.title, endpoint: route.id, why },
    { details: { ...(wanted && { request: wanted.request }), nearest: nearest ?? null } },
  )
}

/** Headers that are about a body without the envelope. */
const unwrappedOnly = new Set(['etag', 'digest', 'content-md5', 'accept-ranges'])

/** Writes a recorded answer. `reason` is the code of the failure that it replaces. */
export function sendKept(
  call: RoutedCall,
  kept: KeptAnswer,
  deps: ReplayDeps & { reason?: string },
): void | Promise<void> {
  const { listing, route } = call
  const { status, beats, at } = kept
  const isJson = isJsonType(keptHeader(kept, 'content-type') ?? '')
  const isWrapped = isJson && status < 300 && wraps(call, listing)
  call.provider = 'replay'
  call.inPlaceOf = { at, ageS: Math.max(0, Math.floor((deps.clock() - at) / 1000)), reason: deps.reason }
  // an imported file may name any header, such as a length that is not that of the body
  const own = kept.headers.filter(([name]) => isPassed(name) && !(isWrapped && unwrappedOnly.has(name)))
  const headers = own.flatMap(([name, value]) => [name, value.replaceAll(gatewayPlace, deps.baseUrl)])
  if (!isJson) headers.unshift(...inertHeadersFor(Object.fromEntries(kept.headers)))
  if (beats) {
    const { idleMs } = listing.compiled(route)
    return streamReply(call, { status, headers, idleMs, body: piecesOf(call, kept.body, beats) })
  }
  sendBytes(call, status, { headers, body: isWrapped ? wrapped(kept.body) : kept.body })
}

function wrapped(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from('{"data":'), body.length > 0 ? body : Buffer.from('null'), Buffer.from('}')])
}

/** The longest pause between two pieces: a replay is for tests, which do not wait for a model to think. */
const longestPauseMs = 1000

async function* piecesOf(
  { response }: RoutedCall,
  body: Buffer,
  beats: NonNullable<KeptAnswer['beats']>,
): AsyncGenerator<Buffer> {
  let from = 0
  let before = 0
  for (const [ms, bytes] of beats) {
    if (ms > before) await setTimeout(Math.min(ms - before, longestPauseMs))
    if (response.destroyed) return
    yield body.subarray(from, from + bytes)
    from += bytes
    before = ms
  }
}
