// Guards how the console's files are served: views by one page, nothing that changes under an address that browsers
// keep.
import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { consolePathOf, createConsole } from './files.ts'

const pages = createConsole({ marketUrl: 'http://127.0.0.1:8788' })
const bodyOf = (path: string) => String(pages(consolePathOf(path))?.body ?? '')
const preloadsOf = (page: string) =>
  [...page.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path = '']) => path)

test('every address of a view is the same page, and no file is one', () => {
  const index = bodyOf('/console')
  assert.match(index, /<div id="shell"/)
  for (const path of ['/console/', '/console/calls', '/console/operator/account', '/console/operator/'])
    assert.equal(bodyOf(path), index, path)
  for (const path of [
    '/console/icon.svg',
    '/console/src/main.js',
    '/console/a/b/c/d/e',
    '/consoles',
    '/console/%2e%2e/x',
  ])
    assert.notEqual(bodyOf(path), index, path)
})

test('files outside the built console and client are not served, whatever the path', () => {
  const version = /\/console\/([\w-]{12})\//.exec(bodyOf('/console'))?.[1]
  for (const path of [
    '/gateway/src/config.ts',
    '/console/../gateway/src/config.ts',
    `/console/${version}/gateway/src/config.ts`,
    `/console/${version}/console/../gateway/src/config.ts`,
    `/console/${version}/console/src/main.ts`,
    '/console/index.html/../../../package.json',
    '/client/package.json',
  ])
    assert.equal(pages(path), undefined, path)
})

test('the page names every module that starts with it, so that none is found late', () => {
  const preloads = preloadsOf(bodyOf('/console'))
  assert.ok(preloads.length > 1 && preloads.length <= 10, String(preloads.length))
  for (const path of preloads) {
    const script = bodyOf(path)
    assert.ok(script.length > 0, path)
    for (const [, target = ''] of script.matchAll(
      /(?:^|;)(?:import|export)\b[^'"`;()]*?(?:from)?\s*['"]([^'"]+)['"]/g,
    )) {
      assert.match(target, /^\.\.?\//, `${path} imports ${target}, which needs an import map`)
      assert.ok(preloads.includes(posix.join(posix.dirname(path), target)), `${target} of ${path} is not named`)
    }
  }
})

test('what a browser keeps for good is named by its content; another version is unknown', () => {
  const [path = ''] = preloadsOf(bodyOf('/console'))
  assert.equal(pages(path)?.headers?.['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(pages(path.replace(/\/console\/[\w-]{12}\//, '/console/AAAAAAAAAAAA/')), undefined)
  assert.equal(pages('/console/index.html')?.headers?.['cache-control'], undefined)
})

test('pages run only files of this gateway, without strings as code', () => {
  const policy = pages('/console/index.html')?.headers?.['content-security-policy'] ?? ''
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ])
    assert.ok(policy.split('; ').includes(part), part)
  assert.ok(!/unsafe|\*|data:/.test(policy), policy)
  const index = bodyOf('/console')
  assert.ok(!/<script(?![^>]* src=)|style=|https?:/.test(index), 'inline or foreign')
})

test('only the client library is for pages of other origins', () => {
  assert.equal(pages('/client/mod.js')?.headers?.['access-control-allow-origin'], '*')
  assert.equal(pages('/console/index.html')?.headers?.['access-control-allow-origin'], undefined)
  assert.equal(pages(preloadsOf(bodyOf('/console'))[0] ?? '')?.headers?.['access-control-allow-origin'], undefined)
})
