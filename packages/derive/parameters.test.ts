// The parameters of an endpoint.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineApi, get, hosted, keyless, obj, ownKey, req, str } from '#define'
import type { Auth } from '#define/reflect'
import { kitchenSink } from './kitchen-sink.ts'
import { callerParametersOf, parametersOf } from './parameters.ts'

function of(id: string) {
  return parametersOf(kitchenSink, kitchenSink.endpoints[id] ?? assert.fail(`no endpoint ${id}`))
}
function filledWith(auth: Auth): string[] {
  const params = { key: req.str(), 'X-Key': req.str({ in: 'header' }) }
  const api = defineApi({
    slug: 'one',
    title: 'One',
    summary: 'One.',
    surface: hosted,
    auth,
    upstream: null,
    endpoints: { one: get('/one', 'One', { params, returns: obj({}) }) },
  })
  return parametersOf(api, api.endpoints.one).flatMap(({ name, filled, required }) =>
    filled && !required ? [name] : [],
  )
}

test('placeholders come first, in the order of the path, and are required', () => {
  const [id, format, tag] = of('getThing')
  assert.deepEqual([id?.name, format?.name, tag?.name], ['id', 'format', 'X-Tag'])
  assert.deepEqual([id?.location, id?.required, tag?.location, tag?.required], ['path', true, 'header', false])
})
test('an undeclared placeholder is a string, and a wildcard is marked as one', () => {
  const [path] = of('callRaw')
  assert.deepEqual([path?.name, path?.schema, path?.wildcard], ['path', { type: 'string' }, true])
  assert.equal(of('getRaw')[0]?.wildcard, false)
})
test('the parameter of the provider key is filled, whatever the case of a header', () => {
  assert.deepEqual(filledWith(keyless), [])
  assert.deepEqual(filledWith(ownKey.query('key')), ['key'])
  assert.deepEqual(filledWith(ownKey.header('x-key')), ['X-Key'])
  assert.deepEqual(filledWith(ownKey.query('X-Key')), [])
})
test('placeholders of the path are always sent by the caller', () => {
  const one = get('/one/{token}', 'One', { returns: obj({}), auth: ownKey.path('token') })
  assert.deepEqual(
    parametersOf(kitchenSink, one).map(({ filled, required }) => [filled, required]),
    [[false, true]],
  )
})
test('a parameter marked as credential is filled', () => {
  assert.deepEqual(
    of('listThings').flatMap(({ name, filled }) => (filled ? [name] : [])),
    ['api-key'],
  )
  const endpoint = kitchenSink.endpoints.listThings ?? assert.fail('no endpoint')
  assert.ok(callerParametersOf(kitchenSink, endpoint).every(({ name }) => name !== 'api-key'))
})
test('the auth of an endpoint replaces that of its API', () => {
  const one = get('/one', 'One', { params: { key: str() }, returns: obj({}), auth: keyless })
  assert.deepEqual(
    parametersOf(kitchenSink, one).map(({ filled }) => filled),
    [false],
  )
})
