// The program inside a thread of embedded providers: opens each requested provider once, on the thread's own database
// connection, and serves calls, tasks, jobs and imports.
import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { type Call, isReply, type ProviderKit } from '#define'
import type { ImportProgress } from '#define/imports'
import type { OpenedProvider, Provider, Tasks } from '#define/reflect'
import { OwnedChunks } from '#provider'
import { lowerThreadPriority } from '#provider/run'
import { openStore, type Store } from '#store'
import { loadProvider } from '../../../process/load-apis.ts'
import { withReceivedHops } from '../../../upstream/received-hops.ts'
import { restoreStoredFiles } from '../../crossing-files.ts'
import { callableTasks } from '../../provider-host.ts'
import type { CallArgs, ImportArgs, ImportEvent, JobArgs, OpenArgs, ThreadData } from '../messages.ts'
import { createPeer, type Peer, type PeerResult, type ServeContext } from '../peer.ts'
import { asBuffer } from '../streams.ts'
import { noteOwners, type OwnerNotes } from '../vitals.ts'
import { conversation } from './conversation.ts'
import { createThreadKit } from './kit.ts'

/** Answers the gateway's requests until the thread is ended. */
export function runThread(): void {
  const port = parentPort
  if (!port) throw new Error('this module runs in a thread')
  const data: ThreadData = workerData
  beat(data)
  if (data.lowPriority) lowerThreadPriority()
  const { vitals } = data
  const owners = noteOwners(vitals)
  const program = createProgram(data, owners)
  const peer = createPeer(
    port,
    (method, args, context) => program.serve(method, args, context),
    ({ id, method, args }, answer) => {
      Atomics.store(vitals.begun, 0, id | 0)
      owners.run(method === 'call' ? (args as CallArgs).call.account : '', answer)
    },
  )
  program.connect(peer)
}

/**
 * Shows the gateway that the event loop is not blocked, and ends the thread when memory outside the heap exceeds the
 * limit.
 */
function beat({ vitals: { pulse }, memoryMb }: ThreadData): void {
  const limit = memoryMb * 1024 * 1024
  Atomics.add(pulse, 0, 1)
  setInterval(() => {
    Atomics.add(pulse, 0, 1)
    // `process.memoryUsage` opens a file, which fails when no more can be opened
    if (getHeapStatistics().external_memory > limit) throw new Error(`more than ${memoryMb} MB outside the heap`)
  }, beatMs)
}
const beatMs = 100

interface Loaded {
  readonly provider: Provider
  readonly kit: ProviderKit
  opened: Promise<OpenedProvider> | undefined
  tasks: Promise<Tasks> | undefined
}

