// No view has a barrier that axe finds: filled, empty and failed, in light and dark, wide and narrow. None is wider
// than the screen, and names that are markup are shown as text.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserPath } from '../harness/browser.ts'
import { assertQuiet, type ConsolePage, openConsole } from './console-page.ts'
import { hostileName, openWorld, type World } from './sample-world.ts'
import { type ConsoleView, views } from './views.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const executablePath = browserPath()
/** Rules of WCAG 2.2, levels A and AA, and good practice. */
const colours = ['color-contrast', 'link-in-text-block']
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

if (executablePath !== undefined)
  describe('every view of the console', () => {
    const closers: (() => unknown)[] = []
    const cleanup = { after: (close: () => unknown) => void closers.unshift(close) }
    const now: { world?: World; at?: ConsolePage; empty?: ConsolePage; ids?: Record<string, string> } = {}
    before(async () => {
      const world = await openWorld(cleanup, { hours: 2, callsPerHour: 24, isHostile: true })
      const { gateway } = world
      const page = { executablePath, baseUrl: gateway.baseUrl }
      const [at, empty] = [await openConsole(cleanup, page), await openConsole(cleanup, page)]
      await at.signIn(gateway.key)
      await at.signIn(gateway.adminKey, '/operator')
      await empty.signIn(world.emptyKey)
      await empty.signIn(gateway.adminKey, '/operator')
      const { calls } = Object(await (await gateway.call('/v1/me/calls?limit=1')).json())
      Object.assign(now, {
        world,
        at,
        empty,
        ids: { call: calls[0].id, account: gateway.demoAccountId, answer: world.answerId },
      })
    })
    after(async () => {
      for (const close of closers) await close()
    })
    const ready = () => {
      const { world, at, empty, ids } = now
      assert.ok(world && at && empty && ids)
      return { world, at, empty, ids }
    }
    const addressOf = ({ path }: ConsoleView) => path.replace(/\{(\w+)\}/, (_whole, name) => ready().ids[name] ?? '')

    test('the frame has no barrier', async () => {
      const { at } = ready()
      await at.open('')
      await inEveryForm(at.page, 'the frame')
    })

    for (const view of views)
      test(`${view.path} filled: no barrier, nothing wider than the screen`, async () => {
        const { at } = ready()
        await at.open(addressOf(view))
        await inEveryForm(at.page, `${view.path} filled`, 'main')
        assert.equal(await at.page.locator('main img').count(), 0, `${view.path} draws a name`)
      })

    test('names that are markup are text', async () => {
      const { at } = ready()
      for (const path of ['/keys', '/operator/accounts', '/operator/keys']) {
        await at.open(path)
        await at.page.getByText(hostileName).first().waitFor()
      }
      assert.ok(!(await at.page.title()).includes('owned'))
      assertQuiet(at)
    })

    test('empty: the view says so and what to do next', async () => {
      const { empty } = ready()
      for (const { path, empty: address } of views) {
        if (address === undefined) continue
        await empty.open(address)
        assert.ok(
          await empty.page.locator('.empty, .started, .state.good').count(),
          `${path} says nothing when it is empty`,
        )
        await inEveryForm(empty.page, `${path} empty`, 'main')
      }
      assertQuiet(empty)
    })

    test('failed: the view says what happened, and works again after another try', async () => {
      const { at } = ready()
      const refuse = {
        status: 503,
        json: { error: { code: 'store.unavailable', message: 'The database is away. Try again in a moment.' } },
      }
      const looked = new Set<boolean>()
      for (const view of views) {
        await at.page.route(/\/v1\/(?:me|admin)\/|\/openapi\//, (route) => route.fulfill(refuse))
        await at.page.goto(`${ready().world.gateway.baseUrl}/console${addressOf(view)}`)
        await at.page.locator('.failed').waitFor()
        await at.page.getByText('The database is away').waitFor()
        // all views of an account fail alike, and so do all of the operator
        const isOperators = view.path.startsWith('/operator')
        if (!looked.has(isOperators)) await inEveryForm(at.page, `${view.path} failed`)
        looked.add(isOperators)
        await at.page.unroute(/\/v1\/(?:me|admin)\/|\/openapi\//)
        await at.page.getByRole('button', { name: 'Try again' }).click()
        await at.page.locator('.failed').waitFor({ state: 'detached' })
      }
      assertQuiet(at)
    })

    test('signed out, away, and in dialogs: no barrier either', async () => {
      const { at, world } = ready()
      const stranger = await openConsole(cleanup, { executablePath, baseUrl: world.gateway.baseUrl })
      for (const path of ['', '/operator/keys']) {
        await stranger.page.goto(`${world.gateway.baseUrl}/console${path}`)
        await stranger.page.locator('input[name=key]').waitFor()
        await inEveryForm(stranger.page, `${path} signed out`)
      }
      await at.open('/keys')
      await at.page.getByRole('button', { name: 'New key' }).click()
      await inEveryForm(at.page, 'a form in a dialog')
      await at.page.keyboard.press('Escape')
      await at.page.route(/\/v1\/me\//, (route) => route.abort())
      await at.page.getByRole('link', { name: 'Usage', exact: true }).click()
      await at.page.getByText('The gateway cannot be reached').waitFor()
      await inEveryForm(at.page, 'the gateway is away')
      await at.page.unroute(/\/v1\/me\//)
    })
  })

const whole = [
  { width: 1280, theme: 'light', only: undefined },
  { width: 1280, theme: 'dark', only: colours },
  { width: 320, theme: 'dark', only: undefined },
  { width: 320, theme: 'light', only: colours },
] as const
/** Both themes and both widths; with GATEHOUSE_TEST_ALL_FORMS=true each theme at each width, in twice the time. */
const forms = process.env.GATEHOUSE_TEST_ALL_FORMS === 'true' ? whole : [whole[0], whole[2]]

/**
 * Light and dark, wide and narrow. What does not depend on colours is examined once for each width. The first form is
 * that of the whole page; of the others, views have only what differs from one to the next, inside the same frame.
 */
async function inEveryForm(page: Page, what: string, part: 'html' | 'main' = 'html'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  for (const [index, { width, theme, only }] of forms.entries()) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: theme })
    const within = index === 0 ? 'html' : part
    const problems = await page.evaluate(examine, { within, type: only ? 'rule' : 'tag', values: only ?? rules })
    assert.deepEqual(problems, [], `${what}, ${width} px, ${theme}`)
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(excess <= 0, `${what} is ${excess} px wider than ${width}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

interface Examined {
  readonly within: string
  readonly type: string
  readonly values: readonly string[]
}
async function examine({ within, ...runOnly }: Examined): Promise<string[]> {
  const { axe: tool } = Object(globalThis)
  const { violations } = await tool.run(within, { runOnly, resultTypes: ['violations'] })
  return violations.map(
    ({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`,
  )
}
