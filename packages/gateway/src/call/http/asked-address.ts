// The address at which a caller reaches the gateway, as far as its Host header can be trusted. Documents that callers
// keep elsewhere contain it.
import type { IncomingMessage } from 'node:http'
import { createIsOperatorHost } from './operator-host.ts'

/**
 * Creates the reader of a request's address, such as `http://192.168.1.5:8787`; it returns undefined for a host name
 * that does not belong to the gateway. The host of `publicUrl` has its scheme, whatever the proxy in front; the others
 * are answered without a proxy, over http.
 */
export function createAskedAddress(publicUrl: string): (request: IncomingMessage) => string | undefined {
  const isOwnHost = createIsOperatorHost(publicUrl)
  const own = new URL(publicUrl)
  return (request) => {
    const { host } = request.headers
    if (host === undefined || !isOwnHost(request)) return undefined
    const name = host.replace(/:\d*$/, '').toLowerCase()
    const address = URL.parse(`${name === own.hostname ? own.protocol : 'http:'}//${host}`)
    // a header with more than a host is not an address
    return address?.hostname === name && address.pathname === '/' ? address.origin : undefined
  }
}
