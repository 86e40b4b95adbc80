// A process that records calls until it is killed, for the tests of kill -9. After each call it writes a line with the
// number of the call and the time.
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openStore } from '#store'
import { createMeter } from './meter.ts'

const [accountId = '', dataDir = '', url] = process.argv.slice(2)
const store = await openStore({ url, dataDir })
const meter = createMeter({
  store,
  clock: Date.now,
  randomBytes,
  keptDays: 400,
  recordedDays: 7,
  log: { info: () => {}, warn: () => {} },
})
meter.start()

for (let call = 1; ; call++) {
  const endpoint = call % 2 === 0 ? 'latest' : 'onDate'
  meter.record({
    accountId,
    keyId: 'key_1',
    listing: 'exchange-rates',
    endpoint,
    provider: 'embedded',
    status: 200,
    id: `call-${call}`,
    code: '',
    upstreamMs: undefined,
    surface: 'http',
    bytesIn: 1,
    bytesOut: 10,
    ms: 2,
  })
  writeSync(1, `${call} ${Date.now()}\n`)
  await new Promise((resolve) => setTimeout(resolve, 1))
}
