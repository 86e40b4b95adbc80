// Tells public addresses from all others, for URLs that callers name (docs/architecture.md, outbound rule 9).
import { BlockList, isIP } from 'node:net'

/** Reports whether an address is globally reachable unicast; IPv4 inside IPv6 never counts. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

/**
 * Networks of IPv4 that are not globally reachable by the IANA special-purpose address registries (RFC 6890 and
 * updates), and the host agent of Azure.
 */
const special = new BlockList()
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special.addSubnet(address, bits, 'ipv4')

const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const special6 = new BlockList()
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special6.addSubnet(address, bits, 'ipv6')
