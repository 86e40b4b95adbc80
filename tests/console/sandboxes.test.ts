// An account makes a sandbox in the console, moves its clock, keeps and restores its state, breaks it on purpose, reads
// its journal and removes it, with the mouse on a wide screen and with the keyboard on a narrow one.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { browserPath } from '../harness/browser.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { assertQuiet, type ConsolePage, dialogGone, openConsole, settled } from './console-page.ts'
import { type Hand, keyboard, mouse } from './hand.ts'
import { hostileName } from './sample-world.ts'

const executablePath = browserPath()
const question = JSON.stringify({ model: 'gpt-5-mini', messages: [{ role: 'user', content: hostileName }] })

interface Hands {
  readonly page: Page
  readonly hand: Hand
  /** Presses a button of the page, fills in the dialog that it opens, and submits it. */
  ask(opener: string, fields: Readonly<Record<string, string>>, action: string): Promise<void>
  /** Waits until a table has a row with all these texts. */
  row(table: string, ...texts: string[]): Promise<void>
}

function handsOf({ page }: ConsolePage, makeHand: (page: Page) => Hand): Hands {
  const hand = makeHand(page)
  const dialog = page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  return {
    page,
    hand,
    async ask(opener, fields, action) {
      await hand.press(button(opener))
      for (const [label, value] of Object.entries(fields)) {
        const control = dialog.getByLabel(label, { exact: true })
        if ((await control.evaluate((element) => element.tagName)) !== 'SELECT') await hand.fill(control, value)
        else {
          await control.locator(`option[value="${value}"]`).waitFor({ state: 'attached' })
          await hand.choose(control, value)
        }
      }
      await hand.press(dialog.getByRole('button', { name: action, exact: true }))
      await dialogGone(page)
      await settled(page)
    },
    async row(table, ...texts) {
      let rows = page.getByRole('table', { name: table }).getByRole('row')
      for (const hasText of texts) rows = rows.filter({ hasText })
      await rows.first().waitFor()
    },
  }
}

if (executablePath !== undefined)
  describe('sandboxes in the console', () => {
    const closers: (() => unknown)[] = []
    const cleanup = { after: (close: () => unknown) => void closers.unshift(close) }
    const now: { gateway?: OpenGateway } = {}
    before(async () => {
      now.gateway = await openGateway(cleanup)
    })
    after(async () => {
      for (const close of closers) await close()
    })

    for (const [makeHand, width] of [
      [mouse, 1280],
      [keyboard, 360],
    ] as const)
      test(`make, move, break and remove with the ${makeHand.name} at ${width} pixels`, async () => {
        const { gateway } = now
        assert.ok(gateway)
        const { key } = await gateway.account()
        const at = await openConsole(cleanup, { executablePath, baseUrl: gateway.baseUrl, width })
        const hands = handsOf(at, makeHand)
        await at.signIn(key, '/sandboxes')
        await at.page.getByText('No sandboxes').waitFor()
        await hands.ask('New sandbox', { Name: 'ci', Time: '2027-01-01T00:00:00Z' }, 'Create sandbox')
        await at.page.getByRole('heading', { name: 'ci', exact: true }).waitFor()
        await moveClock(hands)
        await breakCalls(hands, (init) => gateway.call(...callInside(init, key)))
        await readJournal(hands)
        await editRules(hands)
        await scriptModels(hands, (init) => gateway.call(...callInside(init, key)))
        await tryInside(hands)
        await keepKey(hands, gateway)
        await resetAndRemove(hands)
        const isTooWide = await at.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        assert.equal(isTooWide, false, 'wider than the screen')
        assert.equal(await at.page.locator('main img').count(), 0)
        assertQuiet(at)
      })
  })

