// A process that admits calls as fast as it can until it is killed, for the tests of kill -9. It writes "t" before each
// call and "a" once the call was admitted.
import { writeSync } from 'node:fs'
import { openStore } from '#store'
import { createQuota } from './quota.ts'

const [subject = '', perDay = '', dataDir = '', url] = process.argv.slice(2)
const store = await openStore({ url, dataDir })
const log = { info: () => {}, warn: () => {} }
const quota = createQuota({ store, log, clock: Date.now, liveProcesses: () => 1 })
const plan = { perMinute: 1_000_000, perDay: Number(perDay) }

for (;;) {
  writeSync(1, 't')
  const { ok } = await quota.admit(subject, plan)
  if (ok) writeSync(1, 'a')
  // Lets the reservation of the next block finish, as requests that arrive one by one do.
  await new Promise(setImmediate)
}
