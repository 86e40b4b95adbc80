// A full disk: calls continue, the gateway reports it to the operator, and when there is space again every call has
// been counted. Tested on a disk that is really full, where one can be mounted, and under a limit on file sizes.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '#store'
import { call, load } from '../harness/load.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { keysOf, newFolder, startProgram } from '../harness/program.ts'
import { until } from '../harness/until.ts'

/** A folder on a disk that can be filled. */
interface Disk {
  readonly folder: string
  /** The answer of /readyz once it is full. */
  readonly state: string
  fill(): void
  free(): void
}

const disks: Record<string, (t: TestContext) => Disk | undefined> = {
  'a full disk': mountedDisk,
  'a limit on file sizes': limitedFiles,
}

for (const [name, makeDisk] of Object.entries(disks)) {
  test(`under ${name} calls continue, the operator can see it, and no count is lost`, async (t) => {
    const disk = makeDisk(t)
    if (!disk) {
      console.log(`not run: the test of ${name} cannot be set up here`)
      return
    }
    const gateway = await openGateway(t, { dataDir: disk.folder })
    const plan = { perMinute: 1_000_000, perDay: 1_000_000 }
    const { accountId, key } = await gateway.account(plan)
    const other = await gateway.account(plan)
    const calls = async (count: number) => {
      const url = `${gateway.baseUrl}/v1/proxy/randomness/bool`
      const { answers } = await load({ url, key, atOnce: 8, goOn: (started) => started < count })
      assert.deepEqual([answers.length, ...new Set(answers.map(({ status }) => status))], [count, 200])
    }
    const metric = async () =>
      /^gatehouse_database_available (\d)$/m.exec(await textOf(`${gateway.baseUrl}/metrics`))?.[1]
    const readiness = async () => {
      const answer = await fetch(`${gateway.baseUrl}/readyz`)
      return { status: answer.status, text: await answer.text() }
    }
    const ready = async () => (await readiness()).status

    await calls(120)
    await gateway.components.meter.flush()
    disk.fill()
    // nothing but the lease of the process is written
    await until(async () => (await ready()) === 503, 'the full disk is seen without a call')
    await calls(500)
    await gateway.components.meter.flush()
    assert.equal(
      (await gateway.call('/v1/proxy/randomness/bool', { key: other.key })).status,
      200,
      'a key that was not cached',
    )
    assert.ok(gateway.logged.some((line) => /"level":"warn".*"the database is down: quotas/.test(line)))
    assert.ok(gateway.logged.some((line) => /"level":"warn".*"counted calls could not be written/.test(line)))
    assert.equal(await metric(), '0')
    for (let look = 0; look < 30; look++) {
      const { status, text } = await readiness()
      assert.deepEqual([status, text], [503, `the disk of the database ${disk.state}\n`])
      await sleep(100)
    }

    disk.free()
    await until(async () => (await ready()) === 200)
    assert.equal(await metric(), '1')
    await calls(80)
    await gateway.stop()
    const store = await openStore({ dataDir: disk.folder })
    t.after(() => store.close())
    const usage = await store.db.selectFrom('usage').selectAll().where('account_id', '=', accountId).execute()
    assert.equal(
      usage.reduce((sum, row) => sum + row.calls, 0),
      700,
    )
    const days = await store.db.selectFrom('day_counters').selectAll().where('subject', '=', accountId).execute()
    assert.equal(
      days.reduce((sum, row) => sum + row.reserved, 0),
      700,
    )
  })
}

test('an upload to a full disk is refused, and leaves no file open', async (t) => {
  const disk = mountedDisk(t)
  if (!disk) {
    console.log('not run: no disk can be mounted here')
    return
  }
  const dataDir = newFolder(t)
  symlinkSync(disk.folder, join(dataDir, 'uploads'))
  const gateway = await openGateway(t, { dataDir })
  const upload = async () => {
    const body = new FormData()
    body.set('purpose', 'user_data')
    body.set('file', new Blob(['x'.repeat(600_000)]), 'a.txt')
    const answer = await gateway.call('/v1/proxy/model-routing/v1/files', { method: 'POST', body })
    return [answer.status, JSON.parse(await answer.text()).error?.code]
  }
  // the provider is open and the folder of uploads exists
  assert.deepEqual(await upload(), [200, undefined])
  const uploaded = join(disk.folder, `${process.pid}`)
  await until(() => readdirSync(uploaded).length === 0)
  disk.fill()
  for (let count = 0; count < 5; count++) assert.deepEqual(await upload(), [507, 'upload.not_stored'])
  // one that is collected before it is closed is an uncaught error, which ends the process
  await until(() => readdirSync(uploaded).length === 0)
  assert.deepEqual(
    openFiles().filter((path) => path.startsWith(disk.folder)),
    [],
  )
  disk.free()
  assert.deepEqual(await upload(), [200, undefined])
})

test('a log on a full disk costs lines of the log, not the process', async (t) => {
  const disk = mountedDisk(t)
  if (!disk) {
    console.log('not run: no disk can be mounted here')
    return
  }
  const log = join(disk.folder, 'log')
  const program = await startProgram(t, {
    dataDir: newFolder(t),
    environment: { GATEHOUSE_LOG_LEVEL: 'debug' },
    output: log,
  })
  const { gateway: key } = keysOf(program)
  const ask = async () => (await call(`${program.baseUrl}/v1/proxy/randomness/bool`, { key })).status
  disk.fill()
  for (let count = 0; count < 30; count++) assert.equal(await ask(), 200)
  const { size } = statSync(log)
  disk.free()
  assert.equal(await ask(), 200)
  await until(() => statSync(log).size > size, 'the log goes on')
})

/** Paths of what this process has open. */
function openFiles(): string[] {
  const folder = '/proc/self/fd'
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(join(folder, name))
    } catch {
      // that of the folder itself
      return ''
    }
  })
}

/** A disk of four megabytes in memory, which only root can mount. */
function mountedDisk(t: TestContext): Disk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]).status === 0
  t.after(() => {
    if (mounted) spawnSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true })
  })
  if (!mounted) return undefined
  const ballast = join(folder, 'ballast')
  return {
    folder,
    state: 'is full',
    fill() {
      const file = openSync(ballast, 'w')
      for (const bytes of [4096, 1]) {
        try {
          for (;;) writeSync(file, Buffer.alloc(bytes))
        } catch (error) {
          assert.match(String(error), /ENOSPC/)
        }
      }
      closeSync(file)
    },
    free: () => rmSync(ballast),
  }
}

/** Files of this process may not grow beyond the present size of the database's log. */
function limitedFiles(t: TestContext): Disk | undefined {
  const limit = (bytes: string) => spawnSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:`]).status === 0
  if (!limit('unlimited')) return undefined
  const folder = newFolder(t)
  const wal = join(folder, 'gatehouse.db-wal')
  process.on('SIGXFSZ', () => {}) // otherwise the process would be killed
  t.after(() => void limit('unlimited'))
  return {
    folder,
    state: 'fails',
    fill() {
      assert.ok(existsSync(wal))
      assert.ok(limit(String(statSync(wal).size)))
    },
    free: () => assert.ok(limit('unlimited')),
  }
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text()
}
