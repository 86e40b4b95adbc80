// Keeps the answer of a call as it passes, for later: after keys are masked and errors completed, and before the
// envelope, so that a kept answer suits every caller.

import { mostBeats, mostBodyBytes } from '../account/answers/answer-line.ts'
import type { KeepQueue } from '../account/answers/keep-queue.ts'
import { type Beat, type KeptAnswer, varying } from '../account/answers/kept-answer.ts'
import type { Wanted } from '../account/answers/kept-answers.ts'
import { isKept } from '../call/answers.ts'
import { sentKeys, undeclaredTexts, wantedBy } from '../call/asked-for.ts'
import type { RoutedCall } from '../call/call.ts'
import { keyPatternsOf } from './key-patterns.ts'
import { KeyForms, maskBytes, maskString } from './masking.ts'

/** Stand-in for the gateway's own address in headers of kept answers. */
export const gatewayPlace = '{gateway}'

interface KeepDeps {
  readonly queue: KeepQueue
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
}

/** Returns the stage that keeps the answer of a call; undefined if it is not kept. */
export function keepingOf(call: RoutedCall, deps: KeepDeps): Keeping | undefined {
  if (!isKept(call) || !call.caller) return undefined
  if (deps.queue.isFull(call.caller.accountId)) {
    deps.queue.drop('too many are waiting')
    return undefined
  }
  const wanted = wantedBy(call)
  if (!wanted) {
    deps.queue.drop('the body of the request is longer than what is compared, or encoded')
    return undefined
  }
  const [keys, others] = [sentKeys(call), undeclaredTexts(call)]
  if (keys.length + others.length > mostSearched) {
    deps.queue.drop('the request has more keys and undeclared values than an answer is searched for')
    return undefined
  }
  const [keyForms, undeclared] = [formsOf(keys), formsOf(others)]
  const keeping = new Keeping(call.caller.accountId, { ...deps, wanted, keyForms, undeclared })
  call.keeping = keeping
  return keeping
}

/** The search for hundreds of texts takes a tenth of a second to prepare, which other calls would wait for. */
const mostSearched = 20
const formsOf = (texts: readonly string[]) => (texts.length === 0 ? undefined : new KeyForms(keyPatternsOf(texts)))

interface KeepingOptions extends KeepDeps {
  readonly wanted: Wanted
  /** The keys of the caller's own, which are not kept. */
  readonly keyForms: KeyForms | undefined
  /** Values that the caller sent beside the declared parameters: an answer that repeats one is not kept. */
  readonly undeclared: KeyForms | undefined
}

/** An outage is no answer, and neither are a part and a hint that the caller has the answer. */
export const unkeptStatuses: ReadonlySet<number> = new Set([206, 304, 502, 503, 504])
/** Headers that are about one moment. */
const momentary = /^(?:x-upstream-|age$|expires$|retry-after$)/
const streamed = /^(?:text\/event-stream|application\/(?:x-ndjson|jsonl|stream\+json))/

/** Collects one answer, from its head to its end. One that breaks off is not kept. */
export class Keeping {
  readonly #accountId: string
  readonly #options: KeepingOptions
  #head: Pick<KeptAnswer, 'at' | 'status' | 'headers' | 'varies'> | undefined
  #chunks: Buffer[] = []
  #bytes = 0
  #reserved = 0
  #beats: [ms: number, bytes: number][] | undefined
  #beganMs = 0

  constructor(accountId: string, options: KeepingOptions) {
    this.#accountId = accountId
    this.#options = options
  }

  /** Reports whether answers with this status are kept. */
  takes(status: number): boolean {
    return !unkeptStatuses.has(status)
  }

  /** Takes the head: `list` has the names and values that the caller gets. */
  begin(status: number, list: readonly string[]): void {
    const { queue, baseUrl, wanted } = this.#options
    const headers: [string, string][] = []
    let varies: Record<string, string> = {}
    for (let index = 0; index + 1 < list.length; index += 2) {
      const [name = '', value = ''] = list.slice(index, index + 2)
      if (name === 'vary') varies = variesBy(value, wanted, varies)
      if (name === 'content-type' && streamed.test(value)) this.#beats = []
      if (!momentary.test(name)) headers.push([name, this.#masked(value).replaceAll(baseUrl, gatewayPlace)])
    }
    this.#head = { at: queue.stamp(), status, headers, varies }
  }

  /** Reports whether the answer repeats what is not declared, in its body or its headers. */
  #repeatsUndeclared(body: Buffer, headers: KeptAnswer['headers']): boolean {
    const { undeclared } = this.#options
    if (!undeclared) return false
    return maskBytes(body, undeclared) !== body || headers.some(([, value]) => maskString(value, undeclared) !== value)
  }

  #masked(value: string): string {
    const { keyForms } = this.#options
    return keyForms ? maskString(value, keyForms) : value
  }

  push(bytes: Buffer): void {
    if (!this.#head) return
    this.#bytes += bytes.length
    const refusal = this.#refusalOf(bytes)
    if (refusal !== undefined) {
      this.#options.queue.drop(refusal)
      this.release()
      return
    }
    this.#reserved += bytes.length
    // a copy: the memory of a chunk is used again
    this.#chunks.push(Buffer.from(bytes))
    if (this.#beats) this.#addBeat(this.#beats, bytes.length)
  }

  /** Reserves memory for more bytes; returns why there is none. */
  #refusalOf(bytes: Buffer): string | undefined {
    if (this.#bytes > mostBodyBytes) return 'an answer is longer than 2 MiB'
    return this.#options.queue.reserve(bytes.length) ? undefined : 'answers that are being kept fill the memory'
  }

  #addBeat(beats: [number, number][], bytes: number): void {
    const now = performance.now()
    if (beats.length === 0) this.#beganMs = now
    const last = beats.at(-1)
    if (last && beats.length >= mostBeats) last[1] += bytes
    else beats.push([Math.round(now - this.#beganMs), bytes])
  }

  /** Hands the whole answer over. */
  end(): void {
    const head = this.#head
    if (!head) return
    const { queue, wanted, keyForms } = this.#options
    const whole = Buffer.concat(this.#chunks)
    const body = keyForms ? maskBytes(whole, keyForms) : whole
    const beats: readonly Beat[] | null = this.#beats ?? null
    const reserved = this.#reserved
    this.#reserved = 0
    this.release()
    if (this.#repeatsUndeclared(body, head.headers)) {
      queue.release(reserved)
      queue.drop('an answer repeats a value that no parameter declares')
      return
    }
    queue.add(this.#accountId, { answer: { request: wanted.request, ...head, body, beats }, reserved })
  }

  /** Forgets what was collected. */
  release(): void {
    this.#head = undefined
    this.#chunks = []
    this.#options.queue.release(this.#reserved)
    this.#reserved = 0
  }
}

/** Adds the request headers that a Vary header names, as far as they tell answers apart. */
function variesBy(vary: string, { header }: Wanted, known: Readonly<Record<string, string>>): Record<string, string> {
  const names = vary.split(',').map((name) => name.trim().toLowerCase())
  const own = varying.filter((name) => names.includes(name)).map((name) => [name, header(name)] as const)
  return { ...known, ...Object.fromEntries(own) }
}
