// Builds the components of a gateway and connects them. Every component receives its dependencies; no port is opened
// here.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createSandboxFaultsRepository, createSandboxRequestsRepository } from '#store'
import type { Fixtures } from '../account/answers/fixtures.ts'
import { createAudit } from '../api/accounts/audit.ts'
import { type AddedApis, createAddedApis } from '../api/added/added-apis.ts'
import { type AddedDocuments, createDocumentReader } from '../api/added/reading.ts'
import adminApi from '../api/admin/api.ts'
import { createAdminProvider } from '../api/admin/provider.ts'
import { answerSession } from '../api/console/session-endpoint.ts'
import { createHasSession } from '../api/console/session-requests.ts'
import { createSessions } from '../api/console/sessions.ts'
import { createPages } from '../api/docs/pages.ts'
import { type Drift, startDrift } from '../api/drift/drift.ts'
import { type Events, startEvents } from '../api/events/events.ts'
import meApi from '../api/me/api.ts'
import { createMeProvider } from '../api/me/provider.ts'
import { createAskedAddress } from '../call/http/asked-address.ts'
import { createAddressOf, createIsLocal } from '../call/http/caller-address.ts'
import { HeldBodies } from '../call/http/held-bodies.ts'
import { createIsOperatorHost } from '../call/http/operator-host.ts'
import { createSendPage } from '../call/http/stored-page.ts'
import type { SystemDeps } from '../call/http/system.ts'
import { announceUpstreams, type Listing } from '../call/listings.ts'
import type { Mounts } from '../call/route.ts'
import { createServedApis, type ServedApis } from '../call/served-apis.ts'
import { startJobs } from '../embedded/jobs.ts'
import { closeProviders, prepareProviders } from '../embedded/prepare.ts'
import type { ThreadLimits } from '../embedded/provider-threads.ts'
import { createProviders, type Providers, type ProvidersDeps } from '../embedded/providers.ts'
import { createSeededRandom, systemRandom } from '../embedded/random.ts'
import { createSandboxes, type Sandboxes } from '../embedded/sandboxes/sandboxes.ts'
import { openUploads, type Uploads } from '../embedded/uploads.ts'
import type { InProcessDeps } from '../mcp/in-process-call.ts'
import { type AgentTimes, createMcp, type McpDeps } from '../mcp/server.ts'
import { type Config, servesSample } from '../process/config.ts'
import { type LoadedApi, operatorApis } from '../process/load-apis.ts'
import type { Log } from '../process/log.ts'
import type { RequestIds } from '../process/request-id.ts'
import { createCallTimes } from '../record/ops/call-times.ts'
import { createMetrics } from '../record/ops/metrics.ts'
import type { PipelineDeps } from '../request/pipeline.ts'
import { createRequestHandler, type Traffic } from '../request/request-handler.ts'
import type { Requests, Urls } from '../request/servers.ts'
import { createAccept } from '../request/sockets/accept.ts'
import { createSessions as createSocketSessions, type Sessions, type SocketTimes } from '../request/sockets/sessions.ts'
import { createGuardedFetch } from '../upstream/guarded-fetch.ts'
import { createOutbound } from '../upstream/outbound.ts'
import { type Components, openComponents, type Platform, systemPlatform } from './components.ts'
import { copyBeforeUpgrade } from './copy-before-upgrade.ts'
import { warnOfExposedFiles } from './exposed-files.ts'
import { ensureFreePlan, type FirstRun, firstRun } from './first-run.ts'
import { createMounts, ownApis } from './mounts.ts'
import { databaseOf } from './open-database.ts'
import { readOperatorFiles } from './operator-files.ts'
import { createReadiness } from './readiness.ts'
import { readReplayFolder } from './replay-folder.ts'
import { type FileScripts, readScriptsFile } from './scripts-file.ts'

/** The number of accounts, each at its own limit, that fill a process with sessions. */
const accountsPerProcess = 20

interface ComposeOptions {
  readonly config: Config
  readonly log: Log
  readonly platform: Platform
  readonly apis: readonly LoadedApi[]
  readonly urls: Urls
  readonly requestIds: RequestIds
  readonly threadLimits?: Partial<ThreadLimits> | undefined
  readonly threadProgram?: URL | undefined
  readonly agentTimes?: Partial<AgentTimes> | undefined
  readonly socketTimes?: Partial<SocketTimes> | undefined
  readonly tokenTimeoutMs?: number | undefined
}
export interface Composition {
  readonly components: Components
  readonly listings: readonly Listing[]
  /** The keys created on first start, or undefined when an account already existed. */
  readonly firstRun: FirstRun | undefined
  readonly requests: Requests
  /** Reports the shutdown on `/readyz`; calls are still accepted. */
  announceEnd(): void
  /** Refuses new calls and starts no more jobs; calls in progress continue. */
  stopAccepting(): void
  /** Cuts the WebSocket sessions that are still open. */
  cutSessions(): void
  /** Writes the counts of the calls. It must be called after the last call has ended, and before `close`. */
  writeCounts(): Promise<void>
  /** Closes everything. */
  close(): Promise<void>
}

