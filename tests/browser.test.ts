// The reference and the client library in a real browser; tests/console has the console.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserPath, openPage } from './harness/browser.ts'
import { openGateway } from './harness/open-gateway.ts'
import { openUpstream } from './harness/upstream.ts'

const executable = browserPath()

if (executable !== undefined) {
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
          const { connect } = await import(`${url}/client/mod.js`)
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
