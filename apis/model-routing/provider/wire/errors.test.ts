// Errors: upstream errors are classified by whether another channel may do better (SOURCES 7.4), keys are never
// revealed, and each wire has its own format.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sampled } from '../../../../tests/harness/seed.ts'
import { formats } from './formats.ts'
import { ModelError, type ModelErrorKind } from './model-error.ts'

const wires = Object.values(formats)
const bytes = (json: unknown) => Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))
const read = (status: number, json: unknown = {}, headers: Record<string, string> = {}) =>
  formats.openai.readError(status, headers, bytes(json))

test('only errors that another channel may avoid are retried', () => {
  const retried = [
    199, 300, 301, 401, 402, 403, 404, 407, 409, 413, 422, 429, 499, 500, 501, 502, 503, 505, 523, 525, 529, 599, 600,
    0,
  ]
  const final = [200, 204, 299, 400, 408, 504, 524]
  assert.deepEqual(
    retried.filter((status) => !read(status).retry),
    [],
  )
  assert.deepEqual(
    final.filter((status) => read(status).retry),
    [],
  )
})

test('kinds follow statuses, and a status that is not an error becomes 502', () => {
  const table: readonly (readonly [number, ModelErrorKind, number])[] = [
    [400, 'invalid', 400],
    [401, 'authentication', 401],
    [402, 'billing', 402],
    [404, 'missing', 404],
    [422, 'invalid', 422],
    [429, 'limited', 429],
    [500, 'server', 500],
    [503, 'unavailable', 503],
    [504, 'timeout', 504],
    [529, 'unavailable', 529],
    [302, 'unavailable', 502],
    [999, 'unavailable', 502],
  ]
  for (const [status, kind, expected] of table) {
    const fault = read(status)
    assert.deepEqual([fault.kind, fault.status], [kind, expected], String(status))
  }
})

test('the retry delay is read from headers and bodies alike', () => {
  const wait = (headers: Record<string, string>) => read(429, {}, headers).retryAfterS
  assert.equal(wait({ 'retry-after': '7' }), 7)
  assert.equal(wait({ 'retry-after': '7', 'retry-after-ms': '1500' }), 1.5)
  assert.equal(wait({ 'retry-after': 'Wed, 21 Oct 2026 07:28:10 GMT', date: 'Wed, 21 Oct 2026 07:28:00 GMT' }), 10)
  assert.equal(wait({ 'retry-after': '999999999' }), 86_400)
  assert.equal(wait({ 'retry-after': '-5' }), undefined)
  assert.equal(wait({ 'retry-after': 'soon' }), undefined)
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '13.5s' }]
  const body = [{ error: { code: 429, message: 'Slow', status: 'RESOURCE_EXHAUSTED', details } }]
  assert.equal(formats.gemini.readError(429, {}, bytes(body)).retryAfterS, 13.5)
  assert.deepEqual(formats.openai.writeError(new ModelError('limited', 'x', { retryAfterS: 1.2 })).headers, {
    'retry-after': '2',
  })
})

test('message, code and parameter of an upstream error are kept; its kind has the word of the caller’s wire', () => {
  const openai = read(400, {
    error: { message: 'Too long', type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
  })
  assert.deepEqual([openai.message, openai.code, openai.param], ['Too long', 'context_length_exceeded', 'messages'])
  const quota = read(429, { error: { message: 'No quota', type: 'insufficient_quota', code: null } })
  assert.equal(quota.code, 'insufficient_quota')
  const written = formats.openai.writeError(quota)
  assert.deepEqual([written.status, Object(written.body).error.type], [429, 'insufficient_quota'])
  const body = { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } }
  const anthropic = formats.anthropic.readError(529, {}, bytes(body))
  assert.deepEqual(Object(formats.openai.writeError(anthropic).body).error, {
    ...{ message: 'Busy', type: 'server_error', param: null, code: 'service_unavailable' },
  })
  const exhausted = formats.gemini.readError(429, {}, bytes({ error: { message: 'x', status: 'RESOURCE_EXHAUSTED' } }))
  assert.equal(Object(formats.openai.writeError(exhausted).body).error.code, 'rate_limit_exceeded')
  assert.equal(read(404, { error: 'model not found' }).message, 'model not found')
  assert.equal(read(400, { message: 'bad' }).message, 'bad')
  assert.equal(read(500, '<html>').message, 'The provider of this model answered with status 500.')
})

test("an upstream's message about a channel's key is not passed on", () => {
  for (const format of wires) {
    const fault = format.readError(401, {}, bytes({ error: { message: 'Incorrect API key: sk-secret', type: 'x' } }))
    assert.doesNotMatch(JSON.stringify([fault.message, format.writeError(fault)]), /sk-secret/)
  }
})

