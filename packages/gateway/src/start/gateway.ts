// Starts a gateway: its ports and everything behind them. Importing this file starts nothing.
import { setTimeout } from 'node:timers/promises'
import { withTimeout } from '#provider'
import type { Listing } from '../call/listings.ts'
import type { ThreadLimits } from '../embedded/provider-threads.ts'
import type { AgentTimes } from '../mcp/server.ts'
import type { Config } from '../process/config.ts'
import { type LoadedApi, loadApis } from '../process/load-apis.ts'
import { createLog, type Log } from '../process/log.ts'
import { createRequestIds } from '../process/request-id.ts'
import { createServers, type Urls } from '../request/servers.ts'
import type { SocketTimes } from '../request/sockets/sessions.ts'
import { type Components, closedLate, type Platform, systemPlatform } from './components.ts'
import { type Composition, compose } from './compose.ts'
import { type FirstCall, firstCallsOf } from './first-calls.ts'
import type { FirstRun } from './first-run.ts'

export interface GatewayOptions {
  readonly config: Config
  readonly log?: Log
  readonly platform?: Partial<Platform>
  /** Limits of embedded providers' threads; tests lower them. */
  readonly threadLimits?: Partial<ThreadLimits> | undefined
  /** The program of those threads; tests run from source and pass that of the build. */
  readonly threadProgram?: URL | undefined
  /** Shorter times for tests, which cannot wait for the defaults. */
  readonly agentTimes?: Partial<AgentTimes> | undefined
  /** Shorter times of WebSocket sessions, also for tests. */
  readonly socketTimes?: Partial<SocketTimes> | undefined
  /** A shorter timeout of token servers, also for tests. */
  readonly tokenTimeoutMs?: number | undefined
  /** The APIs to serve; defaults to those of the project, or to those that GATEHOUSE_APIS names. */
  readonly apis?: readonly LoadedApi[]
}
export interface Gateway extends Urls {
  /** The keys created on first start, to be shown once. */
  readonly firstRun: FirstRun | undefined
  readonly components: Components
  readonly listings: readonly Listing[]
  readonly firstCalls: readonly FirstCall[]
  /**
   * Waits `GATEHOUSE_DRAIN_NOTICE_MS`, drains calls in progress for up to `GATEHOUSE_DRAIN_MS`, flushes pending writes
   * and closes. Rejects when the database is down, or when flushing takes longer than 4 s; what is not closed by then
   * is logged.
   */
  stop(): Promise<void>
}

/** Limit of flushing and closing. With a second for exiting, the program ends within GATEHOUSE_DRAIN_MS plus 5 s. */
const closeMs = 4000

/** Starts a gateway; throws an error whose message tells the operator what to do. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config } = options
  const log = options.log ?? createLog(config.GATEHOUSE_LOG_LEVEL)
  const platform = { ...systemPlatform, ...options.platform }
  const requestIds = createRequestIds(platform)
  const servers = createServers(config, log, () => requestIds().text)
  try {
    // opened before the APIs are loaded, so that a second start on the same port fails at once
    await servers.open('gateway')
    const apis = options.apis ?? (await loadApis(undefined, config.GATEHOUSE_APIS))
    if (apis.some(({ api }) => api.surface.name === 'market')) await servers.open('market')
    const urls = servers.urls()
    const { threadLimits, threadProgram, agentTimes, socketTimes, tokenTimeoutMs } = options
    const tested = { threadLimits, threadProgram, agentTimes, socketTimes, tokenTimeoutMs }
    const composition = await compose({ config, log, platform, apis, urls, requestIds, ...tested })
    servers.serve(composition.requests)
    const { components, listings, firstRun } = composition
    const stopNow = async () => {
      composition.announceEnd()
      if (config.GATEHOUSE_DRAIN_NOTICE_MS > 0) await setTimeout(config.GATEHOUSE_DRAIN_NOTICE_MS)
      composition.stopAccepting()
      await servers.drain(() => composition.cutSessions())
      await end(composition, log)
    }
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= stopNow()
      return stopping
    }
    return { ...urls, firstRun, components, listings, firstCalls: firstCallsOf(apis), stop }
  } catch (error) {
    servers.close()
    throw error
  }
}

/** Writes the counts before anything is closed: on a busy machine, the threads of providers take seconds to end. */
async function end(composition: Composition, log: Log): Promise<void> {
  const beganMs = performance.now()
  await withTimeout(composition.writeCounts(), closeMs, () => new Error(closedLate))
  const leftMs = closeMs - (performance.now() - beganMs)
  const areWritten = composition.components.meter.failure() === undefined
  const late = new Error(areWritten ? 'not everything was closed in time; all counts are written' : closedLate)
  await withTimeout(composition.close(), leftMs, () => late).catch((error: unknown) => {
    if (error !== late || !areWritten) throw error
    log.warn(late.message)
  })
}
