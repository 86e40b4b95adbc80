// Serves the web console, the client library, and lit-html from its package. Console and client are TypeScript; types
// and comments are stripped on the first request, so there is no build step. Only files that existed at start are
// served.
//
// Pages name their files under /console/<version>/, where the version is a hash of all of them: browsers keep such a
// file for good, and one visit never mixes files of two versions.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '../http/stored-page.ts'

const packages = fileURLToPath(new URL('../../../', import.meta.url))
const patterns = ['console/*.{html,svg}', 'console/src/**/*.ts', 'client/*.ts', 'client/{generated,own,operator}/*.ts']
const library = libraryFolder()
const libraryFiles = [
  'lit-html.js',
  'directive.js',
  'directive-helpers.js',
  'directives/repeat.js',
  'directives/live.js',
]

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  ts: 'text/javascript; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}
/** The script that each page starts with. */
const entries: Readonly<Record<string, string>> = {
  '/console/index.html': '/console/src/main.ts',
  '/console/docs.html': '/console/src/reference/main.ts',
}
/** All style sheets as one file, in the order of their names. */
const styleSheet = '/console/style.css'
const styles = () =>
  globSync('console/styles/*.css', { cwd: packages })
    .sort()
    .map((file) => readFileSync(join(packages, file), 'utf8'))
    .join('')
const versioned = /^\/console\/([\w-]{12})(\/.+)$/
/** Addresses of views: words and ids, never the name of a file. */
const view = /^\/console(?:\/[\w~-]+){0,4}\/?$/

/**
 * The page that a path is another address of, or the path itself: every view of the console is the same page, which
 * reads the address.
 */
export function consolePathOf(path: string): string {
  if (view.test(path)) return '/console/index.html'
  return path === '/docs' || path === '/docs/' ? '/console/docs.html' : path
}

/** Returns a function that looks up a file by its path, as `consolePathOf` returns it. */
export function createConsole({ marketUrl }: { readonly marketUrl: string }): (path: string) => Page | undefined {
  const files = new Map<string, () => string>()
  for (const found of globSync(patterns, { cwd: packages })) {
    const file = found.replaceAll('\\', '/')
    if (!/\.(?:test|check)\.ts$/.test(file)) files.set(`/${file}`, () => readFileSync(join(packages, file), 'utf8'))
  }
  for (const file of libraryFiles)
    files.set(`/lit-html/${file}`, () =>
      readFileSync(new URL(file, library), 'utf8').replace(/\n\/\/# sourceMap.*/, ''),
    )
  files.set(styleSheet, styles)
  const source = (file: string) => files.get(file)?.() ?? ''
  let version: string | undefined
  const policy = { 'content-security-policy': policyFor(marketUrl) }

  const headersOf = (file: string, wanted: string | undefined): Record<string, string> => ({
    // scripts and styles are ruled by the page that loads them
    ...(/\.(?:html|svg)$/.test(file) ? policy : {}),
    // pages of other origins may load the client but not the console
    ...(wanted === undefined && file.startsWith('/client/') ? { 'access-control-allow-origin': '*' } : {}),
    ...(wanted === undefined ? {} : { 'cache-control': 'public, max-age=31536000, immutable' }),
  })

  return (path) => {
    version ??= versionOf([...files.keys()].map(source))
    const [, wanted, inside = ''] = versioned.exec(path) ?? []
    const file = wanted === undefined ? path : inside
    if (!files.has(file) || (wanted !== undefined && wanted !== version)) return undefined
    const type = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'text/plain'
    return { status: 200, contentType: type, body: bodyOf(file, source, version), headers: headersOf(file, wanted) }
  }
}

function bodyOf(file: string, source: (file: string) => string, version: string): string {
  if (file.endsWith('.ts')) return scriptOf(source(file), file)
  const entry = entries[file]
  if (entry === undefined) return source(file)
  const preloads = graphOf(entry, source).map((one) => `<link rel="modulepreload" href="/console/${version}${one}">`)
  return source(file).replaceAll('{version}', version).replace('{preloads}', preloads.join('\n'))
}

const imports = /(?:^|;)\s*(?:import|export)(?!\s+type\b)[^'"`;()]*?from\s*['"]([^'"]+)['"]/gm

/** The entry and every file that it imports at once, so that a browser requests all of them together. */
function graphOf(entry: string, source: (file: string) => string): string[] {
  const reached = new Set([entry])
  for (const file of reached) {
    const text = file.endsWith('.ts') ? scriptOf(source(file), file) : source(file)
    for (const [, target = ''] of text.matchAll(imports)) reached.add(posix.join(posix.dirname(file), target))
  }
  return [...reached]
}

/**
 * JavaScript without types, comments on lines of their own, and indentation. Addresses of lit-html become relative,
 * because a page without inline scripts has no import map.
 */
function scriptOf(text: string, file: string): string {
  const up = posix.relative(posix.dirname(file), '/lit-html')
  return stripTypeScriptTypes(text)
    .replace(/from 'lit-html(\/[^']*)?'/g, (_whole, inside = '/lit-html.js') => `from '${up}${inside}'`)
    .replace(/^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*$/gm, '')
    .replace(/^[ \t]*\/\/.*$/gm, '')
    .replace(/^[ \t]+/gm, '')
    .replace(/\s*\n\s*/g, '\n')
}

function versionOf(texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text)
  return hash.digest('base64url').slice(0, 12)
}

/** Resolved to the package's files for browsers, whatever its entry for Node is. */
function libraryFolder(): URL {
  const entry = import.meta.resolve('lit-html')
  return new URL(entry.slice(0, entry.lastIndexOf('/lit-html/') + '/lit-html/'.length))
}

/** The page runs only its own files, and connects only to this gateway and, to try its calls, to the item market. */
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
