// The operator's inspect server: addresses that cannot be one, and what callers hear when it does not answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutboundFailure } from '#define'
import { itemLinks, openWorld } from '../../fixtures/float-world.ts'
import { checkInspectServer, inspectServerOf } from './inspect-server.ts'

const { pointer } = itemLinks

test('an unusable address of the inspect server is told to the operator and never called', async () => {
  const world = await openWorld()
  for (const url of ['file:///etc/passwd', 'nonsense', '', 5]) {
    world.logged.length = 0
    const config = { inspect: { url } }
    assert.equal(inspectServerOf(config), undefined)
    checkInspectServer({ config, log: world.kit.log })
    assert.equal(world.logged.length, 1, String(url))
    world.serve({ config })
    assert.equal((await world.float(pointer)).status, 404)
  }
  checkInspectServer({ config: undefined, log: world.kit.log })
  assert.equal(world.logged.length, 1)
})

test('an inspect server that is slow can be asked again, one that is not there has failed', async () => {
  const world = await openWorld()
  const reasons = { slow: 503, unreachable: 502, cut: 502, large: 502, address: 502 } as const
  for (const reason of ['slow', 'unreachable', 'cut', 'large', 'address'] as const) {
    world.logged.length = 0
    const outbound = async () => {
      throw new OutboundFailure(reason, 'made up')
    }
    world.serve({ config: { inspect: { url: 'http://inspect.test/' } }, outbound })
    assert.equal((await world.float(pointer)).status, reasons[reason], reason)
    assert.equal(world.logged.length, 1, reason)
  }
})
