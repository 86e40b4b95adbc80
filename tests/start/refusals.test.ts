// Starts that are refused. Each exits immediately with a status other than 0 and advice on what to do, without a stack
// trace and without revealing a secret.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { openStore } from '#store'
import { readConfig } from '../../packages/gateway/src/process/config.ts'
import { createLog } from '../../packages/gateway/src/process/log.ts'
import { openComponents, systemPlatform } from '../../packages/gateway/src/start/components.ts'
import { type Ended, newFolder, type ProgramOptions, programThatEnds, projectFolder } from '../harness/program.ts'
import { postgresUrl } from '../harness/services.ts'

const postgres = await postgresUrl()
const masterKey = () => randomBytes(32).toString('base64')

/** Expects a refused start whose output contains `says` and none of `secrets`. */
function refused(title: string, says: RegExp, make: (folder: string) => Case | Promise<Case>): void {
  test(title, async (t) => {
    const folder = newFolder(t)
    const { secrets = [], ...options } = await make(folder)
    const end = await programThatEnds(t, { dataDir: folder, ...options })
    assertSentence(end, says)
    for (const secret of secrets) assert.ok(!(end.stderr + end.stdout).includes(secret), `a secret in: ${end.stderr}`)
  })
}
interface Case extends Partial<ProgramOptions> {
  readonly secrets?: readonly string[]
}

