// Adding and removing engines. npm is a script of the test that installs what the test says, so that nothing is loaded.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { captured, emptyFolder } from '../captured-io.fixture.ts'
import { CliError } from '../failure.ts'
import { type Engine, folderOf, isAdded, listEngines } from './catalog.ts'
import { installEngine } from './install.ts'

const weights = 'weights of a network'
const hash = (content: string) => createHash('sha256').update(content).digest('hex')

interface Present {
  readonly api: string
  readonly name: string
  readonly version: string | null
  readonly folder: string | null
  readonly serves: string
}

interface World {
  readonly engine: Engine
  readonly dataDir: string
  install(engine?: Partial<Engine>): Promise<void>
  /** The arguments with which npm was started. */
  words(): string[]
}

/** An engine of one package whose npm writes these files and then runs `more`. */
function openWorld(t: TestContext, more = ''): World {
  const folder = emptyFolder((close) => t.after(close))
  const dataDir = join(folder, 'data')
  for (const name of ['package.json', 'package-lock.json']) writeFileSync(join(folder, name), `{"name":"${name}"}`)
  const npm = join(folder, 'npm.cjs')
  writeFileSync(
    npm,
    `const fs = require('node:fs')
    if (!fs.existsSync('package-lock.json')) throw new Error('no lockfile')
    fs.writeFileSync(${JSON.stringify(join(folder, 'words'))}, JSON.stringify(process.argv.slice(2)))
    fs.mkdirSync('node_modules/net/dist/linux/x64', { recursive: true })
    fs.writeFileSync('node_modules/net/dist/net.onnx', ${JSON.stringify(weights)})
    fs.writeFileSync('node_modules/net/dist/linux/x64/net.so', 'code')
    fs.writeFileSync('node_modules/net/unused.js', 'unused')
    ${more}`,
  )
  const engine: Engine = {
    ...{ name: 'net', title: 'A network', licence: 'MIT', for: ['pictures'], needs: [], folder },
    keep: ['net/dist/net.onnx', 'net/dist/{platform}/{arch}'],
    files: { 'net/dist/net.onnx': hash(weights) },
  }
  const options = { dataDir, env: { ...process.env, npm_execpath: npm }, platform: 'linux', arch: 'x64' }
  return {
    engine,
    dataDir,
    install: (change = {}) => installEngine({ ...engine, ...change }, options),
    words: () => JSON.parse(readFileSync(join(folder, 'words'), 'utf8')),
  }
}

test('an engine is installed from its lockfile without running scripts, and only what is used is kept', async (t) => {
  const { dataDir, install, words } = openWorld(t)
  await install()
  const [command, ...flags] = words()
  assert.equal(command, 'ci')
  assert.ok(flags.includes('--ignore-scripts'))
  const kept = globSync('**/*.*', { cwd: folderOf(dataDir, 'net') }).sort()
  assert.deepEqual(kept, ['node_modules/net/dist/linux/x64/net.so', 'node_modules/net/dist/net.onnx'])
  await install()
  assert.deepEqual(readdirSync(join(dataDir, 'engines')), ['net'])
})

test('a file with another hash, a machine without files and a failing npm install nothing and keep what was there', async (t) => {
  const { dataDir, install } = openWorld(t)
  await install()
  await assert.rejects(install({ files: { 'net/dist/net.onnx': hash('other') } }), /not the expected file/)
  await assert.rejects(install({ keep: ['net/dist/{platform}/arm64'] }), /not available for linux on x64/)
  await assert.rejects(install({ files: { 'net/none': '' } }), /none of the files/)
  assert.ok(existsSync(join(folderOf(dataDir, 'net'), 'node_modules/net/dist/net.onnx')))
  assert.deepEqual(readdirSync(join(dataDir, 'engines')), ['net'])
  const broken = openWorld(t, "console.error('no network here'); process.exit(1)")
  await assert.rejects(broken.install(), (error) => error instanceof CliError && /no network here/.test(error.message))
  assert.equal(isAdded(broken.dataDir, broken.engine), false)
  assert.deepEqual(readdirSync(join(broken.dataDir, 'engines')), [])
})

