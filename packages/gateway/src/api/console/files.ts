// Serves the web console, and the client library for pages of other origins, as built by `scripts/build/console.ts`.
// Only files that existed at start are served.
//
// Pages reference their files under /console/<version>/, where the version is a hash of all of them: browsers keep such
// a file for good, and one visit never mixes files of two versions.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '../../call/http/stored-page.ts'
import { StartRefused } from '../../process/start-refused.ts'

const folder = fileURLToPath(new URL('../../../../console/dist/', import.meta.url))
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  js: 'text/javascript; charset=utf-8',
}
const versioned = /^\/console\/([\w-]{12})(\/.+)$/
/** Matches addresses of views: words and ids, never the name of a file. */
const view = /^\/console(?:\/[\w~-]+){0,4}\/?$/

/**
 * Returns the page behind an address, or the path itself: every view of the console is the same page, which reads the
 * address.
 */
export function consolePathOf(path: string): string {
  return view.test(path) ? '/console/index.html' : path
}

/**
 * Returns a function that looks up a file by its path, in the form of `consolePathOf`. Throws StartRefused if the
 * console has not been built.
 */
export function createConsole({ marketUrl }: { readonly marketUrl: string }): (path: string) => Page | undefined {
  const names = globSync('**/*.{html,css,svg,js}', { cwd: folder }).map((name) => name.replaceAll('\\', '/'))
  const files = new Set(names.sort().map((name) => `/${name}`))
  if (!files.has('/console/index.html')) throw new StartRefused('The console has not been built. Run: npm run build')
  const contentOf = (file: string) => readFileSync(join(folder, file), 'utf8')
  let version: string | undefined
  const policy = { 'content-security-policy': policyFor(marketUrl) }

  const headersOf = (file: string, wanted: string | undefined): Record<string, string> => ({
    // the page that loads scripts and styles sets their policy
    ...(/\.(?:html|svg)$/.test(file) ? policy : {}),
    // pages of other origins may load the client but not the console
    ...(wanted === undefined && file.startsWith('/client/') ? { 'access-control-allow-origin': '*' } : {}),
    ...(wanted === undefined ? {} : { 'cache-control': 'public, max-age=31536000, immutable' }),
  })

  return (path) => {
    version ??= versionOf([...files].map(contentOf))
    const [, wanted, inside = ''] = versioned.exec(path) ?? []
    const file = wanted === undefined ? path : inside
    if (!files.has(file) || (wanted !== undefined && wanted !== version)) return undefined
    const content = contentOf(file)
    const body = file.endsWith('.html') ? content.replaceAll('{version}', version) : content
    const contentType = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'text/plain'
    return { status: 200, contentType, body, headers: headersOf(file, wanted) }
  }
}

function versionOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest('base64url').slice(0, 12)
}

/**
 * Returns the policy of a page: it runs only its own files, and connects only to this gateway and, to try its calls, to
 * the item market.
 */
const policyFor = (marketUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${new URL(marketUrl).origin}`,
    "img-src 'self' blob:",
    'media-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')
