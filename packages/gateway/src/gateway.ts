// A running gateway: its ports and everything behind them. Importing this file starts nothing.
import { setTimeout } from 'node:timers/promises'
import { withTimeout } from '#provider'
import { type LoadedApi, loadApis } from './apis/load.ts'
import type { Listing } from './call/listings.ts'
import { type Components, closedLate, type Platform, systemPlatform } from './components.ts'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import type { ThreadLimits } from './embedded/provider-threads.ts'
import { type FirstCall, firstCallsOf } from './first-calls.ts'
import type { FirstRun } from './first-run.ts'
import { createRequestIds } from './http/request-id.ts'
import { createLog, type Log } from './log.ts'
import type { AgentTimes } from './mcp/server.ts'
import { createServers, type Urls } from './servers.ts'
import type { SocketTimes } from './sockets/sessions.ts'

export interface GatewayOptions {
  readonly config: Config
  readonly log?: Log
  readonly platform?: Partial<Platform>
  /** Limits of the threads of embedded providers; tests lower them. */
  readonly threadLimits?: Partial<ThreadLimits> | undefined
  /** For tests, which cannot wait for the defaults. */
  readonly agentTimes?: Partial<AgentTimes> | undefined
  /** The same of WebSocket sessions. */
  readonly socketTimes?: Partial<SocketTimes> | undefined
  /** The API folders; default those of the project. */
  readonly apis?: readonly LoadedApi[]
}
export interface Gateway extends Urls {
  /** What the first start created, to be shown once. */
  readonly firstRun: FirstRun | undefined
  readonly components: Components
  readonly listings: readonly Listing[]
  readonly firstCalls: readonly FirstCall[]
  /**
   * After `GATEHOUSE_DRAIN_NOTICE_MS` drains calls in progress for up to `GATEHOUSE_DRAIN_MS`, flushes pending writes
   * and closes. Rejects when the database is away, and when flushing and closing take longer than 4 s.
   */
  stop(): Promise<void>
}

/** Leaves a second for exiting, so that the program ends within GATEHOUSE_DRAIN_MS and 5 s. */
const closeMs = 4000

/** Starts a gateway; throws an error whose message tells the operator what to do. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config } = options
  const log = options.log ?? createLog(config.GATEHOUSE_LOG_LEVEL)
  const platform = { ...systemPlatform, ...options.platform }
  const requestIds = createRequestIds(platform)
  const servers = createServers(config, () => requestIds().text)
  try {
    // before the APIs are loaded, so that a second start on the same port fails at once
    await servers.open('gateway')
    const apis = options.apis ?? (await loadApis())
    if (apis.some(({ api }) => api.surface.name === 'market')) await servers.open('market')
    const urls = servers.urls()
    const { threadLimits, agentTimes, socketTimes } = options
    const times = { threadLimits, agentTimes, socketTimes }
    const composition = await compose({ config, log, platform, apis, urls, requestIds, ...times })
    servers.serve(composition.requests)
    const { components, listings, firstRun } = composition
    const stopNow = async () => {
      composition.announceEnd()
      if (config.GATEHOUSE_DRAIN_NOTICE_MS > 0) await setTimeout(config.GATEHOUSE_DRAIN_NOTICE_MS)
      composition.stopAccepting()
      await servers.drain(() => composition.cutSessions())
      await withTimeout(composition.close(), closeMs, () => new Error(closedLate))
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
