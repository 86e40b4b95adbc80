// What a call throws: a class per kind, so that callers need not compare statuses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AuthenticationError,
  ConnectionError,
  GatewayError,
  InvalidRequestError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TimeoutError,
} from './gateway-error.ts'
import type { Answer } from './test/server.ts'
import { json, methodsAt, plainGet, startServer } from './test/server.ts'

async function thrownBy(answer: Answer, options: object = { retries: 0 }): Promise<unknown> {
  const server = await startServer(answer)
  const error: unknown = await methodsAt(server.url)
    .method(plainGet)({}, options)
    .catch((reason: unknown) => reason)
  await server.close()
  return error
}

for (const [status, kind] of [
  [302, GatewayError],
  [400, InvalidRequestError],
  [401, AuthenticationError],
  [403, PermissionDeniedError],
  [404, NotFoundError],
  [409, InvalidRequestError],
  [422, InvalidRequestError],
  [429, RateLimitError],
  [500, ServerError],
  [503, ServerError],
] as const) {
  test(`status ${status} throws ${kind.name}`, async () => {
    const error = await thrownBy(json({ error: { code: 'a.b', message: 'm' } }, { status }))
    assert.ok(error instanceof GatewayError)
    assert.equal(error.constructor, kind)
    assert.deepEqual([error.name, error.status, error.code, error.message], [kind.name, status, 'a.b', 'm'])
  })
}

test('code and message come from gateway_error where the error of a provider has another form', async () => {
  const beside = { gateway_error: { code: 'provider.not_found', message: 'beside' } }
  for (const [error, message] of [
    ['a sentence', 'a sentence'],
    [{ code: 404, message: 'own' }, 'own'],
    [['a', 'b'], 'beside'],
  ] as const) {
    const thrown = await thrownBy(json({ error, ...beside }, { status: 404 }))
    assert.ok(thrown instanceof NotFoundError)
    assert.deepEqual([thrown.code, thrown.message], ['provider.not_found', message])
  }
})
test('a code that is not text is no code', async () => {
  const thrown = await thrownBy(json({ error: { code: 7, message: 'm' } }, { status: 400 }))
  assert.ok(thrown instanceof InvalidRequestError)
  assert.equal(thrown.code, undefined)
})
test('a call that takes too long throws TimeoutError, and one that is aborted what the signal says', async () => {
  const silent: Answer = () => undefined
  assert.ok((await thrownBy(silent, { timeoutMs: 30 })) instanceof TimeoutError)
  const reason = new Error('enough')
  assert.equal(await thrownBy(silent, { signal: AbortSignal.abort(reason) }), reason)
})
test('a body that breaks off throws ConnectionError', async () => {
  const cut: Answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100', 'content-type': 'application/json' })
    response.write('{"a"', () => response.destroy())
  }
  const server = await startServer(cut)
  const call = { ...plainGet, answer: 'text' } as const
  await assert.rejects(methodsAt(server.url).method(call)(), ConnectionError)
  await server.close()
})
test('a stream that breaks off throws ConnectionError after the events that arrived', async () => {
  const server = await startServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n', () => setTimeout(() => response.destroy(), 20))
  })
  const events: unknown[] = []
  await assert.rejects(async () => {
    for await (const event of methodsAt(server.url).method(plainGet).stream()) events.push(event)
  }, ConnectionError)
  await server.close()
  assert.deepEqual(events, [1])
})
