// Whose call it is when the gateway stands behind a proxy: the nearest hop that is not trusted.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Reads x-forwarded-for only where the socket itself, and each nearer hop, is a trusted proxy. */
export function createAddressOf(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies: Proxies = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies[family].addAddress(address, family)
    else proxies[family].addSubnet(address, Number(bits), family)
  }
  return (request) => {
    const socket = plain(request.socket.remoteAddress ?? '')
    if (trusted.length === 0 || !isTrusted(proxies, socket)) return socket
    const forwarded = request.headers['x-forwarded-for']
    const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
      .split(',')
      .map((hop) => plain(hop.trim()))
    for (const hop of hops.reverse()) if (isIP(hop) !== 0 && !isTrusted(proxies, hop)) return hop
    return socket
  }
}

/**
 * Whether the caller is on this machine. A request that came through a proxy is not, even where the proxy itself is: a
 * proxy on the same machine would make the whole world local.
 */
export function createIsLocal(addressOf: (request: IncomingMessage) => string): (request: IncomingMessage) => boolean {
  return (request) =>
    /^(?:::1$|127\.)/.test(addressOf(request)) && forwarding.every((name) => request.headers[name] === undefined)
}

const forwarding = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via']

/** A list per family, because a block of IPv6 would match IPv4 addresses mapped into it. */
type Proxies = Readonly<Record<'ipv4' | 'ipv6', BlockList>>

function isTrusted(proxies: Proxies, address: string): boolean {
  const version = isIP(address)
  const family = version === 6 ? 'ipv6' : 'ipv4'
  return version !== 0 && proxies[family].check(address, family)
}

/** An IPv4 address mapped into IPv6 is the IPv4 address. */
function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}
