// Every declared paging names a parameter of its endpoint and a list in its answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '#define'
import { isRaw } from '#define/reflect'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { isRecord } from './harness/proxy.ts'

for (const { api } of await loadApis())
  for (const [id, endpoint] of Object.entries(api.endpoints)) {
    const { pages } = endpoint
    if (!pages) continue
    test(`${api.slug} ${id}: its pages can be read`, () => {
      assert.ok(Object.hasOwn(endpoint.params, pages.parameter), `there is no parameter ${pages.parameter}`)
      assert.ok(isList(placeIn(endpoint, pages.items ?? [])), 'the results are no list')
    })
  }

/** The schema of the results in the unwrapped answer. */
function placeIn({ returns }: Endpoint, place: readonly string[]): unknown {
  assert.ok(!isRaw(returns))
  const memberOf = (schema: unknown, name: string) =>
    isRecord(schema) && isRecord(schema.properties) ? schema.properties[name] : undefined
  return place.reduce<unknown>(memberOf, memberOf(returns, 'data') ?? returns)
}

function isList(schema: unknown): boolean {
  return isRecord(schema) && schema.type === 'array'
}
