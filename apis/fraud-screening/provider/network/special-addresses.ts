// Addresses outside all countries: the special-purpose registries of the IANA (SOURCES 6.4).
import { BlockList, isIP } from 'node:net'

/** Reports whether an address is private, local, reserved or for documentation, IPv4 inside IPv6 included. */
export function isSpecial(ip: string): boolean {
  const family = isIP(ip)
  return family === 0 || special.check(ip, family === 4 ? 'ipv4' : 'ipv6')
}

const special = new BlockList()
for (const block of (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 ' +
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
).split(' ')) {
  const [address = '', bits] = block.split('/')
  special.addSubnet(address, Number(bits), 'ipv4')
}
for (const block of '::/127 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7 fe80::/10 ff00::/8'.split(
  ' ',
)) {
  const [address = '', bits] = block.split('/')
  special.addSubnet(address, Number(bits), 'ipv6')
}
