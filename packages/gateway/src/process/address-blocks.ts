// Sets of IP addresses: single IPv4 and IPv6 addresses and CIDR blocks. An IPv4-mapped IPv6 address (RFC 4291, section
// 2.5.5.2) counts as the IPv4 address in it, in any notation.
import { BlockList, isIP, isIPv4 } from 'node:net'

/** A set of addresses, ready for look-ups. */
export interface AddressBlocks {
  /** The entries as passed in, but with mapped addresses turned into IPv4. */
  readonly entries: readonly string[]
  has(address: string): boolean
}

/** Thrown for an entry that is not an address or block; the message explains why. */
export class InvalidAddress extends Error {
  override name = 'InvalidAddress'
}

/** Parses entries such as "192.0.2.7" and "2001:db8::/32"; throws an InvalidAddress. */
export function createAddressBlocks(addresses: readonly string[]): AddressBlocks {
  // one list per family: in a single list, an IPv6 block such as ::/0 would contain every IPv4 address as well
  const lists: Lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  const entries = addresses.map((entry) => addEntry(lists, entry))
  return { entries, has: (address) => isListed(lists, address) }
}

type Lists = Readonly<Record<'ipv4' | 'ipv6', BlockList>>

const mappedPrefixBits = 96

function isListed(lists: Lists, address: string): boolean {
  const plain = plainAddress(address)
  if (isIP(plain) === 0) return false
  const family = familyOf(plain)
  return lists[family].check(plain, family)
}

function addEntry(lists: Lists, entry: string): string {
  const [, original = '', prefixLength] = /^([0-9a-fA-F:.]{2,45})(?:\/(\d{1,3}))?$/.exec(entry) ?? []
  const address = unmapped(original)
  if (isIP(address) === 0) throw new InvalidAddress(`"${entry.slice(0, 60)}" is not an IP address or CIDR block`)
  const family = familyOf(address)
  if (prefixLength === undefined) {
    lists[family].addAddress(address, family)
    return address
  }
  const bits = Number(prefixLength) - (address === original ? 0 : mappedPrefixBits)
  if (bits < 0 || bits > (family === 'ipv4' ? 32 : 128))
    throw new InvalidAddress(`"${entry}" has a prefix length that its address cannot have`)
  lists[family].addSubnet(address, bits, family)
  return `${address}/${bits}`
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Returns the address without its zone ("fe80::1%eth0"), and without its mapping into IPv6. */
export function plainAddress(address: string): string {
  return address.includes(':') ? unmapped(address.replace(/%.*$/s, '')) : address
}

/** Returns the IPv4 address inside an IPv4-mapped IPv6 address in any notation, otherwise the address unchanged. */
function unmapped(address: string): string {
  if (!address.includes(':') || isIP(address) !== 6) return address
  // URL normalises every IPv6 address (RFC 5952, except that it writes the mapped part in hex)
  const [, high, low] =
    /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname) ?? []
  if (high === undefined || low === undefined) return address
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return bits.flatMap((part) => [part >> 8, part & 0xff]).join('.')
}