async function moveClock({ page, hand, ask, row }: Hands): Promise<void> {
  const shows = (text: string) => page.locator('.facts').getByText(text).waitFor()
  await shows('2027-01-01 00:00:00 UTC')
  await ask('Take a snapshot', { Name: 'start' }, 'Take snapshot')
  await row('Snapshots', 'start', '2027-01-01 00:00:00 UTC')
  await ask('Advance', { By: 'P1DT12H' }, 'Advance clock')
  await shows('2027-01-02 12:00:00 UTC')
  await hand.press(page.getByRole('button', { name: 'Run', exact: true }))
  await shows('Running')
  await hand.press(page.getByRole('button', { name: 'Stop', exact: true }))
  await shows('Stopped')
  await ask('Set', { Time: '2028-02-29T06:00:00+01:00' }, 'Set clock')
  await shows('2028-02-29 05:00:00 UTC')
  await ask('Restore start', {}, 'Restore snapshot')
  await shows('2027-01-01 00:00:00 UTC')
}

type CallInit = { readonly path: string; readonly body?: string }

const callInside = ({ path, body }: CallInit, key: string) =>
  [
    `/v1/proxy${path}`,
    {
      key,
      headers: { 'x-gateway-sandbox': 'ci', 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body }),
    },
  ] as const

async function breakCalls({ page, ask, row }: Hands, call: (init: CallInit) => Promise<Response>): Promise<void> {
  const statusOf = async (init: CallInit) => {
    const answer = await call(init)
    await answer.arrayBuffer()
    return answer.status
  }
  const dice = { API: 'randomness', Endpoint: 'dice', 'Which calls': 'first', 'How many': '1' }
  await ask('Add a rule', { ...dice, 'What happens': 'status', Status: '503' }, 'Add rule')
  await row('Fault rules', 'dice: the first call', 'answers 503')
  await ask('Add a rule', { 'Which calls': 'share', 'Per cent': '0', 'What happens': 'silent' }, 'Add rule')
  await row('Fault rules', '0% of the calls', 'never answers')
  assert.equal(await statusOf({ path: '/randomness/dice?count=1' }), 503)
  assert.equal(await statusOf({ path: '/randomness/dice?count=2' }), 200)
  assert.equal(await statusOf({ path: '/model-routing/v1/chat/completions', body: question }), 200)
  await page.reload()
  await settled(page)
  const counts = await page
    .getByRole('table', { name: 'Fault rules' })
    .locator('td.number:not(.buttons)')
    .allTextContents()
  assert.deepEqual(counts, ['2', '1', '2', '0'], 'matched and applied, by rule')
}

async function readJournal({ page, hand, row }: Hands): Promise<void> {
  await row('Journal', 'count=1', 'rule 1')
  const requests = await page.getByRole('table', { name: 'Journal' }).locator('tbody tr').allTextContents()
  assert.deepEqual(
    requests.map((text) => /completions|count=\d/.exec(text)?.[0]),
    ['completions', 'count=2', 'count=1'],
  )
  await hand.press(page.getByRole('button', { name: 'Show request 3' }))
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByRole('group', { name: 'body' }).textContent(), question)
  await dialog.getByText('content-type: application/json').waitFor()
  await hand.press(dialog.getByRole('button', { name: 'Close' }).last())
}

async function editRules({ page, hand, ask }: Hands): Promise<void> {
  const dialog = page.getByRole('dialog')
  await hand.press(page.getByRole('button', { name: 'Edit as JSON' }))
  const text = dialog.getByLabel('Rules')
  assert.equal(JSON.parse(await text.inputValue()).length, 2)
  for (const [wrong, problem] of [
    ['[{', 'This is not JSON'],
    ['[{"do": {}}]', 'at least one of status'],
  ] as const) {
    await hand.fill(text, wrong)
    await hand.press(dialog.getByRole('button', { name: 'Save rules' }))
    await dialog.getByRole('alert').getByText(problem).waitFor()
  }
  await page.keyboard.press('Escape')
  await ask('Remove rule 1', {}, 'Remove rule')
  await page.getByText('answers 503').waitFor({ state: 'detached' })
  await ask('Edit as JSON', { Rules: '' }, 'Save rules')
  await page.getByText('No fault rules').waitFor()
}

