// An open generation of a sandbox: a small installation inside the gateway. Its providers have a database, files, a
// clock and random values of their own, and neither the operator's files nor secrets nor outbound calls.
import { join } from 'node:path'
import { OutboundFailure } from '#define/outbound'
import { createJobRunsRepository, openStore, type SandboxClock, type SandboxRow, type Store } from '#store'
import type { InvalidationHandler, Invalidations } from '../../account/invalidations/port.ts'
import type { MasterKey } from '../../account/vault/master-key.ts'
import type { RandomBytes } from '../../account/vault/seal.ts'
import { createVault, type Vault } from '../../account/vault/vault.ts'
import type { ServedApis } from '../../call/served-apis.ts'
import type { LoadedApi } from '../../process/load-apis.ts'
import { closeProviders, prepareProviders } from '../prepare.ts'
import { createProviders, type Providers, type ProvidersDeps } from '../providers.ts'
import { createSeededRandom } from '../random.ts'
import type { FaultCounts } from './faults.ts'
import { createSandboxTime } from './time.ts'

export interface OpenSandbox {
  readonly providers: Providers
  /** The counts of faults that calls ask for themselves. */
  readonly faultCounts: FaultCounts
  /** Milliseconds since the epoch, as the providers see it. */
  now(): number
  /** Takes over the clock of the row. */
  setClock(clock: SandboxClock): void
  /** Adds an API that has been added or changed since, and plans its jobs; called before each call. */
  prepare(slug: string): Promise<void>
  /** Runs the jobs that fall due until a time, in order and each at its own time. */
  runJobs(until: number): Promise<void>
  close(): Promise<void>
}

export interface OpenSandboxDeps {
  /** The dependencies of the gateway's own providers, of which a sandbox replaces those that hold data. */
  readonly providers: ProvidersDeps
  readonly served: Pick<ServedApis, 'loaded'>
  readonly masterKey: MasterKey
  readonly randomBytes: RandomBytes
}

interface Generation {
  readonly row: SandboxRow
  /** The number of this opening. Each draws other random values, so that no id is drawn twice. */
  readonly opening: number
  readonly folder: string
}

/** Opens a generation, whose folder exists. */
export async function openSandbox({ row, opening, folder }: Generation, deps: OpenSandboxDeps): Promise<OpenSandbox> {
  const { log } = deps.providers
  const version = deps.providers.threads.data.database.version
  const database = { url: undefined, dataDir: folder, version, connections: 2 }
  const store = await openStore({ ...database, log, isExisting: true })
  const time = createSandboxTime(deps.providers.clock, row.clock)
  const vault = createOwnVault(store, deps)
  const own = { store, vault, now: time.now, folder, seed: `${row.seed}:${opening}` }
  const providers = createProviders(depsOf(own, deps))
  const known = new Map<string, LoadedApi>()
  const add = (loaded: LoadedApi) => {
    const { slug } = loaded.api
    if (known.has(slug)) providers.remove(slug)
    known.set(slug, loaded)
    providers.add(loaded.api, loaded.provider, loaded.folder)
  }
  try {
    for (const loaded of deps.served.loaded) add(loaded)
    // of an older version, where the program was upgraded since
    await prepareProviders(providers, store)
  } catch (error) {
    await store.close()
    throw error
  }
  const jobs = createSandboxJobs({ providers, store, time, log })
  return {
    providers,
    faultCounts: new Map(),
    now: time.now,
    setClock: time.set,
    async prepare(slug) {
      const loaded = deps.served.loaded.find(({ api }) => api.slug === slug)
      if (loaded && known.get(slug) !== loaded) add(loaded)
      await jobs.plan(slug)
    },
    runJobs: jobs.run,
    async close() {
      await closeProviders(providers, log)
      await store.close()
    },
  }
}

interface Own {
  readonly store: Store
  readonly vault: Vault
  readonly now: () => number
  readonly folder: string
  readonly seed: string
}

function depsOf({ store, vault, now, folder, seed }: Own, { providers: shared }: OpenSandboxDeps): ProvidersDeps {
  const filesFolder = join(folder, 'files')
  const { threads } = shared
  const { version } = threads.data.database
  const database = { url: undefined, dataDir: folder, version, connections: 2 }
  return {
    ...shared,
    store,
    clock: now,
    random: createSeededRandom(seed),
    vault,
    createOutbound: () => refuseOutbound,
    filesFolder,
    mayCallOut: false,
    configOf: () => undefined,
    threads: {
      ...threads,
      data: { ...threads.data, database, filesFolder, mayCallOut: false, seed },
      clockKind: 'crossing',
    },
  }
}

/** Creates the vault for what providers seal for themselves, such as the keys with which they sign. */
function createOwnVault(store: Store, { masterKey, randomBytes, providers: { clock } }: OpenSandboxDeps): Vault {
  const handlers: InvalidationHandler[] = []
  const invalidations: Invalidations = {
    on: (_kind, handler) => void handlers.push(handler),
    publish: async (_kind, target) => {
      for (const handler of handlers) await handler(target)
    },
    hasLease: () => true,
  }
  return createVault({ store, masterKey, clock, randomBytes, invalidations })
}

const refuseOutbound = () =>
  Promise.reject(new OutboundFailure('address', 'a sandbox makes no calls to addresses of the operator'))

interface JobsDeps extends Pick<OpenSandboxDeps['providers'], 'log'> {
  readonly providers: Providers
  readonly store: Store
  readonly time: ReturnType<typeof createSandboxTime>
}

/** The number of runs of one job that a moved clock makes up for; of more, the last ones. */
const mostRuns = 100

function createSandboxJobs({ providers, store, time, log }: JobsDeps) {
  const runs = createJobRunsRepository(store.db)
  const planned = new Set<string>()
  const schedulesOf = (slug: string) =>
    Object.entries(providers.of(slug)?.provider.jobs ?? {}).filter(([, schedule]) => schedule.offline)

  async function runOne(due: { readonly api: string; readonly job: string; readonly at: number }, until: number) {
    const { api, job } = due
    const schedule = providers.of(api)?.provider.jobs[job]
    const everyMs = schedule?.everyMs
    if (everyMs === undefined) return runs.setDue({ api, job }, Number.MAX_SAFE_INTEGER)
    const skipped = Math.max(0, Math.floor((until - due.at) / everyMs) - mostRuns + 1)
    const at = due.at + skipped * everyMs
    await runs.setDue({ api, job }, at + everyMs)
    await time
      .during(at, async () => providers.of(api)?.runJob(job))
      .catch((error: unknown) => {
        log.warn('scheduled work of a sandbox failed', { api, job, cause: String(error) })
      })
  }

  return {
    /** Plans the jobs of an API from its first call on. */
    async plan(slug: string) {
      if (planned.has(slug)) return
      planned.add(slug)
      for (const [job, { everyMs }] of schedulesOf(slug)) await runs.plan({ api: slug, job }, time.now() + everyMs)
    },
    async run(until: number) {
      for (;;) {
        const due = await store.db
          .selectFrom('job_runs')
          .select(['api', 'job', 'due_at as at'])
          .where('due_at', '<=', until)
          .orderBy('due_at')
          .orderBy('api')
          .orderBy('job')
          .executeTakeFirst()
        if (!due) return
        await runOne(due, until)
      }
    },
  }
}
