// The connection to Redis: knows whether Redis can be relied on right now, and gives up on a command after 250 ms
// rather than hold a call. redis-pool.ts decides what is kept there.
import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Log } from '#define'

/** A Lua script and the digest by which Redis knows it. */
interface RedisScript {
  readonly source: string
  readonly sha1: string
}

export interface RedisLink {
  /**
   * Reports whether Redis can be used: false from the first failed or timed-out command until Redis has accepted a test
   * write.
   */
  ready(): boolean
  /**
   * Returns the id of the running server: a restarted one can have older data. It is empty if Redis does not report it.
   */
  serverId(): string
  /** Returns the average of about the last ten round trips; 0 before the first. */
  latencyMs(): number
  /** Runs a script atomically on `<prefix><key>`. Rejects if Redis cannot run it now; it may have run all the same. */
  evaluate(script: RedisScript, key: string, values: readonly (string | number)[]): Promise<unknown>
  close(): Promise<void>
}

interface RedisLinkOptions {
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Prefix of keys, which keeps several installations on one Redis apart. */
  readonly prefix?: string
  /** The timeout of a command. */
  readonly timeoutMs?: number
  /** The delay before Redis is tried again. */
  readonly retryMs?: number
}

const defaultTimeoutMs = 250
const defaultRetryMs = 500
const connectTimeoutMs = 2000
/** The latency that is worth a warning, until it halves: taking calls from Redis waits for a round trip. */
const slowMs = 40
const averagedTrips = 10

/** Prepares the source of a Lua script for `evaluate`. */
export function redisScript(source: string): RedisScript {
  return { source, sha1: createHash('sha1').update(source).digest('hex') }
}

/** A test that scripts run and writes succeed: a full, read-only or still loading Redis answers, but cannot count. */
const testWrite = redisScript(`return redis.call('SET', KEYS[1], '1', 'PX', 60000)`)

/**
 * Starts connecting to `url` (redis:// or rediss://) without waiting for it; `ready` reports when Redis has answered.
 * The client library is loaded only now: most installations have no Redis.
 */
export async function openRedis(url: string, options: RedisLinkOptions): Promise<RedisLink> {
  const { Redis } = await import('ioredis')
  const { log, prefix = 'gatehouse:', timeoutMs = defaultTimeoutMs, retryMs = defaultRetryMs } = options
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    connectTimeout: connectTimeoutMs,
    retryStrategy: () => retryMs,
  })
  let isReady = false
  let isReportedDown = false
  let isClosed = false
  let id: string | undefined
  let latencyMs = 0
  let isReportedSlow = false
  let probeTimer: NodeJS.Timeout | undefined

  function markDown(error: unknown): void {
    isReady = false
    // only the message: errors of this driver carry the command, and the AUTH command contains the password
    const reason = error instanceof Error ? error.message : 'unknown'
    if (!isReportedDown && !isClosed)
      log.warn('Redis is down: each process reserves calls in the database by itself', { reason })
    isReportedDown = true
  }

  async function probe(): Promise<void> {
    clearTimeout(probeTimer)
    if (isClosed || isReady) return
    try {
      if (redis.status === 'ready') {
        id = await readServerId(redis)
        await run(testWrite, 'trial', [])
        isReady = true
        if (isReportedDown) log.info('Redis is back: processes share reserved calls there again')
        isReportedDown = false
        return
      }
    } catch (error) {
      markDown(error)
    }
    if (!isClosed) probeTimer = setTimeout(probe, retryMs).unref()
  }

  function measure(tookMs: number): void {
    latencyMs += (tookMs - latencyMs) / (latencyMs === 0 ? 1 : averagedTrips)
    if (latencyMs >= slowMs && !isReportedSlow)
      log.warn('Redis is slow: each time a process takes calls from there it waits that long', {
        ms: Math.round(latencyMs),
      })
    if (latencyMs >= slowMs) isReportedSlow = true
    else if (latencyMs < slowMs / 2) isReportedSlow = false
  }

  async function run(script: RedisScript, key: string, values: readonly (string | number)[]): Promise<unknown> {
    const rest = [prefix + key, ...values]
    try {
      return await redis.evalsha(script.sha1, 1, ...rest)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return await redis.eval(script.source, 1, ...rest)
    }
  }

  redis.on('ready', probe)
  redis.on('error', markDown)
  redis.on('close', () => markDown(new Error('the connection was closed')))
  redis.connect().catch(markDown)

  return {
    ready: () => isReady,
    serverId: () => id ?? '',
    latencyMs: () => latencyMs,
    async evaluate(script, key, values) {
      try {
        const beganMs = performance.now()
        const reply = await run(script, key, values)
        measure(performance.now() - beganMs)
        return reply
      } catch (error) {
        markDown(error)
        void probe()
        throw error
      }
    },
    async close() {
      isClosed = true
      isReady = false
      clearTimeout(probeTimer)
      redis.disconnect()
    },
  }
}

/** Returns the id that Redis gives itself at every start. */
async function readServerId(redis: Redis): Promise<string> {
  const info = await redis.info('server')
  return /^run_id:(\S+)/m.exec(info)?.[1] ?? ''
}
