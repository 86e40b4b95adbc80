// Collections in the forms that descriptions have them in: what is created is read, listed, changed and removed, and
// every answer fits the document by Ajv.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Call } from '#define'
import { isReply } from '#define'
import { openWorld } from '#provider/test'
import { apiOf, embeddedOf, readDescription } from '../mod.ts'

type Schema = Readonly<Record<string, unknown>>
const text = { type: 'string' }
const whole = { type: 'integer' }
const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
})
const list = (items: Schema): Schema => ({ type: 'array', items })
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

interface Form {
  /** The resource; it has a member `name`. */
  readonly pet: Schema
  readonly schemas?: Readonly<Record<string, Schema>>
  /** Default: `/pets` and `petId`. */
  readonly path?: string
  readonly placeholder?: string
  readonly idSchema?: Schema
  /** Schemas of the answers; null for one without a body. Default: the resource. */
  readonly listed?: Schema
  readonly added?: Schema | null
  readonly read?: Schema
  readonly changed?: Schema | null
  readonly removed?: Schema | null
  /** Puts the resource into the body that is sent. */
  readonly sent?: (pet: Schema) => Schema
  readonly sentSchema?: Schema
  readonly changes?: 'patch' | 'put' | 'post'
  /** Default: the placeholder of the resource. */
  readonly changePlaceholder?: string
  readonly addedStatus?: string
}

const pet = object({ id: whole, name: text, kind: { enum: ['cat', 'dog'] } }, ['id', 'name'])
const withId = (id: Schema, name = 'id') => object({ [name]: id, name: text }, [name, 'name'])
const plain: Form = { pet }
const summary = object({ id: whole, name: text }, ['id'])
const page = object({ total: whole, page: whole, next: { type: ['string', 'null'] } }, ['total'])

