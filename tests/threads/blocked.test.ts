// A call that holds its provider's thread costs its own account time, and nobody else an answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '../harness/until.ts'
import { type Answer, type HostileCalls, openHostile } from './hostile-calls.ts'

const codeOf = ({ body }: Answer): string | undefined => body.error?.code
const limits = { threadLimits: { longestSliceMs: 3000, firstPauseMs: 1500 } }

/** Makes calls of the key until one is not answered at once; resolves with all of them. */
async function callUntilHeld({ call }: HostileCalls, key: string): Promise<Promise<Answer>[]> {
  const calls: Promise<Answer>[] = []
  await until(async () => {
    const one = call('/refuse', { key })
    calls.push(one)
    return Promise.race([one.then(() => false), wait(300).then(() => true)])
  }, 'the thread to be held')
  return calls
}
const octets = { 'content-type': 'application/octet-stream' }

test('calls that wait behind a call that holds the thread are answered by the next thread, uploads too', async (t) => {
  const hostile = await openHostile(t, limits)
  const { gateway, call } = hostile
  const others = await Promise.all([gateway.account(), gateway.account()])
  const [, waiter] = others
  const holding = call('/loop')
  const calls = (await Promise.all(others.map(({ key }) => callUntilHeld(hostile, key)))).flat()
  const upload = { method: 'POST', headers: octets, key: waiter.key }
  const uploads = [100, 900_000].map((size) => call('/upload', { ...upload, body: new Uint8Array(size) }))
  assert.equal(codeOf(await holding), 'provider.restarted')
  assert.deepEqual(new Set((await Promise.all(calls)).map(({ status }) => status)), new Set([409]))
  const sizes = (await Promise.all(uploads)).map(({ body }) => body)
  assert.deepEqual(sizes, [{ size: 100 }, { size: 900_000 }])
})

test('the account whose call held the thread is paused, and no other', async (t) => {
  const hostile = await openHostile(t, limits)
  const { gateway, call } = hostile
  const [bystander, idle] = await Promise.all([gateway.account(), gateway.account()])
  // under way on the thread, and waiting, when the other call begins to hold it
  const underWay = call('/wait', { key: bystander.key })
  await until(async () => (await call('/seen')).body.seen.includes('waiting'), 'the call')
  const holding = call('/loop?after=100')
  const own = callUntilHeld(hostile, gateway.key)
  assert.equal(codeOf(await holding), 'provider.restarted')
  assert.equal(codeOf(await underWay), 'provider.restarted')
  const paused = (await Promise.all(await own)).at(-1)
  assert.ok(paused)
  assert.deepEqual([paused.status, codeOf(paused)], [429, 'provider.paused'])
  assert.match(paused.headers.get('retry-after') ?? '', /^[12]$/)
  for (const { key } of [bystander, idle]) assert.equal((await call('/refuse', { key })).status, 409)
  assert.ok(gateway.logged.some((line) => line.includes('blocked') && line.includes(gateway.demoAccountId)))
  await until(async () => (await call('/refuse')).status === 409, 'the end of the pause')
})

test('an account that repeats it waits longer, while calls of others are answered in bounded time', async (t) => {
  const { gateway, call } = await openHostile(t, { threadLimits: { longestSliceMs: 3000, firstPauseMs: 1000 } })
  const { key } = await gateway.account()
  let lost = 0
  const pauses: number[] = []
  let isOver = false
  const attack = (async () => {
    while (!isOver) {
      const answer = await call('/loop')
      if (codeOf(answer) === 'provider.restarted') lost++
      else pauses.push(Number(answer.headers.get('retry-after')))
      await wait(100)
    }
  })()
  const statuses = new Set<number>()
  await until(
    async () => {
      statuses.add((await call('/refuse', { key })).status)
      return lost >= 2 && (pauses.at(-1) ?? 0) >= 2
    },
    'two losses and the longer pause after them',
    60_000,
  ).finally(() => {
    isOver = true
  })
  await attack
  assert.deepEqual([...statuses], [409])
})
