// Requests that an independent client builds from a document reach the provider of an added API as they were built: in
// every style of parameters, and with every kind of body.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGateway } from '../harness/open-gateway.ts'
import { smallApi } from '../harness/small-api.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { buildRequest, differencesFrom, resolvedItem, sendBuilt } from './built-requests.ts'
import { admin } from './document.ts'

const text = 'a b/c?d&e=f+g%h#i,j;k|l.é日"\''
const values = {
  string: ['plain', text, '100%', '%2F', 'x y', '~', 'a:b@c', 'ÿ'],
  array: [['one'], ['blue', 'black', 'brown'], ['a,b', 'c d', 'é', 'f&g=h']],
  object: [
    { R: '100', G: '200' },
    { role: 'admin & owner', 'first name': 'Al=ex', é: '1,2' },
  ],
} as const
type Kind = keyof typeof values

const schemas: Readonly<Record<Kind, object>> = {
  string: { type: 'string' },
  array: { type: 'array', items: { type: 'string' } },
  object: { type: 'object', additionalProperties: { type: 'string' } },
}
const places: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
}

interface Case {
  readonly path: string
  readonly method: 'get' | 'post'
  readonly operation: object
  readonly calls: readonly { parameters: Record<string, unknown>; body?: unknown; contentType?: string }[]
}

function parameterCases(): Case[] {
  return Object.entries(places).flatMap(([place, styles]) =>
    styles.flatMap((style) =>
      [true, false].flatMap((explode) =>
        (['string', 'array', 'object'] as const).map((kind): Case => {
          const name = place === 'header' ? 'X-Value' : 'value'
          const id = `${place}-${style}-${explode ? 'exploded' : 'joined'}-${kind}`
          const parameter = { name, in: place, required: place === 'path', style, explode, schema: schemas[kind] }
          const calls = values[kind]
            // an escape inside a path value is refused: two readers of the path could differ about it
            .filter((value) => place !== 'path' || value !== '%2F')
            .filter((value) => place !== 'header' || /^[\x20-\x7e]*$/.test(Object(JSON.stringify(value))))
            .map((value) => ({ parameters: { [`${place}.${name}`]: value } }))
          return {
            path: place === 'path' ? `/${id}/{value}/end` : `/${id}`,
            method: 'get',
            operation: { parameters: [parameter] },
            calls,
          }
        }),
      ),
    ),
  )
}

const query = (path: string, more: object, called: readonly unknown[]): Case => ({
  path,
  method: 'get',
  operation: { parameters: [{ name: 'value', in: 'query', schema: { type: 'string' }, ...more }] },
  calls: called.map((value) => ({ parameters: { 'query.value': value } })),
})

const body = (path: string, type: string, bodies: readonly unknown[], more: object = {}): Case => ({
  path,
  method: 'post',
  operation: { requestBody: { required: true, content: { [type]: { schema: {}, ...more } } } },
  calls: bodies.map((one) => ({ parameters: {}, body: one, contentType: type })),
})

const fields = { name: 'Ada & Bo', note: 'é=1+2', tags: ['a,b', 'c d'], place: { city: 'Genève', zip: '1200' }, n: 7 }
const cases: readonly Case[] = [
  ...parameterCases(),
  query('/reserved', { allowReserved: true }, ['a/b:c?d@e', "x!$'()*,;y", text]),
  query('/content', { schema: undefined, content: { 'application/json': { schema: {} } } }, [{ a: [1, 'é & b'] }]),
  query('/empty', { allowEmptyValue: true }, ['']),
  body('/json', 'application/json', [fields, [], '"text"', { nested: { deep: [{ a: null }] } }]),
  body('/vendor', 'application/vnd.shop.v2+json', [fields]),
  body('/patch', 'application/merge-patch+json', [{ a: null }]),
  body('/form', 'application/x-www-form-urlencoded', [fields, { 'odd name[]': 'x' }]),
  body('/styled', 'application/x-www-form-urlencoded', [fields], {
    encoding: {
      tags: { style: 'pipeDelimited', explode: false },
      place: { style: 'deepObject', explode: true },
      note: { allowReserved: true },
    },
  }),
  body('/parts', 'multipart/form-data', [
    fields,
    { ...fields, file: new File([Buffer.from([0, 255, 13, 10, 45, 45])], 'photo é.png', { type: 'image/png' }) },
  ]),
  body('/encoded', 'multipart/form-data', [fields], {
    encoding: { place: { contentType: 'application/json' }, tags: { style: 'form', explode: true } },
  }),
  body('/text', 'text/plain', [text]),
  body('/xml', 'application/xml', ['<a>é</a>']),
  body('/bytes', 'application/octet-stream', [new Blob([Buffer.from([0, 1, 2, 254, 255])])]),
]

for (const check of ['provider', 'gateway'] as const)
  test(`requests of an independent client arrive as built, with checks by the ${check}`, async (t) => {
    const gateway = await openGateway(t, { apis: [smallApi()] })
    const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
    const responses = { 200: { description: 'Fine.', content: { 'application/json': {} } } }
    const paths = Object.fromEntries(
      cases.map(({ path, method, operation }) => [path, { [method]: { responses, ...operation } }]),
    )
    const document = { openapi: '3.0.3', info: { title: 'Styles', version: '1' }, paths }
    const base = encodeURIComponent(`${upstream.url}/v1`)
    const added = await admin(gateway, 'POST', `/apis?slug=styles&check=${check}&base=${base}`, document)
    assert.equal(added.status, 201, added.text)
    assert.deepEqual(added.json.leftOut, [])
    const { key } = await gateway.account()
    const headers = { 'x-gateway-key': key, 'x-gateway-provider': 'live' }
    const problems: string[] = []
    let count = 0
    for (const { path, method, calls } of cases) {
      const item = await resolvedItem(document, path)
      assert.ok(item, path)
      for (const values of calls) {
        const built = await buildRequest(document, { path, method, item }, values)
        upstream.received.length = 0
        const { status, text } = await sendBuilt(`${gateway.baseUrl}/v1/proxy/styles`, built, headers)
        count++
        const differences = differencesFrom(built, upstream.received[0], '/v1')
        if (status !== 200) differences.push(`${status} ${text.slice(0, 300)}`)
        for (const one of differences) problems.push(`${path} ${JSON.stringify(values)}: ${one}`)
      }
    }
    assert.deepEqual(problems, [])
    assert.ok(count > 150, String(count))
  })