async function scriptModels({ page, hand, ask }: Hands, call: (init: CallInit) => Promise<Response>): Promise<void> {
  const dialog = page.getByRole('dialog')
  await hand.press(page.getByRole('button', { name: 'Edit scripts' }))
  await hand.fill(dialog.getByLabel('Scripts'), '{')
  await hand.press(dialog.getByRole('button', { name: 'Save scripts' }))
  await dialog.getByRole('alert').getByText('This is not JSON').waitFor()
  await page.keyboard.press('Escape')
  const scripts = JSON.stringify({ rules: [{ answer: { text: 'As the script says' } }] })
  await ask('Edit scripts', { Scripts: scripts }, 'Save scripts')
  await page.getByText('rule 1 answered 0 times').waitFor()
  const answer = await call({ path: '/model-routing/v1/chat/completions', body: question })
  assert.match(await answer.text(), /As the script says/)
  await page.reload()
  await page.getByText('rule 1 answered 1 times').waitFor()
  await ask('Clear scripts', {}, 'Clear all')
  await page.getByText('No scripts').waitFor()
}

/** Sends a call from its form into the sandbox, and comes back. */
async function tryInside({ page, hand }: Hands): Promise<void> {
  const own = page.url()
  await page.goto(own.replace(/\/sandbox\?.*/, '/try?slug=randomness&operation=dice'))
  await settled(page)
  await hand.choose(page.locator('select[name="sandbox"]'), 'ci')
  await page.getByText("-H 'x-gateway-sandbox: ci'").waitFor()
  await hand.press(page.getByRole('button', { name: 'Send' }))
  await hand.press(page.getByRole('button', { name: 'Headers' }))
  await page.getByText('x-gateway-sandbox: ci').first().waitFor()
  await page.goto(own)
  await settled(page)
}

async function keepKey({ page, hand, ask, row }: Hands, gateway: OpenGateway): Promise<void> {
  const dialog = page.getByRole('dialog')
  await hand.press(page.getByRole('button', { name: 'New key for ci' }))
  await hand.fill(dialog.getByLabel('Name'), 'Tests')
  assert.equal(await dialog.getByLabel('Sandbox').inputValue(), 'ci')
  await hand.press(dialog.getByRole('button', { name: 'Create key' }))
  const made = (await dialog.getByRole('group', { name: 'key' }).textContent()) ?? ''
  await (await gateway.call('/v1/proxy/randomness/dice?count=3', { key: made })).arrayBuffer()
  await hand.press(dialog.getByRole('button', { name: 'I have copied it' }))
  await dialogGone(page)
  await row('Journal', 'count=3')
  await ask('Reset', {}, 'Reset sandbox')
  await page.getByText('No requests').waitFor()
}

async function resetAndRemove({ page, hand, ask, row }: Hands): Promise<void> {
  await page.goto(page.url().replace(/\/sandbox\?.*/, '/sandboxes'))
  await ask('New sandbox', { Name: 'copy', 'Begins as': 'ci start', Seed: '7' }, 'Create sandbox')
  await page.getByText('Seed 7').waitFor()
  await page.goto(page.url().replace(/\/sandbox\?.*/, '/sandboxes'))
  await row('Sandboxes', 'copy', '2027-01-01 00:00:00 UTC', 'Stopped')
  await hand.press(page.getByRole('link', { name: 'ci', exact: true }))
  await ask('Remove start', {}, 'Remove snapshot')
  await page.getByText('No snapshots').waitFor()
  await hand.press(page.getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Escape')
  assert.ok(page.url().includes('name=ci'), 'deleted without a question')
  await ask('Delete', {}, 'Delete sandbox')
  await page.waitForURL(/\/sandboxes$/)
  await row('Sandboxes', 'copy')
  await ask('Delete copy', {}, 'Delete sandbox')
  await page.getByText('No sandboxes').waitFor()
}
