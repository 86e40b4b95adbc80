// Reaches into a library, which no other file does (docs/decisions/0091), until undici skips an unsolicited 100
// response.
import type { Socket } from 'node:net'

/**
 * Makes undici skip a `100 Continue` that no request asked for (RFC 9110, section 15.2): undici aborts a response that
 * begins with one and has no option to change that, but skips other interim responses
 * (https://github.com/nodejs/undici/issues/197). It must be called once undici has taken over the socket. Does nothing
 * if undici's internals have changed.
 */
export function skipContinue(socket: Socket): void {
  const symbol = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser')
  const parser: unknown = symbol === undefined ? undefined : Reflect.get(socket, symbol)
  if (!isParser(parser)) return
  const { onHeadersComplete } = parser
  parser.onHeadersComplete = (status, ...rest) =>
    onHeadersComplete.call(parser, status === continued ? processing : status, ...rest)
}

const continued = 100
const processing = 102

interface Parser {
  onHeadersComplete: (status: number, ...rest: readonly unknown[]) => number
}

function isParser(value: unknown): value is Parser {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'onHeadersComplete') === 'function'
}
