// Lets undici skip a `100 Continue` that nobody asked for, which a provider may send (RFC 9110, section 15.2).
import type { Socket } from 'node:net'

/**
 * undici aborts a response that begins with 100 and has no option to change that; it skips other interim responses. To
 * be called once undici has taken over the socket.
 */
export function skipUnaskedContinue(socket: Socket): void {
  const parser = parserOf(socket)
  const onHeadersComplete = parser?.onHeadersComplete
  if (!parser || !onHeadersComplete) return
  parser.onHeadersComplete = (status, upgrade, shouldKeepAlive) =>
    onHeadersComplete.call(parser, status === continued ? processing : status, upgrade, shouldKeepAlive)
}

const continued = 100
const processing = 102

interface Parser {
  onHeadersComplete?: (status: number, upgrade: boolean, shouldKeepAlive: boolean) => number
}

/** undici's parser of the socket, which is reachable only through one of its symbols. */
function parserOf(socket: Socket): Parser | undefined {
  const symbol = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser')
  const parser: unknown = symbol === undefined ? undefined : Reflect.get(socket, symbol)
  return isParser(parser) ? parser : undefined
}

function isParser(value: unknown): value is Parser {
  return (
    typeof value === 'object' &&
    value !== null &&
    'onHeadersComplete' in value &&
    typeof value.onHeadersComplete === 'function'
  )
}
