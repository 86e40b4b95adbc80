// The README's table has the counts that `gatehouse apis` prints: of all endpoints that can be called.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test('the README counts every endpoint of an API, those beyond its specification too', async () => {
  const [loaded] = await loadApis(undefined, 'exchange-rates')
  assert.ok(loaded)
  const endpoints = Object.values(loaded.api.endpoints)
  assert.ok(endpoints.some(({ beyond }) => beyond))
  assert.match(readme, new RegExp(`\\| \`exchange-rates\` \\| ${endpoints.length} \\|`))
})
