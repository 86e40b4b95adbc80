// The connection to Redis: knows whether Redis can be counted on right now, and gives up on a command after 250 ms
// rather than hold a call. What is counted there is decided by redis-counter.ts.

import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Log } from '#define'

/** A Lua script and the name Redis knows it by. */
export interface RedisScript {
  readonly text: string
  readonly sha1: string
}

export interface RedisLink {
  /** False from the first command that failed or was late until Redis has taken a trial write. */
  ready(): boolean
  /** Identifies the running server: another one may have older data. Empty where Redis does not tell. */
  serverId(): string
  /** How often another server has answered than the one before. */
  restarts(): number
  /** Runs a script in one atomic step on `<prefix><key>`. Rejects when Redis cannot do it now; it may have been done. */
  evaluate(script: RedisScript, key: string, values: readonly (string | number)[]): Promise<unknown>
  close(): Promise<void>
}

/** `prefix` keeps several installations on one Redis apart. */
export interface RedisLinkOptions {
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly prefix?: string
  readonly timeoutMs?: number
  readonly retryMs?: number
}

const defaultTimeoutMs = 250
const defaultRetryMs = 500
const connectTimeoutMs = 2000

/** Prepares `text` for `evaluate`. */
export function redisScript(text: string): RedisScript {
  return { text, sha1: createHash('sha1').update(text).digest('hex') }
}

/** Proves that scripts run and writes are taken: a full, read-only or still loading Redis answers, but cannot count. */
const trialWrite = redisScript(`return redis.call('SET', KEYS[1], '1', 'PX', 60000)`)

/**
 * Starts connecting to `url` (redis:// or rediss://) and does not wait for it; `ready` says when Redis has answered. The client
 * library is loaded only now: most installations have no Redis.
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
  let told = false
  let closed = false
  let id: string | undefined
  let restarts = 0
  let trial: NodeJS.Timeout | undefined

  function lost(error: unknown): void {
    isReady = false
    // Only the text: the errors of this driver carry the command, and with AUTH that is the password.
    const reason = error instanceof Error ? error.message : 'unknown'
    if (!told && !closed) log.warn('Redis is away: each process goes on with its share of the quotas', { reason })
    told = true
  }

  async function tryOut(): Promise<void> {
    clearTimeout(trial)
    if (closed || isReady) return
    try {
      if (redis.status === 'ready') {
        const before = id
        id = await readServerId(redis)
        if (before !== undefined && before !== id) restarts++
        await run(trialWrite, 'trial', [])
        isReady = true
        if (told) log.info('Redis is back: quotas are counted there again')
        told = false
        return
      }
    } catch (error) {
      lost(error)
    }
    if (!closed) trial = setTimeout(tryOut, retryMs).unref()
  }

  async function run(script: RedisScript, key: string, values: readonly (string | number)[]): Promise<unknown> {
    const rest = [prefix + key, ...values]
    try {
      return await redis.evalsha(script.sha1, 1, ...rest)
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return await redis.eval(script.text, 1, ...rest)
    }
  }

  redis.on('ready', tryOut)
  redis.on('error', lost)
  redis.on('close', () => lost(new Error('the connection was closed')))
  redis.connect().catch(lost)

  return {
    ready: () => isReady,
    serverId: () => id ?? '',
    restarts: () => restarts,
    async evaluate(script, key, values) {
      try {
        return await run(script, key, values)
      } catch (error) {
        lost(error)
        void tryOut()
        throw error
      }
    },
    async close() {
      closed = true
      isReady = false
      clearTimeout(trial)
      redis.disconnect()
    },
  }
}

/** Redis gives itself a new id at every start. */
async function readServerId(redis: Redis): Promise<string> {
  const info = await redis.info('server')
  return /^run_id:(\S+)/m.exec(info)?.[1] ?? ''
}
