// Reading page by page, and the response as it came, against a real HTTP server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NotFoundError, ServerError } from './gateway-error.ts'
import type { Paging } from './request.ts'
import type { Answer } from './test/server.ts'
import { json, methodsAt, plainGet, startServer } from './test/server.ts'

const byPage: Paging = { parameter: 'page', counts: 'pages', first: 1, items: ['info', 'results'] }

async function read(pages: Paging, answer: Answer, input: object = {}) {
  const server = await startServer(answer)
  const method = methodsAt(server.url).method({ ...plainGet, pages })
  const items: unknown[] = []
  let error: unknown
  try {
    for await (const item of method.items(input)) items.push(item)
  } catch (thrown) {
    error = thrown
  }
  await server.close()
  return { items, error, asked: server.arrived.map(({ url }) => url.replace('/api/things?', '')) }
}
/** Three pages of two results, then whatever `after` says. */
const threePages =
  (after: Answer): Answer =>
  (request, response, count) =>
    count > 3 ? after(request, response, count) : json({ info: { results: [count, -count] } })(request, response, count)

for (const [what, after] of [
  ['a page without results', json({ info: { results: [] } })],
  ['a page without the list', json({})],
  ['404', json({}, { status: 404 })],
  ['400', json({}, { status: 400 })],
] as const) {
  test(`the results of all pages come in order, until ${what}`, async () => {
    const { items, asked, error } = await read(byPage, threePages(after), { name: 'a' })
    assert.equal(error, undefined)
    assert.deepEqual(items, [1, -1, 2, -2, 3, -3])
    assert.deepEqual(asked, ['name=a&page=1', 'name=a&page=2', 'name=a&page=3', 'name=a&page=4'])
  })
}
test('the first page is the one that the input names', async () => {
  const { asked } = await read(byPage, json({ info: {} }), { page: 7 })
  assert.deepEqual(asked, ['page=7'])
})
test('an offset is counted up by the results of a page, and a lone result counts as a list of one', async () => {
  const offsets: Paging = { parameter: 'offset', counts: 'results', first: 0, items: [] }
  const answer: Answer = (request, response, count) =>
    json([[1, 2, 3], { only: 4 }, []][count - 1])(request, response, count)
  const { items, asked } = await read(offsets, answer)
  assert.deepEqual(items, [1, 2, 3, { only: 4 }])
  assert.deepEqual(asked, ['offset=0', 'offset=3', 'offset=4'])
})
test('an error of the first page, and a failure of a later one, are thrown', async () => {
  assert.ok((await read(byPage, json({}, { status: 404 }))).error instanceof NotFoundError)
  const { items, error } = await read(byPage, threePages(json({}, { status: 500 })))
  assert.ok(error instanceof ServerError)
  assert.equal(items.length, 6)
})
test('leaving the loop ends the calls', async () => {
  const server = await startServer(threePages(json({})))
  const method = methodsAt(server.url).method({ ...plainGet, pages: byPage })
  for await (const page of method.pages()) {
    assert.deepEqual(page, { info: { results: [1, -1] } })
    break
  }
  await server.close()
  assert.equal(server.arrived.length, 1)
})

test('response() gives the response with its body unread, and throws like the call itself', async () => {
  const server = await startServer((request, response, count) =>
    json({ data: count }, { status: count === 1 ? 200 : 404, headers: { 'x-own': 'yes' } })(request, response, count),
  )
  const method = methodsAt(server.url).method(plainGet)
  const response = await method().response()
  assert.deepEqual([response.status, response.headers.get('x-own'), response.bodyUsed], [200, 'yes', false])
  assert.equal(await response.text(), '{"data":1}')
  await assert.rejects(method().response(), NotFoundError)
  await server.close()
})
