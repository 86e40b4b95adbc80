// Host names under which the gateway serves the operator's pages, which need no key.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Creates the check of a request's Host header. A page of another site can have its own name resolve to the loopback
 * address (DNS rebinding) and read the responses it gets there, but it cannot choose one of these names: `localhost`
 * and names below it, IP addresses, and the host of `publicUrl`. An HTTP/1.0 request without a Host header does not
 * come from a browser.
 */
export function createIsOperatorHost(publicUrl: string): (request: IncomingMessage) => boolean {
  const publicHost = new URL(publicUrl).hostname
  return ({ headers: { host } }) => {
    if (host === undefined) return true
    const name = host.replace(/:\d*$/, '').toLowerCase()
    return name === publicHost || /^(?:.+\.)?localhost$/.test(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  }
}
