// The e-mail addresses whose orders the operator approves before any rule (`whitelistedEmails`).
import { canonicalHash, type HashOf } from '../identity/hash.ts'
import type { Order } from '../order/order.ts'

type IsWhitelisted = (order: Pick<Order, 'email' | 'emailHash'>) => Promise<boolean>

/** Creates the whitelist from addresses and hashes in either form. Addresses are compared without regard to case. */
export function createWhitelist(listed: readonly string[], hashOf: HashOf): IsWhitelisted {
  const addresses = listed.filter((one) => one.includes('@'))
  const folded = new Set(addresses.map((address) => address.toLowerCase()))
  const hashes = new Set(listed.flatMap((one) => canonicalHash(one) ?? []))
  let addressHashes: Promise<ReadonlySet<string>> | undefined

  async function hashAddresses(): Promise<ReadonlySet<string>> {
    const computed = new Set<string>()
    for (const address of addresses) computed.add(await hashOf(address))
    return computed
  }

  return async ({ email, emailHash }) => {
    if (email !== undefined && folded.has(email.toLowerCase())) return true
    if (emailHash === undefined) return email !== undefined && hashes.size > 0 && hashes.has(await hashOf(email))
    const sent = canonicalHash(emailHash)
    if (sent === undefined) return false
    // cached here: a long list would exceed the cache of hashes
    addressHashes ??= hashAddresses()
    return hashes.has(sent) || (await addressHashes).has(sent)
  }
}
