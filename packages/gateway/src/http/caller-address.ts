// The caller's address when the gateway is behind proxies: the nearest hop that is not trusted.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Reads x-forwarded-for only when the socket's peer and every nearer hop are trusted proxies. */
export function createAddressOf(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies: Proxies = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies[family].addAddress(address, family)
    else proxies[family].addSubnet(address, Number(bits), family)
  }
  return (request) => {
    const socket = unmapped(request.socket.remoteAddress ?? '')
    if (trusted.length === 0 || !isTrusted(proxies, socket)) return socket
    const forwarded = request.headers['x-forwarded-for']
    const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
      .split(',')
      .map((hop) => unmapped(hop.trim()))
    for (const hop of hops.reverse()) if (isIP(hop) !== 0 && !isTrusted(proxies, hop)) return hop
    return socket
  }
}

/**
 * Whether the caller is on this machine. Requests through a proxy never are, even when the proxy is: one on the same
 * machine would make every caller local.
 */
export function createIsLocal(addressOf: (request: IncomingMessage) => string): (request: IncomingMessage) => boolean {
  return (request) =>
    /^(?:::1$|127\.)/.test(addressOf(request)) && forwardingHeaders.every((name) => request.headers[name] === undefined)
}

const forwardingHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** One list per family: an IPv6 block would match IPv4 addresses mapped into it. */
type Proxies = Readonly<Record<'ipv4' | 'ipv6', BlockList>>

function isTrusted(proxies: Proxies, address: string): boolean {
  const version = isIP(address)
  const family = version === 6 ? 'ipv6' : 'ipv4'
  return version !== 0 && proxies[family].check(address, family)
}

/** Turns an IPv4 address mapped into IPv6 back into the IPv4 address. */
function unmapped(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
