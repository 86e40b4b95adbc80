// What the console shows is so, and can be read: labels belong to their bars, a first visit says how to get started,
// people see names.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { browserPath } from '../harness/browser.ts'
import { assertQuiet, type ConsolePage, openConsole } from './console-page.ts'
import { openWorld, type World } from './sample-world.ts'

const executablePath = browserPath()

if (executablePath !== undefined)
  describe('reading the console', () => {
    const closers: (() => unknown)[] = []
    const cleanup = { after: (close: () => unknown) => void closers.unshift(close) }
    const now: { world?: World; at?: ConsolePage } = {}
    before(async () => {
      const world = await openWorld(cleanup, { hours: 26, callsPerHour: 12, isHostile: false })
      const at = await openConsole(cleanup, { executablePath, baseUrl: world.gateway.baseUrl })
      at.page.setDefaultTimeout(10_000)
      await at.signIn(world.gateway.key)
      await at.signIn(world.gateway.adminKey, '/operator')
      Object.assign(now, { world, at })
    })
    after(async () => {
      for (const close of closers) await close()
    })
    const ready = () => {
      const { world, at } = now
      assert.ok(world && at)
      return { world, at, page: at.page }
    }

    test('each label of a chart stands under the bar of its own time, at every width', async () => {
      const { at, page } = ready()
      for (const width of [1440, 768, 360])
        for (const path of ['', '/usage', '/operator', '/operator/usage?range=7d']) {
          await page.setViewportSize({ width, height: 800 })
          await at.open(path)
          const ticks = await page.evaluate(distances)
          assert.ok(ticks.length >= 2, `${path} has labels`)
          for (const { tick, bar, distance } of ticks) {
            assert.ok(bar.includes(tick), `${tick} stands under ${bar} in ${path} at ${width} px`)
            assert.ok(distance <= 1.5, `${tick} is ${distance} px beside its bar in ${path} at ${width} px`)
          }
        }
      await page.setViewportSize({ width: 1280, height: 800 })
      assertQuiet(at)
    })

    test('the bar under the pointer says its time and how its calls ended', async () => {
      const { at, page } = ready()
      await at.open('')
      const bar = page.locator('.bars [data-text]').nth(3)
      await bar.hover({ force: true })
      const text = (await page.locator('.readout').textContent()) ?? ''
      assert.equal(text, await bar.getAttribute('data-text'))
      assert.match(text, /^\d\d \w+,? \d\d:00: Succeeded \d+, Refused \(4xx\) \d+, Failed \(5xx\) \d+$/)
    })

    test('an account without calls gets started: one press makes its first call, another ends the need of keys', async () => {
      const { world, at } = ready()
      const fresh = await openConsole(cleanup, { executablePath: executablePath ?? '', baseUrl: world.gateway.baseUrl })
      fresh.page.setDefaultTimeout(10_000)
      await fresh.signIn(world.emptyKey)
      const card = fresh.page.getByRole('region', { name: 'Get started' })
      assert.equal(await fresh.page.locator('.note, .tile').count(), 0, 'the card is all there is')
      await card.getByRole('button', { name: 'Use embedded answers' }).click()
      await card.getByText('Every API can answer now').waitFor()
      await card.getByRole('button', { name: 'Send it from here' }).click()
      await card.getByText('That is it.').waitFor()
      await world.gateway.components.meter.flush()
      await fresh.open('')
      await fresh.page.getByText('Used today').waitFor()
      assert.equal(await card.count(), 0)
      assertQuiet(fresh)
      assertQuiet(at)
    })

    test('people see names of keys and accounts, and ids on hover', async () => {
      const { world, at, page } = ready()
      await at.open('/calls')
      const key = page.locator('tbody tr').first().getByText('Demo gateway key')
      assert.match((await key.getAttribute('title')) ?? '', /^key_\w+$/)
      await at.open('/operator/usage?group=account')
      const account = page.locator('[aria-label="Usage by Account"] tbody').getByText('Demo', { exact: true })
      assert.equal(await account.getAttribute('title'), world.gateway.demoAccountId)
      await at.open('/operator/audit?action=key.')
      await page.locator('tbody').getByText('Old laptop').first().waitFor()
      const shown = await page.locator('main').innerText()
      assert.doesNotMatch(shown, /\b(?:key|acc)_\w{8}/)
    })

    test('the operator filters by the beginning of the name of an account, and removes the filter by its chip', async () => {
      const { world, at, page } = ready()
      await at.open('/operator/calls')
      await page.getByLabel('Account', { exact: true }).fill('dem')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.searchParams.get('account') === world.gateway.demoAccountId)
      await page.getByRole('link', { name: 'Remove the filter Account: Demo' }).click()
      await page.waitForURL((url) => !url.searchParams.has('account'))
    })

    test('what is typed into a filter stays, however its list changes meanwhile, and half a value changes nothing', async () => {
      const { at, page } = ready()
      await at.open('/calls')
      await page.getByLabel('Request id', { exact: true }).pressSequentially('req_nothing', { delay: 120 })
      await page.getByText('No call matches').waitFor()
      assert.equal(await page.getByLabel('Request id', { exact: true }).inputValue(), 'req_nothing')
      await at.open('/calls')
      await page.getByLabel('Status', { exact: true }).pressSequentially('40', { delay: 400 })
      assert.ok(!page.url().includes('status'))
      await page.getByLabel('Status', { exact: true }).pressSequentially('4')
      await page.waitForURL(/status=404/)
    })

    test('keys are listed newest first, with when they were made', async () => {
      const { world, at, page } = ready()
      await world.admin('POST', '/keys', { account: world.gateway.demoAccountId, surface: 'hosted', name: 'Just made' })
      await at.open('/keys')
      const first = page.locator('tbody tr').first()
      assert.match((await first.textContent()) ?? '', /Just made/)
      assert.equal(await first.locator('[data-label="Created"]').textContent(), 'just now')
    })

    test('on a phone each row is a card with all its actions on the screen, and filters are folded', async () => {
      const { at, page } = ready()
      await page.setViewportSize({ width: 360, height: 760 })
      await at.open('/keys')
      for (const action of ['Edit', 'Rotate', 'Revoke']) {
        const box = await page.getByRole('button', { name: `${action} Demo gateway key` }).boundingBox()
        assert.ok(box && box.x >= 0 && box.x + box.width <= 360, `${action} is on the screen`)
      }
      const inner = await page.locator('.table').evaluate((element) => element.scrollWidth - element.clientWidth)
      assert.ok(inner <= 0, 'no card scrolls sideways')
      assert.equal(await page.getByRole('row').count(), 1 + (await page.locator('tbody tr').count()))
      const name = page.getByRole('searchbox', { name: 'Name' })
      assert.equal(await name.isVisible(), false)
      await page.getByRole('button', { name: 'Filters' }).click()
      assert.equal(await name.isVisible(), true)
      await page.setViewportSize({ width: 1280, height: 800 })
    })

    test('where a provider key is missing, one press makes the call work', async () => {
      const { world, at } = ready()
      const team = await world.admin('POST', '/accounts', { name: 'Live team', plan: 'free', provider: 'live' })
      const made = await world.admin('POST', '/keys', { account: String(team.id), surface: 'hosted', name: 'First' })
      const live = await openConsole(cleanup, { executablePath: executablePath ?? '', baseUrl: world.gateway.baseUrl })
      live.page.setDefaultTimeout(20_000)
      await live.signIn(String(made.key))
      await live.open('/try?slug=personal-finance')
      await live.page.getByRole('button', { name: 'Store provider key' }).waitFor()
      await live.page.getByRole('button', { name: 'Use embedded answers' }).click()
      await live.page.getByRole('button', { name: 'Use embedded answers' }).waitFor({ state: 'detached' })
      await live.page.getByRole('button', { name: 'Send' }).click()
      await live.page.getByText('200 OK').waitFor()
      assertQuiet(live)
      assertQuiet(at)
    })

    test('the item market is among the APIs of the account, and is tried with a market key', async () => {
      const { world, at, page } = ready()
      const order = { account: world.gateway.demoAccountId, surface: 'market', name: 'Market' }
      const { key } = await world.admin('POST', '/keys', order)
      await at.open('/apis?search=market')
      await page.getByRole('link', { name: 'Item market' }).click()
      await page.locator('main').getByRole('link', { name: 'Try a call' }).click()
      await page.getByLabel('Market key').fill(String(key))
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('200 OK').waitFor({ timeout: 30_000 })
      assert.ok(!(await page.content()).includes(String(key)))
    })

    test('the system says the database, its newest backup, memory, and which APIs answer from sample data', async () => {
      const { world, at, page } = ready()
      const folder = join(world.gateway.dataDir, 'backups')
      mkdirSync(folder, { recursive: true })
      const made = new Date(Date.now() - 3 * 3_600_000 - 60_000).toISOString().replaceAll(/[-:.]/g, '')
      writeFileSync(join(folder, `gatehouse-${made}.zip`), '')
      await at.open('/operator/system')
      const text = await page.locator('main').innerText()
      assert.match(text, /SQLite \d+\.\d+[\s\S]*Memory\s+\d+ MB[\s\S]*Newest backup\s+3 h/)
      await page.getByRole('row', { name: /^Exchange rates/ }).waitFor()
      await page.getByText(/^Version \d+\.\d+\.\d+$/).waitFor()
    })
  })

/** Returns each label, the bar that is nearest, and the distance of their middles in pixels. */
function distances() {
  const middleOf = (element: Element) => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  const bars = [...document.querySelectorAll('.bars [data-text]')].map((bar) => ({
    text: bar.getAttribute('data-text') ?? '',
    middle: middleOf(bar.querySelector('.hover') ?? bar),
  }))
  return [...document.querySelectorAll('.ticks text')]
    .filter((tick) => tick.getBoundingClientRect().width > 0)
    .map((tick) => {
      const at = middleOf(tick)
      const [nearest] = bars.toSorted((a, b) => Math.abs(a.middle - at) - Math.abs(b.middle - at))
      return {
        tick: tick.textContent ?? '',
        bar: nearest?.text ?? '',
        distance: Math.abs((nearest?.middle ?? 0) - at),
      }
    })
}
