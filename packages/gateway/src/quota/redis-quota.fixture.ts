// Quotas on Redis for tests, each with a connection of its own, as processes have. Not for use outside of tests.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import { createQuota, type Quota, type QuotaOptions } from './quota.ts'
import { openRedis, type RedisLink } from './redis-link.ts'

// A Redis of the machine may hold other things: everything of this run begins with this.
export const prefix = `gatehouse-test-${randomBytes(6).toString('hex')}:`

/** The lines that quotas and links have logged. */
export const lines: string[] = []
export const log = {
  info: (message: string) => void lines.push(message),
  warn: (message: string) => void lines.push(message),
}

/** Removes everything of this run. */
export async function emptyPrefix(url: string): Promise<void> {
  await onRedis(url, async (client) => {
    const keys = await client.keys(`${prefix}*`)
    if (keys.length > 0) await client.del(keys)
  })
}

/** Runs `work` on a connection of its own. */
export async function onRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url)
  try {
    return await work(client)
  } finally {
    await client.quit()
  }
}

/** Opens quotas that have a connection of their own, as processes have. */
export function openers() {
  const quotas: Quota[] = []
  const links: RedisLink[] = []
  return {
    async open(redis: string, options: Partial<QuotaOptions> & Pick<QuotaOptions, 'clock' | 'store'>) {
      const link = await openRedis(redis, { log, prefix, retryMs: 50 })
      links.push(link)
      for (let tries = 0; !link.ready() && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 10))
      assert.equal(link.ready(), true)
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
