// Moves embedded providers off the thread that forwards calls: a provider that declares `worker` is opened on a thread
// of its own, the tasks of the others run on one, and all imports share one of low priority. To the gateway the result
// looks like any other provider.
import {
  type Api,
  type Call,
  fail,
  type ImportCounts,
  type ImportFile,
  type Log,
  type OpenedProvider,
  type Provider,
  type ProviderKit,
} from '#define'
import { createTurns } from '#provider'
import type { ImportArgs, ImportEvent, ThreadClock, ThreadData } from '../threads/messages.ts'
import { createThread, type Thread } from '../threads/thread.ts'
import { type Crossing, createCrossing, type Lane } from './crossing.ts'
import { serveThread } from './serve-thread.ts'

export interface ProviderThreadsOptions {
  readonly log: Log
  /** What all threads start with. */
  readonly data: Omit<ThreadData, 'pulse' | 'memoryMb' | 'lowPriority' | 'folders' | 'clock' | 'configs'>
  readonly configOf: (slug: string) => unknown
  /** Milliseconds since the epoch, as providers see them, and how a thread comes to know them. */
  readonly clock: () => number
  readonly clockKind: ThreadClock['kind']
  readonly kitOf: (slug: string) => ProviderKit
  readonly limits?: Partial<ThreadLimits> | undefined
}
export interface ThreadLimits {
  /** How long a thread may work without a turn of its event loop. */
  readonly longestSliceMs: number
  /** Of the heap of a thread, and of its bytes outside the heap, in MB. */
  readonly memoryMb: number
  readonly importMemoryMb: number
}
export interface ThreadFacts {
  readonly name: string
  readonly running: number
  readonly waiting: number
  readonly lost: number
}
export interface ProviderThreads {
  /** The provider to open instead. `folder` is the address from which a thread can load it. */
  place(api: Api, provider: Provider, folder: string): Provider
  /** For metrics. */
  facts(): ThreadFacts[]
  /** Lets the threads write what they hold, within the time, and ends them. */
  close(graceMs: number): Promise<void>
}

const defaultLimits: ThreadLimits = { longestSliceMs: 10_000, memoryMb: 768, importMemoryMb: 1024 }
const importIdleMs = 60_000
/** A thread takes on the calls of so many busy accounts at once. */
const busyAccounts = 4
const waitingBounds = { waiting: 2000, waitingPerOwner: 200 }

