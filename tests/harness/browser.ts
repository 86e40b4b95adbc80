// A real browser for tests: the machine's Chromium, headless. Without one a suite reports it; under CI that fails.
import { existsSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'

const paths = [
  process.env.GATEHOUSE_TEST_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of the browser, or undefined if there is none. */
export function browserPath(): string | undefined {
  const browser = paths.find((path) => path !== undefined && existsSync(path))
  if (browser === undefined && process.env.CI === 'true')
    throw new Error('no Chromium on this machine, and under CI nothing is left out')
  if (browser === undefined) console.log('not run: no Chromium on this machine')
  return browser
}

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Returns the command-line arguments of the browser. */
export function browserArguments(): string[] {
  return [...quiet, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
}

interface OpenPage {
  readonly page: Page
  /** Errors that the page logged or threw. */
  readonly complaints: readonly string[]
  /** URLs requested from other origins. */
  readonly foreign: readonly string[]
}

/** Opens a page that is closed when the test ends. */
export async function openPage(
  t: Pick<TestContext, 'after'>,
  executablePath: string,
  origin: string,
): Promise<OpenPage> {
  const browser: Browser = await chromium.launch({ executablePath, args: browserArguments() })
  t.after(() => browser.close())
  const page = await browser.newPage()
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !/^(?:data|blob):/.test(url)) foreign.push(url)
  })
  return { page, complaints, foreign }
}
