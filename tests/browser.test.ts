// The client library in a real browser; tests/console has the console and the reference.
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
}
