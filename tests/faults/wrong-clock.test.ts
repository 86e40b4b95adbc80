// The clock of one machine is wrong for a while: no account loses its day, and nobody has to restart anything.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { load } from '../harness/load.ts'
import { newAccount, newFolder, type Program, startProgram } from '../harness/program.ts'
import { eachStore } from '../harness/services.ts'
import { until } from '../harness/until.ts'

const source = join(import.meta.dirname, 'wrong-clock.c')
const plan = { perMinute: 100_000, perDay: 500 }
const daySeconds = 86_400

await eachStore('a wrong clock', (database) => {
  test('of one node, a day ahead for a moment and then for good, costs no account a call', async (t) => {
    const clock = settableClock(t)
    if (!clock) return console.log('not run: there is no C compiler for the clock')
    const { url, dataDir } = await database.empty()
    const environment = url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }
    const wrong = await startProgram(t, { dataDir, environment: { ...environment, ...clock.environment } })
    const right = await startProgram(t, { dataDir, environment })
    const { key } = await newAccount(wrong, plan)
    const admitted = async (node: Program, calls: number) => {
      const path = `${node.baseUrl}/v1/proxy/randomness/bool`
      const { answers } = await load({ url: path, key, atOnce: 1, goOn: (started) => started < calls })
      return answers.filter(({ status }) => status === 200).length
    }
    const ready = async () => (await fetch(`${wrong.baseUrl}/readyz`)).text()
    assert.equal(await admitted(wrong, 20), 20)

    clock.set(daySeconds)
    await until(async () => /^ready; the clock of this machine .*86400 s/.test(await ready()), '/readyz says so')
    await sleep(800)
    // of the same day, also while the clock is wrong
    assert.equal(await admitted(wrong, 20), 20)
    assert.equal(await admitted(right, 20), 20)
    clock.set(0)
    await until(async () => (await ready()) === 'ready\n', 'it heals by itself')
    assert.match(wrong.stdout(), /"level":"warn".*86400/)
    assert.equal(await admitted(right, 20), 20)
    const rest = (await admitted(wrong, 500)) + (await admitted(right, 500))
    assert.ok(rest <= 420, `80 and ${rest} of 500`)
    assert.ok(rest >= 410, `80 and ${rest} of 500`)
  })
})

/** The environment of a program whose clock the test sets. */
function settableClock(t: TestContext) {
  const folder = newFolder(t)
  const library = join(folder, 'wrong-clock.so')
  const file = join(folder, 'seconds')
  const set = (seconds: number) => writeFileSync(file, String(seconds))
  set(0)
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  if (built.status !== 0) {
    assert.notEqual(process.env.CI, 'true', String(built.stderr))
    return undefined
  }
  return { set, environment: { LD_PRELOAD: library, WRONG_CLOCK_FILE: file } }
}
