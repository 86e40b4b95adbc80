// The operator's file, `<data>/config/address-lookup.json`: the provider keys for accounts, with their balances and
// limits, and whether the DNS is queried. An invalid file prevents the start.
import { isIP } from 'node:net'

export interface KeySettings {
  readonly key: string
  /** Token that authorises the management of the key. */
  readonly userToken: string
  readonly name: string
  /** Initial balance of lookups. */
  readonly lookups: number
  readonly dailyLimit: number | null
  readonly monthlyLimit: number | null
  /** Daily limit of lookups for one network address. */
  readonly individualLimit: number | null
  /** Pages that can use the key; empty for all. */
  readonly allowedUrls: readonly string[]
  /** Number of days after which personal data is omitted from logs. */
  readonly redactDays: number
  /** Use of licensees in lookups. */
  readonly licensees: 'none' | 'optional' | 'required'
  /** Data sets and services that the key covers; null for all. */
  readonly datasets: readonly string[] | null
}

/** DNS queries for the domains of e-mail addresses. */
export interface DnsSettings {
  /** DNS servers with or without a port; empty for the system's. */
  readonly servers: readonly string[]
  /** Timeout for all queries about a domain. */
  readonly timeoutMs: number
}
export interface Settings {
  /** Keys; the first one serves calls without a key. */
  readonly keys: readonly KeySettings[]
  readonly emailDns: DnsSettings | undefined
}

/** The key of an account without a settings file. */
const exampleKey: KeySettings = {
  key: 'ak_example',
  userToken: 'uk_example',
  name: 'Example key',
  lookups: 100_000,
  dailyLimit: null,
  monthlyLimit: null,
  individualLimit: null,
  allowedUrls: [],
  redactDays: 28,
  licensees: 'optional',
  datasets: null,
}
const mostKeys = 100
const mostLookups = 2_000_000_000

const defaultDns: DnsSettings = { servers: [], timeoutMs: 2000 }
const longestDnsMs = 10_000

/** Parses the file. Throws an error that says what to correct. */
export function readSettings(config: unknown): Settings {
  if (config === undefined) return { keys: [exampleKey], emailDns: undefined }
  const { keys, emailDns, ...others } = membersOf(config, 'the file')
  refuseOthers(others, 'the file')
  return { keys: keys === undefined ? [exampleKey] : readKeys(keys), emailDns: readDns(emailDns) }
}

function readKeys(keys: unknown): readonly KeySettings[] {
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > mostKeys)
    throw wrong('keys', `must be a list of 1 to ${mostKeys} keys`)
  const read = keys.map((one, at) => readKey(one, `keys[${at}]`))
  if (new Set(read.map(({ key }) => key)).size < read.length) throw wrong('keys', 'name a key twice')
  return read
}

function readDns(value: unknown): DnsSettings | undefined {
  if (value === undefined || value === false) return undefined
  if (value === true) return defaultDns
  const { servers = [], timeoutMs = defaultDns.timeoutMs, ...others } = membersOf(value, 'emailDns')
  refuseOthers(others, 'emailDns')
  const isServer = (text: unknown): text is string =>
    typeof text === 'string' && (isIP(text) > 0 || isIP(text.replace(/^\[?([^\]]*)\]?:\d{1,5}$/, '$1')) > 0)
  if (!Array.isArray(servers) || servers.length > 10 || !servers.every(isServer))
    throw wrong('emailDns.servers', 'must be a list of IP addresses, each with or without a port')
  const ms = numberAt(timeoutMs, 'emailDns.timeoutMs')
  if (ms < 1 || ms > longestDnsMs) throw wrong('emailDns.timeoutMs', `must be from 1 to ${longestDnsMs}`)
  return { servers, timeoutMs: ms }
}

function readKey(value: unknown, at: string): KeySettings {
  const { key, userToken, name, lookups, dailyLimit, monthlyLimit, individualLimit, ...rest } = membersOf(value, at)
  const { allowedUrls = exampleKey.allowedUrls, redactDays, licensees = exampleKey.licensees, ...more } = rest
  const { datasets = null, ...others } = more
  refuseOthers(others, at)
  if (licensees !== 'none' && licensees !== 'optional' && licensees !== 'required')
    throw wrong(`${at}.licensees`, 'must be none, optional or required')
  if (!Array.isArray(allowedUrls)) throw wrong(`${at}.allowedUrls`, 'must be a list')
  return {
    key: textAt(key, `${at}.key`, /^\w{2,100}$/),
    userToken: textAt(userToken, `${at}.userToken`, /^\w{2,100}$/),
    name: textAt(name ?? exampleKey.name, `${at}.name`, /^.{1,100}$/),
    lookups: numberAt(lookups ?? exampleKey.lookups, `${at}.lookups`),
    dailyLimit: limitAt(dailyLimit, `${at}.dailyLimit`),
    monthlyLimit: limitAt(monthlyLimit, `${at}.monthlyLimit`),
    individualLimit: limitAt(individualLimit, `${at}.individualLimit`),
    allowedUrls: allowedUrls.map((url) => textAt(url, `${at}.allowedUrls`, /^\S{1,200}$/)),
    redactDays: numberAt(redactDays ?? exampleKey.redactDays, `${at}.redactDays`),
    licensees,
    datasets: datasets === null ? null : datasetsAt(datasets, `${at}.datasets`),
  }
}

function datasetsAt(value: unknown, at: string): readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 50) throw wrong(at, 'must be a list of data sets')
  return value.map((name) => textAt(name, at, /^[a-z]{2,20}$/))
}

function membersOf(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(at, 'must be an object')
  return { ...value }
}

function refuseOthers(others: object, at: string): void {
  const [other] = Object.keys(others)
  if (other !== undefined) throw wrong(at, `has the unknown member ${other}`)
}

function textAt(value: unknown, at: string, form: RegExp): string {
  if (typeof value === 'string' && form.test(value)) return value
  throw wrong(at, `must be a string of the form ${form.source}`)
}

function limitAt(value: unknown, at: string): number | null {
  return value === undefined || value === null ? null : numberAt(value, at)
}

function numberAt(value: unknown, at: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= mostLookups) return value
  throw wrong(at, `must be an integer from 0 to ${mostLookups}`)
}

function wrong(at: string, problem: string): Error {
  return new Error(`address-lookup.json: ${at} ${problem}`)
}
