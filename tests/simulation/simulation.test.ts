// Guards quotas, invalidations, the vault and metering against whatever clocks, networks and crashes do together: 50
// seeds here, 10,000 with `npm run simulate`.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { simulate } from './simulate.ts'
import { emptyDatabase } from './store-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-simulation-'))
after(() => rmSync(folder, { recursive: true }))
const template = await emptyDatabase(folder)

test('a seed repeats exactly', async () => {
  const [first, again] = [await simulate(7, template), await simulate(7, template)]
  assert.deepEqual(again, first)
  assert.ok(first.trace.length > 20)
})

for (let from = 1; from <= 50; from += 25)
  test(`seeds ${from} to ${from + 24}: nothing over-admitted, revoked, lost or counted twice`, async () => {
    for (let seed = from; seed < from + 25; seed++) {
      const { violations } = await simulate(seed, template)
      assert.deepEqual(violations, [], `npm run simulate -- --seed ${seed}`)
    }
  })
