// `gatehouse market` and the client of the item market against the real item market with its simulated prices.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connectMarket, GatewayError } from '#client'
import { type OpenGateway, openGateway } from '../../tests/harness/open-gateway.ts'
import { loadApis } from '../gateway/src/process/load-apis.ts'
import { captured, emptyFolder, type Run } from './captured-io.fixture.ts'

const redline = 'AK-47 | Redline (Field-Tested)'

describe('the item market from outside', () => {
  const closers: (() => unknown)[] = []
  const later = (close: () => unknown) => void closers.unshift(close)
  const state: { gateway?: OpenGateway } = {}
  const gateway = (): OpenGateway => {
    assert.ok(state.gateway)
    return state.gateway
  }
  before(async () => {
    const apis = [...(await loadApis(undefined, 'item-market')), ...(await loadApis(undefined, 'exchange-rates'))]
    state.gateway = await openGateway({ after: later }, { apis })
  })
  after(async () => {
    for (const close of closers) await close()
  })
  const cli = (...words: string[]): Promise<Run> => captured(['--data', gateway().dataDir, 'market', ...words])
  const market = (key = gateway().firstRun?.marketKey ?? '') => connectMarket({ url: gateway().marketUrl, key })

  test('the client uses its own address and key, unwraps data, has the remaining calls and throws with a code', async () => {
    const client = market()
    const price = await client.markets({ name: redline })
    assert.equal(price.market_hash_name, redline)
    assert.ok((client.remaining.day ?? 0) > 0)
    const raw = await client.itemsSearch({ q: 'ak redline ft' }, { raw: true })
    assert.equal(raw.data.results[0]?.market_hash_name, redline)
    assert.equal((await market('').status()).version.length > 0, true)
    await assert.rejects(client.markets({ name: 'nothing of that name' }), (error: unknown) => {
      assert.ok(error instanceof GatewayError)
      assert.deepEqual([error.status, error.code], [400, 'item.unknown'])
      return true
    })
    await assert.rejects(market('wrong').markets({ name: redline }), { status: 401 })
  })

  test('price prints each marketplace with its age and marks simulated prices', async () => {
    const ran = await cli('price', 'AK-47', '|', 'Redline', '(Field-Tested)', '--currency', 'EUR')
    assert.equal(ran.code, 0, ran.err)
    assert.match(ran.out, /^AK-47 \| Redline \(Field-Tested\)\nMARKET +EUR +OFFERS +AS OF\n/)
    assert.match(ran.out, /^steam +\d+\.\d\d +\d+ +\d{4}-\d\d-\d\d \d\d:\d\d +simulated$/m)
    assert.equal((await cli('price', redline, '--json')).json().market_hash_name, redline)
    const misspelt = await cli('price', 'AK-47 Redlin (Field-Tested)')
    assert.deepEqual([misspelt.code, misspelt.err.includes(`Did you mean "${redline}"?`)], [5, true], misspelt.err)
  })

  test('float prints the contents of a certificate', async () => {
    const ran = await cli('float', '001807202C2805300438F08BA6E203409505A8AC4EC0')
    assert.match(ran.out, /^float +0\.012299999594688416$/m)
    assert.match(ran.out, /^seed +661$/m)
    const wrong = await cli('float', '001807')
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /^gatehouse: url: /)
  })

  test('tradeup takes ten items as arguments or as a file and prints chances that sum to one', async () => {
    const heat = 'MAC-10 | Heat (Minimal Wear)'
    const words = Array.from({ length: 10 }, () => ['--item', `${heat}=0.1`]).flat()
    const file = join(emptyFolder(later), 'items.json')
    writeFileSync(file, JSON.stringify(Array.from({ length: 10 }, () => ({ name: heat, float: 0.1 }))))
    const [byWords, byFile] = [await cli('tradeup', ...words), await cli('tradeup', '--file', file)]
    assert.equal(byWords.code, 0, byWords.err)
    assert.equal(byWords.out, byFile.out)
    assert.equal(byWords.out.match(/33\.33 %/g)?.length, 3)
    assert.match(byWords.out, /^profit +-?\d+\.\d\d$/m)
    for (const [wrong, code] of [
      [['--item', 'no float'], 2],
      [['--file', '/nonexistent.json'], 2],
      [words.slice(2), 1],
    ] as const)
      assert.equal((await cli('tradeup', ...wrong)).code, code)
  })

  test('ingest reports per source what was stored, and fails when a source cannot be read', async () => {
    const unknown = await cli('ingest', 'nowhere')
    assert.notEqual(unknown.code, 0)
    const ran = await captured(['market', 'ingest'], { env: { GATEHOUSE_URL: gateway().baseUrl } })
    assert.equal(ran.code, 2)
    assert.match(ran.err, /No operator key is known/)
  })
})
