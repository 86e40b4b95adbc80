// One document of several APIs: nothing of one takes the place of another's, and what is referred to is there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { defineApi, get, hosted, keyless, list, obj, str } from '#define'
import { openApiOf } from './openapi.ts'
import { openApiOfAll } from './openapi-of-all.ts'

/** Long enough to be written once, under a name that both APIs choose. */
const Owner = (word: string) =>
  obj(
    Object.fromEntries(
      ['first', 'last', 'street', 'city', 'country', 'mail'].map((name) => [
        `${word}_${name}`,
        str({ doc: `The ${name} of the owner, as it was given.` }),
      ]),
    ),
  )
const apiOf = (slug: string, listings?: { slug: string; title: string }[]) => {
  const owner = Owner(slug)
  return defineApi({
    slug,
    title: `The ${slug}`,
    summary: 'An API.',
    surface: hosted,
    auth: keyless,
    upstream: null,
    ...(listings ? { listings } : {}),
    endpoints: {
      one: get('/one', 'One', { returns: obj({ owner, heir: owner, examples: owner, properties: owner }) }),
      all: get('/all', 'All', { returns: list(owner) }),
    },
  })
}
const apis = [
  { api: apiOf('cats'), examples: { one: { output: { examples: 'an example' } } } },
  {
    api: apiOf('dogs', [
      { slug: 'dogs', title: 'Dogs' },
      { slug: 'dogs-too', title: 'Dogs' },
    ]),
  },
]
const document = Object(await openApiOfAll(apis, { serverUrl: 'http://localhost:1', version: '1.0.0' }))

function* referencesIn(value: unknown, name = ''): Generator<string> {
  if (typeof value !== 'object' || value === null || name === 'example') return
  for (const [member, inner] of Object.entries(value))
    if (member === '$ref' && typeof inner === 'string') yield inner
    else yield* referencesIn(inner, member)
}

test('every operation of every listing is there, under its address, with an id of its own', async () => {
  assert.deepEqual(
    Object.keys(document.paths).sort(),
    ['cats', 'dogs', 'dogs-too'].flatMap((slug) => ['all', 'one'].map((name) => `/v1/proxy/${slug}/${name}`)).sort(),
  )
  const ids = Object.values<{ get: { operationId: string } }>(document.paths).map(
    ({ get: { operationId } }) => operationId,
  )
  assert.equal(new Set(ids).size, 6)
  assert.deepEqual(document.servers, [{ url: 'http://localhost:1' }])
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  assert.ok(valid, JSON.stringify(errors))
})

test('what is referred to is there, and is that of the API', () => {
  for (const reference of referencesIn(document)) {
    const steps = reference.slice(2).split('/')
    assert.ok(
      steps.reduce((at, step) => Object(at)[step], document),
      reference,
    )
  }
  const single = Object(openApiOf(apiOf('dogs'), { serverUrl: '', version: '1' }))
  const [name = ''] = Object.keys(single.components.schemas).filter((one) => one !== 'GatewayError')
  assert.deepEqual(document.components.schemas[`dogs_${name}`], single.components.schemas[name])
  assert.notDeepEqual(document.components.schemas[`dogs_${name}`], document.components.schemas[`cats_${name}`])
})

test('a thread that answers calls may pause after each listing', async () => {
  let pauses = 0
  const pause = async () => void pauses++
  await openApiOfAll(apis, { serverUrl: '', version: '1.0.0', pause })
  assert.equal(pauses, 3)
})
