// Validates e-mail addresses by syntax, by lists, and by the DNS if allowed. The existence of a mailbox is not checked.
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { addressError } from '../errors.ts'
import type { TakesMail } from './mail-domains.ts'

const longest = 320
/** Minimum length of a domain for suggestions; shorter domains resemble too many others. */
const shortestDomain = 5

/** Mail services with open registration, most used first (SOURCES 7.2). */
const freeDomains = (
  'gmail.com yahoo.com hotmail.com outlook.com icloud.com aol.com live.com msn.com proton.me protonmail.com gmx.com ' +
  'googlemail.com hotmail.co.uk yahoo.co.uk outlook.co.uk live.co.uk btinternet.com sky.com virginmedia.com talktalk.net ' +
  'ntlworld.com mail.com zoho.com fastmail.com me.com mac.com ymail.com rocketmail.com gmx.de web.de orange.fr ' +
  'laposte.net libero.it wp.pl seznam.cz mail.ru yandex.com qq.com 163.com naver.com tutanota.com hey.com'
).split(' ')
/** Local parts that denote a function, not a person (RFC 2142 and custom). */
const roles = new Set(
  (
    'abuse accounts admin administrator billing careers contact customerservice dev enquiries feedback finance ftp ' +
    'hello help helpdesk hostmaster hr info jobs legal mail marketing media news newsletter noc noreply no-reply office ' +
    'orders postmaster press privacy recruitment root sales security service spam support sysadmin team usenet uucp ' +
    'webmaster www'
  ).split(' '),
)

let disposable: ReadonlySet<string> | undefined

/**
 * Validates an address by syntax and lists; `takesMail` queries the domain, if the operator allows it. `deliverable`
 * then means that the domain accepts mail: the mailbox is not checked. Throws 40017 for an address that is too long.
 */
export async function validateEmail(text: string, takesMail?: (domain: string) => Promise<TakesMail>) {
  if (text.length > longest) throw addressError(40017)
  const address = text.trim().toLowerCase()
  const [local, domain] = partsOf(address)
  if (local === undefined || domain === undefined)
    return verdict(false, { disposable: false, free: false, role: false, suggestions: [] })
  disposable ??= disposableEmailBlocklistSet()
  const facts = {
    disposable: parentsOf(domain).some((parent) => disposable?.has(parent)),
    free: freeDomains.includes(domain),
    role: roles.has(local),
    suggestions: suggestionsFor(domain).map((better) => `${local}@${better}`),
  }
  if (!canReceive(domain)) return verdict(false, facts)
  const answer = (await takesMail?.(domain)) ?? 'unknown'
  return answer === 'unknown' ? unknown(facts) : verdict(answer === 'yes', facts)
}

interface Facts {
  readonly disposable: boolean
  readonly free: boolean
  readonly role: boolean
  readonly suggestions: string[]
}

function verdict(deliverable: boolean, { suggestions, ...flags }: Facts) {
  return {
    result: deliverable ? 'deliverable' : 'not_deliverable',
    deliverable,
    ...flags,
    catchall: false,
    suggestions,
  }
}

/** Returns the result for an unqueried address: the lists still judge its domain and local part. */
function unknown({ suggestions, ...flags }: Facts) {
  return { result: 'unknown', deliverable: null, ...flags, catchall: null, suggestions }
}

/** Splits an address in the common form of RFC 5321: a dot-string and a host name. */
function partsOf(address: string): [local?: string, domain?: string] {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1)]
  const isLocal =
    local.length <= 64 && /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local)
  const label = /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u
  const labels = domain.split('.')
  const isHost = domain.length <= 253 && labels.length > 1 && labels.every((one) => label.test(one))
  return isLocal && isHost && !/^\d+$/.test(labels.at(-1) ?? '') ? [local, domain] : []
}

/** True unless the domain is below a reserved name (RFC 2606, 2; RFC 6761). */
function canReceive(domain: string): boolean {
  const top = domain.slice(domain.lastIndexOf('.') + 1)
  return !['example', 'invalid', 'localhost', 'test', 'onion'].includes(top)
}

function parentsOf(domain: string): string[] {
  const labels = domain.split('.').slice(-6)
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'))
}

/** Returns common domains of which this one is a likely misspelling. */
function suggestionsFor(domain: string): string[] {
  if (domain.length < shortestDomain || freeDomains.includes(domain)) return []
  return freeDomains.filter((known) => isOneEditFrom(domain, known)).slice(0, 3)
}

/** True if one letter is missing, added, replaced or swapped with its neighbour. */
function isOneEditFrom(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  const [restA, restB] = [a.slice(at), b.slice(at)]
  const isSwapped = restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
  return restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB || isSwapped
}
