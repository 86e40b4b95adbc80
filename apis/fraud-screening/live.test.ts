// What the live adaptation changes about a call.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import live from './live.ts'

function queryAfter(id: string, query: string, headers: Record<string, string> = {}): string {
  const search = new URLSearchParams(query)
  live[id]?.request?.({ path: '/v1/order/screen', query: search, headers })
  return search.toString()
}

for (const id of ['screen', 'feedback']) {
  test(`${id} asks the provider for JSON when the caller names no format`, () => {
    assert.equal(queryAfter(id, 'key=K'), 'key=K&format=json')
  })
  test(`${id} leaves the format that the caller names`, () => {
    assert.equal(queryAfter(id, 'key=K&format=xml'), 'key=K&format=xml')
  })
  test(`${id} adds nothing to the query when a body may name the format`, () => {
    assert.equal(queryAfter(id, '', { 'content-type': 'application/x-www-form-urlencoded' }), '')
  })
}
