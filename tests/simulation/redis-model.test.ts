// Guards that the Redis of the simulation does what the script does on a real one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Redis } from 'ioredis'
import { poolScript } from '../../packages/gateway/src/account/quota/redis-script.ts'
import { redisUrl } from '../harness/services.ts'
import { applyPoolScript, type PoolRow } from './redis-server.ts'
import { createWorld } from './world.ts'

const url = await redisUrl()

if (url)
  test('the pool of the simulation and the script on Redis reply the same', async () => {
    const client = new Redis(url)
    const key = `gatehouse-test-model:${process.pid}`
    const { random } = createWorld(20_261, 0)
    try {
      let row: PoolRow | undefined
      let [minute, day] = [29_000_000, 20_000]
      for (let step = 0; step < 2000; step++) {
        if (random.chance(0.1)) minute += random.pick([1, 1, 1, 3, -1, -4])
        if (random.chance(0.02)) day += random.pick([1, -1])
        const counts = Array.from({ length: 6 }, () => (random.chance(0.4) ? 0 : random.between(1, 40)))
        const values = [minute, day, ...counts, random.chance(0.02) ? 'other' : 'server']
        const applied = applyPoolScript(row, values)
        row = applied.row
        assert.deepEqual(await client.eval(poolScript.source, 1, key, ...values), applied.reply, `step ${step}`)
      }
    } finally {
      await client.del(key)
      await client.quit()
    }
  })
