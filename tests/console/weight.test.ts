// The console stays light: what a first and a repeated visit transfer, and how much any view asks for.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { browserPath } from '../harness/browser.ts'
import { openConsole, settled } from './console-page.ts'
import { openWorld, type World } from './sample-world.ts'
import { views } from './views.ts'

const executablePath = browserPath()

if (executablePath !== undefined) {
  const closing: (() => unknown)[] = []
  let world: World
  before(async () => {
    const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
    world = await openWorld(cleanup, { hours: 1, callsPerHour: 5, isHostile: false })
  })
  after(async () => {
    for (const close of closing) await close()
  })

  test('a first visit takes at most 30 KB in 15 requests, a repeated one at most 2 KB', async (t) => {
    const { gateway } = world
    const { page } = await openConsole(t, { executablePath, baseUrl: gateway.baseUrl })
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const files = new Map<string, number>()
    let isKept = false
    session.on('Network.requestServedFromCache', () => {
      isKept = true
    })
    const names = new Map<string, string>()
    session.on('Network.responseReceived', ({ requestId, response }) => void names.set(requestId, response.url))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = names.get(requestId) ?? ''
      if (!url.includes('/v1/') && !url.endsWith('/favicon.ico'))
        files.set(url, (files.get(url) ?? 0) + encodedDataLength)
    })
    const visit = async () => {
      files.clear()
      await page.goto(`${gateway.baseUrl}/console`)
      await page.locator('main h1').waitFor()
      await page.waitForLoadState('networkidle')
      const sizes = [...files.values()]
      return { requests: sizes.filter((size) => size > 0).length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
    }
    await page.goto(`${gateway.baseUrl}/openapi`)
    await page.evaluate((key) => sessionStorage.setItem('gatehouse-key', key), gateway.key)
    const first = await visit()
    assert.ok(first.bytes <= 30_000 && first.requests <= 15, JSON.stringify({ ...first, files: [...files] }))
    const again = await visit()
    assert.ok(again.bytes <= 2_000, JSON.stringify({ ...again, files: [...files] }))
    assert.ok(isKept)
    t.diagnostic(`first ${JSON.stringify(first)}, again ${JSON.stringify(again)}`)
  })

  test('no view asks for more than 100 rows at once', async (t) => {
    const { gateway } = world
    const at = await openConsole(t, { executablePath, baseUrl: gateway.baseUrl })
    await at.signIn(gateway.key)
    await at.signIn(gateway.adminKey, '/operator')
    for (const { path } of views) {
      await at.page.goto(`${gateway.baseUrl}/console${path.replace(/\{\w+\}/, gateway.demoAccountId)}`)
      await settled(at.page)
    }
    const calls = at.requested.filter((address) => address.startsWith('/v1/'))
    const lists = calls.filter((address) => /\/(?:calls|keys|accounts|plans|audit|usage)\?/.test(address))
    assert.ok(lists.length > 15, 'lists are read')
    for (const address of lists) {
      const limit = new URLSearchParams(address.split('?')[1]).get('limit')
      assert.ok(limit !== null && Number(limit) <= 100, address)
    }
    for (const address of calls) assert.ok(!/limit=\d{4}/.test(address), address)
  })
}