/** Prepares the threads; each is started when it is first needed. */
export function createProviderThreads(options: ProviderThreadsOptions): ProviderThreads {
  const { log, clock } = options
  const { longestSliceMs, memoryMb, importMemoryMb } = { ...defaultLimits, ...options.limits }
  const folders: Record<string, string> = {}
  const lanes = new Map<string, Lane>()

  const dataFor = (slugs: readonly string[], lowPriority: boolean) => ({
    ...options.data,
    lowPriority,
    folders: Object.fromEntries(slugs.map((slug) => [slug, folders[slug]])),
    configs: Object.fromEntries(slugs.map((slug) => [slug, options.configOf(slug)])),
    clock: { kind: options.clockKind, nowMs: clock() },
  })
  const entry = new URL('../thread-program/main.js', import.meta.url)
  const common = {
    entry,
    log,
    serve: serveThread(options.kitOf, log),
    longestSliceMs,
  }
  let imports: Thread | undefined
  const importThread = (): Thread => {
    imports ??= createThread({
      ...common,
      name: 'imports',
      data: dataFor(Object.keys(folders), true),
      memoryMb: importMemoryMb,
      idleMs: importIdleMs,
      makeLostError: (cause) => fail('provider.restarted', { api: 'the imports' }, { cause }),
      makeRestingError: (retryAfterS) => fail('provider.restarted', { api: 'the imports' }, { retryAfterS }),
    })
    return imports
  }

  const laneOf = (api: Api, { callsAtOnce }: Provider): Lane => {
    const { slug, title } = api
    const known = lanes.get(slug)
    if (known) return known
    const thread = createThread({
      ...common,
      name: slug,
      data: dataFor([slug], false),
      memoryMb,
      makeLostError: (cause) => fail('provider.restarted', { api: title }, { cause, retryAfterS: 1 }),
      makeRestingError: (retryAfterS) => fail('provider.restarted', { api: title }, { retryAfterS }),
    })
    const makeBusyError = () => fail('provider.busy', { api: title }, { retryAfterS: 1 })
    const running = { running: busyAccounts * callsAtOnce, runningPerOwner: callsAtOnce }
    const lane = { thread, turns: createTurns({ ...running, ...waitingBounds, makeBusyError }) }
    lanes.set(slug, lane)
    return lane
  }

  async function importFile(slug: string, file: ImportFile, progress: (counts: ImportCounts) => void) {
    const args: ImportArgs = { slug, name: file.name, account: file.account, now: clock() }
    const { stream } = await importThread().request({ method: 'import', args, upload: file.chunks })
    for await (const event of stream ?? []) {
      const { counts, isLast } = event as ImportEvent // what `import` of a thread yields
      if (isLast) return counts
      progress(counts)
    }
    throw new Error('the import ended without a result')
  }

  return {
    place(api, provider, folder) {
      const { slug } = api
      folders[slug] = folder
      const openOnThread = (): OpenedProvider => {
        const lane = laneOf(api, provider)
        const cross = createCrossing({ api, provider, lane, clock })
        const { jobs, operator, importFormats } = provider
        const refresh = () => {
          if (lane.thread.generation > 0) void lane.thread.request({ method: 'refresh', args: { slug } })
        }
        return {
          handlers: handlersOf(Object.keys(api.endpoints), cross, 'handlers'),
          operator: operator && handlersOf(Object.keys(operator.api.endpoints), cross, 'operator'),
          jobs: Object.fromEntries(Object.keys(jobs).map((name) => [name, () => cross.job(name)])),
          ...(importFormats === undefined ? {} : { importFile: importing(refresh) }),
        }
      }
      const importing =
        (refresh: () => void): NonNullable<OpenedProvider['importFile']> =>
        async (file, progress) => {
          try {
            return await importFile(slug, file, progress)
          } finally {
            refresh()
          }
        }
      if (provider.runs === 'worker') return { ...provider, open: openOnThread }
      if (!provider.tasks && provider.importFormats === undefined) return provider
      return {
        ...provider,
        tasks: undefined,
        open: async (kit) => {
          const called = provider.tasks
            ? taskCalls(createCrossing({ api, provider, lane: laneOf(api, provider), clock }))
            : {}
          const opened = await provider.open(kit, called)
          const { importFile: inline } = opened
          return inline ? { ...opened, importFile: importing(() => opened.refresh?.()) } : opened
        },
      }
    },
    facts() {
      const facts = [...lanes].map(
        ([
          name,
          {
            thread,
            turns: { running, waiting },
          },
        ]) => ({
          ...{ name, running, waiting },
          lost: thread.lost,
        }),
      )
      if (imports) facts.push({ name: 'imports', running: imports.pending, waiting: 0, lost: imports.lost })
      return facts
    },
    async close(graceMs) {
      const threads = [...lanes.values()].map(({ thread }) => thread)
      await Promise.all([...threads, ...(imports ? [imports] : [])].map((thread) => thread.close(graceMs)))
    },
  }
}

type Input = Readonly<Record<string, unknown>>
type Handler = OpenedProvider['handlers'][string]

function handlersOf(ids: readonly string[], cross: Crossing, table: 'handlers' | 'operator'): Record<string, Handler> {
  return Object.fromEntries(ids.map((id) => [id, (input: Input, call: Call) => cross.call(table, id, input, call)]))
}

/** The tasks of an inline provider; their names are those that it calls. */
function taskCalls(cross: Crossing) {
  const call = (name: string) => (input: Input, context: Call) => cross.task(name, input, context)
  return new Proxy({} as Record<string, ReturnType<typeof call>>, { get: (_target, name) => call(String(name)) })
}
