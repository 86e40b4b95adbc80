// Builds the components of a gateway and connects them. Every component receives what it uses; nothing here listens on
// a port.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createAudit } from './accounts/audit.ts'
import adminApi from './admin/api.ts'
import { createAdminProvider } from './admin/provider.ts'
import { type LoadedApi, operatorApis } from './apis/load.ts'
import { createListings, type Listing } from './call/listings.ts'
import type { Mounts } from './call/route.ts'
import { type Components, openComponents, type Platform, systemPlatform } from './components.ts'
import type { Config } from './config.ts'
import { answerSession } from './console/session-endpoint.ts'
import { createHasSession } from './console/session-requests.ts'
import { createSessions } from './console/sessions.ts'
import { createPages } from './docs/pages.ts'
import { startJobs } from './embedded/jobs.ts'
import { closeProviders, prepareProviders } from './embedded/prepare.ts'
import type { ThreadLimits } from './embedded/provider-threads.ts'
import { createProviders, type Providers, type ProvidersDeps } from './embedded/providers.ts'
import { createSeededRandom, systemRandom } from './embedded/random.ts'
import { openUploads, type Uploads } from './embedded/uploads.ts'
import { warnOfExposedFiles } from './exposed-files.ts'
import { ensureFreePlan, type FirstRun, firstRun } from './first-run.ts'
import { createAddressOf, createIsLocal } from './http/caller-address.ts'
import { HeldBodies } from './http/held-bodies.ts'
import { createIsOperatorHost } from './http/operator-host.ts'
import type { RequestIds } from './http/request-id.ts'
import { createSendPage } from './http/stored-page.ts'
import type { SystemDeps } from './http/system.ts'
import type { Log } from './log.ts'
import type { InProcessDeps } from './mcp/in-process-call.ts'
import { type AgentTimes, createMcp, type McpDeps } from './mcp/server.ts'
import meApi from './me/api.ts'
import { createMeProvider } from './me/provider.ts'
import { createMounts, ownApis } from './mounts.ts'
import { databaseOf } from './open-database.ts'
import { readOperatorFiles } from './operator-files.ts'
import { createCallTimes } from './ops/call-times.ts'
import { createMetrics } from './ops/metrics.ts'
import type { PipelineDeps } from './pipeline.ts'
import { createReadiness } from './readiness.ts'
import { createRequestHandler, type Traffic } from './request-handler.ts'
import type { Requests, Urls } from './servers.ts'
import { createAccept } from './sockets/accept.ts'
import { createSessions as createSocketSessions, type Sessions, type SocketTimes } from './sockets/sessions.ts'
import { createGuardedFetch } from './upstream/guarded-fetch.ts'

/** So many accounts at their limit fill a process with sessions. */
const accountsPerProcess = 20

export interface ComposeOptions {
  readonly config: Config
  readonly log: Log
  readonly platform: Platform
  readonly apis: readonly LoadedApi[]
  readonly urls: Urls
  readonly requestIds: RequestIds
  readonly threadLimits?: Partial<ThreadLimits> | undefined
  readonly agentTimes?: Partial<AgentTimes> | undefined
  readonly socketTimes?: Partial<SocketTimes> | undefined
}
export interface Composition {
  readonly components: Components
  readonly listings: readonly Listing[]
  /** What the first start created, or undefined when there is an account already. */
  readonly firstRun: FirstRun | undefined
  readonly requests: Requests
  /** Reports on `/readyz` that it ends; calls are still taken. */
  announceEnd(): void
  /** Refuses new calls and starts no more jobs; calls in progress continue. */
  stopAccepting(): void
  /** Cuts the WebSocket sessions that have not closed since. */
  cutSessions(): void
  /** Flushes pending writes and closes everything. To be called after the last call has ended. */
  close(): Promise<void>
}

export async function compose(options: ComposeOptions): Promise<Composition> {
  const { config, log, platform, apis, urls } = options
  const components = await openComponents(config, log, platform)
  warnOfExposedFiles({ dataDir: config.GATEHOUSE_DATA, url: config.GATEHOUSE_DATABASE_URL }, log)
  const { store } = components
  const uploads = await openUploads(config.GATEHOUSE_DATA)
  const providers = await createApiProviders(options, components)
  await ensureFreePlan(store, platform.clock)
  await prepareProviders(providers, store)
  const listings = createListings(apis, config.GATEHOUSE_UPSTREAMS)
  const mounts = mountAll(options, { components, providers, listings })
  const created = config.GATEHOUSE_PRODUCTION
    ? undefined
    : await firstRun({ ...components, ...urls, apis: apis.map(({ api }) => api), dataDir: config.GATEHOUSE_DATA })
  const traffic: Traffic = { underWay: 0, isDraining: false, isLeaving: false }
  const socketSessions = createSocketSessions({
    ...components,
    limits: { inAll: config.GATEHOUSE_SESSIONS, perAccount: Math.ceil(config.GATEHOUSE_SESSIONS / accountsPerProcess) },
    times: options.socketTimes,
  })
  const requests = createHandler(options, { components, providers, uploads, mounts, traffic, socketSessions })
  const { clock } = platform
  const stopJobs = startJobs({ providers, store, log, clock, mayCallOut: config.GATEHOUSE_REFRESH })
  return {
    components,
    listings,
    firstRun: created,
    requests,
    announceEnd() {
      traffic.isLeaving = true
    },
    stopAccepting() {
      traffic.isDraining = true
      stopJobs()
      socketSessions.drain()
    },
    cutSessions: () => socketSessions.close(),
    async close() {
      socketSessions.close()
      await closeProviders(providers, log)
      await components.close()
      await uploads.close()
    },
  }
}

