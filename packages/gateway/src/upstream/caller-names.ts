// Resolves host names in URLs from callers. The system's resolver has a few threads for the whole process, and its
// queries cannot be cancelled: names whose servers drop queries would hold up the calls to all providers. Here each
// name has its own resolver, which ends with its call, and an account can use a few at a time.
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

interface Asker {
  readonly account: string
  readonly signal: AbortSignal
}

export type Resolve = (host: string, asker: Asker) => Promise<readonly LookupAddress[]>

/** Thrown when an account resolves too many names at once. */
export class TooManyNames extends Error {
  override name = 'TooManyNames'
}

interface CallerNamesOptions {
  /** Name servers as `address:port`; defaults to the system's. */
  readonly servers?: readonly string[]
  /** The limit of names that one account resolves at the same time. */
  readonly perAccount?: number
}

const usualPerAccount = 8
/** Query timeout in milliseconds; the second try at a server waits twice as long. */
const questions = { timeout: 2000, tries: 2 }

/**
 * Creates the resolver of public names: it queries name servers only, and neither reads the hosts file nor adds a
 * search domain. It resolves with IPv4 addresses before IPv6 ones, or with an empty list. It rejects with TooManyNames,
 * or with the reason of a signal that is already aborted.
 */
export function createCallerNames({ servers, perAccount = usualPerAccount }: CallerNamesOptions = {}): Resolve {
  const underWay = new Map<string, number>()

  async function ask(host: string, signal: AbortSignal): Promise<LookupAddress[]> {
    signal.throwIfAborted()
    const resolver = new Resolver(questions)
    if (servers) resolver.setServers(servers)
    const cancel = () => resolver.cancel()
    signal.addEventListener('abort', cancel, { once: true })
    try {
      const answers = await Promise.all([
        addressesOf(4, resolver.resolve4(host)),
        addressesOf(6, resolver.resolve6(host)),
      ])
      return answers.flat()
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  }

  return async (host, { account, signal }) => {
    const before = underWay.get(account) ?? 0
    if (before >= perAccount) throw new TooManyNames()
    underWay.set(account, before + 1)
    try {
      return await ask(host, signal)
    } finally {
      const left = (underWay.get(account) ?? 1) - 1
      if (left > 0) underWay.set(account, left)
      else underWay.delete(account)
    }
  }
}

/**
 * Returns the addresses, or an empty list if the query failed: a name can have addresses of one family only, on servers
 * that know no other.
 */
async function addressesOf(family: 4 | 6, answer: Promise<string[]>): Promise<LookupAddress[]> {
  const addresses = await answer.catch(() => [])
  return addresses.map((address) => ({ address, family }))
}
