// How the program leaves a load balancer, and that it ends although its database hangs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFolder, startProgram } from '../harness/program.ts'
import { openRelay } from '../harness/relay.ts'
import { eachStore } from '../harness/services.ts'
import { until } from '../harness/until.ts'

test('after SIGTERM /readyz is 503 while new connections and calls are taken, for the time of the notice', async (t) => {
  const noticeMs = 2000
  const environment = { GATEHOUSE_DRAIN_NOTICE_MS: String(noticeMs) }
  const program = await startProgram(t, { dataDir: newFolder(t), environment })
  const headers = { 'x-gateway-key': program.stdout().match(/gh_live_\w+/)?.[0] ?? '', connection: 'close' }
  const begunMs = performance.now()
  program.signal('SIGTERM')
  await until(async () => (await fetch(`${program.baseUrl}/readyz`)).status === 503)
  const call = await fetch(`${program.baseUrl}/v1/proxy/randomness/bool`, { headers })
  assert.equal(call.status, 200)
  assert.equal((await program.ended).code, 0)
  assert.ok(performance.now() - begunMs >= noticeMs)
})

await eachStore('a database that hangs', (database) => {
  // SQLite is a file of this machine
  if (database.name !== 'postgres') return
  test('is seen on /readyz within 1 s, and does not keep the program from ending within GATEHOUSE_DRAIN_MS and 5 s', async (t) => {
    const { url = '' } = await database.empty()
    const relay = await openRelay(url)
    t.after(() => relay.cut())
    const drainMs = 200
    const environment = { GATEHOUSE_DATABASE_URL: relay.url, GATEHOUSE_DRAIN_MS: String(drainMs) }
    const program = await startProgram(t, { dataDir: newFolder(t), environment })
    const headers = { 'x-gateway-key': program.stdout().match(/gh_live_\w+/)?.[0] ?? '' }
    assert.equal((await fetch(`${program.baseUrl}/v1/proxy/randomness/bool`, { headers })).status, 200)
    relay.mute()
    for (let i = 0; i < 3; i++) {
      const askedMs = performance.now()
      assert.equal((await fetch(`${program.baseUrl}/readyz`)).status, 503)
      const tookMs = performance.now() - askedMs
      assert.ok(tookMs < 1000, `/readyz took ${tookMs} ms`)
    }
    const begunMs = performance.now()
    program.signal('SIGTERM')
    const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), drainMs + 5000).unref())
    const ended = await Promise.race([program.ended, tooLate])
    t.diagnostic(`ended after ${Math.round(performance.now() - begunMs)} ms`)
    assert.ok(ended, 'it ended in time')
    assert.equal(ended.code, 1)
    assert.match(ended.stderr, /The database did not answer in time/)
  })
})
