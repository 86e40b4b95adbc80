// Guards metering on both databases when a process is killed or a connection is lost: no call is counted twice.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '#store'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { createMeter } from './meter.ts'
import { callOf, countOf, newAccount, startMs } from './metered-calls.fixture.ts'
import { postgresRelay } from './postgres-relay.fixture.ts'

const log = { info: () => {}, warn: () => {} }

await eachStore('a meter that fails', (database) => {
  test('kill -9 loses at most one second of calls and doubles none', async () => {
    const account = newAccount()
    const { url, dataDir } = database.target
    const recorded = await killWhileRecording([account, dataDir, ...(url ? [url] : [])])
    const written = await countOf(database.store, account)
    const lastMs = recorded.at(-1) ?? 0
    const older = recorded.filter((atMs) => atMs < lastMs - 1000).length
    assert.ok(older > 100, `only ${older} calls are older than a second`)
    assert.ok(written >= older, `${written} written, ${older} are older than a second`)
    assert.ok(written <= recorded.length + 1, `${written} written, ${recorded.length} recorded`)
  })

  if (database.name === 'postgres')
    for (const when of ['before it arrives', 'after it arrived'] as const)
      test(`a commit that is lost ${when} counts its calls once`, async () => {
        const { url = '', dataDir } = database.target
        const relay = await postgresRelay(url)
        const store = await openStore({ url: relay.url, dataDir })
        try {
          const account = newAccount()
          const meter = createMeter({ store, clock: () => startMs, randomBytes, log, keptDays: 400, recordedDays: 7 })
          for (let call = 0; call < 5; call++) meter.record(callOf(account))
          relay.loseNextCommit(when)
          await meter.flush()
          assert.equal(relay.lost, 1)
          assert.equal(meter.totals().waitingRows, 1)
          assert.equal(await countOf(database.store, account), when === 'after it arrived' ? 5 : 0)
          meter.record(callOf(account))
          await meter.close()
          assert.equal(await countOf(database.store, account), 6)
        } finally {
          await store.close()
          await relay.close()
        }
      })
})

async function killWhileRecording(args: string[]): Promise<number[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'recording.fixture.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk
    if (!child.killed && isLongEnough(timesIn(output))) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  assert.equal(child.signalCode, 'SIGKILL')
  return timesIn(output)
}

/** Reports whether enough calls are older than a second, at a time between two flushes, 500 ms apart. */
function isLongEnough(times: readonly number[]): boolean {
  const lastMs = times.at(-1) ?? 0
  return lastMs - (times[0] ?? 0) > 2350 && times.filter((atMs) => atMs < lastMs - 1000).length > 100
}

/** The times of the calls in the complete lines of the fixture's output. */
function timesIn(output: string): number[] {
  const lines = output.split('\n').slice(0, -1)
  return lines.map((line) => Number(line.split(' ')[1]))
}
