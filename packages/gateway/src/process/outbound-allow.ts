// The addresses beside public ones to which the gateway may send by itself (GATEHOUSE_OUTBOUND_ALLOW).
import { isIP } from 'node:net'
import { createAddressBlocks, InvalidAddress } from './address-blocks.ts'

export interface OutboundAllow {
  /** Reports whether a host is listed by its name or a suffix. */
  hasName(host: string): boolean
  /** Reports whether an address is listed, by itself or in a block. */
  hasAddress(address: string): boolean
}

const nameForm = /^\.?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** Parses `hooks.internal,.svc.cluster.local,10.0.0.0/8`; throws an InvalidAddress for anything else. */
export function createOutboundAllow(text: string): OutboundAllow {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
  const addresses = entries.filter((entry) => isIP(entry.split('/', 1).join()) !== 0)
  const names = entries.filter((entry) => !addresses.includes(entry))
  for (const name of names)
    if (!nameForm.test(name))
      throw new InvalidAddress(`"${name.slice(0, 60)}" is not a host, a suffix such as .internal, or an address`)
  const blocks = createAddressBlocks(addresses)
  return {
    hasName: (host) =>
      names.some((name) => host === name || (name.startsWith('.') && host.endsWith(name) && host.length > name.length)),
    hasAddress: (address) => blocks.has(address),
  }
}