const forms: Readonly<Record<string, Form>> = {
  'a plain list': plain,
  'a list in data': { ...plain, listed: object({ data: list(pet) }, ['data']) },
  'a list in items with a total': { ...plain, listed: object({ items: list(pet), total: whole }, ['items', 'total']) },
  'a list named like its collection': {
    ...plain,
    listed: object({ pets: list(pet), tags: list(text), kinds: list(pet) }),
  },
  'the only list of objects': { ...plain, listed: object({ found: list(pet), words: list(text) }) },
  'a list beside links and warnings': {
    ...plain,
    listed: object({ _links: list(object({ rel: text })), found: list(pet), warnings: list(object({ code: text })) }),
  },
  'a list of names': { pet, placeholder: 'petName', listed: object({ names: list(text), next: text }) },
  'a change under another placeholder': { ...plain, changes: 'put', changePlaceholder: 'id' },
  'a list with a cursor': {
    ...plain,
    listed: object({ results: list(pet), next_cursor: { type: ['string', 'null'] } }, ['next_cursor']),
  },
  'a list with a page': { ...plain, listed: object({ data: list(pet), meta: page }, ['data', 'meta']) },
  'a list in _embedded': { ...plain, listed: object({ _embedded: object({ pets: list(pet) }), page }) },
  'a list in data.items': { ...plain, listed: object({ data: object({ items: list(pet), total: whole }) }) },
  'a list that may be null': {
    ...plain,
    listed: object({ data: { type: ['array', 'null'], items: pet }, count: whole }),
  },
  'a list through allOf': {
    ...plain,
    listed: { allOf: [ref('Page'), object({ results: list(ref('Pet')) })] },
    schemas: { Page: object({ total_count: whole }, ['total_count']), Pet: pet },
  },
  'a list of summaries': { ...plain, listed: list(summary) },
  'a list that is not described': { ...plain, listed: {} },
  'a resource in data': {
    pet,
    added: object({ data: pet }),
    read: object({ data: pet }),
    changed: object({ data: pet }),
  },
  'a resource in its own name, sent in it too': {
    pet,
    added: object({ pet }),
    read: object({ pet }),
    changed: object({ pet }),
    listed: object({ pets: list(pet) }),
    sent: (one) => ({ pet: one }),
    sentSchema: object({ pet }),
  },
  'a resource through references and allOf': {
    pet: ref('Pet'),
    schemas: { Pet: { allOf: [ref('Base'), object({ name: text }, ['name'])] }, Base: object({ id: text }, ['id']) },
  },
  'a resource with its schema in allOf with a description': {
    pet,
    read: object({ Pet: { allOf: [ref('Pet'), { description: 'The pet.' }] } }),
    added: object({ PetId: { allOf: [ref('Id'), { description: 'Its id.' }] } }),
    changed: object({}),
    removed: object({}),
    listed: object({ Pets: { allOf: [ref('Pets'), {}] }, NextToken: text }),
    schemas: { Pet: pet, Pets: list(ref('Pet')), Id: whole },
  },
  'an answer to adding that has the id only': { ...plain, added: object({ id: whole }, ['id']) },
  'an answer to adding without a body': { ...plain, added: null },
  'an answer to changing without a body': { ...plain, changed: null },
  'an answer to removing that says so': {
    ...plain,
    removed: object({ id: whole, deleted: { type: 'boolean' } }, ['deleted']),
  },
  'an answer to removing with a message': { ...plain, removed: object({ message: text }, ['message']) },
  'a resource that is replaced': { ...plain, changes: 'put' },
  'a resource that is changed by POST': { ...plain, changes: 'post' },
  'an id that is a UUID': {
    pet: withId({ type: 'string', format: 'uuid' }),
    idSchema: { type: 'string', format: 'uuid' },
  },
  'an id that is a text': { pet: withId(text) },
  'an id of a pattern': { pet: withId({ type: 'string', pattern: '^pet_[a-f0-9]{8}$' }) },
  'an id named like the placeholder': { pet: withId(whole, 'pet_id'), placeholder: 'pet_id' },
  'an id in other letters': { pet: withId(text, 'PetID'), placeholder: 'petId' },
  'an id named after the collection': { pet: withId(whole, 'petId'), placeholder: 'id' },
  'an id called _id': { pet: withId(text, '_id'), placeholder: 'id' },
  'a name as the id': { pet: object({ name: text, size: whole }, ['name']), placeholder: 'petName' },
  'a name as the id beside another id': {
    pet: object({ id: text, name: text, size: whole }, ['name']),
    placeholder: 'petName',
  },
  'a slug as the id': { pet: object({ slug: text, name: text }, ['slug']), placeholder: 'slug' },
  'a number as the id': { pet: withId(whole, 'number'), placeholder: 'pet_number' },
  'a resource without an id': { pet: object({ name: text }, ['name']) },
  'a nested collection': { ...plain, path: '/owners/{ownerId}/pets' },
  'a collection nested twice': { ...plain, path: '/towns/{town}/owners/{ownerId}/pets' },
  'a collection below a version': { ...plain, path: '/v2/shop/pets' },
  'a collection with a slash at its end': { ...plain, path: '/pets/' },
  'a status of 200': { ...plain, addedStatus: '200' },
  'a status of 202': { ...plain, addedStatus: '202' },
  'a range of statuses': { ...plain, addedStatus: '2XX' },
  'JSON:API': {
    pet: object(
      { type: { const: 'pets' }, id: text, attributes: object({ name: text, size: whole }, ['name', 'size']) },
      ['type', 'id', 'attributes'],
    ),
    read: object({ data: ref('Pet') }, ['data']),
    added: object({ data: ref('Pet') }, ['data']),
    changed: object({ data: ref('Pet') }, ['data']),
    listed: object({ data: list(ref('Pet')), meta: page }, ['data']),
    sent: ({ name }) => ({ data: { type: 'pets', attributes: { name } } }),
    sentSchema: {},
    schemas: {
      Pet: object(
        { type: { const: 'pets' }, id: text, attributes: object({ name: text, size: whole }, ['name', 'size']) },
        ['type', 'id', 'attributes'],
      ),
    },
  },
  'members that only answers have': {
    pet: object(
      {
        id: { type: 'integer', readOnly: true },
        name: text,
        created_at: { type: 'string', format: 'date-time', readOnly: true },
      },
      ['id', 'name', 'created_at'],
    ),
  },
  'members of formats': {
    pet: object(
      { id: whole, name: text, url: { type: 'string', format: 'uri' }, mail: { type: 'string', format: 'email' } },
      ['id', 'url', 'mail'],
    ),
  },
  'members inside members': {
    pet: object(
      {
        id: whole,
        name: text,
        owner: object({ id: whole, mail: { type: 'string', format: 'email' } }, ['id', 'mail']),
      },
      ['id', 'owner'],
    ),
  },
  'no further members': { pet: { ...pet, additionalProperties: false } },
  'a resource that refers to itself': {
    pet: ref('Pet'),
    schemas: { Pet: object({ id: whole, name: text, parent: ref('Pet'), children: list(ref('Pet')) }, ['id', 'name']) },
  },
  'a resource of several kinds': {
    pet: ref('Pet'),
    schemas: {
      Pet: {
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: { propertyName: 'kind' },
        properties: { id: whole, name: text },
      },
      Cat: object({ id: whole, kind: { const: 'Cat' }, name: text }, ['id', 'kind']),
      Dog: object({ id: whole, kind: { const: 'Dog' }, name: text }, ['id', 'kind']),
    },
  },
}

