// What is derived from the declarations, over all APIs: documents are valid, the client sends the calls of the
// examples, and tools take the parameters of the documents. Whether the committed files are up to date is checked by
// scripts/check.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { Api, Endpoint } from '#define'
import { type Example, isRaw } from '#define/reflect'
import type { Connection, Methods } from '../packages/client/runtime.ts'
import { createConnection } from '../packages/client/runtime.ts'
import { camel } from '../packages/derive/client-source.ts'
import { mcpToolsOf } from '../packages/derive/mcp.ts'
import { openApiOf } from '../packages/derive/openapi.ts'
import { callerParametersOf } from '../packages/derive/parameters.ts'
import { documentedApis } from '../scripts/generated-files.ts'
import { headersOf, pathOf, searchOf } from './harness/example-call.ts'

const documented = await documentedApis()
const generated = new URL('../packages/client/generated/', import.meta.url)

for (const { api, examples } of documented) {
  const document = openApiOf(api, { serverUrl: 'http://127.0.0.1:8787', version: '0.0.0', examples })

  test(`${api.slug}: the OpenAPI document is valid and of a size that tools can load`, async () => {
    const result = await new Validator().validate({ ...document })
    assert.deepEqual(result.valid ? [] : result.errors, [])
    assert.ok(JSON.stringify(document).length < 1024 * 1024)
    for (const id of Object.keys(api.endpoints)) assert.ok(JSON.stringify(document).includes(`"operationId":"${id}"`))
  })

  test(`${api.slug}: each tool takes the parameters of the document`, () => {
    for (const tool of mcpToolsOf(api)) {
      const properties: Record<string, unknown> = Object(tool.inputSchema.properties)
      const wire = (name: string) => tool.wireNames[name] ?? name
      const tooled = Object.entries(properties).filter(([name]) => name !== 'body')
      const inDocument = documentParameters(document, tool.id)
      assert.deepEqual(tooled.map(([name]) => wire(name)).sort(), [...inDocument.keys()].sort(), tool.id)
      for (const [name, schema] of tooled)
        assert.deepEqual(bare(schema), bare(inDocument.get(wire(name))), `${tool.id} ${name}`)
    }
  })

  for (const [id, endpoint] of Object.entries(api.endpoints)) {
    const example = examples[id]
    if (!example) continue
    test(`${api.slug}.${id}: the client sends the call of the example`, async () => {
      const sent = await sentBy(api, id, example)
      const mount = api.surface.mount.replace('{slug}', api.listings[0]?.slug ?? '')
      assert.equal(sent.method, endpoint.method)
      assert.equal(sent.url.pathname, mount + pathOf(endpoint, example))
      const shown = withoutFilled(api, endpoint, example)
      assert.deepEqual(pairs(sent.url.searchParams), pairs(new URLSearchParams(searchOf(endpoint, shown))))
      for (const [name, value] of Object.entries(headersOf(endpoint, shown)))
        assert.equal(sent.headers.get(name), value)
      assert.equal(sent.headers.get(api.surface.keyHeader), 'key')
      assert.equal(sent.body !== undefined, endpoint.body !== undefined && example.body !== undefined)
    })
  }
}

test('tool names are unique over all APIs', () => {
  const names = documented.flatMap(({ api }) => mcpToolsOf(api).map(({ name }) => name))
  assert.equal(new Set(names).size, names.length)
})

interface Sent {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: unknown
}

/** Calls the generated method with the example, and returns the request it would have sent. */
async function sentBy(api: Api, id: string, example: Example): Promise<Sent> {
  let sent: Sent | undefined
  const door = { url: 'http://gateway.test', key: 'key' }
  const connection = createConnection({
    doors: { gateway: door, market: door, operator: door },
    fetch: async (url, init) => {
      // a Request is as strict as fetch: no body with GET, no header with a line break
      const { method, headers } = new Request(url, init)
      sent = { method, url: new URL(url), headers, body: init.body ?? undefined }
      return new Response('{}')
    },
    timeoutMs: 1000,
    retries: 0,
    time: { nowMs: () => 0, wait: async () => undefined, random: () => 0 },
    onRemaining: () => undefined,
  })
  await call(await methodOf(api, id, connection), api, id, example)
  return sent ?? assert.fail('nothing was sent')
}

type Made = ReturnType<Methods['method']> | ReturnType<Methods['method']>['stream']

async function methodOf(api: Api, id: string, connection: Connection): Promise<Made> {
  const file = await import(pathToFileURL(`${generated.pathname}${api.slug}.ts`).href)
  return file[camel(api.slug)](connection)[id]
}

async function call(method: Made, api: Api, id: string, example: Example): Promise<void> {
  const endpoint = api.endpoints[id] ?? assert.fail('no endpoint')
  const takes = callerParametersOf(api, endpoint).length > 0 || endpoint.body !== undefined
  const { params } = withoutFilled(api, endpoint, example)
  const input = { ...params, ...(example.body === undefined ? {} : { body: withFiles(example.body) }) }
  const outcome = takes ? method(input) : method()
  if (isRaw(endpoint.returns) && endpoint.returns.raw === 'events' && Symbol.asyncIterator in outcome) {
    for await (const _ of outcome) break
  } else await outcome
}

function withoutFilled(api: Api, endpoint: Endpoint, example: Example): Example {
  const names = callerParametersOf(api, endpoint).map(({ name }) => name)
  return {
    ...example,
    params: Object.fromEntries(Object.entries(example.params ?? {}).filter(([name]) => names.includes(name))),
  }
}

/** Files of an example as the client expects them. */
function withFiles(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  if ('base64' in body && typeof body.base64 === 'string') return { ...body, bytes: Buffer.from(body.base64, 'base64') }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withFiles(value)]))
}

function pairs(search: URLSearchParams): string[] {
  return [...search].map(([name, value]) => `${name}=${value}`).sort()
}

/** Schemas of the parameters of an operation that a caller sends, by their name on the wire. */
function documentParameters(document: object, id: string): Map<string, unknown> {
  const paths: Record<string, Record<string, Operation>> = Object(Reflect.get(document, 'paths'))
  const operation = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === id)
  const sent = (operation?.parameters ?? []).filter((parameter) => !parameter['x-gatehouse']?.filled)
  return new Map(
    sent.map(({ name, description, schema }) => [
      /Called (\S+) in the declaration/.exec(description ?? '')?.[1] ?? name,
      schema,
    ]),
  )
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly description?: string
    readonly schema: unknown
    readonly 'x-gatehouse'?: { readonly filled?: boolean }
  }[]
}

/** A schema without description and deprecation, which are elsewhere in a document. */
function bare(schema: unknown): unknown {
  const { description: _said, deprecated: _old, ...rest } = Object(schema)
  return rest
}
