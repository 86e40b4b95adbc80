// The operator adds an API in the console: a pasted document or a file is previewed, added, listed and removed, with
// the mouse on a wide screen and with the keyboard on a narrow one. Nothing of the document is markup.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { browserPath } from '../harness/browser.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { assertQuiet, openConsole } from './console-page.ts'
import { keyboard, mouse } from './hand.ts'
import { hostileName } from './sample-world.ts'

const executablePath = browserPath()
const answer = { responses: { 200: { description: 'Pets' } } }
const pets = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets of ours', version: '1' },
  servers: [{ url: 'https://pets.example.com/v1' }],
  paths: {
    '/pets': { get: { operationId: 'listPets', ...answer }, post: { operationId: 'addPet', ...answer } },
    [`/${hostileName}`]: {
      servers: [{ url: 'https://strays.example.com' }],
      get: { operationId: 'listStrays', ...answer },
    },
  },
  components: { securitySchemes: { petKey: { type: 'apiKey', in: 'header', name: 'x-pet-key' } } },
  security: [{ petKey: [] }],
})
const base = 'http://127.0.0.1:1/v1'

if (executablePath !== undefined)
  describe('your APIs in the console', () => {
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
      test(`preview, add, list and remove with the ${makeHand.name} at ${width} pixels`, async () => {
        const { gateway } = now
        assert.ok(gateway)
        const at = await openConsole(cleanup, { executablePath, baseUrl: gateway.baseUrl, width })
        const { page } = at
        const hand = makeHand(page)
        const button = (name: string) => page.getByRole('button', { name, exact: true })
        const isServed = async () => {
          const headers = { 'x-gateway-admin-key': gateway.adminKey }
          return (await fetch(`${gateway.baseUrl}/v1/admin/apis/pets`, { headers })).ok
        }
        await at.signIn(gateway.adminKey, '/operator/your-apis')
        await page.getByText('No API has been added').waitFor()

        await hand.press(button('Preview'))
        await page.getByText('Paste the document, or choose its file.').waitFor()
        if (hand.name === 'keyboard') await hand.fill(page.getByLabel('Document'), pets)
        else
          await page
            .getByLabel('Or its file')
            .setInputFiles({ name: 'pets.json', mimeType: 'application/json', buffer: Buffer.from(pets) })
        await hand.fill(page.getByLabel('Slug'), 'pets')
        await hand.fill(page.getByLabel('Base address'), base)
        await hand.press(button('Preview'))
        await page.getByRole('heading', { name: 'Preview' }).waitFor()
        const facts = await page.locator('.facts').innerText()
        for (const text of ['Pets of ours', base, 'x-pet-key', 'petKey']) assert.ok(facts.includes(text), facts)
        const leftOut = await page.getByRole('table', { name: 'Parts left out' }).innerText()
        assert.ok(leftOut.includes(hostileName), leftOut)
        assert.equal(await page.locator('main img').count(), 0)
        assert.equal(await isServed(), false, 'the preview has added it')
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          'wider than the screen',
        )

        await hand.fill(page.getByLabel('Slug'), 'cats')
        await page.getByRole('heading', { name: 'Preview' }).waitFor({ state: 'detached' })
        await hand.fill(page.getByLabel('Slug'), 'pets')
        await hand.press(button('Preview'))
        await hand.press(button('Add pets'))
        const row = page.getByRole('table', { name: 'Your APIs' }).getByRole('row').filter({ hasText: 'pets' })
        await row.getByText(base).waitFor()
        assert.match(await row.innerText(), /Pets of ours/)
        assert.equal(await page.getByLabel('Document').inputValue(), '')
        assert.equal(await isServed(), true)

        await hand.press(button('Update pets'))
        const dialog = page.getByRole('dialog')
        await hand.press(dialog.getByText('Checks and keys'))
        await hand.fill(dialog.getByLabel('Header for the key'), 'x-other-key')
        await hand.press(button('Show changes'))
        await page.getByRole('heading', { name: 'This breaks callers of pets' }).waitFor()
        assert.match(await dialog.innerText(), /The key petKey is gone/)
        await hand.press(button('Update API'))
        await page.getByText('pets is updated.').waitFor({ state: 'attached' })
        const headers = { 'x-gateway-admin-key': gateway.adminKey }
        const changed = await (await fetch(`${gateway.baseUrl}/v1/admin/apis/pets`, { headers })).json()
        assert.deepEqual([changed.revision, changed.keys], [2, [{ name: 'key', sent: 'the header x-other-key' }]])

        await hand.press(button('Remove pets'))
        assert.equal(await isServed(), true, 'removed without a question')
        await hand.press(button('Remove API'))
        await page.getByText('No API has been added').waitFor()
        assert.equal(await isServed(), false)
        assertQuiet(at)
      })
  })
