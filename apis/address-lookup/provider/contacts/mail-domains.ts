// Checks by DNS whether a domain accepts mail: by MX records or, if there are none, by its address (SOURCES 7.4).
import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import { withTimeout } from '#provider'
import type { DnsSettings } from '../settings.ts'

/** Result of the query; `unknown` if the DNS did not respond in time. */
export type TakesMail = 'yes' | 'no' | 'unknown'

const mostRemembered = 10_000
const rememberedMs = 3_600_000
/** Limits of concurrent queries, for all accounts and for one. */
const mostAsked = { ofAll: 50, ofOne: 10 }
/** DNS error codes for a missing record. */
const absent: readonly unknown[] = ['ENODATA', 'ENOTFOUND']

export function createMailDomains({ servers, timeoutMs }: DnsSettings, now: () => number) {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers.length > 0) resolver.setServers(servers)
  const remembered = new Map<string, { readonly answer: TakesMail; readonly untilMs: number }>()
  /** Number of pending queries by account. */
  const asked = new Map<string, number>()

  async function ask(domain: string): Promise<TakesMail> {
    const exchanges = await orAbsent(resolver.resolveMx(domain))
    // a single exchange without a name means that the domain accepts no mail
    if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '') ? 'yes' : 'no'
    if ((await orAbsent(resolver.resolve4(domain))).length > 0) return 'yes'
    return (await orAbsent(resolver.resolve6(domain))).length > 0 ? 'yes' : 'no'
  }

  return async (domain: string, account: string): Promise<TakesMail> => {
    const name = domainToASCII(domain)
    if (name === '') return 'no'
    const known = remembered.get(name)
    if (known && known.untilMs > now()) return known.answer
    const own = asked.get(account) ?? 0
    const all = asked.values().reduce((sum, count) => sum + count, 0)
    if (own >= mostAsked.ofOne || all >= mostAsked.ofAll) return 'unknown'
    asked.set(account, own + 1)
    try {
      const answer = await withTimeout(ask(name), timeoutMs, () => new Error('the DNS did not answer in time'))
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(name, { answer, untilMs: now() + rememberedMs })
      return answer
    } catch {
      return 'unknown'
    } finally {
      const left = (asked.get(account) ?? 1) - 1
      if (left > 0) asked.set(account, left)
      else asked.delete(account)
    }
  }
}

async function orAbsent<T>(records: Promise<T[]>): Promise<T[]> {
  try {
    return await records
  } catch (error) {
    if (error instanceof Error && 'code' in error && absent.some((code) => code === error.code)) return []
    throw error
  }
}