function assertSentence({ code, signal, stdout, stderr }: Ended, says: RegExp): void {
  assert.deepEqual({ code, signal, stdout }, { code: 1, signal: null, stdout: '' }, stderr)
  assert.match(stderr, says)
  assert.doesNotMatch(stderr, /\n\s+at |node:internal|\.ts\b|Error:|\[object/)
  for (const line of stderr.trimEnd().split('\n')) assert.match(line, /^\S.{20,}[.]$|: \S+( \S+)*$/, line)
}

suite('a start is refused in a sentence', { concurrency: 2 }, () => {
  refused('when the port is taken', /^Port 127\.0\.0\.1:\d+ is taken\. .*GATEHOUSE_PORT/, async () => ({
    environment: { GATEHOUSE_PORT: String(await takenPort()) },
  }))
  refused(
    'when the host is not an address of this machine',
    /not an address of this machine\. Set GATEHOUSE_HOST/,
    () => ({
      environment: { GATEHOUSE_HOST: '203.0.113.7' },
    }),
  )
  refused('when it is to serve an unknown API', /^There is no API weather to serve\. .* cat-facts, .*\.$/m, () => ({
    environment: { GATEHOUSE_APIS: 'randomness, weather' },
  }))
  refused('when the list of APIs has an empty place', /^GATEHOUSE_APIS must be slugs/, () => ({
    environment: { GATEHOUSE_APIS: 'randomness,,translation' },
  }))
  refused('when the host has no address', /no\.such\.host\.invalid.*Set GATEHOUSE_HOST/, () => ({
    environment: { GATEHOUSE_HOST: 'no.such.host.invalid' },
  }))
  refused(
    'when the data folder cannot be created',
    /data folder \S+ cannot be created\. Set GATEHOUSE_DATA/,
    (folder) => {
      writeFileSync(join(folder, 'file'), '')
      return { dataDir: join(folder, 'file', 'data') }
    },
  )
  refused(
    'when the database file is none',
    /gatehouse\.db cannot be used: .*The file is damaged: restore it/,
    (folder) => {
      writeFileSync(join(folder, 'gatehouse.db'), 'this is not a database, whatever its name says '.repeat(40))
      return {}
    },
  )
  refused('when the database file is damaged within', /gatehouse\.db cannot be used: .*damaged/, async (folder) => {
    const path = join(folder, 'gatehouse.db')
    const store = await openStore({ dataDir: folder })
    await store.close()
    const bytes = readFileSync(path)
    bytes.fill(0xff, 4096)
    writeFileSync(path, bytes)
    return {}
  })
  refused('when the database path is not a file', /gatehouse\.db cannot be used.*GATEHOUSE_DATA/, (folder) => {
    mkdirSync(join(folder, 'gatehouse.db'))
    return {}
  })
  refused('when the master key is too short', /GATEHOUSE_MASTER_KEY has 12 bytes.*openssl rand/, () => {
    const key = randomBytes(12).toString('base64')
    return { environment: { GATEHOUSE_MASTER_KEY: key }, secrets: [key] }
  })
  refused('when the master key is weak', /GATEHOUSE_MASTER_KEY is one byte repeated\. Make one/, () => {
    const key = Buffer.alloc(32, 'a').toString('base64')
    return { environment: { GATEHOUSE_MASTER_KEY: key }, secrets: [key] }
  })
  refused(
    'when the master key file can be read by others',
    /master\.key can be read by others\. Run: chmod 600/,
    (folder) => {
      const key = masterKey()
      writeFileSync(join(folder, 'master.key'), JSON.stringify({ current: 1, keys: { 1: key } }))
      chmodSync(join(folder, 'master.key'), 0o644)
      return { secrets: [key] }
    },
  )
  refused(
    'when the command for the master key fails',
    /command that prints the master key ended with code 3\. Run it/,
    () => ({
      environment: { GATEHOUSE_MASTER_KEY_COMMAND: 'echo half-a-secret; exit 3' },
      secrets: ['half-a-secret'],
    }),
  )
  for (const [what, key] of Object.entries({ short: 'x7Jq2Xv9LmB4tR8w', monotonous: 'sesame'.repeat(8) }))
    refused(
      `when the operator key is weak: ${what}`,
      /operator key is weak\. GATEHOUSE_ADMIN_KEY needs at least 32/,
      () => ({
        environment: { GATEHOUSE_ADMIN_KEY: key },
        secrets: [key],
      }),
    )
  refused(
    'when the master key is not that of the database',
    /master key is not the one .* Start with that one\./,
    async (folder) => {
      const right = masterKey()
      await sealedUnder(folder, right)
      const wrong = masterKey()
      return { environment: { GATEHOUSE_MASTER_KEY: wrong }, secrets: [wrong, right] }
    },
  )
  refused(
    'when the master key of the database is gone',
    /no \S+master\.key, but .* Restore the file/,
    async (folder) => {
      await sealedUnder(folder, masterKey())
      return {}
    },
  )
  refused(
    'when the database is newer than the program',
    /newer than this program: it has core\/9999-future\. Start/,
    async (folder) => {
      const store = await openStore({ dataDir: folder })
      await store.db.insertInto('migrations').values({ name: 'core/9999-future', applied_at: 1 }).execute()
      await store.close()
      return {}
    },
  )
  refused(
    'when the database cannot be reached',
    /^The database at 127\.0\.0\.1:\d+\/gatehouse cannot be used: .*GATEHOUSE_DATABASE_URL/,
    async () => ({
      environment: {
        GATEHOUSE_DATABASE_URL: `postgres://gatehouse:open-sesame@127.0.0.1:${await freePort()}/gatehouse`,
      },
      secrets: ['open-sesame'],
    }),
  )
  refused('when the database address is none', /the address in GATEHOUSE_DATABASE_URL cannot be used/, () => ({
    environment: { GATEHOUSE_DATABASE_URL: 'postgres://gatehouse:open/sesame@:x/' },
    secrets: ['sesame'],
  }))
  if (postgres !== undefined) databaseRefusals(postgres)
  permissionRefusals()
})

test('all invalid settings are named together, with what they must be, and their values are not repeated', async (t) => {
  const environment = {
    GATEHOUSE_PORT: 'eighty',
    GATEHOUSE_MARKET_PORT: '70000',
    GATEHOUSE_PUBLIC_URL: 'ftp://files',
    GATEHOUSE_DATABASE_URL: 'mysql://root:open-sesame@db/gatehouse',
    GATEHOUSE_REDIS_URL: 'http://:open-sesame@cache',
    GATEHOUSE_WORKERS: '0',
    GATEHOUSE_PRODUCTION: 'maybe',
    GATEHOUSE_ADMIN_REMOTE: 'yes',
    GATEHOUSE_TRUSTED_PROXIES: 'everyone',
    GATEHOUSE_UPSTREAMS: 'translation',
    GATEHOUSE_REFRESH: 'sometimes',
    GATEHOUSE_LOG_LEVEL: 'loud',
    GATEHOUSE_MAX_CALLS: '-1',
    GATEHOUSE_DRAIN_MS: '1s',
    GATEHOUSE_NOW: 'noon',
    GATEHOUSE_COLOUR: 'green',
  }
  const end = await programThatEnds(t, { dataDir: newFolder(t), environment })
  assertSentence(end, /^GATEHOUSE_PORT must be a whole number from 0 to 65535\.$/m)
  assert.deepEqual(
    end.stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ', 1)[0])
      .sort(),
    Object.keys(environment).sort(),
  )
  assert.ok(!end.stderr.includes('sesame'))
})

test('an upstream that is not there, is named twice or has a password is refused, and the message says what may be named', async (t) => {
  const endOf = (upstreams: string) =>
    programThatEnds(t, { dataDir: newFolder(t), environment: { GATEHOUSE_UPSTREAMS: upstreams } })
  const unknown = await endOf('cat-fact=http://127.0.0.1:1,item-market=http://127.0.0.1:1')
  assertSentence(
    unknown,
    /names cat-fact, item-market\. It may name .*background-removal, background-removal-2.*cat-facts/,
  )
  assertSentence(
    await endOf('cat-facts=http://a.test,cat-facts=http://b.test'),
    /^GATEHOUSE_UPSTREAMS names cat-facts twice\.$/m,
  )
  const secret = await endOf('cat-facts=https://user:open-sesame@a.test')
  assertSentence(secret, /^GATEHOUSE_UPSTREAMS must have addresses of .* without a user or a query\.$/m)
  assert.ok(!secret.stderr.includes('sesame'))
})

test('a trusted proxy with an impossible prefix length is named', async (t) => {
  const environment = { GATEHOUSE_TRUSTED_PROXIES: '10.0.0.0/33' }
  const end = await programThatEnds(t, { dataDir: newFolder(t), environment })
  assertSentence(end, /^GATEHOUSE_TRUSTED_PROXIES .*"10\.0\.0\.0\/33"/m)
})

test('contradictory settings are named', async (t) => {
  const environment = {
    GATEHOUSE_PRODUCTION: 'true',
    GATEHOUSE_SEED: 'seed',
    GATEHOUSE_MASTER_KEY: masterKey(),
    GATEHOUSE_MASTER_KEY_COMMAND: 'cat key',
  }
  const { code, stderr } = await programThatEnds(t, { dataDir: newFolder(t), environment })
  assert.equal(code, 1)
  for (const name of ['GATEHOUSE_SEED', 'GATEHOUSE_MASTER_KEY_COMMAND']) assert.match(stderr, new RegExp(name))
})

test('a refused start with several workers ends the whole program', async (t) => {
  const environment = {
    GATEHOUSE_WORKERS: '2',
    GATEHOUSE_REDIS_URL: 'redis://127.0.0.1:1',
    GATEHOUSE_HOST: '203.0.113.7',
  }
  assertSentence(await programThatEnds(t, { dataDir: newFolder(t), environment }), /Set GATEHOUSE_HOST/)
})

function databaseRefusals(server: string): void {
  refused('when the database refuses its user', /cannot be used: .*(role|password).*GATEHOUSE_DATABASE_URL/, () => {
    const url = new URL(server)
    url.username = 'nobody_of_that_name'
    url.password = 'open-sesame'
    return { environment: { GATEHOUSE_DATABASE_URL: url.href }, secrets: ['sesame'] }
  })
}

/** Root is never refused access, so the program runs as another user; fails when that user cannot read the project. */
function permissionRefusals(): void {
  const nobody = 65_534
  const isRoot = process.getuid?.() === 0
  const probe = { uid: nobody, gid: nobody, cwd: projectFolder }
  const canDrop =
    isRoot &&
    spawnSync(process.execPath, ['-e', `require('fs').readFileSync('packages/gateway/src/main.js')`], probe).status ===
      0
  if (isRoot && !canDrop) {
    console.log('not run: a start without permissions, for want of a user that has none')
    return
  }
  const asOther = isRoot ? { uid: nobody } : {}
  refused(
    'when the data folder cannot be written',
    /admin\.key cannot be used \(EACCES\).*GATEHOUSE_DATA/,
    (folder) => {
      chmodSync(folder, 0o555)
      return asOther
    },
  )
  refused(
    'when the data folder cannot be created for want of permission',
    /data folder \S+ cannot be created/,
    (folder) => {
      chmodSync(folder, 0o555)
      return { ...asOther, dataDir: join(folder, 'data') }
    },
  )
  refused('when the database file is read-only', /gatehouse\.db cannot be used \(EACCES\)/, async (folder) => {
    await sealedUnder(folder, masterKey())
    chmodSync(folder, 0o755)
    if (isRoot) for (const file of ['.', ...readdirSync(folder)]) chownSync(join(folder, file), nobody, nobody)
    chmodSync(join(folder, 'gatehouse.db'), 0o400)
    return asOther
  })
}

/** A database with records sealed under `key`. */
async function sealedUnder(dataDir: string, key: string): Promise<void> {
  const config = readConfig({ GATEHOUSE_DATA: dataDir, GATEHOUSE_MASTER_KEY: key })
  const components = await openComponents({ config, log: createLog('silent'), platform: systemPlatform })
  await components.close()
}

async function takenPort(): Promise<number> {
  const server = createServer()
  after(() => server.close())
  return portOf(server)
}

async function freePort(): Promise<number> {
  const server = createServer()
  const port = await portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

function portOf(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
