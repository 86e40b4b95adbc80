// The one table from the errors of Node and undici to ours.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errors } from 'undici'
import { ExchangeError, exchangeErrorOf } from './exchange-error.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

for (const [kind, ...causes] of [
  ['idle_timeout', new errors.HeadersTimeoutError()],
  [
    'unreachable',
    new errors.ConnectTimeoutError(),
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EPROTO'].map(withCode),
    ...['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER'].map(withCode),
  ],
  [
    'invalid',
    new errors.ResponseContentLengthMismatchError(),
    withCode('HPE_INVALID_CONSTANT'),
    new errors.HTTPParserError('bad'),
  ],
  ['head_too_large', new errors.HeadersOverflowError()],
  ['cut', new errors.SocketError('other side closed'), withCode('ECONNRESET'), withCode('EPIPE'), new Error('what?')],
] as const)
  test(`an exchange that fails for a reason of these kinds is ${kind}, with its cause`, () => {
    for (const cause of causes) {
      const error = exchangeErrorOf(cause, false)
      assert.deepEqual([error.kind, error.message, error.cause], [kind, cause.message, cause])
    }
  })

test('an error of our own stays what it is', () => {
  const error = new ExchangeError('too_large', 'too long')
  assert.equal(exchangeErrorOf(error, false), error)
})

test('a connection that was cut is stale if it had been used before and the answer had not begun', () => {
  const cut = (bytesRead: number) => Object.assign(withCode('UND_ERR_SOCKET'), { socket: { bytesRead } })
  assert.equal(exchangeErrorOf(cut(100), false).kind, 'stale')
  assert.equal(exchangeErrorOf(cut(100), true).kind, 'cut')
  assert.equal(exchangeErrorOf(cut(0), false).kind, 'cut')
})
