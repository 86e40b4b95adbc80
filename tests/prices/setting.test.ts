// Guards that prices are set, shown and removed by the operator API and the command line, hold in every process at
// once, and leave with what they are for.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { captured } from '../../packages/cli/captured-io.fixture.ts'
import { admin, petDocument } from '../added-apis/document.ts'
import { eachStore } from '../harness/services.ts'
import { until } from '../harness/until.ts'
import { openPricesWorld, type PricesWorld } from './world.ts'

await eachStore('setting prices', (database) =>
  describe('in two processes', () => {
    const closing: (() => unknown)[] = []
    let world: PricesWorld
    before(async () => {
      const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
      world = await openPricesWorld(cleanup, { database: database.target, processes: 2 })
    })
    after(async () => {
      for (const close of closing) await close()
    })
    const operate = (method: string, path: string, body?: unknown) =>
      admin(world.gateway, method, `/prices${path}`, body)
    const listed = async () => Object(await operate('GET', '')).json.prices
    const costs = async (path = 'small/things/one') =>
      Promise.all(
        world.gateways.map(async ({ call }) => {
          const headers = { 'x-gateway-provider': 'live' }
          const response = await call(`/v1/proxy/${path}`, { key: world.gateway.key, headers })
          await response.arrayBuffer()
          return response.headers.get('x-gateway-cost')
        }),
      )

    test('a price holds in every process once it is acknowledged, and so does its removal', async () => {
      assert.deepEqual(await costs(), [null, null])
      assert.equal((await operate('PUT', '/small/*', { usd: '0.10' })).json.usd, '0.1')
      assert.deepEqual(await costs(), ['0.1', '0.1'])
      await operate('PUT', '/small/thing', { usd: '1000' })
      assert.deepEqual(await costs(), ['1000', '1000'])
      await operate('PUT', '/small/thing', { usd: '0' })
      assert.deepEqual(await costs(), [null, null])
      assert.deepEqual(
        (await listed()).map(({ endpoint, usd, served }: Record<string, unknown>) => [endpoint, usd, served]),
        [
          ['*', '0.1', true],
          ['thing', '0', true],
        ],
      )
      assert.equal((await operate('DELETE', '/small/thing')).status, 204)
      assert.deepEqual(await costs(), ['0.1', '0.1'])
      assert.equal((await operate('DELETE', '/small/*')).status, 204)
      assert.deepEqual([await costs(), await listed()], [[null, null], []])
      const { entries } = Object((await admin(world.gateway, 'GET', '/audit?action=price.&limit=2')).json)
      assert.deepEqual(
        entries.map(({ action, target }: Record<string, unknown>) => [action, target]),
        [
          ['price.remove', 'small/*'],
          ['price.remove', 'small/thing'],
        ],
      )
    })

    test('what is no price, or would cost nothing, is refused with the way out', async () => {
      for (const [path, usd, status, words] of [
        ['/nothing/*', '1', 404, /There is no listing/],
        ['/small/nothing', '1', 404, /endpoint of small/],
        ['/small/thing', '-1', 400, /from 0 to 1000 with at most twelve decimals/],
        ['/small/thing', '1e3', 400, /twelve decimals/],
        ['/small/thing', '0.0000000000001', 400, /twelve decimals/],
        ['/small/thing', '1000.01', 400, /from 0 to 1000/],
      ] as const) {
        const refused = await operate('PUT', path, { usd })
        assert.deepEqual([refused.status, words.test(refused.message)], [status, true], refused.text)
      }
      assert.equal((await operate('DELETE', '/small/thing')).status, 404)
      assert.equal((await operate('GET', '?after=nothing')).status, 400)
    })

    test('prices of an added API leave with its endpoints and with the API', async () => {
      const { gateway } = world
      const server = { server: 'https://pets.example.com/v1' }
      assert.equal((await admin(gateway, 'POST', '/apis', petDocument(server))).status, 201)
      for (const endpoint of ['*', 'getPet', 'listPets']) await world.price('pet-shop', endpoint, '0.5', true)
      const pets = async () => {
        const response = await gateway.call('/v1/proxy/pet-shop/pets', {
          headers: { 'x-gateway-provider': 'embedded' },
        })
        await response.arrayBuffer()
        return response.headers.get('x-gateway-cost')
      }
      assert.equal(await pets(), '0.5')
      const document = petDocument(server)
      const { '/pets': kept } = document.paths as Record<string, unknown>
      const changed = { ...document, paths: { '/pets': kept } }
      assert.equal((await admin(gateway, 'PUT', '/apis/pet-shop?confirm=true', changed)).status, 200)
      assert.deepEqual(
        (await listed()).map(({ endpoint }: { endpoint: string }) => endpoint),
        ['*', 'listPets'],
      )
      assert.equal((await admin(gateway, 'DELETE', '/apis/pet-shop')).status, 204)
      assert.deepEqual(await listed(), [])
      assert.equal((await admin(gateway, 'POST', '/apis', petDocument(server))).status, 201)
      assert.equal(await pets(), null)
      assert.equal((await admin(gateway, 'DELETE', '/apis/pet-shop')).status, 204)
    })

    test('the command line sets, lists and removes them', async () => {
      const { gateway } = world
      const cli = (words: string) =>
        captured(['--data', gateway.dataDir, '--url', gateway.baseUrl, ...words.split(' ')])
      assert.match((await cli('prices list')).out, /No call has a price/)
      assert.match((await cli('prices set small 0.0250 --endpoint thing')).out, /price +\$0\.025\n.*live answers/)
      await cli('prices set small 0.01 --embedded')
      const { prices } = JSON.parse((await cli('prices list --json')).out)
      assert.deepEqual(
        prices.map(({ endpoint, usd, embedded }: Record<string, unknown>) => [endpoint, usd, embedded]),
        [
          ['*', '0.01', true],
          ['thing', '0.025', false],
        ],
      )
      assert.match((await cli('prices list')).out, /small +thing +0\.025 +live answers/)
      const response = await gateway.call('/v1/proxy/small/things/one', { headers: { 'x-gateway-provider': 'live' } })
      const id = response.headers.get('x-request-id') ?? ''
      await response.arrayBuffer()
      await until(async () => (await cli(`calls ${id}`)).out.includes('$0.025'))
      assert.match((await cli('spending')).out, /thing +small +\d+ +2000\.\d+\n(?:.*\n)?total +2000\.\d+/)
      assert.match((await cli('spending --all --by account')).out, /acc_\w+ +small/)
      assert.equal((await cli('spending --by account')).code, 2)
      assert.match((await cli('prices remove small --endpoint thing')).out, /removed/)
      const counted = 'prices set small 0.002 --endpoint findThings --per /answer/n'
      assert.match((await cli(counted)).err, /atMost is required with per/)
      assert.match((await cli(`${counted} --at-most 0.5`)).out, /price +\$0\.002 × \/answer\/n, at most 0\.5\n/)
      assert.match((await cli('prices list')).out, /findThings +0\.002 × \/answer\/n, at most 0\.5 +live answers/)
      assert.equal((await cli('prices remove small --endpoint findThings')).code, 0)
      assert.equal((await cli('prices remove small')).code, 0)
      assert.equal((await cli('prices remove small')).code, 5)
    })
  }),
)