const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
const answer = (schema: Schema | null | undefined, otherwise: Schema) =>
  schema === null ? { description: '' } : { description: '', ...json(schema ?? otherwise) }
const missing = { description: 'There is none.', ...json(object({ error: text }, ['error'])) }

function documentOf(form: Form) {
  const { pet, path = '/pets', placeholder = 'petId', changes = 'patch' } = form
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }))
  const itemOf = (name: string) => ({ name, in: 'path', required: true, schema: form.idSchema ?? text })
  const at = path.replace(/\/$/, '')
  const change = {
    operationId: 'change',
    requestBody: json(form.sentSchema ?? pet),
    responses: { 200: answer(form.changed, pet) },
  }
  const { changePlaceholder } = form
  const requestBody = json(form.sentSchema ?? pet)
  const addedStatus = form.addedStatus ?? '201'
  return {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://pets.test' }],
    paths: {
      [path]: {
        parameters,
        get: { operationId: 'list', responses: { 200: answer(form.listed, list(pet)) } },
        post: { operationId: 'add', requestBody, responses: { [addedStatus]: answer(form.added, pet) } },
      },
      ...(changePlaceholder && {
        [`${at}/{${changePlaceholder}}`]: {
          parameters: [...parameters, itemOf(changePlaceholder)],
          [changes]: change,
        },
      }),
      [`${at}/{${placeholder}}`]: {
        parameters: [...parameters, itemOf(placeholder)],
        get: { operationId: 'read', responses: { 200: answer(form.read, pet), 404: missing } },
        ...(changePlaceholder ? {} : { [changes]: change }),
        delete: {
          operationId: 'remove',
          responses: form.removed ? { 200: answer(form.removed, pet) } : { 204: { description: '' } },
        },
      },
    },
    components: { schemas: form.schemas ?? {} },
  }
}

/** Opens the provider; the returned function calls an operation and checks the answer. */
async function open(form: Form) {
  const document = documentOf(form)
  const description = await readDescription(JSON.stringify(document))
  const world = await openWorld(apiOf(description, { slug: 'pets' }), embeddedOf(description, 'pets'))
  let drawn = 0
  world.setDraw(() => (drawn = (drawn + 0.618034) % 1))
  const { handlers } = await world.open()
  const ajv = new Ajv2020({ strict: false, discriminator: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', components: document.components })
  return async (id: string, path: string, body?: unknown) => {
    const operation = description.operations.find((one) => one.id === id) ?? assert.fail(id)
    const url = new URL(path, 'http://gateway.test')
    const segments = url.pathname.split('/')
    const values = operation.path
      .split('/')
      .flatMap((part, at) =>
        part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(segments[at] ?? '')]] : [],
      )
    const request = { method: operation.method, path: url.pathname, query: url.searchParams, headers: {}, baseUrl: '' }
    const call: Call = { account: 'acc_a', key: 'key', request, signal: new AbortController().signal }
    const input = { ...Object.fromEntries(values), ...(body === undefined ? {} : { body }) }
    const result = await handlers[id]?.(input as never, call)
    assert.ok(isReply(result))
    const { status } = result
    const declared = operation.responses.find(
      (one) => one.status === String(status) || one.status === `${String(status).charAt(0)}XX`,
    )
    assert.ok(declared, `${id} answers with the undeclared ${status}`)
    const [media] = declared.types
    if (media?.schema) {
      const schema = JSON.parse(JSON.stringify(media.schema).replaceAll('"#/components/', '"document#/components/'))
      assert.ok(ajv.validate(schema, result.body), `${id} ${JSON.stringify(result.body)}: ${ajv.errorsText()}`)
    }
    assert.equal(result.headers?.['x-gateway-answer'], 'resource', id)
    return { status, body: result.body, location: String(result.headers?.location ?? '') }
  }
}

