// Refuses requests that a page of another site makes through the browser of someone on this machine (DNS rebinding).
import type { IncomingMessage } from 'node:http'
import { createIsOperatorHost } from '../call/http/operator-host.ts'

/**
 * Creates the check: the Host must belong to the gateway, and a calling page must come from the host it calls or from
 * `publicUrl`. Programs send no Origin.
 */
export function createIsOwnSite(publicUrl: string): (request: IncomingMessage) => boolean {
  const isOwnHost = createIsOperatorHost(publicUrl)
  const { origin: publicOrigin } = new URL(publicUrl)
  return (request) => {
    if (!isOwnHost(request)) return false
    const { origin, host } = request.headers
    if (origin === undefined || origin === publicOrigin) return true
    return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`)
  }
}
