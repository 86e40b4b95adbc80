// A stop whose providers end slowly: no count is lost, and nothing says that one may be.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '#define/present'
import { openGateway } from '../harness/open-gateway.ts'
import { newFolder } from '../harness/program.ts'
import { smallApi } from '../harness/small-api.ts'

/** Longer than a stop takes to close, and blocking, as processes do that wait for a core of a busy machine. */
const closingMs = 4500

test('counts are written before anything that may take long is closed', async (t) => {
  const small = smallApi()
  const provider = present(small.provider)
  const slow = {
    ...provider,
    open: async (...args: Parameters<typeof provider.open>) => ({
      ...(await provider.open(...args)),
      close: async () => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, closingMs)
      },
    }),
  }
  const dataDir = newFolder(t)
  const first = await openGateway(t, { dataDir, apis: [{ ...small, provider: slow }] })
  for (let calls = 0; calls < 20; calls++)
    assert.equal(
      (await first.call('/v1/proxy/small/things/one', { headers: { 'x-gateway-provider': 'embedded' } })).status,
      200,
    )
  await first.stop()
  assert.ok(first.logged.some((line) => line.includes('all counts are written')))

  const second = await openGateway(t, { dataDir, apis: [small] })
  const usage = await second.components.meter.report({
    account: first.demoAccountId,
    from: 0,
    to: Date.now() + 3_600_000,
    by: 'day',
  })
  assert.equal(
    usage.rows.reduce((sum, { calls }) => sum + calls, 0),
    20,
  )
})
