// The generated client of an API with one of everything: it compiles, says what was declared, and sends what it should.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { camel, clientIndexOf, clientSourceOf } from './client-source.ts'
import { kitchenSink, marketSink } from './kitchen-sink.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = clientSourceOf(kitchenSink)
let folder = ''

/** The hand-written part of the client, with generated files of the test beside it. */
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-generated-'))
  const client = join(root, 'packages/client')
  // all but what names an API of the project, of which there are none here
  const sources = readdirSync(client).filter((file) => /^(?!market\.)[a-z-]+\.ts$/.test(file))
  for (const file of sources) cpSync(join(client, file), join(folder, file))
  const exported = readFileSync(join(client, 'mod.ts'), 'utf8').split('\n')
  writeFileSync(join(folder, 'mod.ts'), exported.filter((line) => !line.includes('./market.ts')).join('\n'))
  cpSync(join(client, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  mkdirSync(join(folder, 'generated'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const api of [kitchenSink, marketSink])
    writeFileSync(join(folder, `generated/${api.slug}.ts`), clientSourceOf(api))
  writeFileSync(join(folder, 'generated/apis.ts'), clientIndexOf([marketSink, kitchenSink]))
})
after(() => rmSync(folder, { recursive: true }))

/** The declaration of an interface, without its comments. */
function declared(start: string): string {
  const lines = source.replace(/^ *\/\*\*.*?\*\/\n/gms, '').split('\n')
  const from = lines.findIndex((line) => line.startsWith(start))
  assert.ok(from >= 0, `${start} is not in the source`)
  return lines.slice(from, lines.indexOf('}', from) + 1).join('\n')
}

test('the generated files compile with the strictest settings', () => {
  const done = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder, '--noEmit', '--noUnusedParameters'], {
    encoding: 'utf8',
  })
  assert.equal(done.stdout, '')
})
test('there are no conditional types, no imports from elsewhere and no any', () => {
  assert.doesNotMatch(source, /\bextends\b|\binfer\b|\bany\b(?! )/)
  assert.deepEqual(
    [...source.matchAll(/from '([^']+)'/g)].map((match) => match[1]),
    ['../request.ts', '../runtime.ts'],
  )
})
test('inputs keep the names of the wire; only what must be sent is required', () => {
  assert.equal(
    declared('export interface ListThingsInput'),
    `export interface ListThingsInput {
  ids?: number[] | null
  fields?: string[] | null
  since?: string | null
  limit?: number | null
  token?: string | null
  exact?: boolean | null
  'tags[]'?: string[] | null
}`,
  )
  assert.match(
    declared('export interface GetThingInput'),
    /id: number \| string\n {2}format: 'json' \| 'xml'\n {2}'X-Tag'\?: string \| null/,
  )
})
test('what the gateway fills is not in the client', () => {
  assert.doesNotMatch(source, /api-key|\bkey\?/)
})
test('what repeats has a name, and the rest is written where it stands', () => {
  assert.match(
    declared('export interface Thing'),
    /owner: Owner\n {2}heir: Owner \| null\n {2}parts: Record<string, number>\n {2}grades: \('a' \| 'b'\)\[\]/,
  )
  assert.match(
    declared('export interface Owner'),
    /'full-name': string\n {2}kind: 'person' \| 'company' \| 'it\\'s'\n {2}address: \{/,
  )
  assert.match(
    source,
    /tags: \(string \| number\)\[\]\n {2}\/\*\*\n {3}\* First line\.\n {3}\* Second line\.\n {3}\*\/\n {2}notes\?: string \| null/,
  )
  assert.match(source, /export type ListThingsOutput = Thing\[\]/)
})
test('a comment is not ended by what it says', () => {
  assert.match(source, /never ends a comment \*\\\/ early/)
})
test('methods have their input, or none, and their kind of answer', () => {
  assert.match(
    source,
    /^ {2}listThings\(input\?: ListThingsInput, options\?: CallOptions\): Promise<ListThingsOutput>$/m,
  )
  assert.match(source, /^ {2}hello\(options\?: CallOptions\): Promise<string>$/m)
  assert.match(source, /^ {2}sendPicture\(input: SendPictureInput, options\?: CallOptions\): Promise<void>$/m)
  assert.match(source, /^ {2}listen\(input\?: ListenInput, options\?: CallOptions\): AsyncIterable<ListenEvent>$/m)
  assert.match(source, /@deprecated use archive/)
})
test('a genuine member data is unwrapped, and the whole body has a type of its own', () => {
  assert.match(source, /export type ChatOutput = Owner\[\]/)
  assert.match(declared('export interface ChatBody'), /id: string\n {2}data: ChatOutput\n {2}next: string \| null/)
  assert.match(source, /^ {4}\(input: ChatInput, options: RawOptions\): Promise<ChatBody>$/m)
  assert.match(
    source,
    /^ {4}\(input: ChatInput & \{ body: \{ stream: true \} \}, options\?: CallOptions\): Promise<AsyncIterable<ChatEvent>>$/m,
  )
  assert.match(clientSourceOf(marketSink), /hello\(options\?: CallOptions\): Promise<string>/)
  assert.match(
    clientSourceOf(marketSink),
    /getThing\(input: GetThingInput, options: RawOptions\): Promise<\{ data: GetThingOutput \}>/,
  )
})
test('there is one member per listing, in the order of the slugs', () => {
  const index = clientIndexOf([marketSink, kitchenSink])
  assert.deepEqual(
    [...index.matchAll(/readonly (\w+): (\w+)/g)].map((match) => `${match[1]} ${match[2]}`),
    ['kitchenSink KitchenSink', 'kitchenSinkTwo KitchenSink', 'marketSink MarketSink'],
  )
  assert.equal(camel('exchange-rates-2'), 'exchangeRates2')
})
test('equal declarations give equal source', () => {
  assert.equal(clientSourceOf(kitchenSink), source)
})

