// Amounts of the item market in every currency that exchange rates exist for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/apis/load.ts'
import { reveal } from '../../packages/gateway/src/secret.ts'
import { openGateway } from '../../tests/open-gateway.ts'

interface Page {
  readonly currency: string
  readonly items: readonly { readonly price: number }[]
}

test('every currency that there is a rate for is answered, and in its own amounts', async (t) => {
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
