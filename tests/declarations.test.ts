// The declarations against the committed inventory of the specification, and the examples against the declarations.
// ONLY=<slug> looks at one API.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Api, Endpoint, Shape } from '#define'
import { isRaw, isRequired, paramInfoOf, pathNames } from '#define/reflect'
import { checkOf, compileReader, compileRoutes } from '#derive'
import { apisFolder, loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { pathOf, queryOf } from './harness/example-call.ts'

interface InventoryParam {
  name: string
  in: string
  type: string
  required: boolean
}
interface InventoryEndpoint {
  method: string
  path: string
  params: InventoryParam[]
  body: string | null
  restricted?: boolean
  unimplemented?: boolean
  deprecated?: boolean
  public?: boolean
}
interface Inventory {
  apis: Record<string, { listings: string[]; endpoints: InventoryEndpoint[] }>
}

const inventory: Inventory = JSON.parse(readFileSync(new URL('./inventory.json', import.meta.url), 'utf8'))
const only = process.env.ONLY
const loaded = await loadApis(apisFolder, only)
const expected = Object.entries(inventory.apis).filter(([slug]) => only === undefined || slug === only)
/** Endpoints of the specification by surface. */
const counts = { hosted: 306, market: 17 }

if (only === undefined) {
  test('every API of the inventory has a folder, and together they declare its endpoints', () => {
    // further folders are allowed
    const found = loaded.filter(({ api }) => api.slug in inventory.apis)
    assert.deepEqual(expected.map(([slug]) => slug).sort(), found.map(({ api }) => api.slug).sort())
    for (const [surface, count] of Object.entries(counts)) {
      const declared = found
        .filter(({ api }) => api.surface.name === surface)
        .flatMap(({ api }) => Object.values(api.endpoints).filter((endpoint) => !endpoint.beyond))
      assert.equal(declared.length, count, surface)
    }
  })
}

for (const [slug, listed] of expected) {
  const found = loaded.find(({ api }) => api.slug === slug)
  test(`${slug}: listings and endpoints are those of the inventory`, () => {
    assert.ok(found, 'no such folder')
    assert.deepEqual(found.api.listings.map((listing) => listing.slug).sort(), [...listed.listings].sort())
    const declared = Object.values(found.api.endpoints).filter((endpoint) => !endpoint.beyond)
    assert.deepEqual(
      declared.map((e) => `${e.method} ${e.path}`).sort(),
      listed.endpoints.map((e) => `${e.method} ${e.path}`).sort(),
    )
  })
  for (const entry of listed.endpoints) {
    test(`${slug}: ${entry.method} ${entry.path} has the parameters, notes and body of the inventory`, () => {
      const endpoint = endpointFor(found?.api, entry)
      compareParams(endpoint, entry)
      assert.equal(endpoint.restricted !== undefined, entry.restricted === true, 'restricted')
      assert.equal(endpoint.deprecated !== undefined, entry.deprecated === true, 'deprecated')
      assert.equal(endpoint.unimplemented !== undefined, entry.unimplemented === true, 'unimplemented')
      assert.equal(endpoint.public === true, entry.public === true, 'public')
      if (entry.body !== null) assert.ok(endpoint.body, 'the inventory has a body')
    })
  }
}

function endpointFor(api: Api | undefined, entry: InventoryEndpoint): Endpoint {
  const endpoint = Object.values(api?.endpoints ?? {}).find((e) => e.method === entry.method && e.path === entry.path)
  assert.ok(endpoint, `${entry.method} ${entry.path} is not declared`)
  return endpoint
}

function compareParams(endpoint: Endpoint, entry: InventoryEndpoint): void {
  const inPath = pathNames(endpoint.path)
  const declared = Object.entries(endpoint.params)
    .filter(([, shape]) => !paramInfoOf(shape).beyond)
    .map(([name, shape]) => describe(name, shape, inPath))
  const undeclared = inPath
    .filter((name) => !(name in endpoint.params))
    .map((name) => ({ name, in: 'path', type: 'str', required: true }))
  const listed = entry.params.map(({ name, in: location, type, required }) => ({ name, in: location, type, required }))
  assert.deepEqual([...declared, ...undeclared].sort(byName), listed.sort(byName))
}

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
const words: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'num',
  boolean: 'bool',
  array: 'str[]',
}

function describe(name: string, shape: Shape<unknown>, inPath: readonly string[]): InventoryParam {
  const location = inPath.includes(name) ? 'path' : (paramInfoOf(shape).in ?? 'query')
  return {
    name,
    in: location,
    type: words[String(shape.type)] ?? String(shape.type),
    required: location === 'path' || isRequired(shape),
  }
}

for (const { api, examples } of loaded) {
  const table = compileRoutes(api)
  // a session has no single call that could be its example
  for (const route of table.routes.filter(({ isSocket }) => !isSocket)) {
    const { id, endpoint } = route
    const example = examples[id]
    test(`${api.slug}.${id}: the example reaches its own endpoint and fits its declaration`, () => {
      assert.ok(example, 'no example')
      const found = table.match(endpoint.method, pathOf(endpoint, example))
      assert.equal(found.kind === 'found' ? found.match.route.id : found.kind, id)
      const raw = {
        pathValues: found.kind === 'found' ? found.match.values : [],
        query: queryOf(endpoint, example),
        hasStoredKey: true,
      }
      const header = (name: string) => {
        const entry = Object.entries(example.params ?? {}).find(([key]) => key.toLowerCase() === name)
        return entry === undefined ? undefined : String(entry[1])
      }
      assert.deepEqual(compileReader(route)({ ...raw, header }).problems, [])
      if (endpoint.body?.schema && !endpoint.body.kinds.includes('multipart'))
        assert.deepEqual(checkOf(endpoint.body.schema, 'body')(example.body ?? {}), [])
      if (!isRaw(endpoint.returns) && endpoint.unimplemented === undefined)
        assert.deepEqual(checkOf(endpoint.returns, 'output')(example.output), [])
    })
  }
}
