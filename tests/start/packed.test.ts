// The npm package that `npm run pack` makes, installed as npm lays it out: below a `node_modules` folder with a space
// in its path, without the sources, read-only, and run by another user.
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { filesBelow, packTarball, writePackage } from '../../scripts/pack.ts'
import { newFolder, projectFolder } from '../harness/program.ts'
import { until } from '../harness/until.ts'

const run = promisify(execFile)
const nobody = 65_534
const isRoot = process.getuid?.() === 0
const asOther = isRoot ? { uid: nobody, gid: nobody } : {}
/** CPU time to the first answer, on one core. */
const firstCallSeconds = 10

interface Manifest {
  readonly version: string
  readonly scripts?: object
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

let made = ''
let tarball = ''
before(() => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-packed-'))
  // npm's own folder for temporary files is private; these files are read by another user
  chmodSync(folder, 0o755)
  made = join(folder, 'gatehouse')
  writePackage(made)
  packTarball(made, folder)
  tarball = join(folder, `gatehouse-${readManifest(made).version}.tgz`)
})
after(() => rmSync(dirname(made), { recursive: true, force: true }))

/** Unpacks the tarball into an empty project, with the named dependencies beside it, and makes it read-only. */
function install(t: TestContext, dependencies: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => {
    execFileSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  const project = join(folder, 'an app')
  const installed = join(project, 'node_modules/gatehouse')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  for (const name of dependencies) {
    const link = join(project, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    if (existsSync(join(projectFolder, 'node_modules', name)))
      symlinkSync(join(projectFolder, 'node_modules', name), link)
  }
  chmodSync(folder, 0o755)
  execFileSync('chmod', ['-R', 'a-w,a+rX', installed])
  return project
}

/** A folder that the other user owns. */
function homeOf(t: TestContext): string {
  const home = newFolder(t)
  if (isRoot) chownSync(home, nobody, nobody)
  return home
}

/** CPU time of a process: unlike the time that passes, it does not depend on what else runs. 0 except on Linux. */
function cpuSecondsOf(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const text = readFileSync(file, 'latin1')
  // proc_pid_stat(5): after the name in parentheses, utime is the 12th field and stime the 13th, in ticks of 10 ms
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const allDependencies = () => {
  const { dependencies, optionalDependencies } = readManifest(made)
  return Object.keys({ ...dependencies, ...optionalDependencies })
}

test('the tarball has the launcher and the build, no sources or tests, and nothing that runs at installing', () => {
  const listed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
  assert.deepEqual(listed.map((path) => path.replace(/^package\//, '')).sort(), filesBelow(made))
  const beside = filesBelow(made).filter((path) => !path.startsWith('dist/'))
  assert.deepEqual(
    beside.filter((path) => !/^packages\/(?:cli\/[\w-]+\.js|client\/dist\/.+\.(?:js|d\.ts))$/.test(path)),
    ['LICENSE', 'README.md', 'package.json', 'packages/cli/test-gateway.d.ts'],
  )
  assert.deepEqual(
    filesBelow(made).filter((path) => /(?<!\.d)\.ts$|\.test\.|\.fixture\./.test(path)),
    [],
  )
  assert.equal(readManifest(made).scripts, undefined)
})

test('its dependencies are those that run, at their locked versions', () => {
  const { dependencies, optionalDependencies } = readManifest(made)
  const { packages } = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8'))
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
    assert.equal(version, packages[`node_modules/${name}`].version, name)
  const own = Object.keys(readManifest(projectFolder).dependencies)
  assert.deepEqual(
    own.filter((name) => !Object.hasOwn(dependencies, name)),
    ['esbuild', 'kysely', 'lit-html', 'typebox'],
    'these build it, or are part of the build',
  )
})

test('installed read-only, another user starts it, and its first call is answered within 10 s', async (t) => {
  const project = install(t, allDependencies())
  const home = homeOf(t)
  const launcher = join(project, 'node_modules/gatehouse/packages/cli/gatehouse.js')
  const env = { PATH: process.env.PATH ?? '', HOME: home, GATEHOUSE_PORT: '0', GATEHOUSE_MARKET_PORT: '0' }
  const before = filesBelow(join(project, 'node_modules/gatehouse'))
  const child = spawn(process.execPath, [launcher, 'start'], { cwd: home, env, ...asOther })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  await until(() => /^Gatehouse answers at/m.test(output) || child.exitCode !== null, 'the gateway')
  assert.equal(child.exitCode, null, output)
  const data = join(home, '.local/share/gatehouse')
  const { baseUrl, gatewayKey } = JSON.parse(readFileSync(join(data, 'first-run.json'), 'utf8'))
  const get = (path: string) => fetch(`${baseUrl}${path}`, { headers: { 'x-gateway-key': gatewayKey } })
  assert.equal((await get('/v1/proxy/randomness/dice')).status, 200)
  const seconds = cpuSecondsOf(child.pid)
  assert.ok(seconds < firstCallSeconds, `${seconds} s`)

  const page = await (await get('/console')).text()
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
  assert.ok(files.length > 2)
  for (const path of files) assert.equal((await get(path)).status, 200, path)
  const { stdout } = await run(process.execPath, [launcher, 'call', 'randomness', 'bool'], {
    cwd: home,
    env,
    ...asOther,
  })
  assert.match(stdout, /"coin"/)
  child.kill('SIGTERM')
  await once(child, 'exit')
  assert.deepEqual(filesBelow(join(project, 'node_modules/gatehouse')), before)
})

test('without the Node among its dependencies it runs on the one that started it', async (t) => {
  const project = install(t, Object.keys(readManifest(made).dependencies))
  const launcher = join(project, 'node_modules/gatehouse/packages/cli/gatehouse.js')
  const env = { PATH: '', HOME: homeOf(t) }
  const { stdout } = await run(process.execPath, [launcher, '--version'], { env })
  assert.equal(stdout.trim(), readManifest(made).version)
})

test('gatehouse/test gives a test its own gateway, which ends and leaves nothing', async (t) => {
  const project = install(t, allDependencies())
  const script = `
    import { startGatehouse } from 'gatehouse/test'
    const gateway = await startGatehouse({ settings: { GATEHOUSE_NOW: '2026-06-01T12:00:00Z' } })
    const call = () => fetch(gateway.url + '/v1/proxy/randomness/dice', { headers: { 'x-gateway-key': gateway.key } })
    console.log((await call()).status)
    if (process.argv[2] === 'stop') {
      await gateway.stop()
      console.log(await call().then(() => 'answers', () => 'away'))
    } else console.log(gateway.url)`
  writeFileSync(join(project, 'use.mjs'), script)
  const temporary = newFolder(t)
  // a gateway with other settings is not the one of the tests
  const env = { PATH: process.env.PATH ?? '', TMPDIR: temporary, GATEHOUSE_PORT: '1', GATEHOUSE_WRONG: 'yes' }
  const use = async (...words: readonly string[]) => {
    const { stdout } = await run(process.execPath, [join(project, 'use.mjs'), ...words], { env })
    return stdout.trim().split('\n')
  }
  assert.deepEqual(await use('stop'), ['200', 'away'])
  const [status, url = ''] = await use()
  assert.equal(status, '200')
  await until(
    () =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    'the end of the gateway',
  )
  await until(() => readdirSync(temporary).length === 0, 'the removal of its data')
})

test('gatehouse/test serves only the APIs that are named, with a client that a strict TypeScript project compiles', async (t) => {
  const project = install(t, allDependencies())
  const script = `
    import { startGatehouse } from 'gatehouse/test'
    const gateway = await startGatehouse({ apis: ['randomness', 'item-market'] })
    const { rolls } = await gateway.client.randomness.dice({ count: 2 })
    const dice: readonly number[] = rolls
    const markets = await gateway.client.itemMarket.deals()
    const accounts = await gateway.client.admin.listAccounts()
    const unserved: unknown = await gateway.client.catFacts.fact().catch((error) => error.code)
    const sandbox = await gateway.sandbox('ci', { now: '2027-01-01T00:00:00Z' })
    const first = await sandbox.client.randomness.dice({ count: 5 })
    await sandbox.snapshot('one')
    await sandbox.clock({ advance: 'P1D' })
    await sandbox.faults([{ match: { api: 'randomness', nth: [1] }, do: { status: 503 } }])
    const fault: unknown = await sandbox.client.randomness.dice({}, { retries: 0 }).catch((error) => error.status)
    const requests = (await sandbox.journal()).map(({ endpoint, fault: rule }) => [endpoint, rule])
    await sandbox.reset()
    const again = await sandbox.client.randomness.dice({ count: 5 }, { retries: 3 })
    console.log(JSON.stringify([dice.length, typeof markets, typeof accounts, unserved]))
    console.log(JSON.stringify([fault, requests, first.rolls.join() === again.rolls.join()]))
    await gateway.stop()`
  writeFileSync(join(project, 'use.mts'), script)
  const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--types', '', '--lib', 'es2022,dom']
  await run(join(projectFolder, 'node_modules/.bin/tsc'), ['--ignoreConfig', ...options, 'use.mts'], { cwd: project })
  const { stdout } = await run(process.execPath, ['use.mjs'], { cwd: project, env: { PATH: process.env.PATH ?? '' } })
  const [served = '', inSandbox = ''] = stdout.split('\n')
  assert.deepEqual(JSON.parse(served), [2, 'object', 'object', 'api.unknown'])
  assert.deepEqual(JSON.parse(inSandbox), [
    503,
    [
      ['dice', null],
      ['dice', '1'],
    ],
    true,
  ])
})

test('gatehouse/test says why a gateway does not start', async (t) => {
  const project = install(t, allDependencies())
  const script = `
    import { startGatehouse } from 'gatehouse/test'
    for (const options of [{ settings: { GATEHOUSE_NOW: 'noon' } }, { apis: ['weather'] }, { apis: [] }])
      await startGatehouse(options).catch((error) => console.log(error.message))`
  writeFileSync(join(project, 'use.mjs'), script)
  const { stdout } = await run(process.execPath, [join(project, 'use.mjs')], { env: { PATH: process.env.PATH ?? '' } })
  assert.match(stdout, /did not start.*exited with 1[\s\S]*GATEHOUSE_NOW/)
  assert.match(stdout, /There is no API weather to serve\. GATEHOUSE_APIS may name activity-suggestions, .*randomness,/)
  assert.match(stdout, /`apis` is empty/)
})
