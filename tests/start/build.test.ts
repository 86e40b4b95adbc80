// The build: it follows every change of the sources, and runs from any folder without them; it finds data and threads,
// and stack traces name sources.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isLeftOut } from '../../packages/cli/build-if-changed.js'
import { gatewayFlags } from '../../packages/cli/launch.js'
import { newFolder, projectFolder } from '../harness/program.ts'
import { until } from '../harness/until.ts'

/** An API that an operator adds, with a thread of its own. */
const tides = {
  'api.ts': `
    import { defineApi, hosted, ownKey } from '#define'
    import { endpoints } from './endpoints.ts'
    export default defineApi({
      slug: 'tides', title: 'Tides', summary: 'Tides of harbours.', surface: hosted,
      auth: ownKey.header('x-tide-key'), upstream: 'https://tides.example/v1', endpoints,
    })`,
  'endpoints.ts': `
    import { get, num, obj } from '#define'
    export const endpoints = {
      tide: get('/tides/{harbour}', 'The tide of a harbour', { returns: obj({ metres: num() }) }),
    }`,
  'examples.ts': `
    import { defineExamples } from '#define'
    import { endpoints } from './endpoints.ts'
    export const examples = defineExamples(endpoints, {
      tide: { params: { harbour: 'northhaven' }, output: { metres: 3.2 } },
    })`,
  'provider.ts': `
    import { defineProvider } from '#define'
    import api from './api.ts'
    import { metresOf } from './provider/metres.ts'
    export default defineProvider(api, {
      runs: 'worker',
      open: () => ({ handlers: { tide: ({ harbour }) => ({ metres: metresOf(harbour) }) } }),
    })`,
  'provider/metres.ts': `
    import { readFileSync } from 'node:fs'
    export function metresOf(harbour: string): number {
      if (harbour === 'nowhere') throw new Error('no such harbour')
      return Number(readFileSync(new URL('../seed/metres.txt', import.meta.url), 'utf8'))
    }`,
  'seed/metres.txt': '3.2',
}

/** A copy of what is built, with few APIs, in a folder with a space in its path. */
function makeProject(t: TestContext): string {
  const root = join(newFolder(t), 'a project')
  const sources = ['package.json', 'package-lock.json', 'tsconfig.json', 'packages', 'scripts', 'apis/randomness']
  for (const path of sources)
    cpSync(join(projectFolder, path), join(root, path), {
      recursive: true,
      filter: (from) => from.endsWith('tsconfig.json') || !isLeftOut.test(from.slice(projectFolder.length)),
    })
  symlinkSync(join(projectFolder, 'node_modules'), join(root, 'node_modules'))
  for (const [name, text] of Object.entries(tides)) {
    mkdirSync(join(root, 'apis/tides', name, '..'), { recursive: true })
    writeFileSync(join(root, 'apis/tides', name), text)
  }
  return root
}