test('every engine of the project has a lockfile with the integrity of each package, and kept files with hashes', () => {
  const engines = listEngines()
  assert.ok(engines.some(({ name }) => name === 'u2netp'))
  for (const { name, folder, keep, files, needs } of engines) {
    const { packages }: { packages: Record<string, { integrity?: string }> } = JSON.parse(
      readFileSync(join(folder, 'package-lock.json'), 'utf8'),
    )
    for (const [path, { integrity }] of Object.entries(packages))
      if (path !== '') assert.match(integrity ?? '', /^sha512-/, `${name}: ${path}`)
    for (const [path, sha256] of Object.entries(files)) {
      assert.match(sha256, /^[0-9a-f]{64}$/)
      const isKept = keep.some((one) => path.startsWith(one.replace(/\{platform\}.*$/, '')))
      assert.ok(isKept, `${name}: ${path}`)
    }
    for (const one of needs)
      assert.ok(
        engines.some((engine) => engine.name === one),
        one,
      )
  }
})

test('what has arrived is reported while npm works', async (t) => {
  const { engine, dataDir } = openWorld(t, 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500)')
  const npm = join(engine.folder, 'npm.cjs')
  const heard: string[] = []
  const onProgress = (phase: string, note: string) => void heard.push(`${phase} ${note}`.trim())
  const env = { ...process.env, npm_execpath: npm }
  await installEngine(engine, { dataDir, env, platform: 'linux', arch: 'x64', onProgress })
  assert.equal(heard[0], 'downloading')
  assert.ok(
    heard.some((line) => /^downloading \d+ B$/.test(line)),
    heard.join(', '),
  )
  assert.equal(heard.at(-1), 'checking')
})

test('the command lists engines, removes those that are there, and names those that exist', async (t) => {
  const dataDir = emptyFolder((close) => t.after(close))
  mkdirSync(join(folderOf(dataDir, 'u2netp'), 'node_modules'), { recursive: true })
  const cli = (...words: string[]) => captured(['engines', ...words, '--data', dataDir])
  const { engines } = (await cli('list', '--json')).json()
  const added = (engines as { name: string; added: boolean }[]).filter((one) => one.added).map(({ name }) => name)
  assert.deepEqual(added, ['u2netp'])
  assert.match((await cli()).out, /^ENGINE +ADDED/)
  const unknown = await cli('add', 'u3net')
  assert.equal(unknown.code, 5)
  assert.match(unknown.err, /no engine u3net.*u2netp/)
  assert.equal((await cli('remove', 'u2netp')).code, 0)
  assert.equal(existsSync(folderOf(dataDir, 'u2netp')), false)
  assert.equal((await cli('remove', 'u2netp')).code, 5)
})

test('the list has the engines that answer, as the APIs declare them, with version and folder', async (t) => {
  const dataDir = emptyFolder((close) => t.after(close))
  const list = async () => (await captured(['engines', '--json', '--data', dataDir])).json().present as Present[]
  const before = await list()
  assert.deepEqual([...new Set(before.map(({ api }) => api))], ['background-removal', 'nanomaterials', 'translation'])
  assert.ok(before.every(({ folder }) => folder === null || !folder.startsWith(dataDir)))
  const folder = join(folderOf(dataDir, 'indigo'), 'node_modules', 'indigo-ketcher')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"version":"9.8.7"}')
  const added = (await list()).filter(({ name }) => name === 'indigo')
  assert.deepEqual(added, [{ api: 'nanomaterials', name: 'indigo', version: '9.8.7', folder: folder, serves: 'InChI' }])
  assert.match((await captured(['engines', '--data', dataDir])).out, /nanomaterials +indigo +9\.8\.7 +InChI/)
})

test('engines are checked on fixed examples, and an API without any is refused by name', async (t) => {
  const dataDir = emptyFolder((close) => t.after(close))
  mkdirSync(join(dataDir, 'config'))
  writeFileSync(join(dataDir, 'config', 'translation.json'), '{"apertium":false,"hunspell":false}')
  const { results } = (await captured(['engines', 'check', 'translation', '--json', '--data', dataDir])).json()
  const [german] = (results as { serves: string; figures: Record<string, number> }[]).filter(
    ({ serves }) => serves === 'en to de',
  )
  assert.ok(german)
  assert.ok((german.figures.chrF2 ?? 0) > (german.figures['of copying'] ?? 0) + 20, JSON.stringify(german))
  const unknown = await captured(['engines', 'check', 'cat-facts', '--data', dataDir])
  assert.equal(unknown.code, 5)
  assert.match(unknown.err, /No engines of cat-facts can be checked.*translation/)
})
