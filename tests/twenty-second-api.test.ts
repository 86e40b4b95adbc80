// Another API is another folder and no other change: written by hand, or by `npm run new-api`. The folders are
// in their own project, which shares only the packages with this one.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { isRaw } from '#define/reflect'
import { checkOf } from '#derive'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { NewApiRefused, templateFiles, writeApi } from '../scripts/new-api.ts'
import { everyEndpoint, exampleCall } from './harness/every-endpoint.ts'
import { openGateway } from './harness/open-gateway.ts'
import { openStandIn } from './harness/stand-in.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** An empty project with the packages of this one; returns its folder of APIs. */
function makeProject(t: TestContext): string {
  const project = mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rmSync(project, { recursive: true, force: true }))
  const { imports, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type, imports }))
  for (const name of ['packages', 'node_modules']) symlinkSync(join(root, name), join(project, name))
  mkdirSync(join(project, 'apis'))
  return join(project, 'apis')
}

function writeFolder(apis: string, slug: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(apis, slug))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(apis, slug, name), text)
}

function filesBelow(folder: string): string[] {
  return globSync('**/*.*', { cwd: folder }).sort()
}

/** An API with its own key, whose embedded provider stores what each account sends. */
const tides = {
  'api.ts': `
    import { defineApi, hosted, ownKey } from '#define'
    import { endpoints } from './endpoints.ts'
    export default defineApi({
      slug: 'tides', title: 'Tides', summary: 'Tides of harbours.', surface: hosted,
      auth: ownKey.header('x-tide-key'), upstream: 'https://tides.example/v1', endpoints,
    })`,
  'endpoints.ts': `
    import { body, get, num, obj, post, req, str } from '#define'
    const Tide = obj({ harbour: str(), metres: num() })
    export const endpoints = {
      tide: get('/tides/{harbour}', 'The tide of a harbour', { returns: Tide }),
      addTide: post('/tides', 'Notes a tide', {
        body: body({ harbour: req.str(), metres: req.num({ min: 0, max: 20 }) }), returns: Tide, status: 201,
        upstream: { path: '/notes/tides' },
      }),
    }`,
  'examples.ts': `
    import { defineExamples } from '#define'
    import { endpoints } from './endpoints.ts'
    const output = { harbour: 'northhaven', metres: 3.2 }
    export const examples = defineExamples(endpoints, {
      addTide: { body: output, output },
      tide: { params: { harbour: 'northhaven' }, output },
    })`,
  'provider.ts': `
    import { defineProvider, type ProviderKit, refuse } from '#define'
    import api from './api.ts'
    interface Tables { tides_notes: { account: string; harbour: string; metres: number } }
    const notes = {
      async up(db) {
        await db.schema.createTable('tides_notes').addColumn('account', 'text')
          .addColumn('harbour', 'text').addColumn('metres', 'real').execute()
      },
    }
    export default defineProvider(api, {
      migrations: { '0001-notes': notes },
      open: ({ db }: ProviderKit<Tables>) => ({
        handlers: {
          async tide({ harbour }, { account }) {
            const note = await db.selectFrom('tides_notes').select(['harbour', 'metres'])
              .where('account', '=', account).where('harbour', '=', harbour).executeTakeFirst()
            if (!note) throw refuse(404, { error: { code: 'no_tide', message: 'Nothing is known of ' + harbour } })
            return note
          },
          async addTide({ body: { harbour, metres } }, { account }) {
            await db.insertInto('tides_notes').values({ account, harbour, metres }).execute()
            return { harbour, metres }
          },
        },
      }),
    })`,
} as const

test('a folder written by hand is discovered and answers embedded, with its own tables, validation and documents', async (t) => {
  const apis = makeProject(t)
  writeFolder(apis, 'tides', tides)
  const loaded = await loadApis(apis)
  assert.deepEqual(
    loaded.map(({ api }) => api.slug),
    ['tides'],
  )
  const gateway = await openGateway(t, { apis: loaded })
  const [first, second] = [await gateway.account(), await gateway.account()]
  const call = async (key: string, path: string, note?: object) => {
    const headers = { 'x-gateway-provider': 'embedded', 'content-type': 'application/json' }
    const body = note === undefined ? {} : { method: 'POST', body: JSON.stringify(note) }
    const response = await gateway.call(`/v1/proxy/tides${path}`, { key, headers, ...body })
    return { status: response.status, body: Object(await response.json()) }
  }
  const note = { harbour: 'northhaven', metres: 3.2 }
  assert.deepEqual(await call(first.key, '/tides', note), { status: 201, body: note })
  assert.deepEqual(await call(first.key, '/tides/northhaven'), { status: 200, body: note })
  const unknown = await call(second.key, '/tides/northhaven')
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'no_tide'], 'another account saw it')
  const wrong = await call(first.key, '/tides', { metres: 21 })
  const names = wrong.body.error.details.problems.map(({ name }: { name: string }) => name)
  assert.deepEqual([wrong.status, names.sort()], [400, ['harbour', 'metres']])

  // the demo account of the first start may call it at once, and the documents name it
  assert.equal((await gateway.call('/v1/proxy/tides/tides/none')).headers.get('x-gateway-provider'), 'embedded')
  const document = Object(await (await gateway.call('/openapi/tides.json')).json())
  assert.deepEqual(Object.keys(document.paths).length, 2)
})

