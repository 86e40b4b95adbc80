// The provider's npm client against a real gateway: its address is fixed, so the module that it makes requests with is
// replaced by one that sends them to the gateway, as a proxy would.
import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type OpenGateway, openGateway } from '../../tests/harness/open-gateway.ts'
import { lexiconFileName } from './provider/lexicon/sources.ts'
import { lexiconFolder } from './test/lexicon-folder.ts'
import { openWorld } from './test/world.ts'

interface Result {
  readonly word: string
  readonly numSyllables?: number
}
type Ask<Query> = (query: Query) => Promise<Result[]>
/** The client has no types of its own. */
const datamuse: {
  words: Ask<Record<string, unknown>>
  sug: Ask<Record<string, unknown>>
  request: Ask<string>
} = createRequire(import.meta.url)('datamuse')

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-words-'))
const closing: (() => unknown)[] = []
const requested: string[] = []
let gateway: OpenGateway

before(async () => {
  await openWorld().ask('/sug?s=a')
  mkdirSync(join(dataDir, 'cache'), { recursive: true })
  const name = lexiconFileName()
  copyFileSync(join(lexiconFolder(), name), join(dataDir, 'cache', name))
  gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { dataDir })
  const { request } = https
  const { hostname, port } = new URL(gateway.baseUrl)
  const toGateway = (options: https.RequestOptions, answered: (response: http.IncomingMessage) => void) => {
    requested.push(`${options.hostname ?? options.host}${options.path}`)
    const path = `/v1/proxy/word-finding${options.path}`
    const headers = { ...options.headers, 'x-gateway-key': gateway.key }
    return http.request({ method: options.method, hostname, port, path, headers }, answered)
  }
  https.request = toGateway as typeof https.request // the client calls it in this one way
  closing.unshift(() => {
    https.request = request
  })
})
after(async () => {
  for (const close of closing) await close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('the client finds words by meaning, sound and spelling', async () => {
  const meaning = await datamuse.words({ ml: 'ringing in the ears', max: 5 })
  assert.equal(meaning[0]?.word, 'tinnitus')
  assert.equal((await datamuse.words({ sl: 'jirraf' }))[0]?.word, 'giraffe')
  assert.equal((await datamuse.words({ sp: 'hipopatamus', md: 's' }))[0]?.numSyllables, 5)
  assert.equal((await datamuse.words({ ml: 'duck', sp: 'b*', max: 10 })).length, 10)
  assert.ok(requested.every((address) => address.startsWith('api.datamuse.com/words?')))
})

test('the client accepts a query as a string, and suggests', async () => {
  const rhymes = await datamuse.request('words?rel_rhy=forgetful')
  assert.deepEqual(rhymes.map(({ word }) => word).sort(), ['fretful', 'regretful'])
  assert.equal((await datamuse.sug({ s: 'lanter' }))[0]?.word, 'lantern')
  assert.deepEqual(await datamuse.words({ ml: '' }), [])
})

test('the gateway says who answered, keeps the provider’s headers, and builds no second lexicon', async () => {
  const response = await gateway.call('/v1/proxy/word-finding/words?ml=sea&max=1')
  assert.equal(response.headers.get('x-gateway-provider'), 'embedded')
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.equal(response.headers.get('cache-control'), 'private, no-transform, max-age=86400')
  assert.ok(existsSync(join(dataDir, 'cache', lexiconFileName())))
  assert.ok(!gateway.logged.some((line) => line.includes('building the lexicon')))
})
