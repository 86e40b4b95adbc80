// Faults are exact over many calls at once: each rule counts every call that it is about, once, and meets those that it
// names. `npm run fuzz` makes 10,000 calls on each database, `npm test` a hundredth of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { isFuzzing, seedHint, testSeed } from '../harness/seed.ts'
import { eachStore } from '../harness/services.ts'
import { onDatabase, openSandboxWorld, type SandboxWorld } from './sandbox-world.ts'

const calls = isFuzzing ? 10_000 : 100
const atOnce = 50
const apis = await loadApis(undefined, 'randomness')

/** Makes so many calls, some at once, and counts their statuses. */
async function statusesOf({ inside }: SandboxWorld): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let left = calls
  const caller = async () => {
    while (left-- > 0) {
      const answer = await inside('ci', '/randomness/dice?count=1')
      await answer.arrayBuffer()
      counts[answer.status] = (counts[answer.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return counts
}

await eachStore('exact faults', (database) => {
  test(`of ${calls} calls, ${atOnce} at once, each rule meets those that it names`, {
    timeout: 1_200_000,
  }, async (t) => {
    const world = await openSandboxWorld(t, { apis, ...onDatabase(database) })
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: calls }), { minLength: 1, maxLength: calls / 10 })
    const [nth = []] = fc.sample(numbers, { seed: testSeed, numRuns: 1 })
    const after = calls - nth.length - calls / 10
    await world.manage('POST', '', { name: 'ci', seed: String(testSeed) })
    const rules = [
      { match: { nth }, do: { status: 429, retryAfter: 1 } },
      { match: { api: 'randomness', after }, do: { status: 503 } },
      { match: { endpoint: 'dice', share: 0.3 }, do: { status: 500 } },
      { match: { endpoint: 'pick' }, do: { status: 501 } },
    ]
    const round = async () => {
      await world.manage('PUT', '/ci/faults', { rules })
      const counts = await statusesOf(world)
      const { rules: counted } = (await world.manage('GET', '/ci/faults')) as {
        rules: { matched: number; applied: number }[]
      }
      return { counts, counted: counted.map(({ matched, applied }) => [matched, applied]) }
    }
    const first = await round()
    const late = calls - nth.length - after
    const shared = first.counts[500] ?? 0
    assert.deepEqual(
      first,
      {
        counts: { 200: after - shared, 429: nth.length, 500: shared, 503: late },
        counted: [
          [calls, nth.length],
          [calls - nth.length, late],
          [after, shared],
          [0, 0],
        ],
      },
      seedHint,
    )
    // four standard deviations of so many draws
    const most = 4 * Math.sqrt(0.3 * 0.7 * after)
    assert.ok(Math.abs(shared - 0.3 * after) <= most, `${shared} of ${after}; ${seedHint}`)
    assert.deepEqual(await round(), first, seedHint)
  })
})
