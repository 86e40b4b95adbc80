// Writes the head of a response. Node checks each name and value and looks whether it knows the name, which took a
// tenth of the time of a short embedded answer, mostly for headers that are the gateway's own (docs/decisions/0075).
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createLru } from '../cache/lru.ts'

export interface ResponseHead {
  /** Flat lists of names and values. What the gateway makes itself, out of numbers and checked ids, is not checked. */
  readonly own: readonly string[]
  readonly others: string[]
}

/** Like `response.writeHead`. */
export function writeHead(response: ServerResponse, status: number, { own, others }: ResponseHead): void {
  // the gateway's own kinds of responses look at the list
  if (!isHeadText || response.constructor !== ServerResponse) {
    response.writeHead(status, [...own, ...others])
    return
  }
  const plain = plainPairs(others)
  response.writeHead(status, plain === 0 ? others : others.slice(plain))
  if (!hasHeadText(response)) return
  const head = response._header
  // the lines follow that of the status
  const start = head.indexOf(newline) + newline.length
  const begun = withLines(head.slice(0, start), own, own.length)
  response._header = withLines(begun, others, plain) + head.slice(start)
}

/** How much of the list is headers that Node would write as they are. */
function plainPairs(list: readonly string[]): number {
  let at = 0
  while (at < list.length && isPlainName(list[at] ?? '') && !invalidValue.test(list[at + 1] ?? '')) at += 2
  return at
}

/** Headers that Node reads, adds to, or writes in a way of their own. */
const nodes =
  /^(?:connection|content-disposition|content-length|cookie|date|expect|keep-alive|set-cookie|trailer|transfer-encoding)$/i
/** RFC 9110, section 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/
const invalidValue = /[^\t\x20-\x7e\x80-\xff]/
/** Providers send the same few names again and again. */
const plainNames = createLru<string, boolean>(1000)
const longestKept = 100

function isPlainName(name: string): boolean {
  const known = plainNames.get(name)
  if (known !== undefined) return known
  const isPlain = token.test(name) && !nodes.test(name)
  if (name.length <= longestKept) plainNames.set(name, isPlain)
  return isPlain
}

/**
 * Node keeps the head as text until the first byte of the body is sent. That is not documented, so it is tried, and
 * where it is not so the list is used.
 */
const isHeadText = tryHeadText()

interface WithHeadText {
  _header: string
}

function hasHeadText(response: ServerResponse): response is ServerResponse & WithHeadText {
  return '_header' in response && typeof response._header === 'string'
}

function tryHeadText(): boolean {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.writeHead(200, ['content-length', '0'])
  return hasHeadText(response) && /^HTTP\/1.1 200 OK\r\ncontent-length: 0\r\n(?:.+\r\n)*\r\n$/.test(response._header)
}

const newline = '\r\n'

/** With the first `length` names and values of a list. */
function withLines(head: string, list: readonly string[], length: number): string {
  let lines = head
  for (let at = 0; at < length; at += 2) lines += `${list[at]}: ${list[at + 1]}\r\n`
  return lines
}