/** Starts a gateway in an empty folder, and returns how to call it. */
async function start(t: TestContext, words: readonly string[]) {
  const cwd = newFolder(t)
  const settings = {
    GATEHOUSE_PORT: '0',
    GATEHOUSE_MARKET_PORT: '0',
    GATEHOUSE_DATA: 'data',
    GATEHOUSE_DRAIN_NOTICE_MS: '0',
  }
  const env = { PATH: process.env.PATH ?? '', ...settings }
  const child: ChildProcess = spawn(process.execPath, words, { cwd, env })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  await until(() => /^Gatehouse answers at/m.test(output) || child.exitCode !== null, 'the gateway', 60_000)
  assert.equal(child.exitCode, null, output)
  const { baseUrl, gatewayKey } = JSON.parse(readFileSync(join(cwd, 'data/first-run.json'), 'utf8'))
  return {
    output: () => output,
    call: async (path: string) => {
      const response = await fetch(`${baseUrl}${path}`, { headers: { 'x-gateway-key': gatewayKey } })
      return { status: response.status, text: await response.text() }
    },
    end: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

test('npm start builds when a source has changed, and only then', async (t) => {
  const root = makeProject(t)
  const metres = async () => {
    const gateway = await start(t, [join(root, 'scripts/start.js')])
    const { text } = await gateway.call('/v1/proxy/tides/tides/northhaven')
    await gateway.end()
    return JSON.parse(text).metres
  }
  assert.equal(await metres(), 3.2)
  const marker = join(root, 'dist/marker')
  writeFileSync(marker, '')
  assert.equal(await metres(), 3.2)
  readFileSync(marker)
  const source = join(root, 'apis/tides/provider/metres.ts')
  writeFileSync(source, readFileSync(source, 'utf8').replace('Number(', '10 * Number('))
  assert.equal(await metres(), 32)
  writeFileSync(join(root, 'apis/tides/seed/metres.txt'), '4')
  assert.equal(await metres(), 40)
})

test('a running gateway finds the rest of its own build after the next one, and builds before that are removed', async (t) => {
  const root = makeProject(t)
  const builds = () => readdirSync(root).filter((name) => /^dist-\d+$/.test(name))
  const running = await start(t, [join(root, 'scripts/start.js')])
  assert.equal((await running.call('/v1/proxy/randomness/dice')).status, 200)
  const [first] = builds()
  const source = join(root, 'apis/tides/provider/metres.ts')
  writeFileSync(source, readFileSync(source, 'utf8').replace('Number(', '10 * Number('))
  const next = await start(t, [join(root, 'scripts/start.js')])
  const metres = async ({ call }: typeof next) =>
    JSON.parse((await call('/v1/proxy/tides/tides/northhaven')).text).metres
  // the thread of this API, its modules and its data are loaded only now
  assert.equal(await metres(running), 3.2)
  assert.equal(await metres(next), 32)
  assert.equal((await running.call('/console')).status, 200)
  assert.equal(builds().length, 2)
  execFileSync(process.execPath, [join(root, 'scripts/build.ts')])
  assert.equal(builds().length, 2)
  assert.ok(!builds().includes(first ?? ''))
})

test('the build runs without the sources: calls, threads, documents, console and command line', async (t) => {
  const root = makeProject(t)
  execFileSync(process.execPath, [join(root, 'scripts/install.js')])
  const shipped = join(newFolder(t), 'shipped here')
  mkdirSync(join(shipped, 'packages/cli'), { recursive: true })
  renameSync(realpathSync(join(root, 'dist')), join(shipped, 'dist'))
  for (const name of ['gatehouse', 'launch', 'build-if-changed', 'bundled-node', 'data-folder'])
    renameSync(join(root, `packages/cli/${name}.js`), join(shipped, `packages/cli/${name}.js`))
  writeFileSync(join(shipped, 'package.json'), '{"type":"module"}')
  symlinkSync(join(projectFolder, 'node_modules'), join(shipped, 'node_modules'))
  rmSync(root, { recursive: true })

  const gateway = await start(t, [...gatewayFlags, join(shipped, 'dist/packages/gateway/src/main.js')])
  assert.equal((await gateway.call('/v1/proxy/randomness/dice')).status, 200)
  const tide = await gateway.call('/v1/proxy/tides/tides/northhaven')
  assert.deepEqual([tide.status, JSON.parse(tide.text)], [200, { metres: 3.2 }])
  assert.equal((await gateway.call('/docs')).status, 200)
  assert.match((await gateway.call('/docs/tides')).text, /<h1>/)
  const console = await gateway.call('/console')
  const files = [...console.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
  assert.ok(files.length > 2)
  for (const path of files) assert.equal((await gateway.call(path)).status, 200, path)

  assert.equal((await gateway.call('/v1/proxy/tides/tides/nowhere')).status, 500)
  await until(() => gateway.output().includes('no such harbour'), 'the log')
  assert.match(gateway.output(), /no such harbour[^\n]*apis\/tides\/provider\/metres\.ts:4:/)

  const help = execFileSync(process.execPath, [join(shipped, 'packages/cli/gatehouse.js'), '--help'], {
    cwd: newFolder(t),
    encoding: 'utf8',
  })
  assert.match(help, /^Usage: gatehouse/)
})
