// The clients of Ideal Postcodes, on axios and on got, against the embedded provider. They know nothing but the
// gateway's address and its key, which they send as `Authorization: IDEALPOSTCODES api_key="…"`.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'

type Members = Readonly<Record<string, unknown>>
interface Sdk {
  /** A method that sends the key by itself. */
  help(method: string, options: Members): Promise<unknown>
  /** A method of a resource, which sends only what it is given; returns the result. */
  ask(resource: string, method: string, ...inputs: unknown[]): Promise<unknown>
}
const load = createRequire(import.meta.url)
const apis = await loadApis(apisFolder, 'address-lookup')

/** The newer client has functions that take the client, the older one has methods. */
function openSdk(name: string, options: Members): Sdk {
  const sdk = load(`@ideal-postcodes/${name}`)
  const client = new sdk.Client(options)
  return {
    help: (method, input) => (sdk[method] ? sdk[method]({ client, ...input }) : client[method](input)),
    async ask(resource, method, ...inputs) {
      const called = sdk[resource] ? sdk[resource][method](client, ...inputs) : client[resource][method](...inputs)
      return (await called).body.result
    },
  }
}

for (const name of ['core-axios', 'core-node'])
  describe(`@ideal-postcodes/${name}`, () => {
    const closing: (() => unknown)[] = []
    let sdk: Sdk
    let header: Members
    let gatewayKey = ''
    before(async () => {
      const gateway = await openGateway({ after: (close) => void closing.push(close) }, { apis })
      const baseUrl = `${new URL(gateway.baseUrl).host}/v1/proxy`
      // the demo account, whose calls are embedded until it stores a key
      const { key: api_key } = gateway
      gatewayKey = api_key
      sdk = openSdk(name, { api_key, tls: false, baseUrl, version: 'address-lookup', timeout: 60_000 })
      header = { Authorization: `IDEALPOSTCODES api_key="${api_key}" user_token="uk_example"` }
    })
    after(async () => {
      for (const close of closing) await close()
    })

    test('the helpers answer with addresses', async () => {
      const addresses = await sdk.help('lookupPostcode', { postcode: 'id11qd' })
      assert.ok(Array.isArray(addresses))
      assert.equal(addresses.length, 6)
      assert.deepEqual(await sdk.help('lookupPostcode', { postcode: 'bogus' }), [])
      const found = await sdk.help('lookupAddress', { query: '8 sample street', tags: ['sdk'] })
      assert.equal(Object(found)[0].udprn, 8)
      assert.equal(Object(await sdk.help('lookupUdprn', { udprn: 8 })).line_1, '8 Sample Street')
      assert.equal(Object(await sdk.help('lookupUmprn', { umprn: 50 })).line_1, 'Flat 1')
      assert.equal(await sdk.help('lookupUdprn', { udprn: -1 }), null)
      assert.equal(await sdk.help('lookupUmprn', { umprn: -1 }), null)
    })

    test('a key is checked by its name in the path, which is the only place where the client sends it', async () => {
      assert.equal(Object(await sdk.help('checkKeyUsability', {})).available, true)
      assert.equal(Object(await sdk.help('checkKeyUsability', { api_key: gatewayKey })).context, 'GBR')
    })

    test('every lookup without an address is refused as the client expects', async () => {
      const wrong = { Authorization: `IDEALPOSTCODES api_key="${gatewayKey}" licensee="sl_none"` }
      await assert.rejects(sdk.ask('udprn', 'retrieve', '8', { header: wrong }), { message: /licensee/i })
      await assert.rejects(sdk.ask('postcodes', 'retrieve', 'ZZ9 9ZZ', { header }), { message: /Postcode not found/ })
      await assert.rejects(sdk.ask('udprn', 'retrieve', '7', { header }), { message: /No UDPRN found/ })
      await assert.rejects(sdk.ask('umprn', 'retrieve', '7', { header }), { message: /No UMPRN found/ })
      await assert.rejects(sdk.ask('keys', 'retrieve', 'ak_none', { header }), { message: /Key not found/ })
      await assert.rejects(sdk.ask('addresses', 'list', { query: {}, header: {} }), { message: /key/i })
    })

    test('errors arrive with their codes', async () => {
      await assert.rejects(sdk.help('lookupPostcode', { postcode: 'ID1CLIP' }), { message: /4020/ })
      await assert.rejects(sdk.help('lookupPostcode', { postcode: 'ID1CHOP' }), { message: /4021/ })
    })

    test('resources, keys and usage answer, with the user token in the same header as the gateway key', async () => {
      const completed = await sdk.ask('autocomplete', 'list', { query: { query: '8 sampl' }, header })
      assert.equal(Object(completed).hits[0].udprn, 8)
      const listed = await sdk.ask('addresses', 'list', { query: { query: 'alder lane', limit: '2' }, header })
      assert.equal(Object(listed).hits.length, 2)
      assert.equal(Object(await sdk.ask('postcodes', 'retrieve', 'ID1 1QD', { header })).length, 6)
      assert.equal(Object(await sdk.ask('udprn', 'retrieve', '8', { header })).udprn, 8)
      assert.equal(Object(await sdk.ask('keys', 'retrieve', 'iddqd', { header })).available, true)
      assert.equal(Object(await sdk.ask('keys', 'retrieve', 'idkfa', { header })).available, false)
      if (name === 'core-axios') {
        const inBritain = await sdk.ask('autocomplete', 'gbr', 'usps_8|sample', { header })
        const inAmerica = await sdk.ask('autocomplete', 'usa', 'usps_8|sample', { header })
        assert.deepEqual([Object(inBritain).line_1, Object(inAmerica).state], ['8 Sample St', 'Colorado'])
      }
      const used = await sdk.ask('keys', 'usage', 'ak_example', { query: {}, header })
      assert.ok(Object(used).total > 0)
    })
  })