test('a folder written by hand is discovered and forwarded live, with its key where it declares it', async (t) => {
  const apis = makeProject(t)
  writeFolder(apis, 'tides', tides)
  const loaded = await loadApis(apis)
  const standIn = await openStandIn(t, loaded)
  const gateway = await openGateway(t, { apis: loaded, upstreams: standIn.bases })
  const { accountId, key } = await gateway.account()
  const entries = everyEndpoint(loaded, 'hosted')
  for (const entry of entries) {
    const { path, init } = exampleCall(entry)
    const response = await gateway.call(path, { ...init, key })
    assert.equal(Object(await response.json()).error.code, 'provider_key.missing')
  }
  await gateway.storeKey(accountId, 'tides', 'key-of-tides')
  for (const entry of entries) {
    const { path, init } = exampleCall(entry)
    const response = await gateway.call(path, { ...init, key })
    assert.equal(response.headers.get('x-gateway-provider'), 'live')
    assert.deepEqual(await response.json(), entry.example.output)
  }
  const arrived = standIn.received.map(({ method, url, headers }) => [method, url, headers['x-tide-key']])
  assert.deepEqual(arrived.sort(), [
    ['GET', '/tides/tides/northhaven', 'key-of-tides'],
    ['POST', '/tides/notes/tides', 'key-of-tides'],
  ])
})

test('a folder that is not named after its slug, and a duplicate slug, refuse the start', async (t) => {
  const apis = makeProject(t)
  writeFolder(apis, 'tide', tides)
  await assert.rejects(loadApis(apis), /apis\/tide: the slug is tides/)
  rmSync(join(apis, 'tide'), { recursive: true })
  writeFolder(apis, 'tides', tides)
  const listings = "listings: [{ slug: 'tides', title: 'Tides' }], slug: 'waves'"
  writeFolder(apis, 'waves', { ...tides, 'api.ts': tides['api.ts'].replace("slug: 'tides'", listings) })
  await assert.rejects(loadApis(apis), /the listing tides is declared by tides and by waves/)
})

test('a folder written by new-api has every file, loads, and answers each example embedded and live', async (t) => {
  const apis = makeProject(t)
  const path = writeApi('wind-roses', apis)
  assert.deepEqual(filesBelow(path), templateFiles())
  const loaded = await loadApis(apis)
  const standIn = await openStandIn(t, loaded)
  const gateway = await openGateway(t, { apis: loaded, upstreams: standIn.bases })
  const entries = everyEndpoint(loaded, 'hosted')
  assert.ok(entries.length > 1)
  for (const entry of entries)
    for (const provider of ['embedded', 'live']) {
      const { path: target, init } = exampleCall(entry)
      const headers = { ...init.headers, 'x-gateway-provider': provider }
      const response = await gateway.call(target, { ...init, headers })
      assert.equal(response.headers.get('x-gateway-provider'), provider)
      const body: unknown = await response.json()
      assert.deepEqual(body, entry.example.output, `${entry.title} ${provider}`)
      assert.ok(!isRaw(entry.endpoint.returns))
      assert.deepEqual(checkOf(entry.endpoint.returns, 'output')(body), [])
    }
  assert.equal(standIn.received.length, entries.length)
})

test('a folder written by new-api passes the compiler, the linter and the formatter unchanged', (t) => {
  const apis = makeProject(t)
  const path = writeApi('wind-roses', apis)
  const settings = { extends: join(root, 'tsconfig.json'), include: [apis] }
  writeFileSync(join(apis, '../tsconfig.json'), JSON.stringify(settings))
  const types = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(apis, '../tsconfig.json'), '--noEmit'])
  assert.equal(types.status, 0, String(types.stdout))
  for (const name of filesBelow(path).filter((one) => one.endsWith('.ts'))) {
    const text = readFileSync(join(path, name), 'utf8')
    const options = ['check', '--write', '--error-on-warnings', `--stdin-file-path=apis/wind-roses/${name}`]
    const lint = spawnSync(join(root, 'node_modules/.bin/biome'), options, { cwd: root, input: text, encoding: 'utf8' })
    assert.deepEqual([lint.status, lint.stdout], [0, text], `${name}: ${lint.stderr}`)
  }
})

test('new-api refuses an invalid slug, and never overwrites a folder', (t) => {
  const apis = makeProject(t)
  for (const slug of ['', 'Wind', 'wind_roses', '../wind', '2-winds', 'wind--roses', 'w'.repeat(41)])
    assert.throws(() => writeApi(slug, apis), NewApiRefused, slug)
  assert.deepEqual(readdirSync(apis), [])
  const path = writeApi('wind-roses', apis)
  writeFileSync(join(path, 'api.ts'), 'changed by hand')
  assert.throws(() => writeApi('wind-roses', apis), NewApiRefused)
  assert.equal(readFileSync(join(path, 'api.ts'), 'utf8'), 'changed by hand')
  const run = spawnSync(process.execPath, ['scripts/new-api.ts'], { cwd: root, encoding: 'utf8' })
  assert.deepEqual([run.status, run.stdout], [1, ''])
  assert.match(run.stderr, /Usage: npm run new-api <slug>/)
})