async function createApiProviders(options: ComposeOptions, components: Components) {
  const { config, log, platform, apis } = options
  const { GATEHOUSE_NOW: now, GATEHOUSE_SEED: seed, GATEHOUSE_DATA: dataDir } = config
  const providers = createProviders({
    ...components,
    clock: now === undefined ? platform.clock : () => now,
    random: seed === undefined ? systemRandom : createSeededRandom(seed),
    fetch: createGuardedFetch(),
    log,
    cacheFolder: cacheFolder(dataDir),
    filesFolder: join(dataDir, 'files'),
    modelsFolder: join(dataDir, 'models'),
    enginesFolder: resolve(dataDir, 'engines'),
    mayCallOut: config.GATEHOUSE_REFRESH,
    configOf: await readOperatorFiles(dataDir, apis),
    threads: config.GATEHOUSE_THREADS ? threadOptions(options) : undefined,
  })
  for (const { api, provider, folder } of apis) providers.add(api, provider, folder)
  return providers
}

/** What the threads of providers start with. */
function threadOptions({ config, platform, threadLimits }: ComposeOptions): NonNullable<ProvidersDeps['threads']> {
  const { GATEHOUSE_NOW: fixed, GATEHOUSE_SEED: seed, GATEHOUSE_DATA: dataDir } = config
  const database = databaseOf(config)
  const systemOrCrossing = platform.clock === systemPlatform.clock ? 'system' : 'crossing'
  return {
    data: {
      database: { ...database, connections: Math.max(2, Math.ceil(database.connections / 4)) },
      cacheFolder: cacheFolder(dataDir),
      enginesFolder: resolve(dataDir, 'engines'),
      mayCallOut: config.GATEHOUSE_REFRESH,
      seed,
    },
    limits: threadLimits,
    clockKind: fixed === undefined ? systemOrCrossing : 'fixed',
  }
}

/** Creates the folder when it is missing. Everything in it can be rebuilt. */
function cacheFolder(dataDir: string): string {
  const folder = join(dataDir, 'cache')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

interface Foundation {
  readonly components: Components
  readonly providers: Providers
}

function mountAll(
  { config, log, apis }: ComposeOptions,
  { components, providers, listings }: Foundation & { readonly listings: readonly Listing[] },
): Mounts {
  const deps = { ...components, config, log, loaded: apis, listings, providers }
  const own = { admin: createAdminProvider(deps), me: createMeProvider(deps) }
  providers.add(adminApi, own.admin)
  providers.add(meApi, own.me)
  return createMounts({ apis, listings, ownApis: ownApis(own) })
}

type McpContext = Omit<McpDeps, 'calls'>

interface HandlerDeps {
  readonly uploads: Uploads
  readonly mounts: Mounts
  readonly traffic: Traffic
  readonly socketSessions: Sessions
}

function createHandler(
  { config, log, urls, apis, requestIds, agentTimes: times }: ComposeOptions,
  { components, providers, uploads, mounts, traffic, socketSessions }: Foundation & HandlerDeps,
): Requests {
  const { baseUrl } = urls
  const addressOf = createAddressOf(config.GATEHOUSE_TRUSTED_PROXIES)
  const isLocal = createIsLocal(addressOf)
  const isOperatorHost = createIsOperatorHost(baseUrl)
  const adminRemote = config.GATEHOUSE_ADMIN_REMOTE
  const onEnd = () => {
    traffic.underWay--
  }
  const bodies = new HeldBodies(config.GATEHOUSE_BODIES_MB * 1024 * 1024)
  const callTimes = createCallTimes()
  const sessions = createSessions(components)
  const hasSession = createHasSession({ sessions, baseUrl })
  const wiring = {
    hasSession,
    sessions: socketSessions,
    accept: createAccept(),
    log,
    callTimes,
    providers,
    uploads,
    bodies,
    mounts,
    baseUrl,
    addressOf,
    isLocal,
    adminRemote,
    onEnd,
  }
  const pipeline: PipelineDeps = { ...components, ...wiring }
  const metrics = createMetrics({
    callTimes,
    meter: components.meter,
    quota: components.quota,
    underWay: () => traffic.underWay,
    mayServe: () => components.invalidations.hasLease(),
    threads: providers.threads,
    sessions: socketSessions.byListing,
    circuitStates: components.pools.circuitStates,
  })
  const operator: Pick<SystemDeps, 'isLocal' | 'isOperatorHost'> = {
    isLocal: (request) => adminRemote || isLocal(request),
    isOperatorHost: (request) => adminRemote || isOperatorHost(request),
  }
  const { isOperatorKey, clock } = components
  const sessionDeps = {
    ...operator,
    sessions,
    audit: createAudit(components),
    isOperatorKey,
    clock,
    isLoopback: isLocal,
    baseUrl,
  }
  const system: SystemDeps = {
    ...operator,
    readiness: createReadiness({ ...components, traffic }),
    metrics: async () => ({ contentType: metrics.contentType, text: await metrics.text() }),
    session: (request, response) => answerSession(request, response, sessionDeps),
    page: createPages({ apis: [...apis, ...operatorApis(apis), ...ownApis()], ...urls }),
    sendPage: createSendPage(),
  }
  const agents = { requestsPerMinute: config.GATEHOUSE_AGENT_RATE, times }
  const mcp: McpContext = { ...components, ...agents, mounts, apis, bodies, baseUrl, log, addressOf }
  const createAgents = (begin: InProcessDeps['begin']) => createMcp({ ...mcp, calls: { begin, requestIds } })
  return createRequestHandler({
    pipeline,
    system,
    createMcp: createAgents,
    traffic,
    log,
    requestIds,
    callLimit: config.GATEHOUSE_MAX_CALLS,
  })
}
