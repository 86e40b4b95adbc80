// The operator's inspect server: invalid addresses, and what callers receive when it does not answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutboundFailure } from '#define/outbound'
import { itemLinks, openItemWorld } from '../../test/world.ts'
import { checkInspectServer, createInspectServer } from './inspect-server.ts'

const { pointer } = itemLinks

test('an invalid address of the inspect server is reported to the operator and never called', async () => {
  const world = await openItemWorld()
  let logged = 0
  for (const url of ['file:///etc/passwd', 'nonsense', '', 5]) {
    const config = { inspect: { url } }
    assert.equal(createInspectServer({ ...world.kit, config }).isConfigured, false)
    checkInspectServer({ config, log: world.kit.log })
    logged++
    assert.equal(world.logged.length, logged, String(url))
    world.serve({ config })
    assert.equal((await world.float(pointer)).status, 404)
  }
  checkInspectServer({ config: undefined, log: world.kit.log })
  assert.equal(world.logged.length, logged)
})

test('a slow inspect server is a 503, an unreachable one a 502', async () => {
  const world = await openItemWorld()
  const reasons = { slow: 503, unreachable: 502, cut: 502, large: 502, address: 502 } as const
  let logged = 0
  for (const reason of ['slow', 'unreachable', 'cut', 'large', 'address'] as const) {
    const outbound = async () => {
      throw new OutboundFailure(reason, 'made up')
    }
    world.serve({ config: { inspect: { url: 'http://inspect.test/' } }, outbound })
    assert.equal((await world.float(pointer)).status, reasons[reason], reason)
    assert.equal(world.logged.length, ++logged, reason)
  }
})
