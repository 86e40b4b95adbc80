// Asks the DNS whether a domain takes mail: by MX records, and without any by its address (SOURCES 7.4).
import { Resolver } from 'node:dns/promises'
import { domainToASCII } from 'node:url'
import { withTimeout } from '#provider'
import type { DnsSettings } from '../settings.ts'

/** `unknown` when the DNS did not answer in time. */
export type TakesMail = 'yes' | 'no' | 'unknown'

const mostRemembered = 10_000
const rememberedMs = 3_600_000
/** Further calls at the same time are not asked for. */
const mostAsked = 50
/** Codes of answers that say that there is no such record. */
const absent: readonly unknown[] = ['ENODATA', 'ENOTFOUND']

export function createMailDomains({ servers, timeoutMs }: DnsSettings, now: () => number) {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 })
  if (servers.length > 0) resolver.setServers(servers)
  const remembered = new Map<string, { readonly answer: TakesMail; readonly untilMs: number }>()
  let asked = 0

  async function ask(domain: string): Promise<TakesMail> {
    const exchanges = await orAbsent(resolver.resolveMx(domain))
    // a single exchange without a name says that there is none
    if (exchanges.length > 0) return exchanges.some(({ exchange }) => exchange !== '') ? 'yes' : 'no'
    if ((await orAbsent(resolver.resolve4(domain))).length > 0) return 'yes'
    return (await orAbsent(resolver.resolve6(domain))).length > 0 ? 'yes' : 'no'
  }

  return async (domain: string): Promise<TakesMail> => {
    const name = domainToASCII(domain)
    if (name === '') return 'no'
    const known = remembered.get(name)
    if (known && known.untilMs > now()) return known.answer
    if (asked >= mostAsked) return 'unknown'
    asked += 1
    try {
      const answer = await withTimeout(ask(name), timeoutMs, () => new Error('the DNS did not answer in time'))
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(name, { answer, untilMs: now() + rememberedMs })
      return answer
    } catch {
      return 'unknown'
    } finally {
      asked -= 1
    }
  }
}

async function orAbsent<T>(records: Promise<T[]>): Promise<T[]> {
  try {
    return await records
  } catch (error) {
    if (absent.includes(Reflect.get(Object(error), 'code'))) return []
    throw error
  }
}
