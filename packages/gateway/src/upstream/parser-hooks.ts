// What undici's parser of a connection reports, which is reachable only through one of undici's symbols.
import type { Socket } from 'node:net'

export interface ParserHooks {
  /** The first byte of an answer, or of an interim one, has arrived. */
  answerBegan(): void
  /** An answer is complete. `isKept`: unless it said so, the provider keeps the connection. */
  answerEnded(isKept: boolean): void
}

/**
 * Reports to `hooks`, and lets undici skip a `100 Continue` that nobody asked for, which a provider may send (RFC 9110,
 * section 15.2): undici aborts an answer that begins with 100 and has no option to change that, but skips other interim
 * ones. To be called once undici has taken over the socket.
 */
export function hookParser(socket: Socket, hooks: ParserHooks): void {
  const parser = parserOf(socket)
  if (!parser) return
  const { onMessageBegin, onHeadersComplete, onMessageComplete } = parser
  let isKept = true
  parser.onMessageBegin = () => {
    hooks.answerBegan()
    return onMessageBegin.call(parser)
  }
  parser.onHeadersComplete = (status, upgrade, shouldKeepAlive) => {
    isKept = shouldKeepAlive
    return onHeadersComplete.call(parser, status === continued ? processing : status, upgrade, shouldKeepAlive)
  }
  parser.onMessageComplete = () => {
    hooks.answerEnded(isKept)
    return onMessageComplete.call(parser)
  }
}

const continued = 100
const processing = 102

interface Parser {
  onMessageBegin: () => number
  onHeadersComplete: (status: number, upgrade: boolean, shouldKeepAlive: boolean) => number
  onMessageComplete: () => number
}

function parserOf(socket: Socket): Parser | undefined {
  const symbol = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser')
  const parser: unknown = symbol === undefined ? undefined : Reflect.get(socket, symbol)
  return isParser(parser) ? parser : undefined
}

function isParser(value: unknown): value is Parser {
  if (typeof value !== 'object' || value === null) return false
  const names = ['onMessageBegin', 'onHeadersComplete', 'onMessageComplete']
  return names.every((name) => typeof Reflect.get(value, name) === 'function')
}
