// What we write ourselves for an added API (the typed client, the command line, the curl of the reference, the calls of
// agents) reaches its provider as an independent client would have written it.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { connectTo } from '#client'
import { curlOf } from '#derive'
import { apiOf, readDescription } from '#descriptions'
import { captured, emptyFolder } from '../../packages/cli/captured-io.fixture.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { buildRequest, resolvedItem } from './built-requests.ts'
import { admin } from './document.ts'

const run = promisify(execFile)
const values = { string: 'a b&c/d é', array: ['blue', 'b & w', 'é'], object: { R: '100', 'first name': 'é&1' } }
type Kind = keyof typeof values
const schemas = {
  string: { type: 'string' },
  array: { type: 'array', items: { type: 'string' } },
  object: { type: 'object', additionalProperties: { type: 'string' } },
}
const kinds: readonly Kind[] = ['string', 'array', 'object']

/** The combinations that the specification defines, and that versions 3.0 and 3.1 define alike. */
const combinations: readonly (readonly [place: string, style: string, explode: boolean, kinds: readonly Kind[]])[] = [
  ['path', 'simple', false, kinds],
  ['path', 'simple', true, kinds],
  ['path', 'label', false, ['string']],
  ['path', 'label', true, kinds],
  ['path', 'matrix', false, kinds],
  ['path', 'matrix', true, kinds],
  ['query', 'form', false, kinds],
  ['query', 'form', true, kinds],
  ['query', 'spaceDelimited', false, ['array']],
  ['query', 'pipeDelimited', false, ['array']],
  ['query', 'deepObject', true, ['object']],
  ['header', 'simple', false, kinds],
  ['header', 'simple', true, kinds],
  ['cookie', 'form', false, kinds],
]

interface Case {
  readonly id: string
  readonly path: string
  readonly place: string
  readonly parameter: object
  readonly value: unknown
}
const cases = combinations.flatMap(([place, style, explode, kinds]) =>
  kinds.map((kind): Case => {
    const id = `${place}${style}${explode ? 'Exploded' : 'Joined'}${kind}`
    const isHeader = place === 'header'
    const value: unknown = isHeader ? JSON.parse(JSON.stringify(values[kind]).replaceAll('é', 'e')) : values[kind]
    return {
      id,
      path: place === 'path' ? `/${id}/{value}` : `/${id}`,
      place,
      parameter: { name: 'value', in: place, required: place === 'path', style, explode, schema: schemas[kind] },
      value,
    }
  }),
)

/** Reduces a text to what a provider tells apart: escapes that need not be are the same as the character. */
interface Seen {
  readonly url: string | undefined
  readonly header: string | undefined
  readonly cookie: string | undefined
}
function plain(text: string | undefined): string | undefined {
  return text?.replace(/%7C|%27|%2A|%28|%29|%21/gi, decodeURIComponent).replaceAll('+', '%20')
}
const inCookie = (text: string | undefined) => plain(text)?.replace(/%2F|%2C/gi, decodeURIComponent)

test('our client, command line, curl and agents write parameters as an independent client does', async (t) => {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
  const responses = { 200: { description: 'Fine.', content: { 'application/json': {} } } }
  const paths = Object.fromEntries(
    cases.map(({ id, path, parameter }) => [path, { get: { operationId: id, parameters: [parameter], responses } }]),
  )
  const document = { openapi: '3.0.3', info: { title: 'Styles', version: '1' }, paths }
  const added = await admin(gateway, 'POST', `/apis?slug=styles&base=${encodeURIComponent(upstream.url)}`, document)
  assert.equal(added.status, 201, added.text)
  const { key } = await gateway.account()
  const client = await clientOf(
    gateway,
    key,
    emptyFolder((close) => t.after(close)),
  )
  const api = apiOf(await readDescription(JSON.stringify(document)), { slug: 'styles' })

  const writers: Readonly<Record<string, (one: Case) => Promise<unknown>>> = {
    client: ({ id, value }) => client[id]?.({ value }) ?? assert.fail(id),
    'command line': async ({ id, value }) => {
      const texts = Array.isArray(value) ? value : [typeof value === 'string' ? value : JSON.stringify(value)]
      const words = ['styles', id, ...texts.flatMap((text) => ['--value', text]), '--header', 'x-gateway-provider=live']
      const ran = await captured(['--url', gateway.baseUrl, '--key', key, 'call', ...words])
      assert.equal(ran.code, 0, ran.err)
    },
    curl: ({ id, value }) => {
      const endpoint = api.endpoints[id] ?? assert.fail(id)
      const command = curlOf(api, endpoint, { params: { value }, output: null })
      const env = { ...process.env, GATEHOUSE_URL: gateway.baseUrl, GATEHOUSE_KEY: key }
      return run('sh', ['-c', `${command} -s -f -H 'x-gateway-provider: live'`], { env })
    },
    agent: ({ id, value }) =>
      callRead(gateway, key, { operation: `styles.${id}`, arguments: { value }, provider: 'live' }),
  }
  for (const one of cases) {
    const item = (await resolvedItem(document, one.path)) ?? assert.fail(one.path)
    const parameters = { [`${one.place}.value`]: one.value }
    const built = await buildRequest(document, { path: one.path, method: 'get', item }, { parameters })
    const { value: header, cookie } = built.headers
    for (const [writer, write] of Object.entries(writers)) {
      upstream.received.length = 0
      await write(one)
      const [received] = upstream.received
      const seen: Seen = {
        url: plain(received?.url),
        header: one.place === 'header' ? String(received?.headers.value) : undefined,
        cookie: inCookie(received?.headers.cookie),
      }
      assert.deepEqual(seen, { url: plain(built.target), header, cookie: inCookie(cookie) }, `${writer}: ${one.id}`)
    }
  }
})

type Methods = Readonly<Record<string, (input: object) => Promise<unknown>>>

/** Returns the client that the gateway writes. */
async function clientOf(gateway: OpenGateway, key: string, folder: string): Promise<Methods> {
  const source = await admin(gateway, 'GET', '/client?slug=styles')
  const file = join(folder, 'gatehouse.ts')
  writeFileSync(file, source.text)
  const { stylesApi } = await import(pathToFileURL(file).href)
  return connectTo<Methods>(stylesApi, { url: gateway.baseUrl, key, headers: { 'x-gateway-provider': 'live' } })
}

async function callRead(gateway: OpenGateway, key: string, args: object): Promise<unknown> {
  const response = await fetch(`${gateway.baseUrl}/mcp`, {
    method: 'POST',
    headers: {
      'x-gateway-key': key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'call_read', arguments: args },
    }),
  })
  return response.text()
}
