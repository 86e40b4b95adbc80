// Sends an API's calls to its thread: each waits for its account's turn, has a deadline, and is aborted in the thread
// when its caller disconnects.
import { type Api, type Call, fail, type Reply, reply } from '#define'
import type { Provider } from '#define/reflect'
import type { Converse, Message } from '#define/sockets'
import type { Turns } from '#provider/run'
import { withoutStoredFiles } from './crossing-files.ts'
import type { Pauses } from './pauses.ts'
import type { CallArgs, PlainReply, SessionEvent } from './threads/messages.ts'
import type { PeerResult } from './threads/peer.ts'
import { asBuffer } from './threads/streams.ts'
import type { ProviderThread } from './threads/thread.ts'
import { LongBody, SerializedJson } from './write-reply.ts'

export interface Lane {
  readonly thread: ProviderThread
  readonly turns: Turns
  readonly pauses: Pauses
}
interface CrossingOptions {
  readonly api: Api
  readonly provider: Pick<Provider, 'deadlineMs'>
  readonly lane: Lane
  /** Milliseconds since the epoch, as providers see it. */
  readonly clock: () => number
}
export interface Crossing {
  /**
   * Runs a handler; rejects with the handler's error, or with `provider.busy`, `.paused`, `.warming`, `.restarted` or
   * `.deadline`.
   */
  call(table: 'handlers' | 'operator', name: string, input: Input, call: Call): Promise<Reply<unknown>>
  /** Answers the handshake of a WebSocket; rejects like `call`, also during the session. */
  converse(name: string, input: Input, call: Call): Promise<Converse>
  /** Runs a task; resolves with its result or with a stream of it. Rejects like `call`. */
  task(name: string, input: Input, call: Call): Promise<unknown>
}

type Input = Readonly<Record<string, unknown>>
type Upload = AsyncIterable<unknown> | undefined

export function createCrossing({ api, provider, lane, clock }: CrossingOptions): Crossing {
  const { thread, turns, pauses } = lane
  const { slug, title } = api
  const { deadlineMs } = provider
  const { isOpen, whenOpen } = createOpening(thread, slug)
  const outOfTime = () =>
    isOpen()
      ? fail('provider.deadline', { api: title, seconds: Math.round(deadlineMs / 1000) })
      : fail('provider.warming', { api: title }, { retryAfterS: 5 })

  /**
   * Sends a call, and aborts it at the deadline or when the caller disconnects. The time begins again once the provider
   * is open: a first call on a busy machine has used most of it by then.
   */
  async function sendWithDeadline(args: CallArgs, upload: Upload, caller: AbortSignal): Promise<PeerResult> {
    const ended = new AbortController()
    const onDisconnect = () => ended.abort(caller.reason)
    caller.addEventListener('abort', onDisconnect, { once: true })
    const timer = setTimeout(() => ended.abort(outOfTime()), deadlineMs)
    const admit = () => pauses.admit(args.call.account)
    try {
      admit()
      if (!isOpen()) {
        await whenOpen(ended.signal)
        timer.refresh()
      }
      return await thread.request({ method: 'call', args, upload, signal: ended.signal }, admit)
    } finally {
      clearTimeout(timer)
      caller.removeEventListener('abort', onDisconnect)
    }
  }

  async function cross(target: Pick<CallArgs, 'table' | 'name'>, input: Input, call: Call): Promise<PeerResult> {
    const { account, key, request, signal } = call
    const { method, path, baseUrl, headers } = request
    const plain = { account, key, request: { method, path, baseUrl, headers, query: request.query.toString() } }
    const upload = isAsyncIterable(input.body) ? input.body : undefined
    const { input: plainInput, files } = upload
      ? { input: { ...input, body: undefined }, files: [] }
      : withoutStoredFiles(input)
    const send = () =>
      sendWithDeadline(
        { ...target, slug, input: plainInput, streamsBody: !!upload, files, call: plain, now: clock() },
        upload,
        signal,
      )
    const result = await turns.run(account, send, signal)
    const { stream } = result
    if (stream) signal.addEventListener('abort', () => void stream[Symbol.asyncIterator]().return?.(), { once: true })
    return result
  }

  return {
    async call(table, name, input, call) {
      const { value, stream } = await cross({ table, name }, input, call)
      const plain = value as PlainReply // a thread's reply for a handler
      const { status, headers, form, body, length = 0, isJson = false } = plain
      if (form === 'long' && stream) return reply(new LongBody(stream, length, isJson), { status, headers })
      if (form === 'stream') return reply(stream, { status, headers })
      if (form === 'json') return reply(new SerializedJson(String(body)), { status, headers })
      return reply(body instanceof Uint8Array ? asBuffer(body) : body, { status, headers })
    },
    async converse(name, input, call) {
      const incoming = createIncoming(call.signal)
      const opened = await cross({ table: 'sockets', name }, { ...input, body: incoming.messages }, call).catch(
        (error: unknown) => {
          incoming.begin(nothing)
          throw error
        },
      )
      return async (session) => {
        incoming.begin(session.messages)
        for await (const event of opened.stream ?? []) {
          const sent = event as SessionEvent // streamed by a thread's session
          if (typeof sent === 'string') await session.send(sent)
          else if (sent instanceof Uint8Array) await session.send(asBuffer(sent))
          else await session.close(sent.code, sent.reason)
        }
      }
    },
    async task(name, input, call) {
      const { value, stream } = await cross({ table: 'tasks', name }, input, call)
      return stream ?? value
    },
  }
}

/** Opens a provider on its thread, and again on each later thread. */
function createOpening(thread: ProviderThread, slug: string) {
  let openedIn = 0
  let opening: Promise<void> | undefined

  async function open(): Promise<void> {
    await thread.request({ method: 'open', args: { slug } })
    openedIn = thread.generation
  }
  return {
    isOpen: () => openedIn !== 0 && openedIn === thread.generation,
    /** Waits until the provider is open. Rejects with the signal's reason once it aborts; the opening goes on. */
    async whenOpen(signal: AbortSignal): Promise<void> {
      opening ??= open().finally(() => {
        opening = undefined
      })
      const { promise, reject } = Promise.withResolvers<never>()
      const leave = () => reject(signal.reason)
      signal.addEventListener('abort', leave, { once: true })
      try {
        await Promise.race([opening, promise])
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  }
}

const nothing: AsyncIterable<Message> = {
  async *[Symbol.asyncIterator]() {
    // for a session that never began
  },
}

/** Creates the caller's messages, which follow once the session has begun; none follow if the call ends first. */
function createIncoming(signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<AsyncIterable<Message>>()
  signal.addEventListener('abort', () => resolve(nothing), { once: true })
  const messages = (async function* () {
    yield* await promise
  })()
  return { messages, begin: resolve }
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