test('the generated methods send what is declared', async () => {
  const { connect } = await import(pathToFileURL(join(folder, 'connect.ts')).href)
  const sent: string[] = []
  const answer = async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const tag = headers.get('x-tag') ?? headers.get('x-api-key') ?? headers.get('content-type') ?? ''
    sent.push(`${init.method} ${url} ${tag}`.trim())
    return new Response('{"data":1}')
  }
  const gw = connect({ url: 'http://gateway', key: 'k', market: { url: 'http://market', key: 'm' }, fetch: answer })
  await gw.kitchenSink.listThings({ ids: [1, 2], fields: ['a', 'b'], 'tags[]': ['x'], limit: null })
  await gw.kitchenSinkTwo.getThing({ id: 7, format: 'xml', 'X-Tag': 'team' })
  await gw.kitchenSink.callRaw({ path: 'x/y', body: { a: 1 } })
  await gw.kitchenSink.addThing({ body: { name: 'n' } })
  assert.deepEqual(await gw.kitchenSink.getRaw({ name: 'a b' }), new TextEncoder().encode('{"data":1}'))
  assert.equal(await gw.kitchenSink.hello(), '{"data":1}')
  assert.equal(await gw.kitchenSink.forget({ number: 1 }), undefined)
  assert.equal(await gw.marketSink.search({ body: {} }), 1)
  assert.deepEqual(await gw.marketSink.archive({ id: '1' }, { raw: true }), { data: 1 })
  assert.deepEqual(sent, [
    'GET http://gateway/v1/proxy/kitchen-sink/things?ids=1&ids=2&fields=a%2Cb&tags%5B%5D=x',
    'GET http://gateway/v1/proxy/kitchen-sink-two/things/7.xml team',
    'POST http://gateway/v1/proxy/kitchen-sink/raw/x/y application/json',
    'POST http://gateway/v1/proxy/kitchen-sink/things application/json',
    'GET http://gateway/v1/proxy/kitchen-sink/raw/a%20b',
    'GET http://gateway/v1/proxy/kitchen-sink/hello',
    'DELETE http://gateway/v1/proxy/kitchen-sink/things/1',
    'POST http://market/search m',
    'PATCH http://market/things/1 m',
  ])
})
