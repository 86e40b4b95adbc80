// What the console shows is so, and can be read: labels belong to their bars, a first visit says how to get started,
// people see names.
import assert from 'node:assert/strict'
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
      await card.getByText('"rolls"').waitFor()
      await world.gateway.components.meter.flush()
      await fresh.open('')
      await fresh.page.getByText('Used today').waitFor()
      assert.equal(await card.count(), 0)
      assertQuiet(fresh)
      assertQuiet(at)
    })
  })

/** Returns each label, the bar that it stands under, and the distance of their middles in pixels. */
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
