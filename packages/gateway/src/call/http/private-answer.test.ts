// What a provider says of caches, and what is left of it for the caller's own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForProxies, keepPrivate } from './private-answer.ts'

const made = (...values: string[]) => {
  const list = ['x-first', '1', ...values.flatMap((value) => ['Cache-Control', value]), 'x-last', '2']
  assert.equal(keepPrivate(list), values.length > 0)
  assert.deepEqual([list[0], list.at(-2)], ['x-first', 'x-last'])
  return list.filter((_text, at) => at % 2 === 1 && list[at - 1]?.toLowerCase() === 'cache-control')
}

for (const [given, expected] of [
  [['max-age=600'], 'private, max-age=600'],
  [['public, max-age=31536000, immutable'], 'private, max-age=31536000, immutable'],
  [['PUBLIC,S-MaxAge=5 , Proxy-Revalidate'], 'private'],
  [['s-maxage="600", max-age=60, must-revalidate'], 'private, max-age=60, must-revalidate'],
  [['no-cache'], 'private, no-cache'],
  [['no-cache, private'], 'no-cache, private'],
  [['private, max-age=5'], 'private, max-age=5'],
  [['private="set-cookie, x-key", max-age=5'], 'private, max-age=5'],
  [['private=""'], 'private'],
  [['private, private="x"'], 'private'],
  [['no-store'], 'no-store'],
  [['no-store, public'], 'private, no-store'],
  [['no-store, must-understand, max-age=5'], 'private, no-store, must-understand, max-age=5'],
  [['no-cache="a,public"'], 'private, no-cache="a,public"'],
  [['max-age=5', 'public'], 'private, max-age=5'],
  [['private', 'public', 's-maxage=9'], 'private'],
  [[''], 'private'],
  [['max-age=5 public'], 'private'],
  [['foo="bar, public, max-age=5'], 'private'],
  [['s-maxage = 5, max-age=5'], 'private, max-age=5'],
] as const)
  test(`a shared cache may not store an answer with cache-control ${JSON.stringify(given)}`, () => {
    assert.deepEqual(made(...given), [expected])
  })

test('the length of the value costs time in proportion', () => {
  for (const unit of ['"', '"\\', '\\', ',', 'a=', ' ', '="', '",']) {
    const value = unit.repeat(100_000)
    const before = process.cpuUsage()
    made(`${value}!`)
    assert.ok(process.cpuUsage(before).user < 500_000, unit)
  }
})

test('what a provider tells the proxies before it is not for the proxy before the gateway', () => {
  for (const name of ['cdn-cache-control', 'cloudflare-cdn-cache-control', 'surrogate-control', 'x-accel-expires'])
    assert.equal(isForProxies(name), true, name)
  for (const name of ['cache-control', 'expires', 'surrogate-key', 'x-accel-buffering'])
    assert.equal(isForProxies(name), false, name)
})
