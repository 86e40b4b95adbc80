// An account chooses in the console what is done with answers, sees what was recorded, compares two answers, and moves
// them by file, with nothing but the keyboard on a narrow screen.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { browserPath } from '../harness/browser.ts'
import { until } from '../harness/until.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'
import { openRecorder, type Recorder } from '../recorded/recorder.ts'
import { assertQuiet, type ConsolePage, dialogGone, openConsole, settled } from './console-page.ts'
import { type Hand, keyboard } from './hand.ts'
import { hostileName } from './sample-world.ts'

const executablePath = browserPath()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const slug = 'exchange-rates'
const latest = `/v1/proxy/${slug}/latest`
const longInteger = '{"id":12345678901234567}'
const picture = Buffer.from([137, 80, 78, 71, 0, 255])

interface Desk extends Recorder {
  readonly at: ConsolePage
  readonly hand: Hand
  readonly dialog: Locator
}

if (executablePath !== undefined)
  describe('recorded answers in the console', () => {
    const closers: (() => unknown)[] = []
    const cleanup = { after: (close: () => unknown) => void closers.unshift(close) }
    const now: { desk?: Desk } = {}
    let rate = 0.93
    before(async () => {
      const upstream = await openUpstream(cleanup, ({ url }, response) =>
        sendJson(response, { base: /base=(\w+)/.exec(url)?.[1] ?? '', date: '2026-11-27', rates: { CHF: rate } }),
      )
      const apis = (await loadApis()).filter(({ api }) => api.slug === slug)
      const recorder = await openRecorder(cleanup, { apis, upstreams: { [slug]: upstream.url } })
      const at = await openConsole(cleanup, { executablePath, baseUrl: recorder.gateway.baseUrl, width: 360 })
      at.page.setDefaultTimeout(15_000)
      now.desk = { ...recorder, at, hand: keyboard(at.page), dialog: at.page.getByRole('dialog') }
      await at.signIn(recorder.key, `/api?slug=${slug}`)
    })
    after(async () => {
      for (const close of closers) await close()
    })
    const ready = () => {
      const { desk } = now
      assert.ok(desk)
      return desk
    }

    test('a refusal is shown as the gateway says it; then answers are recorded for an hour', async () => {
      const desk = ready()
      const { at, hand, dialog } = desk
      const refused = await put(desk, { answers: 'record', forS: 3600, writes: false })
      assert.equal(refused.status, 409)
      await hand.press(at.page.getByRole('button', { name: 'Choose what is recorded' }))
      await hand.choose(dialog.getByLabel('What is done with answers'), 'record')
      assert.equal(await dialog.getByLabel('How long').inputValue(), '3600')
      await hand.press(dialog.getByRole('button', { name: 'Save' }))
      await dialog.getByRole('alert').getByText(refused.message, { exact: true }).waitFor()
      await desk.choose(slug, { provider: 'live' })
      await hand.check(dialog.getByLabel('Also record answers to calls'))
      await save(desk)
      await at.page.getByText('Record: the provider answers').waitFor()
      await at.page
        .locator('.facts')
        .getByText(/^in \d+ min$/)
        .waitFor()
      const { answers, answersUntil, writes } = await listingOf(desk)
      assert.deepEqual([answers, writes], ['record', true])
      assert.ok(Math.abs(Number(answersUntil) - Date.now() - 3_600_000) < 120_000)
    })

    test('another change leaves the end as it is, and “until I stop it” removes it', async () => {
      const desk = ready()
      const { at, hand, dialog } = desk
      const open = () => hand.press(at.page.getByRole('button', { name: 'Choose what is recorded' }))
      const { answersUntil } = await listingOf(desk)
      await open()
      assert.equal(await dialog.getByLabel('How long').inputValue(), '')
      await hand.press(dialog.getByRole('button', { name: 'Save' }))
      await dialogGone(at.page)
      assert.equal((await listingOf(desk)).answersUntil, answersUntil)
      await open()
      await hand.choose(dialog.getByLabel('How long'), 'stays')
      await save(desk)
      const { answers, answersUntil: end } = await listingOf(desk)
      assert.deepEqual([answers, end], ['record', null])
    })

    test('what was recorded is listed, newest first, and one shows its request and its answer', async () => {
      const desk = ready()
      const { at, hand } = desk
      await desk.ask(`${latest}?base=EUR`)
      rate = 0.94
      await desk.ask(`${latest}?base=EUR`)
      await desk.ask(`${latest}?base=USD`)
      await until(async () => (await desk.exported()).length === 3)
      await at.open('/answers')
      await at.page.getByText('3 of 2,000').waitFor()
      assert.deepEqual(await bases(at), ['USD', 'EUR', 'EUR'])
      await fits(at)
      await hand.press(rowsOf(at).nth(1).getByRole('link', { name: 'latest' }))
      await at.page.getByRole('heading', { name: 'Recorded answer of latest' }).waitFor()
      const group = (name: string) => at.page.getByRole('group', { name, exact: true }).textContent()
      assert.deepEqual(JSON.parse((await group('parameters')) ?? ''), { base: 'EUR' })
      assert.match((await group('headers')) ?? '', /^content-type: application\/json/m)
      const body = (await group('answer')) ?? ''
      assert.match(body, /\n {2}"rates": \{\n {4}"CHF": 0\.94\n/)
      await fits(at)
    })

    test('two answers to one request are compared, the older one first', async () => {
      const { at, hand } = ready()
      await hand.press(at.page.getByRole('row').filter({ hasText: 'the same' }).getByRole('link'))
      await at.page.getByText('The same request').waitFor()
      const row = at.page.getByRole('table', { name: 'Differences of the bodies' }).locator('tbody tr')
      assert.deepEqual(await row.locator('code').allTextContents(), ['/rates/CHF', '0.93', '0.94'])
      await at.page.getByText('Differences: 1.').waitFor()
      await fits(at)
      await hasNoBarrier(at)
    })

    test('a file is imported with a report of refused lines; pages and filters follow', async () => {
      const desk = ready()
      const { at, hand, dialog } = desk
      const [line = ''] = await desk.exported()
      const recorded = JSON.parse(line)
      const params = (base: string) => ({ request: { params: { base } } })
      const lines = [
        ...Array.from({ length: 60 }, (_none, index) => ({ ...recorded, at: index, ...params('GBP') })),
        {
          ...recorded,
          at: 60,
          ...params('NOK'),
          answer: { status: 200, headers: [['content-type', 'image/x']], base64: picture.toString('base64') },
        },
        { ...recorded, at: 61, ...params(hostileName), answer: { status: 404, headers: [], text: hostileName } },
        { ...recorded, at: 62, ...params('SEK'), answer: { ...recorded.answer, text: longInteger } },
        { ...recorded, endpoint: 'nothing' },
        { ...recorded, answer: 7 },
      ].map((one) => JSON.stringify(one))
      await at.open('/answers')
      await hand.press(at.page.getByRole('button', { name: 'Import' }))
      const file = { name: 'kept.jsonl', mimeType: '', buffer: Buffer.from([line, ...lines].join('\n')) }
      await dialog.getByLabel('File').setInputFiles(file)
      await hand.press(dialog.getByRole('button', { name: 'Import' }))
      const refused = dialog.getByRole('table', { name: 'Refused lines' }).locator('tbody tr')
      await refused.first().waitFor()
      assert.deepEqual(await dialog.locator('dd').allTextContents(), ['66', '63', '1', '2'])
      assert.deepEqual(await refused.locator('th').allTextContents(), ['65', '66'])
      assert.deepEqual(await refused.locator('td').allTextContents(), [
        'exchange-rates has no operation nothing',
        'answer must be an object',
      ])
      await hand.press(dialog.getByRole('button', { name: 'Done' }))
      await at.page.getByText('66 of 2,000').waitFor()
      assert.equal(await rowsOf(at).count(), 50)
      await at.page.getByRole('link', { name: 'Next' }).click()
      await at.page.waitForURL(/after=/)
      await settled(at.page)
      await until(async () => (await rowsOf(at).count()) === 16)
      await at.open(`/answers?listing=${slug}&endpoint=currencies`)
      await at.page.getByText('No recorded answer matches').waitFor()
    })

    test('a body that is no text has its length, and names are text', async () => {
      const desk = ready()
      const { at, hand } = desk
      await at.open(`/answers?listing=${slug}&endpoint=latest`)
      await hand.press(rowsOf(at).filter({ hasText: '"NOK"' }).getByRole('link', { name: 'latest' }))
      await at.page.getByRole('link', { name: `Save ${picture.length} B` }).waitFor()
      const other = at.page.getByRole('row').filter({ hasText: 'GBP' }).first()
      await hand.press(other.getByRole('link'))
      await at.page.getByText('The bytes differ').waitFor()
      await at.page.getByText('answers to different requests').waitFor()
      const { answers } = await asked(desk, `/v1/me/answers?limit=100`)
      const [hostile] = answers.filter(({ status }: { status: number }) => status === 404)
      await at.open(`/answer?id=${hostile.id}`)
      assert.equal(await at.page.getByRole('group', { name: 'answer', exact: true }).textContent(), hostileName)
      assert.equal(await at.page.locator('main img').count(), 0)
      const [long] = answers.filter(({ params }: { params: { base: string } }) => params.base === 'SEK')
      await at.open(`/answer?id=${long.id}`)
      assert.equal(await at.page.getByRole('group', { name: 'answer', exact: true }).textContent(), longInteger)
      await at.open('/answer?id=ans_gone')
      await at.page.getByRole('heading', { name: 'No such recorded answer' }).waitFor()
    })

    test('an export is the file of the gateway, and the key is in no address', async () => {
      const desk = ready()
      const { at, hand } = desk
      await at.open('/answers')
      const [download] = await Promise.all([
        at.page.waitForEvent('download'),
        hand.press(at.page.getByRole('button', { name: 'Export' })),
      ])
      assert.equal(download.suggestedFilename(), 'recorded-answers.jsonl')
      const content = readFileSync(await download.path(), 'utf8')
      assert.deepEqual(content.trimEnd().split('\n'), await desk.exported())
      assert.ok(!at.requested.some((address) => address.includes(desk.key)))
    })

    test('one is deleted, and all that a filter selects', async () => {
      const desk = ready()
      const { at, hand, dialog } = desk
      await at.open('/answers')
      await hand.press(
        rowsOf(at)
          .first()
          .getByRole('button', { name: /^Delete/ }),
      )
      await hand.press(dialog.getByRole('button', { name: 'Delete answer' }))
      await at.page.getByText('65 of 2,000').waitFor()
      assert.equal((await desk.exported()).length, 65)
      await at.open(`/answers?listing=${slug}&endpoint=latest`)
      await hand.press(at.page.getByRole('button', { name: 'Delete all' }))
      await at.page.keyboard.press('Escape')
      assert.equal((await desk.exported()).length, 65, 'deleted without a question')
      await hand.press(at.page.getByRole('button', { name: 'Delete all' }))
      await hand.press(dialog.getByRole('button', { name: 'Delete answers' }))
      await at.page.getByText('0 of 2,000').waitFor()
      assert.deepEqual(await desk.exported(), [])
    })

    test('failover has an age, and sample data only where it is chosen in spite of the warning', async () => {
      const desk = ready()
      const { at, hand, dialog } = desk
      await at.open(`/api?slug=${slug}`)
      const open = () => hand.press(at.page.getByRole('button', { name: 'Choose what is recorded' }))
      await open()
      await hand.choose(dialog.getByLabel('What is done with answers'), 'failover')
      await hand.choose(dialog.getByLabel('A recorded answer counts for'), '604800')
      await dialog.getByText('Sample data is invented').waitFor()
      await save(desk)
      const { answers, maxAgeS, sample } = await listingOf(desk)
      assert.deepEqual([answers, maxAgeS, sample], ['failover', 604_800, false])
      await open()
      assert.equal(await dialog.getByLabel('A recorded answer counts for').inputValue(), '604800')
      await hand.check(dialog.getByLabel('Embedded sample data may take its place'))
      await save(desk)
      await at.page.locator('.facts').getByText('may take its place').waitFor()
      assert.equal((await listingOf(desk)).sample, true)
      await fits(at)
      assertQuiet(at)
    })
  })

const rowsOf = ({ page }: ConsolePage) => page.getByRole('table', { name: 'Recorded answers' }).locator('tbody tr')

async function bases(at: ConsolePage): Promise<(string | undefined)[]> {
  return (await rowsOf(at).allTextContents()).map((text) => /base: "(\w+)"/.exec(text)?.[1])
}

/** Submits the dialog, and waits for the page behind it. */
async function save({ at, hand, dialog }: Desk): Promise<void> {
  await hand.press(dialog.getByRole('button', { name: 'Save' }))
  await dialogGone(at.page)
  await settled(at.page)
}

async function asked({ ask }: Desk, path: string) {
  return (await ask(path)).json()
}

async function listingOf(desk: Desk): Promise<Record<string, unknown>> {
  const { listings } = await asked(desk, '/v1/me/listings')
  return listings.find((one: { slug: string }) => one.slug === slug)
}

async function put({ ask }: Desk, choice: object): Promise<{ status: number; message: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await ask(`/v1/me/listings/${slug}`, { method: 'PUT', headers, body: JSON.stringify(choice) })
  const { error } = await response.json()
  return { status: response.status, message: error?.message }
}

async function fits({ page }: ConsolePage): Promise<void> {
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  assert.equal(isTooWide, false, 'wider than the screen')
}

/** Fails where axe finds a barrier. The other pages are among the views of barriers.test.ts. */
async function hasNoBarrier({ page }: ConsolePage): Promise<void> {
  await page.evaluate(axe)
  const found = await page.evaluate('axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] })')
  assert.deepEqual(
    Object(found).violations.map(({ id }: { id: string }) => id),
    [],
  )
}
