// Guards the currencies of the item market: every one of ISO 4217 is answered, and a sample rate is marked as one.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { emptyKit } from '#provider/test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { createCurrencies, currencyMembers } from './provider/prices/feeds/currency.ts'

interface Page {
  readonly currency: string
  readonly sample_rate?: boolean
  readonly items: readonly { readonly price: number }[]
}

/** The national currencies of ISO 4217 in 2026. */
const isoCodes =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'

/** Opens a gateway with a market key. */
async function openMarket(t: TestContext) {
  const apis = (await loadApis()).filter(({ api }) => ['item-market', 'exchange-rates'].includes(api.slug))
  const gateway = await openGateway(t, { apis })
  const { accountId } = await gateway.account()
  const key = reveal((await gateway.components.keys.create({ accountId, surface: 'market', name: 'Test' })).key)
  const page = async (currency: string): Promise<Page> => {
    const query = new URLSearchParams({ prices: 'true', sort: 'price', limit: '3', currency })
    const answer = await fetch(`${gateway.marketUrl}/api/v1/catalog?${query}`, { headers: { 'x-api-key': key } })
    assert.equal(answer.status, 200, currency)
    const body = Object(await answer.json())
    return body.data ?? body
  }
  return { gateway, key, page }
}

test('every currency that there is a rate for is answered, and in its own amounts', async (t) => {
  const { gateway, page } = await openMarket(t)
  const latest = await gateway.call('/v1/proxy/exchange-rates/latest?base=USD')
  const rates = new Map(Object.entries<number>(Object(await latest.json()).rates))
  assert.ok(rates.size >= 28, `${rates.size} rates`)
  const dollars = await page('usd')
  for (const [currency, rate] of rates) {
    const { items, currency: answered } = await page(currency.toLowerCase())
    assert.equal(answered, currency)
    for (const [at, { price }] of items.entries()) {
      const exact = (dollars.items[at]?.price ?? 0) * rate
      // dollars are rounded to cents, and the amount to hundredths
      assert.ok(Math.abs(price - exact) <= 0.0051 * (rate + 1), `${currency} ${price} for ${exact}`)
    }
  }
})

test('every currency of ISO 4217 is answered, and marked where its rate is a sample', async (t) => {
  const { gateway, key, page } = await openMarket(t)
  for (const code of isoCodes.split(' ')) {
    const { currency, sample_rate: isSample, items } = await page(code)
    // the exchange rates have only their own sample so far
    assert.deepEqual([currency, isSample === true], [code, code !== 'USD'])
    assert.ok(items.every(({ price }) => price >= 0))
  }
  for (const code of ['XXX', 'XTS', 'QQQ', 'DEM']) {
    const answer = await fetch(`${gateway.marketUrl}/api/v1/catalog?prices=true&currency=${code}`, {
      headers: { 'x-api-key': key },
    })
    assert.equal(answer.status, 400, code)
    assert.match(await answer.text(), /is not a currency of ISO 4217/)
  }
})

test('published rates are not marked, and ours still are after an import', async () => {
  const ask = async (_slug: string, endpoint: string) =>
    endpoint === 'latest' ? { rates: { EUR: 0.9 } } : [{ key: 'ECB', rate_type: 'reference' }]
  const { currencyOf, unitsPerCurrency } = createCurrencies({ ask, now: () => 0, log: emptyKit.log })
  const [euro, dirham, dollar] = [await currencyOf('eur'), await currencyOf('AED'), await currencyOf('USD')]
  assert.deepEqual(
    [euro, dirham, dollar].map((one) => currencyMembers(one)),
    [{ currency: 'EUR' }, { currency: 'AED', sample_rate: true }, { currency: 'USD' }],
  )
  assert.deepEqual([euro.amount(10_000), dirham.amount(10_000)], [0.9, 3.67])
  // prices that are read from marketplaces are never converted by a rate of ours
  await assert.rejects(unitsPerCurrency('AED'), /no reference rate/)
})
