// `npm run screenshots`: takes pictures of every view of the console, light and dark, and of the reference, into
// docs/console. It uses the machine's Chromium and a separate gateway with sample calls.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openConsole } from '../tests/console/console-page.ts'
import { openWorld } from '../tests/console/sample-world.ts'
import { views } from '../tests/console/views.ts'
import { browserPath } from '../tests/harness/browser.ts'

const folder = fileURLToPath(new URL('../docs/console/', import.meta.url))
const executablePath = browserPath()
if (executablePath === undefined) process.exit(1)
const only = process.argv[2]

const closing: (() => unknown)[] = []
const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
const world = await openWorld(cleanup, { hours: 48, callsPerHour: 40, isHostile: false })
const { gateway } = world
const { calls } = Object(await (await gateway.call('/v1/me/calls?limit=1&listing=translation')).json())
const ids: Readonly<Record<string, string>> = {
  call: calls[0].id,
  account: gateway.demoAccountId,
  answer: world.answerId,
}
mkdirSync(folder, { recursive: true })
if (only === undefined) for (const name of readdirSync(folder)) if (name.endsWith('.png')) rmSync(join(folder, name))

/** Saves with a palette, which is enough for pages of text and a fourth of the size. */
async function save(page: Page, name: string): Promise<void> {
  await sharp(await page.screenshot())
    .png({ palette: true, colours: 64, effort: 8 })
    .toFile(join(folder, `${name}.png`))
  console.log(`docs/console/${name}.png`)
}

for (const theme of ['light', 'dark'] as const) {
  const at = await openConsole(cleanup, { executablePath, baseUrl: gateway.baseUrl, theme })
  await at.signIn(gateway.key)
  await at.signIn(gateway.adminKey, '/operator')
  for (const { path, title } of views) {
    const name = `${title}-${theme}`
    if (only !== undefined && !name.includes(only)) continue
    await at.open(path.replace(/\{(\w+)\}/, (_whole, id) => ids[id] ?? ''))
    if (path.startsWith('/try')) {
      await at.page.getByRole('button', { name: 'Send' }).click()
      await at.page.getByText('200 OK').waitFor()
      await at.page.evaluate(() => scrollTo(0, 0))
    }
    await save(at.page, name)
  }
  if (only === undefined) {
    const first = await openConsole(cleanup, { executablePath, baseUrl: gateway.baseUrl, theme })
    await first.signIn(world.emptyKey)
    await first.open('')
    await save(first.page, `first-visit-${theme}`)
  }
  if (only !== undefined && !'reference'.includes(only)) continue
  await at.page.goto(`${gateway.baseUrl}/docs`)
  await at.page.getByLabel('Search all operations').fill('holiday')
  await at.page.getByRole('link', { name: 'Holidays of a country in a year' }).waitFor()
  await save(at.page, `reference-${theme}`)
  await at.page.goto(`${gateway.baseUrl}/docs/exchange-rates#latest`)
  await save(at.page, `reference-api-${theme}`)
}

for (const close of closing) await close()
