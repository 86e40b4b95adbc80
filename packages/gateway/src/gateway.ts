// Puts the components together and listens. Everything a component uses is handed to it; importing this file starts nothing.
import { mkdirSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fail } from '#define'
import adminApi from './admin/api.ts'
import { examples as adminExamples } from './admin/examples.ts'
import { createAdminProvider } from './admin/provider.ts'
import { type LoadedApi, loadApis, operatorApis } from './apis/load.ts'
import { createIncoming, type Incoming, type Port } from './call/call.ts'
import { type Listing, makeListings } from './call/listings.ts'
import { sendFailure } from './call/reply.ts'
import type { Mounts } from './call/route.ts'
import { type Components, openComponents, type Platform, systemPlatform } from './components.ts'
import type { Config } from './config.ts'
import { createPages } from './docs/pages.ts'
import { startJobs } from './embedded/jobs.ts'
import { closeProviders, prepareProviders } from './embedded/prepare.ts'
import { createProviders, type Providers } from './embedded/providers.ts'
import { createSeededRandom, systemRandom } from './embedded/random.ts'
import { type FirstCall, firstCallsOf } from './first-calls.ts'
import { ensureFreePlan, type FirstRun, firstRun } from './first-run.ts'
import { createBatchPerTick } from './http/batch-per-tick.ts'
import { createAddressOf, createIsLocal } from './http/caller-address.ts'
import { drain, listen } from './http/listen.ts'
import { answerPreflight } from './http/preflight.ts'
import { createRequestIds } from './http/request-id.ts'
import { makeServer } from './http/server.ts'
import { answerSystem, isSystemPath, type SystemParts } from './http/system.ts'
import { createLog, type Log } from './log.ts'
import meApi from './me/api.ts'
import { examples as meExamples } from './me/examples.ts'
import { createMeProvider } from './me/provider.ts'
import { readOperatorFiles } from './operator-files.ts'
import { createMetrics } from './ops/metrics.ts'
import { answer, type PipelineDeps } from './pipeline.ts'
import { createGuardedFetch } from './upstream/guarded-fetch.ts'

export interface GatewayOptions {
  readonly config: Config
  readonly log?: Log
  readonly platform?: Partial<Platform>
  /** The API folders; default those of the project. */
  readonly apis?: readonly LoadedApi[]
}
export interface Gateway {
  readonly baseUrl: string
  readonly marketUrl: string
  /** What the first start made, to be told once. */
  readonly firstRun: FirstRun | undefined
  readonly components: Components
  readonly listings: readonly Listing[]
  readonly firstCalls: readonly FirstCall[]
  /** Ends calls under way within `GATEHOUSE_DRAIN_MS`, writes what is still to be written, closes. */
  stop(): Promise<void>
}

