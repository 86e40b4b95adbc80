// What people do in the console, step by step, with either hand. Each flow ends with what must then be true.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { callTool } from '../mcp/agent.ts'
import { type ConsolePage, dialogGone, settled } from './console-page.ts'
import type { Hand } from './hand.ts'
import type { World } from './sample-world.ts'

interface FlowContext {
  readonly at: ConsolePage
  readonly page: Page
  readonly hand: Hand
  readonly world: World
  /** Names what the flow makes, so that nothing else has the name. */
  readonly name: (word: string) => string
}
export type Flow = (context: FlowContext) => Promise<void>

export const providerKey = 'a-secret-provider-key-of-the-flow'
export const channelKey = 'a-secret-vendor-key-of-the-flow'

export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
export const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const said = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor()

/** Submits the open dialog and waits until it is gone. */
export async function submit({ page, hand }: FlowContext, action: string): Promise<void> {
  await hand.press(button(dialog(page), action))
  await dialogGone(page)
}

export const accountFlows: Readonly<Record<string, Flow>> = {
  'find a call by its id': async ({ at, page, hand, world }) => {
    const response = await world.gateway.call('/v1/proxy/randomness/bool')
    await response.arrayBuffer()
    const id = response.headers.get('x-request-id') ?? ''
    await world.gateway.components.meter.flush()
    await at.open('/calls')
    await hand.fill(page.getByLabel('Request id'), id)
    // the unfiltered list has the call too, until the filtered one is there
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    assert.equal(await page.locator('tbody tr').count(), 1)
    await hand.press(page.locator(`a[title^="${id} "]`))
    await page.getByRole('heading', { name: 'Where the time went' }).waitFor()
    assert.ok(page.url().includes(`id=${id}`))
  },
  'filter the calls and share the address': async ({ at, page, hand }) => {
    await at.open('/calls')
    await hand.choose(select(page, 'Outcome'), 'true')
    await page.waitForURL(/failed=true/)
    await hand.choose(select(page, 'API'), 'characters')
    await page.waitForURL(/listing=characters/)
    await settled(page)
    const shared = await at.context.newPage()
    await shared.goto(page.url())
    // a new tab has no key of its own
    await shared
      .locator('input[name=key]')
      .fill(await page.evaluate(() => sessionStorage.getItem('gatehouse-key') ?? ''))
    await shared.keyboard.press('Enter')
    await shared.locator('tbody tr').first().waitFor()
    assert.equal(await select(shared, 'Outcome').inputValue(), 'true')
    assert.ok(
      (await shared.locator('tbody tr').allTextContents()).every(
        (row) => row.includes('characters') && row.includes('404'),
      ),
    )
    await shared.close()
  },
  'see what fails, and the calls behind it': async ({ at, page, hand }) => {
    await at.open('/calls')
    await hand.press(page.getByRole('link', { name: 'Errors' }))
    await page.waitForURL(/show=errors/)
    const row = page.locator('tbody tr', { hasText: 'characters' }).first()
    await hand.press(row.locator('td.number a').first())
    await page.waitForURL(/status=404/)
    await page.getByRole('columnheader', { name: 'Time taken' }).waitFor()
  },
  'read the next page of calls, and go back': async ({ at, page, hand }) => {
    await at.open('/calls')
    const first = await page.locator('tbody tr').first().textContent()
    await hand.press(page.getByRole('link', { name: 'Next' }))
    await page.waitForURL(/after=/)
    await settled(page)
    await page.getByRole('link', { name: 'Previous' }).waitFor()
    assert.notEqual(await page.locator('tbody tr').first().textContent(), first)
    await hand.press(page.getByRole('link', { name: 'Previous' }))
    await page.waitForURL((url) => !url.searchParams.has('after'))
  },
  'compare the usage of two periods': async ({ at, page, hand }) => {
    await at.open('/usage?range=1h')
    await hand.press(page.getByRole('link', { name: 'Compare with the previous period' }))
    await page.waitForURL(/compare=before/)
    await page.getByRole('columnheader', { name: 'Period before' }).waitFor()
    assert.match((await page.locator('.legend').first().textContent()) ?? '', /previous period/)
  },
  'export the calls of a filter as CSV': async ({ at, page, hand }) => {
    await at.open('/calls?listing=characters')
    const [download] = await Promise.all([page.waitForEvent('download'), hand.press(button(page, 'Export CSV'))])
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n')
    assert.match(lines[0] ?? '', /^time,id,account,key,listing/)
    assert.ok(lines.length > 2 && lines.slice(1).every((line) => line.includes(',characters,')))
  },
  'store, verify and remove a provider key': async (context) => {
    const { at, page, hand } = context
    await at.open('/provider-keys?slug=translation')
    await hand.press(button(page, /^(?:Store key|Replace): Translation/))
    await hand.fill(dialog(page).getByLabel('Key', { exact: true }), providerKey)
    await submit(context, 'Store key')
    await said(page, /is stored/)
    await hand.press(button(page, /^Verify/))
    await dialog(page).getByText('accepts the key').waitFor()
    await hand.press(button(dialog(page), 'Close').last())
    await dialogGone(page)
    await hand.press(button(page, /^Remove/))
    await dialog(page).getByText('forgets the key for good').waitFor()
    await submit(context, 'Remove key')
    // the demo account's embedded providers answer again
    await page.locator('tbody').getByText('Placeholder').waitFor()
  },
  'approve a call of an agent, and decline one': async (context) => {
    const { at, page, hand, world, name } = context
    const order = { account: world.gateway.demoAccountId, surface: 'hosted', name: name('Agent'), agent: 'write' }
    const key = String((await world.admin('POST', '/keys', order)).key)
    const call = { operation: 'personal-finance.deleteTransaction', provider: 'embedded' }
    const deletes = (id: number) => callTool(world.gateway, 'call_write', { ...call, arguments: { id } }, { key })
    const ids = hand.name === 'mouse' ? [101, 102] : [103, 104]
    for (const [index, decision] of (['Approve', 'Decline'] as const).entries()) {
      const id = ids[index] ?? 0
      assert.match(JSON.stringify(await deletes(id)), /can also approve it/)
      await at.open('/agents')
      await hand.press(button(page, `${decision} personal-finance.deleteTransaction`))
      await dialog(page).getByText(`{"id":${id}}`).waitFor()
      await submit(context, decision)
      await said(page, `${decision}d personal-finance.deleteTransaction.`)
      await page.getByText('No calls waiting').waitFor()
      assert.match(
        JSON.stringify(await deletes(id)),
        decision === 'Approve' ? /deleteTransaction answered/ : /declined/,
      )
    }
  },
  'choose who answers an API': async (context) => {
    const { at, page, hand } = context
    await at.open('/api?slug=cat-facts')
    await hand.press(button(page, 'Choose who answers'))
    await hand.choose(dialog(page).getByLabel('Provider'), hand.name === 'mouse' ? 'live' : 'embedded')
    await submit(context, 'Save')
    await said(page, /Saved who answers/)
    await page
      .locator('.facts')
      .getByText(hand.name === 'mouse' ? 'Live' : 'Embedded', { exact: true })
      .waitFor()
  },
  'make, restrict, rotate and revoke a key': async (context) => {
    const { at, page, hand, name } = context
    await at.open('/keys')
    await hand.press(button(page, 'New key'))
    await hand.fill(dialog(page).getByLabel('Name'), name('CI'))
    await hand.press(dialog(page).getByText('Restrict it'))
    await hand.fill(dialog(page).getByLabel('Only from these addresses'), '127.0.0.1, 10.0.0.0/8')
    await hand.press(button(dialog(page), 'Create key'))
    const made = (await dialog(page).locator('code').first().textContent()) ?? ''
    assert.match(made, /^gh_live_/)
    await submit(context, 'I have copied it')
    await hand.press(button(page, `Edit ${name('CI')}`))
    await hand.choose(dialog(page).getByLabel('Access'), 'some')
    await hand.check(dialog(page).getByLabel('Translation and language tools'))
    await hand.check(dialog(page).getByLabel('The account itself'))
    await hand.fill(dialog(page).getByLabel('US dollars per day'), '2.50')
    await submit(context, 'Save')
    for (const shown of ['the account itself, Translation and language tools', '$2.5 a day'])
      await page
        .locator('tr', { hasText: name('CI') })
        .getByText(shown)
        .waitFor()
    await hand.press(button(page, `Rotate ${name('CI')}`))
    await hand.choose(dialog(page).getByLabel('The current secret works for'), '0')
    await hand.press(button(dialog(page), 'Rotate'))
    await dialog(page).getByText('shown only this once').waitFor()
    assert.notEqual(await dialog(page).locator('code').first().textContent(), made)
    await submit(context, 'I have copied it')
    await hand.press(button(page, `Revoke ${name('CI')}`))
    await dialog(page).getByText('cannot be undone').waitFor()
    await submit(context, 'Revoke key')
    await page
      .locator('tr', { hasText: name('CI') })
      .getByText('Revoked')
      .waitFor()
    assert.ok(!(await page.content()).includes(made))
  },
  'change what agents may do with a key': async (context) => {
    const { at, page, hand } = context
    await at.open('/agents')
    await hand.press(button(page, 'Change what agents may do with Assistant'))
    await hand.choose(dialog(page).getByLabel('Agents may use it to'), hand.name === 'mouse' ? 'read' : 'write')
    await submit(context, 'Save')
    const word = hand.name === 'mouse' ? 'Read' : 'Read and write'
    await page.locator('tr', { hasText: 'Assistant' }).getByText(word, { exact: true }).waitFor()
  },
  'choose an API among those that take a key': async ({ at, page, hand }) => {
    await at.open('/provider-keys')
    await hand.choose(select(page, 'API'), 'translation')
    await page.waitForURL(/slug=translation/)
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
  },
  'try the example of an operation, chosen from the lists': async ({ at, page, hand }) => {
    await at.open('/try')
    await hand.choose(select(page, 'API'), 'word-finding')
    await page.waitForURL(/slug=word-finding/)
    for (const id of ['suggest', 'words']) {
      await hand.choose(select(page, 'Operation'), id)
      await page.waitForURL((url) => url.searchParams.get('operation') === id)
    }
    await page.getByRole('heading', { name: 'Words that match all constraints' }).waitFor()
    await hand.press(button(page, 'Send'))
    await page.getByText('200 OK').waitFor({ timeout: 60_000 })
    assert.match((await page.getByLabel('answer', { exact: true }).textContent()) ?? '', /"word"/)
    await hand.press(button(page, 'Headers'))
    await page.getByText('x-gateway-provider: embedded').waitFor()
    await hand.press(button(page, 'Code'))
    await hand.press(button(page, 'Python'))
    await page.getByText('requests.get(').waitFor()
  },
  'find a page, an operation and a call with the search': async ({ at, page, hand, world }) => {
    const { calls } = Object(await (await world.gateway.call('/v1/me/calls?limit=1')).json())
    const searches = [
      ['spend', /\/spending$/],
      ['long weekends', /operation=LongWeekend/i],
      [calls[0].id, /\/call\?id=req_/],
    ] as const
    await at.open('')
    for (const [text, address] of searches) {
      await (text === 'spend' ? hand.press(button(page, 'Search')) : page.keyboard.press('Control+k'))
      await dialog(page).getByRole('searchbox').waitFor()
      await page.keyboard.insertText(text)
      await dialog(page).getByRole('link').first().waitFor()
      await page.waitForFunction(() => document.querySelectorAll('dialog .hits a').length < 12)
      await page.keyboard.press('Enter')
      await page.waitForURL(address)
      assert.equal(await dialog(page).count(), 0)
    }
  },
  'try a call that sends JSON': async ({ at, page, hand }) => {
    await at.open('/try?slug=model-routing&operation=chatCompletions')
    await hand.fill(
      page.getByLabel('Body', { exact: true }),
      '{"model":"gpt-5-mini","messages":[{"role":"user","content":"Do swifts sleep?"}]}',
    )
    await hand.press(button(page, 'Send'))
    await page.getByText('Swifts sleep on the wing.').waitFor()
    assert.match((await page.locator('.try').textContent()) ?? '', /200 OK[\s\S]*embedded[\s\S]*\$0\.00/)
    await hand.press(button(page, 'Code'))
    await hand.press(button(page, 'Agent'))
    await page.getByText('"operation": "model-routing.chatCompletions"').waitFor()
  },
  'try a call that streams': async ({ at, page, hand }) => {
    await at.open('/try?slug=model-routing&operation=chatCompletions')
    await hand.fill(
      page.getByLabel('Body', { exact: true }),
      '{"model":"gpt-5-mini","stream":true,"messages":[{"role":"user","content":"Do swifts sleep?"}]}',
    )
    await hand.press(button(page, 'Send'))
    await page.getByText('[DONE]').waitFor()
  },
  'try a call that sends a file': async ({ at, page, hand }) => {
    await at.open('/try?slug=background-removal&operation=removeBackground')
    const body = page.getByLabel('Body as')
    if ((await body.inputValue()) !== 'multipart/form-data') await hand.choose(body, 'multipart/form-data')
    const { default: sharp } = await import('sharp')
    const drawing =
      '<svg width="240" height="180"><rect width="240" height="180" fill="#dfe8f2"/><ellipse cx="120" cy="95" rx="60" ry="50" fill="#a33b1c"/></svg>'
    const picture = await sharp(Buffer.from(drawing)).png().toBuffer()
    // the file chooser belongs to the system, not to the page
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'leaf.png', mimeType: 'image/png', buffer: picture })
    await hand.press(button(page, 'Send'))
    await page.getByAltText('The picture that was answered').waitFor({ timeout: 60_000 })
  },
  'read what a number is made of': async ({ at, page, hand }) => {
    await at.open('/usage')
    await hand.press(page.locator('[aria-label^="Usage by"] td.number a').first())
    await page.waitForURL(/\/calls\?/)
    await page.locator('tbody tr').first().waitFor()
  },
  'sign out, and find the key gone from the tab': async ({ at, page, hand }) => {
    await at.open('')
    await hand.press(button(page, 'Sign out'))
    await page.getByLabel('Gateway key').waitFor()
    assert.equal(await page.evaluate(() => sessionStorage.length), 0)
  },
}
