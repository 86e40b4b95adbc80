// Quotas on Redis for tests, each with its own connection, as in separate processes. For tests only.
import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { until } from '../../../../../tests/harness/until.ts'
import { createQuota, type Quota, type QuotaDeps } from './quota.ts'
import { openRedis, type RedisLink } from './redis-link.ts'

// The Redis of the machine may hold other data: every key of this run begins with this.
export const prefix = `gatehouse-test-${randomBytes(6).toString('hex')}:`

/** Lines that quotas and links have logged. */
export const lines: string[] = []
export const log = {
  info: (message: string) => void lines.push(message),
  warn: (message: string) => void lines.push(message),
}

/** Deletes every key of this run. */
export async function emptyPrefix(url: string): Promise<void> {
  await onRedis(url, async (client) => {
    const keys = await client.keys(`${prefix}*`)
    if (keys.length > 0) await client.del(keys)
  })
}

/** Runs `work` on a new connection. */
export async function onRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url)
  try {
    return await work(client)
  } finally {
    await client.quit()
  }
}

/** Opens quotas that each have their own connection, as in separate processes. */
export function openers() {
  const quotas: Quota[] = []
  const links: RedisLink[] = []
  return {
    async open(redis: string, options: Partial<QuotaDeps> & Pick<QuotaDeps, 'clock' | 'store'>) {
      const link = await openRedis(redis, { log, prefix, retryMs: 50 })
      links.push(link)
      await until(() => link.ready(), 'Redis answers')
      const quota = createQuota({ log, liveProcesses: () => 1, ...options, redis: link })
      quotas.push(quota)
      return quota
    },
    async closeAll() {
      for (const quota of quotas.splice(0)) await quota.close()
      for (const link of links.splice(0)) await link.close()
    },
  }
}
