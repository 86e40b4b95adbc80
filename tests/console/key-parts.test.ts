// A provider key of several parts in the console: a field for each, all stored together, shown by their ends.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { browserPath } from '../harness/browser.ts'
import { keyedApis, keySchemes } from '../harness/keyed-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { assertQuiet, openConsole } from './console-page.ts'

const executablePath = browserPath()
const parts = { 'DD-API-KEY': 'dd-api-0123456789abcdef', 'DD-APPLICATION-KEY': 'dd-app-fedcba9876543210' }

if (executablePath !== undefined)
  test('each part has a field of its own, and a call goes out with all of them', async () => {
    const upstream = await openUpstream({ after }, (_request, response) => sendJson(response, {}))
    const { double, basic } = keySchemes('http://127.0.0.1:1/token')
    const gateway = await openGateway({ after }, { apis: keyedApis(upstream.url, { double, basic }) })
    const { key } = await gateway.account()
    const at = await openConsole({ after }, { executablePath, baseUrl: gateway.baseUrl })
    const { page } = at
    await at.signIn(key, '/provider-keys')
    await page.getByRole('button', { name: 'Store key: API double' }).click()
    const dialog = page.getByRole('dialog')
    for (const [name, text] of Object.entries(parts)) {
      const field = dialog.getByLabel(name)
      assert.equal(await field.getAttribute('type'), 'password')
      await field.fill(text)
    }
    assert.equal(await dialog.locator('input').count(), 2)
    await dialog.getByRole('button', { name: 'Store key' }).click()
    await page.getByText('DD-APPLICATION-KEY: …3210').waitFor()
    await page.getByText('DD-API-KEY: …cdef').waitFor()
    const shown = await page.content()
    for (const text of Object.values(parts)) assert.ok(!shown.includes(text))
    assert.equal((await gateway.call('/v1/proxy/double/things', { key })).status, 200)
    const headers = upstream.received.at(-1)?.headers
    assert.deepEqual(
      Object.keys(parts).map((name) => headers?.[name.toLowerCase()]),
      Object.values(parts),
    )
    assertQuiet(at)
  })