export async function compose(options: ComposeOptions): Promise<Composition> {
  const { config, log, platform, apis, urls } = options
  const copy = await copyBeforeUpgrade(databaseOf(config), apis)
  if (copy !== undefined) log.info('the database was copied before its upgrade', { path: copy })
  const components = await openComponents({ config, log, platform, tokenTimeoutMs: options.tokenTimeoutMs })
  warnOfExposedFiles({ dataDir: config.GATEHOUSE_DATA, url: config.GATEHOUSE_DATABASE_URL }, log)
  const { store } = components
  const uploads = await openUploads(config.GATEHOUSE_DATA)
  const path = config.GATEHOUSE_SCRIPTS
  const scripts = path === undefined ? undefined : await readScriptsFile(path, apis, log)
  const replayed = config.GATEHOUSE_REPLAY
  const fixtures = replayed === undefined ? undefined : await readReplayFolder(replayed, config.GATEHOUSE_REPLAY_STRICT)
  const providersDeps = await providersDepsOf(options, components, scripts)
  const providers = createProviders(providersDeps)
  for (const { api, provider, folder } of apis) providers.add(api, provider, folder)
  await ensureFreePlan(store, platform.clock)
  await prepareProviders(providers, store)
  const served = serve(options)
  announceUpstreams(served.listings, log)
  const reader = createDocumentReader()
  const audit = createAudit(components)
  const dataDir = config.GATEHOUSE_DATA
  const sandboxes = createSandboxes({ ...components, providers: providersDeps, served, dataDir })
  const addedApis = createAddedApis({ ...components, served, providers, read: reader.read, audit, dataDir, log })
  await addedApis.begin()
  const { documents } = reader
  const { baseUrl } = urls
  const events = startEvents({ ...components, served, config, log, baseUrl })
  const { announce } = events
  const drift = startDrift({ ...components, served, config, ask: providers.ask, announce, log, baseUrl })
  const { clock: providerClock } = providersDeps
  const own = { components, providers, served, addedApis, documents, sandboxes, providerClock, events, drift }
  const mounts = mountAll(options, own)
  const created = config.GATEHOUSE_PRODUCTION
    ? undefined
    : await firstRun({ ...components, ...urls, apis: apis.map(({ api }) => api), dataDir: config.GATEHOUSE_DATA })
  const traffic: Traffic = { underWay: 0, isDraining: false, isLeaving: false }
  const socketSessions = createSocketSessions({
    ...components,
    limits: { inAll: config.GATEHOUSE_SESSIONS, perAccount: Math.ceil(config.GATEHOUSE_SESSIONS / accountsPerProcess) },
    times: options.socketTimes,
  })
  const requests = createHandler(options, { ...own, uploads, mounts, traffic, socketSessions, fixtures })
  const { clock } = platform
  const stopJobs = startJobs({ providers, core: events.jobs, store, log, clock, mayCallOut: config.GATEHOUSE_REFRESH })
  return {
    components,
    listings: served.listings,
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
    async writeCounts() {
      socketSessions.close()
      await components.writeCounts()
    },
    async close() {
      scripts?.reportUnmatched()
      await drift.stop()
      await events.stop()
      await reader.close()
      await sandboxes.close()
      await closeProviders(providers, log)
      await components.close()
      await uploads.close()
    },
  }
}

async function providersDepsOf(
  options: ComposeOptions,
  components: Components,
  scripts: FileScripts | undefined,
): Promise<ProvidersDeps> {
  const { config, log, platform, apis } = options
  const { GATEHOUSE_NOW: now, GATEHOUSE_SEED: seed, GATEHOUSE_DATA: dataDir } = config
  return {
    ...components,
    createOutbound: (open) => createOutbound({ pools: components.pools, open }),
    clock: now === undefined ? platform.clock : () => now,
    random: seed === undefined ? systemRandom : createSeededRandom(seed),
    fetch: createGuardedFetch(),
    log,
    cacheFolder: cacheFolder(dataDir),
    filesFolder: join(dataDir, 'files'),
    modelsFolder: join(dataDir, 'models'),
    enginesFolder: resolve(dataDir, 'engines'),
    mayCallOut: config.GATEHOUSE_REFRESH,
    scripts,
    configOf: await readOperatorFiles(dataDir, apis),
    threads: threadOptions(options),
  }
}

