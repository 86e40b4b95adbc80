// The pages of the gateway in a real browser: the console, the reference, and the client library.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserPath, openPage } from './browser.ts'
import { openGateway } from './open-gateway.ts'
import { openUpstream, sendJson } from './upstream.ts'

const executable = browserPath()

if (executable !== undefined) {
  test('the console signs in, shows the remaining calls, and makes a call', async (t) => {
    const gateway = await openGateway(t)
    const { page, complaints, foreign } = await openPage(t, executable, gateway.baseUrl)
    await page.goto(`${gateway.baseUrl}/console`)
    await page.fill('input', gateway.key)
    await page.click('button')
    await page.waitForSelector('meter')
    assert.match((await page.textContent('main')) ?? '', /600 of 600 left/)
    await page.goto(`${gateway.baseUrl}/console#try/randomness`)
    await page.click('form button')
    await page.waitForSelector('pre')
    assert.match((await page.textContent('main')) ?? '', /200 OK[\s\S]*x-gateway-provider: embedded[\s\S]*"number"/)
    assert.deepEqual(complaints, [])
    assert.deepEqual(foreign, [])
  })

  test('the console stores a provider key, sends calls live from then on, and never shows the key', async (t) => {
    const upstream = await openUpstream(t, (_request, response) =>
      sendJson(response, { character_count: 1, character_limit: 2 }),
    )
    const gateway = await openGateway(t, { upstreams: { translation: upstream.url } })
    const { page } = await openPage(t, executable, gateway.baseUrl)
    await page.goto(`${gateway.baseUrl}/console`)
    await page.fill('input', gateway.key)
    await page.click('button')
    await page.waitForSelector('meter')
    await page.goto(`${gateway.baseUrl}/console#apis`)
    const row = page.locator('tr', { hasText: 'Translation' })
    await row.locator('input').fill('a-provider-key-of-translation')
    await row.getByRole('button', { name: 'Store' }).click()
    await page.waitForSelector('.done')
    assert.equal(await row.locator('select').inputValue(), 'live')
    await row.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('the key is accepted').waitFor()
    assert.equal(upstream.received[0]?.headers.authorization, 'DeepL-Auth-Key a-provider-key-of-translation')
    assert.ok(!(await page.content()).includes('a-provider-key-of-translation'))
  })

  test('the console reports an invalid key in a sentence', async (t) => {
    const gateway = await openGateway(t)
    const { page } = await openPage(t, executable, gateway.baseUrl)
    await page.goto(`${gateway.baseUrl}/console`)
    await page.fill('input', 'gh_live_wrong')
    await page.click('button')
    assert.match((await page.textContent('.problem')) ?? '', /key\.invalid/)
  })

  test('the client library runs in a browser, from another origin too', async (t) => {
    const gateway = await openGateway(t)
    const other = await openUpstream(t, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><title>elsewhere</title>')
    })
    const { page } = await openPage(t, executable, gateway.baseUrl)
    for (const origin of [`${gateway.baseUrl}/console`, other.url]) {
      await page.goto(origin)
      const answer = await page.evaluate(
        async ({ url, key }) => {
          const { connect } = await import(`${url}/client/mod.ts`)
          const gw = connect({ url, key })
          return { dice: await gw.randomness.dice({ count: 2 }), remaining: gw.remaining }
        },
        { url: gateway.baseUrl, key: gateway.key },
      )
      assert.equal(answer.dice.rolls.length, 2)
      assert.ok(answer.remaining.minute > 0)
    }
  })

  test('the index of the reference is small, shows and searches all APIs, and loads nothing from other hosts', async (t) => {
    const gateway = await openGateway(t)
    const { page, foreign } = await openPage(t, executable, gateway.baseUrl)
    let bytes = 0
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(`${gateway.baseUrl}/docs`)
    await page.getByRole('link', { name: 'Activity suggestions' }).waitFor()
    assert.ok(bytes < 100_000, `${bytes} bytes`)
    await page.getByLabel('Search all operations').fill('roll dice')
    await page.getByRole('link', { name: 'Rolls of dice and their total' }).click()
    await page.waitForURL(`${gateway.baseUrl}/docs/randomness#dice`)
    await page.getByRole('heading', { name: 'Rolls of dice and their total' }).waitFor({ timeout: 20_000 })
    assert.deepEqual(foreign, [])
  })

  test('a call can be tried from the reference under another name of the host, with the key of the tab', async (t) => {
    const gateway = await openGateway(t)
    const url = gateway.baseUrl.replace('127.0.0.1', 'localhost')
    const { page, foreign } = await openPage(t, executable, url)
    await page.goto(`${url}/docs`)
    await page.getByLabel('Gateway key for trying calls').fill(gateway.key)
    await page.goto(`${url}/docs/randomness#dice`)
    await page.getByRole('button', { name: 'Test Request' }).nth(1).click({ timeout: 20_000 })
    await page.locator('[data-addressbar-action=send]').first().click()
    await page.getByText('200 OK').waitFor()
    assert.deepEqual(foreign, [])
  })
}