function createProgram(data: ThreadData, owners: OwnerNotes) {
  const loaded = new Map<string, Promise<Loaded>>()
  let store: Promise<Store> | undefined
  let peer: Peer | undefined

  const request = (
    method: string,
    args: unknown,
    more: { upload?: AsyncIterable<unknown>; signal?: AbortSignal } = {},
  ) => {
    if (!peer) throw new Error('the thread is not connected')
    return peer.request({ method, args, ...more })
  }
  const clock = createThreadClock(data)

  async function load(slug: string): Promise<Loaded> {
    const folder = data.folders[slug]
    if (folder === undefined) throw new Error(`${slug} does not run in this thread`)
    const provider = await loadProvider(folder)
    store ??= openStore({
      ...data.database,
      log: { warn: (message, fields) => void log('warn', message, fields) },
      // the gateway has created it
      isExisting: true,
      // imports and jobs
      isPatient: data.lowPriority,
    })
    const kit = createThreadKit({ slug, data, store: await store, now: clock.now, log, request })
    return { provider, kit, opened: undefined, tasks: undefined }
  }
  const log = (level: 'info' | 'warn' | 'error', message: string, fields?: Record<string, unknown>) =>
    request('log', { level, message, fields }).catch(() => undefined)

  function loadOnce(slug: string): Promise<Loaded> {
    const loading = loaded.get(slug) ?? load(slug)
    loaded.set(slug, loading)
    loading.catch(() => loaded.delete(slug))
    return loading
  }
  async function tasksOf(slug: string): Promise<Tasks> {
    const entry = await loadOnce(slug)
    entry.tasks ??= Promise.resolve(entry.provider.tasks?.(entry.kit) ?? {})
    entry.tasks.catch(() => {
      entry.tasks = undefined
    })
    return entry.tasks
  }
  /** Opens a provider without attributing the work to its first caller: it is for all callers. */
  const open = (slug: string): Promise<OpenedProvider> => owners.run('', () => openOnce(slug))
  async function openOnce(slug: string): Promise<OpenedProvider> {
    const entry = await loadOnce(slug)
    entry.opened ??= tasksOf(slug).then((tasks) => entry.provider.open(entry.kit, callableTasks(tasks)))
    entry.opened.catch(() => {
      entry.opened = undefined
    })
    return entry.opened
  }

  async function call(args: CallArgs, context: ServeContext): Promise<PeerResult> {
    const { slug, table, name, streamsBody, files, call, now } = args
    if (table === 'sockets') return session(args, context)
    const functions = table === 'tasks' ? await owners.run('', () => tasksOf(slug)) : (await open(slug))[table]
    const handler = functions?.[name]
    if (!handler) throw new Error(`${slug} has no ${table} ${name}`)
    clock.set(now)
    if (context.isAborted) throw context.signal.reason
    const input = streamsBody ? { ...args.input, body: bytesOf(context.upload) } : withBuffers(args.input)
    await restoreStoredFiles(args.input, files)
    const crossed = new CrossedCall(call, context)
    const result: unknown = await withReceivedHops(call.request.headers, () => handler(input as never, crossed))
    return table === 'tasks' ? taskResult(result) : replyResult(result)
  }

  async function session({ slug, name, input, call, now }: CallArgs, context: ServeContext): Promise<PeerResult> {
    const handler = (await open(slug)).sockets?.[name]
    if (!handler) throw new Error(`${slug} has no WebSocket ${name}`)
    clock.set(now)
    if (context.isAborted) throw context.signal.reason
    const { headers } = call.request
    const converse = await withReceivedHops(headers, () => handler(input as never, new CrossedCall(call, context)))
    return { value: undefined, stream: withReceivedHops(headers, () => conversation(converse, context.upload)) }
  }

  async function* importing(
    { slug, name, account, now }: ImportArgs,
    context: ServeContext,
  ): AsyncGenerator<ImportEvent> {
    const { importFile } = await open(slug)
    if (!importFile) throw new Error(`${slug} has no importer`)
    clock.set(now)
    let latest: ImportProgress | undefined
    let wake: (() => void) | undefined
    const changed = () => {
      wake?.()
      wake = undefined
    }
    const chunks = bytesOf(context.upload)
    let isDone = false
    const work = importFile({ name, account, chunks }, (progress) => {
      latest = progress
      changed()
    }).finally(() => {
      isDone = true
      changed()
    })
    work.catch(() => undefined)
    for (;;) {
      const progress: ImportProgress | undefined = latest
      latest = undefined
      // sent also after the end: the last progress has all notes
      if (progress) yield { kind: 'progress', progress }
      else if (isDone) break
      await new Promise<void>((resolve) => {
        wake = resolve
        if (isDone || latest) changed()
      })
    }
    yield { kind: 'result', counts: await work }
  }

  const methods: Readonly<Record<string, (args: never, context: ServeContext) => Promise<PeerResult>>> = {
    call,
    open: async ({ slug }: OpenArgs) => {
      await open(slug)
      return { value: undefined }
    },
    job: async ({ slug, name, now }: JobArgs) => {
      const { jobs } = await open(slug)
      clock.set(now)
      await jobs?.[name]?.()
      return { value: undefined }
    },
    import: async (args: ImportArgs, context) => ({ value: undefined, stream: importing(args, context) }),
    refresh: async ({ slug }: OpenArgs) => {
      const entry = await loaded.get(slug)
      ;(await entry?.opened)?.refresh?.()
      return { value: undefined }
    },
    isAtWork: async () => {
      const opened = await Promise.all([...loaded.values()].map(async (loading) => (await loading).opened))
      return { value: opened.some((provider) => provider?.isAtWork?.()) }
    },
    close: async () => {
      const opened = [...loaded.values()].map(async (loading) => (await loading).opened)
      await Promise.allSettled(opened.map(async (provider) => (await provider)?.close?.()))
      await (await store)?.close()
      return { value: undefined }
    },
  }

  return {
    connect(connected: Peer) {
      peer = connected
    },
    async serve(method: string, args: unknown, context: ServeContext): Promise<PeerResult> {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new Error(`a thread knows no ${method}`)
      return run(args as never, context) // both sides are part of this program, and messages.ts types the messages
    },
  }
}

