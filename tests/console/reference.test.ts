// The pages of the reference in a real browser: every one of them, for every kind of reader.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserPath } from '../harness/browser.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { assertQuiet, type ConsolePage, openConsole, settled } from './console-page.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const executablePath = browserPath()
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Pages that together have one of everything. */
const examined = [
  '',
  'college-football',
  'translation',
  'model-routing',
  'exchange-rates',
  'item-market',
  'me',
  'admin',
]
/** Bytes of the largest page with all that it needs. */
const mostBytes = 60_000

if (executablePath !== undefined)
  describe('the reference', () => {
    const closing: (() => unknown)[] = []
    const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
    const now: { gateway?: OpenGateway; at?: ConsolePage; slugs?: readonly string[] } = {}
    before(async () => {
      const gateway = await openGateway(cleanup)
      const at = await openConsole(cleanup, { executablePath, baseUrl: gateway.baseUrl })
      const { apis } = Object(await (await fetch(`${gateway.baseUrl}/openapi`)).json())
      Object.assign(now, { gateway, at, slugs: apis.map(({ slug }: { slug: string }) => slug) })
    })
    after(async () => {
      for (const close of closing) await close()
    })
    const ready = () => {
      const { gateway, at, slugs } = now
      assert.ok(gateway && at && slugs)
      return { ...at, at, slugs, url: `${gateway.baseUrl}/docs`, gateway }
    }

    test('no page is wider than a phone or complains, and none has a barrier', async () => {
      const { at, page, url, slugs } = ready()
      assert.ok(slugs.length > 20)
      for (const [index, path] of ['', ...slugs.map((slug) => `/${slug}`)].entries()) {
        await page.setViewportSize({ width: 360, height: 780 })
        await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' })
        await page.goto(url + path)
        const open = () => {
          for (const details of document.querySelectorAll('details')) details.open = true
        }
        await page.evaluate(open)
        for (const width of [360, 1440]) {
          await page.setViewportSize({ width, height: 780 })
          const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          assert.ok(excess <= 0, `${path} is ${excess} px wider than ${width}`)
        }
        if (examined.includes(path.slice(1))) assert.deepEqual(await barriersOf(page), [], path)
      }
      assertQuiet(at)
    })

    test('the largest page takes at most 60 KB with all that it needs, and less when it is opened again', async () => {
      const { page, url } = ready()
      const session = await page.context().newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.clearBrowserCache')
      let bytes = 0
      session.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength
      })
      for (const slug of ['model-routing', 'college-football']) {
        bytes = 0
        await page.goto(`${url}/${slug}`, { waitUntil: 'networkidle' })
        assert.ok(bytes > 5000 && bytes <= mostBytes, `${slug}: ${bytes} bytes`)
      }
    })

    test('search finds operations of all APIs as one types, and the index is back when nothing is searched', async () => {
      const { page, url } = ready()
      await page.goto(url)
      const field = page.getByLabel('Search all operations')
      await field.fill('roll dice')
      await page.getByRole('link', { name: 'Rolls of dice and their total' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Cat facts' }).filter({ visible: true }).count(), 1)
      await field.fill('')
      await page.locator('#reference-list').waitFor()
      await field.fill('roll dice')
      await page.getByRole('link', { name: 'Rolls of dice and their total' }).click()
      await page.waitForURL(`${url}/randomness#dice`)
      await page.getByRole('heading', { name: 'Rolls of dice and their total' }).waitFor()
    })

    test('an address leads to its operation, inside another one too', async () => {
      const { page, url } = ready()
      await page.goto(`${url}/college-football#gamesV2`)
      await page.locator('#gamesV2').getByRole('heading', { name: 'Answer' }).waitFor()
    })

    test('a keyboard reaches the contents, the copy button and the form that tries a call', async () => {
      const { page, url, gateway } = ready()
      await page.goto(`${url}/randomness`)
      const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
      const press = async (name: string) => {
        for (let at = 0; at < 60 && (await focused()) !== name; at++) await page.keyboard.press('Tab')
        assert.equal(await focused(), name)
        await page.keyboard.press('Enter')
      }
      await press('Skip to content')
      await page.goto(`${url}/randomness`)
      await press('Rolls of dice and their total')
      await page.waitForURL(`${url}/randomness#dice`)
      await page.getByRole('button', { name: 'Copy Call of Rolls of dice and their total' }).focus()
      await page.keyboard.press('Enter')
      await page.locator('#announcements p').waitFor()
      await page.evaluate((key) => sessionStorage.setItem('gatehouse-key', key), gateway.key)
      await page.getByRole('link', { name: 'Try it: Rolls of dice and their total' }).press('Enter')
      await settled(page)
      await page.getByRole('heading', { name: 'Rolls of dice and their total' }).waitFor()
    })

    test('the contents mark the operation that is being read, and show its entry', async () => {
      const { page, url } = ready()
      for (const id of ['games', 'venues']) {
        await page.goto('about:blank')
        await page.goto(`${url}/college-football#${id}`)
        const entry = page.locator('.contents a[aria-current=location]')
        await entry.waitFor()
        assert.equal(await entry.getAttribute('href'), `#${id}`)
        await page.waitForFunction(() => {
          const { top = -1, bottom = Infinity } =
            document.querySelector('[aria-current=location]')?.getBoundingClientRect() ?? {}
          return top >= 0 && bottom <= innerHeight
        })
      }
    })

    test('the theme of the console is that of the reference', async () => {
      const { page, url } = ready()
      await page.goto(`${url}/randomness`)
      await page.getByRole('button', { name: /^Theme/ }).click()
      const chosen = await page.evaluate(() => document.documentElement.dataset.theme)
      await page.goto(`${url.replace('/docs', '/console')}`)
      await page.locator('main').waitFor()
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), chosen)
    })

    test('without JavaScript everything is there but the search', async (t) => {
      const { page: scripted, url } = ready()
      const context = await scripted.context().browser()?.newContext({ javaScriptEnabled: false })
      assert.ok(context)
      t.after(() => context.close())
      const page = await context.newPage()
      await page.goto(url)
      await page.locator('main').getByRole('link', { name: 'Randomness' }).click()
      await page.getByRole('navigation').getByRole('link', { name: 'Rolls of dice and their total' }).click()
      await page.waitForURL(`${url}/randomness#dice`)
      await page.getByText('/v1/proxy/randomness/dice').first().waitFor()
    })
  })

async function barriersOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async (values) => {
    const { axe: tool } = Object(globalThis)
    const { violations } = await tool.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`,
    )
  }, rules)
}
