// Guards the declarations of the operator API and the self-service API: examples reach their own endpoints and fit
// them, and nothing that is a secret is declared as an ordinary value.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api, Examples } from '#define'
import { isRaw, paramInfoOf } from '#define/reflect'
import { checkOf, compileReader, compileRoutes } from '#derive'
import { pathOf, queryOf } from '../../../../../tests/harness/example-call.ts'
import meApi from '../me/api.ts'
import { examples as meExamples } from '../me/examples.ts'
import adminApi from './api.ts'
import { examples as adminExamples } from './examples.ts'

const own: { api: Api; examples: Examples }[] = [
  { api: adminApi, examples: adminExamples },
  { api: meApi, examples: meExamples },
]

for (const { api, examples } of own) {
  const table = compileRoutes(api)
  for (const route of table.routes) {
    const { id, endpoint } = route
    test(`${api.slug}.${id}: the example reaches its own endpoint and fits its declaration`, () => {
      const example = examples[id]
      assert.ok(example, 'no example')
      const result = table.match(endpoint.method, pathOf(endpoint, example))
      assert.equal(result.kind === 'found' ? result.match.route.id : result.kind, id)
      const pathValues = result.kind === 'found' ? result.match.values : []
      const raw = { pathValues, query: queryOf(endpoint, example), hasStoredKey: false, header: () => undefined }
      assert.deepEqual(compileReader(route)(raw).problems, [])
      if (endpoint.body?.schema) assert.deepEqual(checkOf(endpoint.body.schema, 'body')(example.body), [])
      if (!isRaw(endpoint.returns)) assert.deepEqual(checkOf(endpoint.returns, 'output')(example.output), [])
      else if (endpoint.returns.event)
        for (const event of Object(example.output))
          assert.deepEqual(checkOf(endpoint.returns.event, 'event')(event), [])
    })
  }
}

test('a provider key is declared as a secret wherever it is accepted', () => {
  for (const { api } of own) {
    const fields = Object.values(api.endpoints).flatMap((endpoint) => Object.entries(endpoint.body?.fields ?? {}))
    const keys = fields.filter(([name]) => name === 'key')
    assert.equal(keys.length, 1)
    for (const [, shape] of keys) assert.equal(paramInfoOf(shape).secret, true)
  }
})
