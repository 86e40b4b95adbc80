// The time that one answer holds the thread on which everybody's calls are answered, whatever the document is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '#define'
import { openWorld } from '#provider/test'
import { apiOf, embeddedOf, readDescription } from '../mod.ts'

/** Milliseconds of the thread's processor time: some 25 on an idle machine, and twice that beside other work. */
const longestMs = 80

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const named = <T>(count: number, make: (at: number) => T) =>
  Object.fromEntries(many(count, (at) => [`m${at}`, make(at)] as const))
const patterned = (at: number) => ({ type: 'string', pattern: `^(a|b${at}){1,50}[c-x]{2,40}(y+z*){3,20}$` })

const documents: Readonly<Record<string, { readonly schema: object; readonly schemas?: object }>> = {
  'schemas that double sixty times by allOf': {
    schema: ref('S0'),
    schemas: Object.fromEntries(
      many(60, (at) => [`S${at}`, at === 59 ? { type: 'string' } : { allOf: [ref(`S${at + 1}`), ref(`S${at + 1}`)] }]),
    ),
  },
  'schemas that double forty times by members': {
    schema: ref('S0'),
    schemas: Object.fromEntries(
      many(40, (at) => [
        `S${at}`,
        { type: 'object', required: ['a', 'b'], properties: { a: ref(`S${at + 1}`), b: ref(`S${at + 1}`) } },
      ]),
    ),
  },
  'choices of choices that never fit': {
    schema: ref('C0'),
    schemas: Object.fromEntries(
      many(12, (at) => [
        `C${at}`,
        { oneOf: many(10, () => ({ type: 'object', required: ['x'], properties: { x: ref(`C${at + 1}`) } })) },
      ]),
    ),
  },
  'a thousand members with patterns': {
    schema: { type: 'object', required: many(1000, (at) => `m${at}`), properties: named(1000, patterned) },
  },
  'patterns that repeat a thousand times': {
    schema: {
      type: 'object',
      properties: named(100, (at) => ({ type: 'string', pattern: `^x{900}y{900}z{${900 + at}}$` })),
    },
  },
  'patterns that nothing matches': {
    schema: {
      type: 'object',
      properties: named(100, (at) => ({ type: 'string', pattern: `^(.*a){9}[^\\w\\W]${at}$`, minLength: 90 })),
    },
  },
  'lists of lists of distinct entries': {
    schema: list(list(list({ type: 'string' }))),
  },
  'a choice among a hundred thousand texts in every member': {
    schema: { type: 'object', properties: named(100, () => ref('E')) },
    schemas: {
      E: { enum: many(100_000, (at) => `text ${at}`), default: 'text 99999', examples: ['none', 'text 99998'] },
    },
  },
  'examples of patterns that take long to match': {
    schema: {
      type: 'object',
      properties: named(100, (at) => ({
        type: 'string',
        pattern: `^(a|aa|aaa){1,300}${at}$`,
        examples: ['a'.repeat(5000)],
      })),
    },
  },
  'a thousand parts that a value must fit': {
    schema: {
      allOf: many(1000, (at) => ({
        type: 'object',
        properties: named(50, () => ({ type: 'string', minLength: at % 7 })),
      })),
    },
  },
}
function list(items: object) {
  return { type: 'array', minItems: 200, uniqueItems: true, items }
}

for (const [name, { schema, schemas = {} }] of Object.entries(documents))
  test(`an answer does not hold the thread: ${name}`, async () => {
    const answer = { description: '', content: { 'application/json': { schema } } }
    const body = { content: { 'application/json': { schema } } }
    const item = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
    const paths = {
      '/things': {
        get: {
          operationId: 'list',
          responses: {
            200: { ...answer, content: { 'application/json': { schema: { type: 'array', items: schema } } } },
          },
        },
        post: { operationId: 'add', requestBody: body, responses: { 201: answer } },
      },
      '/things/{id}': { parameters: [item], get: { operationId: 'read', responses: { 200: answer } } },
    }
    const document = {
      openapi: '3.1.0',
      info: { title: 'Slow', version: '1' },
      servers: [{ url: 'https://slow.test' }],
      paths,
      components: { schemas },
    }
    const description = await readDescription(JSON.stringify(document))
    const slow: string[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      slow.push(await slowCalls(description))
      if (slow[attempt] === '') return
    }
    assert.fail(`in three providers: ${slow.join('; ')}`)
  })

/**
 * Makes calls of a provider that has just been opened, and says which of them took too long. One that the collection of
 * other tests' objects fell into is fast in the next provider.
 */
async function slowCalls(description: Awaited<ReturnType<typeof readDescription>>): Promise<string> {
  const world = await openWorld(apiOf(description, { slug: 'slow' }), embeddedOf(description, 'slow'))
  const { handlers } = await world.open()
  const slow: string[] = []
  const ask = async (id: string, path: string, input: object, dynamic = false) => {
    const headers: Record<string, string> = dynamic ? { prefer: 'dynamic=true, code=200' } : {}
    const request = { method: '', path, query: new URLSearchParams(), headers, baseUrl: '' }
    const call: Call = { account: 'acc_a', key: 'key', request, signal: new AbortController().signal }
    const before = process.threadCpuUsage()
    await handlers[id]?.(input as never, call)
    const { user, system } = process.threadCpuUsage(before)
    const ms = Math.round((user + system) / 1000)
    if (ms >= longestMs) slow.push(`${id} took ${ms} ms`)
  }
  await ask('list', '/things', {}, true)
  await ask('read', '/things/1', { id: '1' }, true)
  for (const at of [1, 2, 3]) await ask('add', '/things', { body: { id: `t${at}`, a: 1 } })
  await ask('read', '/things/t1', { id: 't1' })
  await ask('list', '/things', {})
  return slow.join(', ')
}
