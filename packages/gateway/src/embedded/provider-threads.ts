// Moves embedded providers off the thread that forwards calls: a provider that declares `worker` is opened on its own
// thread, the tasks of the others run on a shared one, and all imports and scheduled jobs share one of low priority. To
// the gateway they look like any other provider.
import { type Api, type Call, fail, type Log, type ProviderKit } from '#define'
import type { ImportFile, ReportProgress } from '#define/imports'
import type { OpenedProvider, Provider } from '#define/reflect'
import { createTurns } from '#provider/run'
import { type Crossing, createCrossing, type Lane } from './crossing.ts'
import { createPauses } from './pauses.ts'
import type { PlacedProvider } from './provider-host.ts'
import { serveThread } from './serve-thread.ts'
import type { ImportArgs, ImportEvent, JobArgs, ThreadClock, ThreadData } from './threads/messages.ts'
import { createProviderThread, type ProviderThread } from './threads/thread.ts'

export interface ProviderThreadsOptions {
  readonly log: Log
  /** The data that all threads start with. */
  readonly data: Omit<ThreadData, 'vitals' | 'memoryMb' | 'lowPriority' | 'folders' | 'clock' | 'configs'>
  readonly configOf: (slug: string) => unknown
  /** Returns milliseconds since the epoch, as providers see it; `clockKind` says how threads learn it. */
  readonly clock: () => number
  readonly clockKind: ThreadClock['kind']
  readonly kitOf: (slug: string) => ProviderKit
  readonly limits?: Partial<ThreadLimits> | undefined
  /** The module that a thread starts with. */
  readonly program?: URL
}
export interface ThreadLimits {
  /** The longest time for which a thread can block its event loop. */
  readonly longestSliceMs: number
  /** The limit of a thread's heap, and of its memory outside the heap, in MB. */
  readonly memoryMb: number
  readonly backgroundMemoryMb: number
  /** The time for which the idle thread of an API is kept, and while more than `roomyThreads` run. */
  readonly idleMs: number
  readonly crowdedIdleMs: number
  /** The number of APIs' threads with which the gateway rests at some 500 MB. */
  readonly roomyThreads: number
  /** The time for which an idle background thread is kept. */
  readonly backgroundIdleMs: number
  /** The first pause of an account whose call cost a thread, before its next call of that API. */
  readonly firstPauseMs: number
}
export interface ThreadState {
  readonly name: string
  readonly running: number
  readonly waiting: number
  readonly lost: number
  readonly isResting: boolean
}
interface ProviderThreads {
  /** Returns the provider to open instead. `folder` is the address from which a thread can load it. */
  place(api: Api, provider: Provider, folder: string): PlacedProvider
  /** Returns the states for metrics. */
  states(): ThreadState[]
  /** Gives the threads `graceMs` for their last writes, then terminates them. */
  close(graceMs: number): Promise<void>
}

const defaultLimits = {
  longestSliceMs: 10_000,
  memoryMb: 768,
  backgroundMemoryMb: 1024,
  idleMs: 300_000,
  crowdedIdleMs: 30_000,
  roomyThreads: 4,
  firstPauseMs: 10_000,
} satisfies Partial<ThreadLimits>
/**
 * Idle times between bursts of scheduled work, which come hourly, or every minute if public data is fetched. The
 * modules and tables of all its APIs take some 70 MB.
 */
const betweenBurstsMs = { offline: 10_000, fetching: 90_000 }
/** The number of busy accounts that a thread serves at once. */
const busyAccounts = 4
const waitingBounds = { waiting: 2000, waitingPerOwner: 200 }

