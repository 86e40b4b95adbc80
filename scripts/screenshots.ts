// `npm run screenshots`: pictures of the console and the reference for the README, in docs/console, made with the
// machine's Chromium over a gateway of its own.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { readConfig } from '../packages/gateway/src/config.ts'
import { startGateway } from '../packages/gateway/src/gateway.ts'
import { browserPath, openPage } from '../tests/browser.ts'

const folder = fileURLToPath(new URL('../docs/console/', import.meta.url))
const executable = browserPath()
if (executable === undefined) process.exit(1)

const closing: (() => unknown)[] = []
const later = { after: (close: () => unknown) => void closing.unshift(close) }
const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-screenshots-'))
later.after(() => rmSync(dataDir, { recursive: true, force: true }))
const config = readConfig({
  GATEHOUSE_PORT: '0',
  GATEHOUSE_MARKET_PORT: '0',
  GATEHOUSE_DATA: dataDir,
  GATEHOUSE_LOG_LEVEL: 'error',
})
const gateway = await startGateway({ config })
later.after(() => gateway.stop())
const { page } = await openPage(later, executable, gateway.baseUrl)
await page.setViewportSize({ width: 1280, height: 800 })
mkdirSync(folder, { recursive: true })

/** A palette is enough for pages of text, and a fourth of the size. */
async function save(name: string): Promise<void> {
  await sharp(await page.screenshot())
    .png({ palette: true })
    .toFile(join(folder, `${name}.png`))
  console.log(`docs/console/${name}.png`)
}

await page.goto(`${gateway.baseUrl}/console`)
await page.getByLabel('Gateway key').fill(gateway.firstRun?.gatewayKey ?? '')
await page.getByRole('button', { name: 'Sign in' }).click()
await page.getByRole('link', { name: 'Try a call' }).waitFor()
await page.goto(`${gateway.baseUrl}/console#apis`)
await page.getByText('Word finding').first().waitFor()
await save('apis')
await page.goto(`${gateway.baseUrl}/docs`)
await page.getByLabel('Search all operations').fill('holiday')
await save('reference')

for (const close of closing) await close()
