// Everything that people do in the console works with the mouse and with the keyboard alone, shows no secret, and makes
// the browser complain of nothing.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { browserPath } from '../harness/browser.ts'
import { assertQuiet, type ConsolePage, openConsole } from './console-page.ts'
import { accountFlows, channelKey, type Flow, providerKey } from './flows.ts'
import { keyboard, mouse } from './hand.ts'
import { operatorFlows } from './operator-flows.ts'
import { openWorld, type World } from './sample-world.ts'
import { webhookFlows } from './webhook-flow.ts'

const executablePath = browserPath()

if (executablePath !== undefined)
  describe('people in the console', () => {
    const closers: (() => unknown)[] = []
    const cleanup = { after: (close: () => unknown) => void closers.unshift(close) }
    let world: World
    before(async () => {
      world = await openWorld(cleanup, { hours: 3, callsPerHour: 40, isHostile: false })
    })
    after(async () => {
      for (const close of closers) await close()
    })

    for (const makeHand of [mouse, keyboard])
      describe(`with the ${makeHand.name}`, () => {
        let at: ConsolePage
        before(async () => {
          at = await openConsole(cleanup, { executablePath, baseUrl: world.gateway.baseUrl })
          at.page.setDefaultTimeout(10_000)
        })
        after(() => at.context.close())

        async function run(flow: Flow): Promise<void> {
          const hand = makeHand(at.page)
          at.complaints.length = 0
          await flow({ at, page: at.page, hand, world, name: (word) => `${word} by ${hand.name}` })
          assertQuiet(at)
          await assertNoSecret(at, world)
        }

        test('sign in to an account', () =>
          run(async ({ page, hand }) => {
            await page.goto(`${world.gateway.baseUrl}/console`)
            await hand.fill(page.getByLabel('Gateway key'), world.gateway.key)
            await hand.press(page.getByRole('button', { name: 'Sign in' }))
            await page.getByRole('heading', { name: 'Overview' }).waitFor()
          }))
        for (const [title, flow] of Object.entries({ ...webhookFlows, ...accountFlows })) test(title, () => run(flow))
        test('sign in as the operator', () =>
          run(async ({ page, hand }) => {
            await page.goto(`${world.gateway.baseUrl}/console/operator/system`)
            await hand.fill(page.getByLabel('Operator key'), world.gateway.adminKey)
            await hand.press(page.getByRole('button', { name: 'Sign in' }))
            await page.getByRole('heading', { name: 'System' }).waitFor()
          }))
        for (const [title, flow] of Object.entries(operatorFlows)) test(title, () => run(flow))
      })
  })

/** No key is in the page, its address and history, or what the browser keeps; the account's own key only in the tab. */
async function assertNoSecret({ page, context, requested }: ConsolePage, { gateway, emptyKey }: World): Promise<void> {
  const { origins, cookies } = await context.storageState()
  const session = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  const page1 = await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')].map((field) =>
      'value' in field ? field.value : '',
    )
    return `${document.documentElement.outerHTML} ${fields.join(' ')} ${JSON.stringify(history.state)} ${location.href}`
  })
  const others = [providerKey, channelKey, gateway.adminKey, emptyKey]
  for (const secret of [...others, gateway.key]) {
    assert.ok(!page1.includes(secret), 'a key is in the page')
    assert.ok(!JSON.stringify({ origins, cookies }).includes(secret), 'a key is stored')
    assert.ok(!requested.some((address) => address.includes(secret)), 'a key is in an address')
  }
  for (const secret of others) assert.ok(!session.includes(secret), 'a key is kept in the tab')
}