/** Creates the threads; each starts on first use. */
export function createProviderThreads(options: ProviderThreadsOptions): ProviderThreads {
  const { log, clock } = options
  const {
    longestSliceMs,
    memoryMb,
    backgroundMemoryMb,
    idleMs,
    crowdedIdleMs,
    roomyThreads,
    backgroundIdleMs,
    firstPauseMs,
  } = {
    ...defaultLimits,
    backgroundIdleMs: options.data.mayCallOut ? betweenBurstsMs.fetching : betweenBurstsMs.offline,
    ...options.limits,
  }
  const folders: Record<string, string> = {}
  const lanes = new Map<string, Lane>()

  const dataFor = (slugs: readonly string[], lowPriority: boolean) => ({
    ...options.data,
    lowPriority,
    folders: Object.fromEntries(slugs.map((slug) => [slug, folders[slug]])),
    configs: Object.fromEntries(slugs.map((slug) => [slug, options.configOf(slug)])),
    clock: { kind: options.clockKind, nowMs: clock() },
  })
  const common = {
    entry: options.program ?? new URL('./threads/worker/main.ts', import.meta.url),
    log,
    serve: serveThread(options.kitOf, log),
    longestSliceMs,
  }
  const keptMs = () => {
    const running = [...lanes.values()].filter(({ thread }) => thread.generation > 0).length
    return running > roomyThreads ? crowdedIdleMs : idleMs
  }
  let background: ProviderThread | undefined
  const backgroundThread = (): ProviderThread => {
    background ??= createProviderThread({
      ...common,
      name: 'background',
      data: dataFor(Object.keys(folders), true),
      memoryMb: backgroundMemoryMb,
      idleMs: () => backgroundIdleMs,
      makeLostError: (cause) => fail('provider.restarted', { api: 'Background work' }, { cause }),
      makeRestingError: (retryAfterS) => fail('provider.restarted', { api: 'Background work' }, { retryAfterS }),
    })
    return background
  }

  const laneOf = (api: Api, { callsAtOnce }: Provider): Lane => {
    const { slug, title } = api
    const existing = lanes.get(slug)
    if (existing) return existing
    const pauses = createPauses({ api: title, firstMs: firstPauseMs })
    const thread = createProviderThread({
      ...common,
      name: slug,
      onLost: pauses.lengthen,
      data: dataFor([slug], false),
      memoryMb,
      // the next thread would draw the same random values from the seed again
      idleMs: options.data.seed === undefined ? keptMs : undefined,
      makeLostError: (cause) => fail('provider.restarted', { api: title }, { cause, retryAfterS: 1 }),
      makeRestingError: (retryAfterS) => fail('provider.restarted', { api: title }, { retryAfterS }),
    })
    const makeBusyError = () => fail('provider.busy', { api: title }, { retryAfterS: 1 })
    const running = { running: busyAccounts * callsAtOnce, runningPerOwner: callsAtOnce }
    const lane = { thread, pauses, turns: createTurns({ ...running, ...waitingBounds, makeBusyError }) }
    lanes.set(slug, lane)
    return lane
  }

  async function importFile(slug: string, file: ImportFile, progress: ReportProgress) {
    const args: ImportArgs = { slug, name: file.name, account: file.account, now: clock() }
    const { stream } = await backgroundThread().request({ method: 'import', args, upload: file.chunks })
    for await (const event of stream ?? []) {
      const importEvent = event as ImportEvent // yielded by a thread's `import`
      if (importEvent.kind === 'result') return importEvent.counts
      progress(importEvent.progress)
    }
    throw new Error('the import ended without a result')
  }

  async function runJob(slug: string, name: string): Promise<void> {
    const args: JobArgs = { slug, name, now: clock() }
    await backgroundThread().request({ method: 'job', args })
  }

  return {
    place(api, provider, folder) {
      const { slug } = api
      folders[slug] = folder
      const jobs = Object.fromEntries(Object.keys(provider.jobs).map((name) => [name, () => runJob(slug, name)]))
      const placed = { ...provider, runJob: (name: string) => runJob(slug, name) }
      const openOnThread = (): OpenedProvider => {
        const lane = laneOf(api, provider)
        const cross = createCrossing({ api, provider, lane, clock })
        const { operator, importFormats } = provider
        const refresh = () => {
          // a thread that is ending has nothing left to invalidate
          if (lane.thread.generation > 0)
            lane.thread.request({ method: 'refresh', args: { slug } }).catch(() => undefined)
        }
        return {
          handlers: handlersOf(Object.keys(api.endpoints), cross, 'handlers'),
          operator: operator && handlersOf(Object.keys(operator.api.endpoints), cross, 'operator'),
          sockets: Object.fromEntries(
            Object.keys(api.sockets ?? {}).map((id) => [
              id,
              (input: Input, call: Call) => cross.converse(id, input, call),
            ]),
          ),
          jobs,
          refresh,
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
      if (provider.runs === 'worker') return { ...placed, open: openOnThread }
      if (!provider.tasks && provider.importFormats === undefined) return placed
      return {
        ...placed,
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
    states() {
      const states = [...lanes].map(
        ([
          name,
          {
            thread,
            turns: { running, waiting },
          },
        ]) => ({
          name,
          running,
          waiting,
          lost: thread.lost,
          isResting: thread.isResting,
        }),
      )
      if (background) {
        const { pending: running, lost, isResting } = background
        states.push({ name: 'background', running, waiting: 0, lost, isResting })
      }
      return states
    },
    async close(graceMs) {
      const threads = [...lanes.values()].map(({ thread }) => thread)
      await Promise.all([...threads, ...(background ? [background] : [])].map((thread) => thread.close(graceMs)))
    },
  }
}

type Input = Readonly<Record<string, unknown>>
type Handler = OpenedProvider['handlers'][string]

function handlersOf(ids: readonly string[], cross: Crossing, table: 'handlers' | 'operator'): Record<string, Handler> {
  return Object.fromEntries(ids.map((id) => [id, (input: Input, call: Call) => cross.call(table, id, input, call)]))
}

/** Returns the tasks of an inline provider, by the names it uses. */
function taskCalls(cross: Crossing) {
  const call = (name: string) => (input: Input, context: Call) => cross.task(name, input, context)
  return new Proxy({} as Record<string, ReturnType<typeof call>>, { get: (_target, name) => call(String(name)) })
}
