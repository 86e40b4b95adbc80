// What live calls send beyond the declared call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from './endpoints.ts'
import live from './live.ts'

function accepted(id: string, sent: Record<string, string>): string | undefined {
  const headers: Record<string, string> = { ...sent }
  live[id]?.request?.({ path: '/', query: new URLSearchParams(), headers })
  return headers.accept
}

test('every endpoint but the schema asks for JSON unless the caller names XML', () => {
  for (const id of Object.keys(endpoints)) {
    const json = id === 'getSchema' ? undefined : 'application/json'
    assert.equal(accepted(id, {}), json, id)
    assert.equal(accepted(id, { accept: '*/*' }), json ?? '*/*', id)
    assert.equal(accepted(id, { accept: 'application/xml' }), 'application/xml', id)
  }
})

test('a browser, which names XML among pages, gets JSON', () => {
  assert.equal(accepted('listProgrammes', { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' }), 'application/json')
})