/** Starts a gateway; throws an error whose message says what to do. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config } = options
  const log = options.log ?? createLog(config.GATEHOUSE_LOG_LEVEL)
  const platform = { ...systemPlatform, ...options.platform }
  const state: Running = { calls: 0, draining: false }
  const requestIds = createRequestIds({
    clock: platform.clock,
    randomBytes: (count) => Buffer.from(platform.randomBytes(count)),
  })
  const door: Door = { handle: notReady, requestIds }
  const servers = [
    makeServer({
      handle: (request, response) => door.handle('gateway', request, response),
      requestId: () => requestIds(),
    }),
  ]
  const port = await listen(at(servers, 0), {
    host: config.GATEHOUSE_HOST,
    port: config.GATEHOUSE_PORT,
    setting: 'GATEHOUSE_PORT',
  })
  try {
    const loaded = options.apis ?? (await loadApis())
    const market = loaded.some(({ api }) => api.surface.name === 'market')
    if (market)
      servers.push(
        makeServer({
          handle: (request, response) => door.handle('market', request, response),
          requestId: () => requestIds(),
        }),
      )
    const marketPort = market
      ? await listen(at(servers, 1), {
          host: config.GATEHOUSE_HOST,
          port: config.GATEHOUSE_MARKET_PORT,
          setting: 'GATEHOUSE_MARKET_PORT',
        })
      : config.GATEHOUSE_MARKET_PORT
    const urls = {
      baseUrl: config.GATEHOUSE_PUBLIC_URL ?? address(config, port),
      marketUrl: address(config, marketPort),
    }
    return await open({ config, log, platform, loaded, urls, servers, door, state })
  } catch (error) {
    for (const server of servers) server.close()
    throw error
  }
}

interface Running {
  calls: number
  draining: boolean
}
interface Door {
  handle: (port: Port, request: IncomingMessage, response: ServerResponse) => void
  readonly requestIds: (own?: string) => string
}
interface Opening {
  readonly config: Config
  readonly log: Log
  readonly platform: Platform
  readonly loaded: readonly LoadedApi[]
  readonly urls: { readonly baseUrl: string; readonly marketUrl: string }
  readonly servers: readonly Server[]
  readonly door: Door
  readonly state: Running
}

async function open(opening: Opening): Promise<Gateway> {
  const { config, log, platform, loaded, urls, servers, door, state } = opening
  const components = await openComponents(config, log, platform)
  const clock = config.GATEHOUSE_NOW === undefined ? platform.clock : () => config.GATEHOUSE_NOW ?? 0
  const random = config.GATEHOUSE_SEED === undefined ? systemRandom : createSeededRandom(config.GATEHOUSE_SEED)
  const providers = createProviders({
    ...components,
    clock,
    random,
    fetch: createGuardedFetch(),
    log,
    cacheFolder: cacheFolder(config),
    mayCallOut: config.GATEHOUSE_REFRESH,
    configOf: await readOperatorFiles(config.GATEHOUSE_DATA, loaded),
  })
  for (const { api, provider, operator } of loaded) if (provider) providers.add(api, provider, operator)
  await ensureFreePlan(components.store, platform.clock)
  await prepareProviders(providers, components.store)
  const listings = makeListings(loaded, config.GATEHOUSE_UPSTREAMS)
  const pipeline = pipelineDeps(opening, { components, listings, providers })
  const metrics = createMetrics({
    meter: components.meter,
    quota: components.quota,
    underWay: () => state.calls,
    mayServe: () => components.fences.mayServe(),
  })
  const system: SystemParts = {
    ready: () => readiness(components, state),
    metrics: async () => ({ contentType: metrics.contentType, text: await metrics.text() }),
    isLocal: (request) => config.GATEHOUSE_ADMIN_REMOTE || pipeline.isLocal(request),
    page: createPages({
      loaded: [...loaded, ...operatorApis(loaded), ...ownApis(undefined, undefined)],
      baseUrl: urls.baseUrl,
    }),
  }
  const made = config.GATEHOUSE_PRODUCTION
    ? undefined
    : await firstRun({ ...components, ...urls, apis: loaded.map(({ api }) => api), dataDir: config.GATEHOUSE_DATA })
  door.handle = handler(pipeline, {
    system,
    state,
    log,
    limit: config.GATEHOUSE_MAX_CALLS,
    requestIds: door.requestIds,
  })
  const { GATEHOUSE_REFRESH: mayCallOut } = config
  const stopJobs = startJobs({ providers, store: components.store, log, clock: platform.clock, mayCallOut })
  const stop = async () => {
    state.draining = true
    stopJobs()
    await Promise.all(servers.map((server) => drain(server, config.GATEHOUSE_DRAIN_MS)))
    await closeProviders(providers, log)
    await components.close()
  }
  return { ...urls, firstRun: made, components, listings, firstCalls: firstCallsOf(loaded), stop }
}

/** Made when missing: what stands in it can be made again. */
function cacheFolder(config: Config): string {
  const folder = join(config.GATEHOUSE_DATA, 'cache')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** The operator's and the account's own API stand beside the hosted ones and go through the same pipeline. */
function ownApis(admin: LoadedApi['provider'], me: LoadedApi['provider']): LoadedApi[] {
  return [
    { api: adminApi, provider: admin, live: {}, examples: adminExamples },
    { api: meApi, provider: me, live: {}, examples: meExamples },
  ]
}

function pipelineDeps(
  opening: Opening,
  made: { components: Components; listings: readonly Listing[]; providers: Providers },
): PipelineDeps {
  const { config, urls, log, loaded } = opening
  const { components, listings, providers } = made
  const own = { ...components, config, log, loaded, listings, providers, baseUrl: urls.baseUrl }
  const adminProvider = createAdminProvider(own)
  const meProvider = createMeProvider(own)
  providers.add(adminApi, adminProvider)
  providers.add(meApi, meProvider)
  const [admin, me] = makeListings(ownApis(adminProvider, meProvider), new Map())
  const marketListings = listings.filter(({ api }) => api.surface.name === 'market')
  const mounts: Mounts = {
    bySlug: new Map(
      listings.filter(({ api }) => api.surface.name === 'hosted').map((listing) => [listing.slug, listing]),
    ),
    fixed: [
      // before the operator API, below which they stand
      ...makeListings(operatorApis(loaded), new Map()).map((listing) => {
        const { mount } = listing.api.surface
        return { port: 'gateway', prefix: mount, strip: mount, listing } as const
      }),
      ...(admin ? [{ port: 'gateway', prefix: '/v1/admin', strip: '/v1/admin', listing: admin } as const] : []),
      ...(me ? [{ port: 'gateway', prefix: '/v1/me', strip: '/v1', listing: me } as const] : []),
      ...marketListings.map((listing) => ({ port: 'market', prefix: '/api/v1', strip: '', listing }) as const),
    ],
  }
  const addressOf = createAddressOf(config.GATEHOUSE_TRUSTED_PROXIES)
  const isLocal = createIsLocal(addressOf)
  const adminRemote = config.GATEHOUSE_ADMIN_REMOTE
  const onEnd = () => {
    opening.state.calls--
  }
  return { ...components, log, providers, mounts, addressOf, isLocal, baseUrl: urls.baseUrl, adminRemote, onEnd }
}

interface HandlerParts {
  readonly system: SystemParts
  readonly state: Running
  readonly log: Log
  readonly limit: number
  readonly requestIds: (own?: string) => string
}

/** What happens to every request: documents and health at once, calls through the pipeline, nothing beyond the limit. */
function handler(pipeline: PipelineDeps, parts: HandlerParts): Door['handle'] {
  const { state } = parts
  const begin = createBatchPerTick('calls', (incoming: Incoming) => answer(incoming, pipeline))
  return (port, request, response) => {
    const target = request.url ?? '/'
    if (port === 'gateway' && isSystemPath(target)) {
      answerSystem(request, response, parts.system).catch((error: unknown) => {
        parts.log.error('page failed', { cause: String(error) })
        response.destroy()
      })
      return
    }
    if (answerPreflight(request, response)) return
    const own = request.headers['x-request-id']
    const incoming = createIncoming(parts.requestIds(typeof own === 'string' ? own : undefined), {
      request,
      response,
      port,
    })
    if (state.draining) return sendFailure(incoming, fail('gateway.draining', {}, { retryAfterS: 1 }))
    if (state.calls >= parts.limit) return sendFailure(incoming, fail('gateway.busy', {}, { retryAfterS: 1 }))
    state.calls++
    begin(incoming)
  }
}

const notReady: Door['handle'] = (_port, _request, response) => {
  response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain; charset=utf-8' })
  response.end('starting\n')
}

async function readiness(components: Components, state: Running): Promise<string | undefined> {
  if (state.draining) return 'shutting down'
  if (!components.fences.mayServe()) return 'the lease of this process ran out: the database cannot be reached'
  try {
    await components.store.ping()
    return components.quota.stats().databaseAvailable ? undefined : 'the database takes no writes'
  } catch {
    return 'the database cannot be reached'
  }
}

function address(config: Config, port: number): string {
  const host =
    config.GATEHOUSE_HOST === '0.0.0.0' || config.GATEHOUSE_HOST === '::' ? '127.0.0.1' : config.GATEHOUSE_HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error('no such entry')
  return item
}
