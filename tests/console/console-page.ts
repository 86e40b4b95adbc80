// The console in a real browser, for its tests: signed in, with every complaint of the browser collected.
import assert from 'node:assert/strict'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { browserArguments } from '../harness/browser.ts'
import type { Cleanup } from '../harness/upstream.ts'

export interface ConsolePage {
  readonly page: Page
  readonly context: BrowserContext
  /** Reports of the browser: errors, refusals of its policies. */
  readonly complaints: string[]
  /** Requests to other hosts. */
  readonly foreign: string[]
  /** Every address that was requested, with its query. */
  readonly requested: string[]
  open(path: string): Promise<void>
  signIn(key: string, path?: string): Promise<void>
}

interface PageOptions {
  readonly executablePath: string
  readonly baseUrl: string
  readonly width?: number
  readonly theme?: 'light' | 'dark'
}

/** Opens a browser of its own with one page, which is closed when the test ends. */
export async function openConsole(
  t: Cleanup,
  { executablePath, baseUrl, width = 1280, theme = 'light' }: PageOptions,
): Promise<ConsolePage> {
  const browser = await chromium.launch({ executablePath, args: browserArguments() })
  t.after(() => browser.close())
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: theme,
    acceptDownloads: true,
  })
  const page = await context.newPage()
  const [complaints, foreign, requested]: [string[], string[], string[]] = [[], [], []]
  page.on('console', (message) => {
    // a refused call is what some tests are about; the browser logs each
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(baseUrl) && !/^(?:data|blob):/.test(url)) foreign.push(url)
    requested.push(url.slice(baseUrl.length))
  })
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      // the test driver itself evaluates strings
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`)
    })
  })
  const open = async (path: string) => {
    await page.goto(`${baseUrl}/console${path}`)
    await settled(page)
  }
  return {
    ...{ page, context, complaints, foreign, requested, open },
    async signIn(key, path = '') {
      await page.goto(`${baseUrl}/console${path}`)
      await page.locator('input[name=key]').fill(key)
      await page.keyboard.press('Enter')
      await page.locator('.nav').waitFor({ state: 'attached' })
      await settled(page)
    },
  }
}

/** Waits until the view has been drawn and nothing is being loaded. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('main[aria-busy="false"] h1') !== null && document.querySelector('.skeleton') === null,
  )
}

/** Waits until no dialog is left; a closed one is hidden for a moment before the console removes its text. */
export async function dialogGone(page: Page): Promise<void> {
  await page.locator('dialog').waitFor({ state: 'detached' })
}

/** Fails when the browser complained, or asked anybody else for anything. */
export function assertQuiet({ complaints, foreign }: ConsolePage): void {
  assert.deepEqual(complaints, [])
  assert.deepEqual(foreign, [])
}