/** Returns the start options of provider threads. */
function threadOptions({ config, platform, threadLimits, threadProgram }: ComposeOptions): ProvidersDeps['threads'] {
  const { GATEHOUSE_NOW: fixed, GATEHOUSE_SEED: seed, GATEHOUSE_DATA: dataDir } = config
  const database = databaseOf(config)
  const systemOrCrossing = platform.clock === systemPlatform.clock ? 'system' : 'crossing'
  return {
    data: {
      database: { ...database, connections: Math.max(2, Math.ceil(database.connections / 4)) },
      cacheFolder: cacheFolder(dataDir),
      filesFolder: join(dataDir, 'files'),
      modelsFolder: join(dataDir, 'models'),
      enginesFolder: resolve(dataDir, 'engines'),
      mayCallOut: config.GATEHOUSE_REFRESH,
      seed,
    },
    limits: threadLimits,
    ...(threadProgram && { program: threadProgram }),
    clockKind: fixed === undefined ? systemOrCrossing : 'fixed',
  }
}

/** Creates the folder if it is missing. Its contents can be rebuilt. */
function cacheFolder(dataDir: string): string {
  const folder = join(dataDir, 'cache')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Serves the built-in APIs. Their slugs, and those of all other documents, cannot be taken by added ones. */
function serve({ apis, config }: ComposeOptions): ServedApis {
  const reserved = otherApis(apis).flatMap(({ api }) => [api.slug, ...api.listings.map(({ slug }) => slug)])
  return createServedApis({ apis, upstreams: config.GATEHOUSE_UPSTREAMS, reserved })
}

/** Returns the documented APIs that have no listing: the operator's endpoints of single APIs, and the gateway's own. */
const otherApis = (apis: readonly LoadedApi[]): LoadedApi[] => [...operatorApis(apis), ...ownApis()]

interface Foundation {
  readonly components: Components
  readonly providers: Providers
  readonly served: ServedApis
  readonly sandboxes: Sandboxes
}

interface OwnParts {
  readonly addedApis: AddedApis
  readonly documents: AddedDocuments
  readonly events: Pick<Events, 'webhooks' | 'eventLog'>
  readonly drift: Omit<Drift, 'sampler' | 'stop'>
  /** Milliseconds since the epoch, as the providers see it. */
  readonly providerClock: () => number
}

function mountAll(
  { config, log, apis, urls }: ComposeOptions,
  { components, events, drift, ...parts }: Foundation & OwnParts,
): Mounts {
  const { providers, served } = parts
  const deps = { ...components, ...parts, ...events, ...drift, config, log, baseUrl: urls.baseUrl }
  const own = { admin: createAdminProvider(deps), me: createMeProvider(deps) }
  providers.add(adminApi, own.admin)
  providers.add(meApi, own.me)
  const { listings, bySlug } = served
  return { ...createMounts({ apis, listings, ownApis: ownApis(own) }), bySlug }
}

type McpContext = Omit<McpDeps, 'calls'>

interface HandlerDeps {
  readonly uploads: Uploads
  readonly mounts: Mounts
  readonly traffic: Traffic
  readonly socketSessions: Sessions
  readonly documents: AddedDocuments
  readonly drift: Pick<Drift, 'sampler'>
  readonly fixtures: Fixtures | undefined
}

function createHandler(
  { config, log, urls, apis, requestIds, agentTimes: times }: ComposeOptions,
  {
    components,
    providers,
    served,
    sandboxes,
    documents,
    uploads,
    mounts,
    traffic,
    socketSessions,
    drift,
    fixtures,
  }: Foundation & HandlerDeps,
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
    drift: drift.sampler,
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
    servesSample: servesSample(config),
    queue: components.keptAnswers.queue,
    fixtures,
    sandboxes,
    sandboxFaults: createSandboxFaultsRepository(components.store.db),
    sandboxRequests: createSandboxRequestsRepository(components.store.db),
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
  const others = otherApis(apis)
  const documented = served.derived(({ loaded }) => [...loaded, ...others])
  const system: SystemDeps = {
    ...operator,
    readiness: createReadiness({ ...components, traffic }),
    metrics: async () => ({ contentType: metrics.contentType, text: await metrics.text() }),
    session: (request, response) => answerSession(request, response, sessionDeps),
    page: createPages({ apis: documented, added: documents, ...urls }),
    askedAddress: createAskedAddress(baseUrl),
    sendPage: createSendPage(),
  }
  const agents = { requestsPerMinute: config.GATEHOUSE_AGENT_RATE, times }
  const mcp: McpContext = { ...components, ...agents, mounts, served, bodies, baseUrl, log, addressOf }
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
