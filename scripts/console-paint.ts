// `node scripts/console-paint.ts`: measures when the console paints in the machine's Chromium, on a processor slowed
// down to a fourth, over loopback and over a slow network; its layout shifts, and its slowest interaction. It prints
// figures without judging them: they depend on the machine.

import { openConsole } from '../tests/console/console-page.ts'
import { openWorld } from '../tests/console/sample-world.ts'
import { browserPath } from '../tests/harness/browser.ts'

const executablePath = browserPath()
if (executablePath === undefined) process.exit(1)
const closing: (() => unknown)[] = []
const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
const { gateway } = await openWorld(cleanup, { hours: 2, callsPerHour: 40, isHostile: false })

const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const networks = [
  { name: 'loopback', conditions: undefined },
  { name: '1.6 Mbit/s, 150 ms', conditions: slow },
]
for (const { name, conditions } of networks) {
  const { page } = await openConsole(cleanup, { executablePath, baseUrl: gateway.baseUrl })
  await page.goto(`${gateway.baseUrl}/openapi`)
  await page.evaluate((key) => sessionStorage.setItem('gatehouse-key', key), gateway.key)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  if (conditions) await session.send('Network.emulateNetworkConditions', conditions)
  await page.goto(`${gateway.baseUrl}/console`)
  await page.locator('.tiles').waitFor()
  const painted = await page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
    return { paint, data: performance.now() }
  })
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0
        const add = (list: PerformanceObserverEntryList) => {
          for (const entry of list.getEntries()) total += Number(Object(entry).value)
        }
        new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)))
      }),
  )
  await page.evaluate(() => {
    const record = (list: PerformanceObserverEntryList) => {
      for (const { duration } of list.getEntries())
        Object(globalThis).slowest = Math.max(Object(globalThis).slowest ?? 0, duration)
    }
    new PerformanceObserver(record).observe({ type: 'event' })
  })
  for (const link of ['Usage', 'Keys', 'Calls', 'APIs']) {
    await page.getByRole('link', { name: link, exact: true }).click()
    await page.getByRole('heading', { name: link, exact: true }).waitFor()
  }
  const slowest = await page.evaluate(() => Number(Object(globalThis).slowest ?? 0))
  console.log(
    `${name}: first paint ${painted.paint.toFixed(0)} ms, data ${painted.data.toFixed(0)} ms, layout shift ${shift.toFixed(3)}, slowest interaction ${slowest} ms`,
  )
}
for (const close of closing) await close()