/** Counts how often a name is in an answer, at any depth. */
const timesIn = (value: unknown, name: string) => JSON.stringify(value ?? null).split(`"${name}"`).length - 1

for (const [name, form] of Object.entries(forms))
  test(`state is kept of ${name}`, async () => {
    const ask = await open(form)
    const { sent = (one: Schema) => one, path = '/pets' } = form
    const at = path.replace(/\/$/, '').replace(/\{\w+\}/g, '7')
    const isById = !/name$/i.test(form.placeholder ?? '')
    const made = await ask('add', at, sent({ name: 'Tom' }))
    const other = await ask('add', at, sent({ name: 'Rex' }))
    assert.ok(made.location.startsWith(`${at}/`) && made.location !== other.location, made.location)
    assert.equal(timesIn((await ask('read', made.location)).body, 'Tom'), 1)
    const { body: listed } = await ask('list', at)
    assert.deepEqual([timesIn(listed, 'Tom'), timesIn(listed, 'Rex')], [1, 1], JSON.stringify(listed))
    const changed = isById ? { name: 'Tim' } : { name: 'Tom', size: 9 }
    await ask('change', made.location, sent(changed))
    const { body: read } = await ask('read', made.location)
    assert.ok(isById ? timesIn(read, 'Tim') === 1 : JSON.stringify(read).includes('"size":9'), JSON.stringify(read))
    await ask('remove', made.location)
    assert.equal((await ask('read', made.location)).status, 404)
    const { body: left } = await ask('list', at)
    assert.deepEqual([timesIn(left, isById ? 'Tim' : 'Tom'), timesIn(left, 'Rex')], [0, 1], JSON.stringify(left))
  })

const paged = {
  'limit and offset': ['limit=2', 'limit=2&offset=2', 'limit=2&offset=4'],
  pages: ['page=1&per_page=2', 'page=2&per_page=2', 'page=3&per_page=2'],
  'JSON:API pages': ['page[number]=1&page[size]=2', 'page[number]=2&page[size]=2', 'page[number]=3&page[size]=2'],
  OData: ['$top=2', '$top=2&$skip=2', '$top=2&$skip=4'],
  'the last id': ['limit=2', 'limit=2&starting_after=2', 'limit=2&starting_after=4'],
  'a cursor': ['limit=2', 'limit=2&cursor=<next>', 'limit=2&cursor=<next>'],
}
for (const [name, queries] of Object.entries(paged))
  test(`lists are paged by ${name}`, async () => {
    const listed = object(
      { data: list(pet), has_more: { type: 'boolean' }, total: whole, next_cursor: { type: ['string', 'null'] } },
      ['data'],
    )
    const ask = await open({ pet, listed })
    for (const each of ['Ann', 'Ben', 'Cat', 'Dan', 'Eve']) await ask('add', '/pets', { name: each })
    let cursor = ''
    const pages: unknown[] = []
    for (const query of queries) {
      const { body } = await ask('list', `/pets?${query.replace('<next>', cursor)}`)
      const { data, has_more, total, next_cursor } = Object(body)
      cursor = String(next_cursor)
      pages.push([data.map((one: { name: string }) => one.name).join(' '), has_more, total])
    }
    assert.deepEqual(pages, [
      ['Ann Ben', true, 5],
      ['Cat Dan', true, 5],
      ['Eve', false, 5],
    ])
    assert.equal(cursor, 'null')
  })
