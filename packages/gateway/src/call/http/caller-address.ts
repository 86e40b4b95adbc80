// The caller's address when the gateway is behind proxies: the nearest hop that is not trusted.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { fail } from '#define'
import { createAddressBlocks, plainAddress } from '../../process/address-blocks.ts'

/**
 * Creates the reader of a caller's address. It uses x-forwarded-for only when the socket's peer and every nearer hop
 * are trusted proxies. It throws `request.forwarded_for` if a trusted proxy's entry is not an address: skipping the
 * entry would let earlier ones decide, which the caller could have sent.
 */
export function createAddressOf(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = createAddressBlocks(trusted)
  return (request) => {
    const socket = plainAddress(request.socket.remoteAddress ?? '')
    const forwarded = request.headers['x-forwarded-for']
    if (forwarded === undefined || forwarded === '' || !proxies.has(socket)) return socket
    const hops = String(forwarded).split(',')
    for (const entry of hops.reverse()) {
      const hop = addressIn(entry)
      if (!proxies.has(hop)) return hop
    }
    return socket
  }
}

/**
 * Returns the address in an entry as proxies write them: `192.0.2.7`, `192.0.2.7:80`, `2001:db8::1`, `[2001:db8::1]`,
 * `[2001:db8::1]:80`, with a zone, mapped into IPv6, in quotes.
 */
function addressIn(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/s, '$1')
  const [, inBrackets, v4] = /^(?:\[(.*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  const address = plainAddress(inBrackets ?? v4 ?? text)
  const isRead = inBrackets === undefined ? isIP(address) !== 0 : inBrackets.includes(':') && isIP(address) !== 0
  if (!isRead) throw fail('request.forwarded_for', { entry: JSON.stringify(text.slice(0, longestShownEntry)) })
  return address
}

const longestShownEntry = 60

/**
 * Creates the check for a caller on this machine. Requests through a proxy never pass, even through a local proxy,
 * which would make every caller local.
 */
export function createIsLocal(addressOf: (request: IncomingMessage) => string): (request: IncomingMessage) => boolean {
  return (request) =>
    forwardingHeaders.every((name) => request.headers[name] === undefined) && /^(?:::1$|127\.)/.test(addressOf(request))
}

const forwardingHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']