/** The call as it arrived from the gateway. */
class CrossedCall implements Call {
  readonly account: string
  readonly key: string
  readonly request: Call['request']
  readonly #context: ServeContext

  constructor({ account, key, request }: CallArgs['call'], context: ServeContext) {
    this.account = account
    this.key = key
    this.request = { ...request, query: new URLSearchParams(request.query) }
    this.#context = context
  }

  get signal(): AbortSignal {
    return this.#context.signal
  }
}

/**
 * Creates the thread's clock: the system's, a fixed one, or the time of the last message if the gateway has its own
 * clock.
 */
function createThreadClock({ clock }: ThreadData) {
  let nowMs = clock.kind === 'fixed' || clock.kind === 'crossing' ? clock.nowMs : 0
  return {
    now: clock.kind === 'system' ? Date.now : () => nowMs,
    set(crossed: number) {
      if (clock.kind === 'crossing') nowMs = crossed
    },
  }
}

function taskResult(result: unknown): PeerResult {
  return isAsyncIterable(result) ? { value: undefined, stream: result } : { value: result }
}

/** Returns the reply for the gateway. JSON is serialised here rather than on the thread that forwards calls. */
function replyResult(result: unknown): PeerResult {
  const { status, headers, body } = isReply(result) ? result : { status: 0, headers: {}, body: result }
  if (isAsyncIterable(body)) return { value: { status, headers, form: 'stream' }, stream: body }
  const isBinary = Buffer.isBuffer(body)
  if (body === undefined || typeof body === 'string' || (isBinary && body.length < leastLong))
    return { value: { status, headers, form: 'plain', body } }
  const content = isBinary ? body : JSON.stringify(body)
  // errors are completed as a whole before they are sent
  if (content.length < leastLong || status >= 400)
    return { value: { status, headers, form: isBinary ? 'plain' : 'json', body: content } }
  const bytes = Buffer.from(content)
  return {
    value: { status, headers, form: 'long', length: bytes.length, isJson: !isBinary },
    stream: new OwnedChunks(piecesOf(bytes)),
  }
}

/**
 * The length from which a body crosses in pieces, as the caller takes them. In one piece, a picture of 25 megapixels
 * blocked the thread that forwards calls for a quarter of a second, to copy it and to collect the garbage.
 */
const leastLong = 1024 * 1024
const pieceBytes = 256 * 1024

/** Yields copies, because the provider can keep the whole body. */
async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield new Uint8Array(bytes.subarray(at, at + pieceBytes))
}

async function* bytesOf(chunks: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) if (chunk instanceof Uint8Array) yield asBuffer(chunk)
}

/** The depth limit of bytes: a task can contain a handler's input, and its body a list of files. */
const deepestBytes = 6

/** Restores received bytes as buffers: a binary body, or the files among the fields of a form. */
function withBuffers(value: unknown, depth = 0): unknown {
  if (value instanceof Uint8Array) return asBuffer(value)
  if (typeof value !== 'object' || value === null || depth >= deepestBytes) return value
  for (const [name, member] of Object.entries(value))
    if (typeof member === 'object') Reflect.set(value, name, withBuffers(member, depth + 1))
  return value
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
