// The addresses a key may be used from: single IPv4 and IPv6 addresses and CIDR blocks.
import { BlockList, isIP, isIPv4 } from 'node:net'
import { fail } from '#define'

/** A validated list of addresses, ready for look-ups. */
export interface AddressList {
  readonly entries: readonly string[]
  has(address: string): boolean
}

const maxEntries = 100
const mappedPrefixBits = 96

/** Whether the caller may call from `address`. Where there is a list, it refuses whatever is not an IP address. */
export function allowsAddress(caller: { readonly addresses: AddressList | null }, address: string): boolean {
  return caller.addresses === null || caller.addresses.has(address)
}

/**
 * Parses untrusted addresses, e.g. ["192.0.2.7", "2001:db8::/32"]; null means no restriction. An IPv4-mapped IPv6
 * address (RFC 4291, section 2.5.5.2) counts as the IPv4 address in it. Fails with 'input.invalid'.
 */
export function readAddresses(value: unknown): AddressList | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value) || value.length === 0 || value.length > maxEntries)
    throw refusal(`addresses is a list of 1 to ${maxEntries} addresses, or null for no restriction`)
  // One list per family: in a single list, an IPv6 block such as ::/0 would contain every IPv4 address as well.
  const blocks: Blocks = { ipv4: new BlockList(), ipv6: new BlockList() }
  const entries = value.map((entry: unknown) => addEntry(blocks, entry))
  return { entries, has: (address) => isListed(blocks, address) }
}

interface Blocks {
  readonly ipv4: BlockList
  readonly ipv6: BlockList
}

function isListed(blocks: Blocks, address: string): boolean {
  // A link-local address may name its interface ("fe80::1%eth0"), which a list ignores.
  const plain = unmapped(address.replace(/%.*$/s, ''))
  if (isIP(plain) === 0) return false
  const family = isIPv4(plain) ? 'ipv4' : 'ipv6'
  return blocks[family].check(plain, family)
}

function addEntry(blocks: Blocks, entry: unknown): string {
  const input = typeof entry === 'string' ? entry : ''
  const [, original = '', prefixLength] = /^([0-9a-fA-F:.]{2,45})(?:\/(\d{1,3}))?$/.exec(input) ?? []
  const address = unmapped(original)
  if (isIP(address) === 0) throw refusal(`"${input.slice(0, 60)}" is not an IP address or CIDR block`)
  const width = isIPv4(address) ? 32 : 128
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  if (prefixLength === undefined) {
    blocks[family].addAddress(address, family)
    return address
  }
  const bits = Number(prefixLength) - (address === original ? 0 : mappedPrefixBits)
  if (bits < 0 || bits > width) throw refusal(`"${input}" has a prefix length that its address cannot have`)
  blocks[family].addSubnet(address, bits, family)
  return `${address}/${bits}`
}

/** The IPv4 address inside an IPv4-mapped IPv6 address in any notation, or else the address unchanged. */
function unmapped(address: string): string {
  if (!address.includes(':') || isIP(address) !== 6) return address
  // URL normalises every IPv6 address (RFC 5952, except that it writes the mapped part in hex).
  const [, high, low] =
    /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(new URL(`http://[${address}]`).hostname) ?? []
  if (high === undefined || low === undefined) return address
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return bits.flatMap((part) => [part >> 8, part & 0xff]).join('.')
}

function refusal(problems: string): Error {
  return fail('input.invalid', { problems })
}