test('each kind has its rendering on each wire', () => {
  const written = (kind: ModelErrorKind) =>
    wires.map((format) => format.writeError(new ModelError(kind, 'x', { code: undefined })))
  assert.deepEqual(
    written('limited').map(({ status, body }) => [status, body]),
    [
      [429, { error: { message: 'x', type: 'requests', param: null, code: 'rate_limit_exceeded' } }],
      [429, { type: 'error', error: { type: 'rate_limit_error', message: 'x' } }],
      [429, { error: { code: 429, message: 'x', status: 'RESOURCE_EXHAUSTED' } }],
      [429, { error: { message: 'x', type: 'requests', param: null, code: 'rate_limit_exceeded' } }],
    ],
  )
  assert.deepEqual(
    written('unavailable').map(({ status }) => status),
    [503, 529, 503, 503],
  )
  const unimplemented = formats.openai.writeError(new ModelError('unimplemented', 'API not implemented'))
  assert.deepEqual(unimplemented.body, {
    error: { message: 'API not implemented', type: 'new_api_error', param: null, code: 'api_not_implemented' },
  })
})

test('every error response becomes a ModelError, whatever its body is', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1, max: 1_000 }),
      fc.oneof(fc.uint8Array(), fc.json().map(bytes)),
      fc.string(),
      (status, body, wait) => {
        for (const format of wires) {
          const fault = format.readError(status, { 'retry-after': wait, date: wait }, body)
          assert.ok(fault instanceof ModelError)
          assert.ok(fault.status >= 400 && fault.status <= 599)
          JSON.stringify(format.writeError(fault))
        }
      },
    ),
    { numRuns: sampled(500) },
  )
})

const tooLongTexts = [
  'prompt is too long: 208310 tokens > 200000 maximum',
  'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length',
  "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
  'Your input exceeds the context window of this model. Please adjust your input and try again.',
  'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  'the request exceeds the available context size. try increasing the context size or enable context shift',
  'The input (9000 tokens) is longer than the model`s context length (8192 tokens).',
  "This model's maximum prompt length is 131072 but the request contains 150000 tokens.",
  'Invalid request: Your request exceeded model token limit: 131072',
  'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
  'Input is too long for requested model.',
  'Range of input length should be [1, 30720]',
  'invalid params, context window exceeds limit (2013)',
]
const otherTexts = [
  'max_tokens is too large: 50000. This model supports at most 16384 completion tokens.',
  'Invalid type for messages[0].content',
  'The file is too large',
  'Unrecognized request argument supplied: context_length',
]

test('a request that is longer than the context is recognised by clients of every wire, whoever said it', () => {
  for (const status of [400, 413, 422, 500])
    for (const message of tooLongTexts) {
      const bodies = {
        openai: { error: { message, type: 'invalid_request_error' } },
        anthropic: { type: 'error', error: { type: 'invalid_request_error', message } },
        gemini: { error: { code: status, message, status: 'INVALID_ARGUMENT' } },
      }
      for (const [wire, body] of Object.entries(bodies)) {
        const fault = formats[wire as keyof typeof bodies].readError(status, {}, bytes(body))
        assert.deepEqual([fault.status, fault.code], [400, 'context_length_exceeded'], message)
        const chat = JSON.stringify(formats.openai.writeError(fault).body)
        assert.match(chat, /"code":"context_length_exceeded"/)
        assert.match(JSON.stringify(formats.anthropic.writeError(fault).body), /prompt is too long/)
        assert.match(JSON.stringify(formats.gemini.writeError(fault).body), /exceeds the maximum number of tokens/)
        for (const format of wires)
          assert.ok(JSON.stringify(format.writeError(fault).body).includes(message.slice(0, 9)))
      }
    }
  for (const message of otherTexts)
    assert.notEqual(read(400, { error: { message } }).code, 'context_length_exceeded', message)
  const limited = { error: { message: 'Request too large: limit of tokens per minute, reduce the context window' } }
  assert.equal(read(429, limited).kind, 'limited')
})

test('the sentence of an error is found where frameworks of servers put it', () => {
  const said = (body: object) => wires.map((format) => format.readError(400, {}, bytes(body)).message)
  const of = (text: string) => wires.map(() => text)
  assert.deepEqual(said({ detail: 'No such model' }), of('No such model'))
  const problems = [
    { type: 'missing', loc: ['body', 'messages', 0, 'role'], msg: 'Field required', input: { content: 'secret' } },
    { loc: ['body'], msg: 'Extra data' },
  ]
  assert.deepEqual(said({ detail: problems }), of('messages.0.role: Field required; Extra data'))
  assert.deepEqual(said({ detail: { error: { message: 'Bad' } } }), of('Bad'))
  assert.deepEqual(said({ message: 'Bad' }), of('Bad'))
  assert.deepEqual(said({ detail: [] }), of('The provider of this model answered with status 400.'))
  assert.deepEqual(said({ detail: [7, null, {}] }), of('The provider of this model answered with status 400.'))
})
