// Recognises a call that comes back to the gateway because a provider's address leads to it. Outbound calls carry a
// token of the installation in a header. It works like `Via` (RFC 9110, section 7.6.3), but is not `Via`: servers
// compress less for declared proxies, and some refuse them.

export interface Hops {
  /** Returns the value for a call on behalf of a request: the request's own value, if any, plus the gateway's token. */
  after(received: ReceivedHops): string
  /** Reports whether a request has been through this gateway, or through too many gateways. */
  isLoop(received: ReceivedHops): boolean
}

export const hopHeader = 'x-gateway-hop'

/** The headers of a request, of which only one counts here. */
export type ReceivedHops = Readonly<Record<string, string | string[] | undefined>>

const mostHops = 10
const tokens = /^[\w-]{1,64}(?: *, *[\w-]{1,64}){0,9}$/

/** Creates the hops. `token` is the same in all processes of an installation, and reveals nothing else. */
export function createHops(token: string): Hops {
  return {
    after({ [hopHeader]: received }) {
      return received === undefined || !tokens.test(String(received)) ? token : `${received}, ${token}`
    },
    isLoop({ [hopHeader]: received }) {
      if (received === undefined) return false
      const hops = String(received).split(',', mostHops + 1)
      return hops.length > mostHops || hops.some((hop) => hop.trim() === token)
    },
  }
}
