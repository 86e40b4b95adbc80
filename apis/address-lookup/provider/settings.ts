// The operator's file, `<data>/config/address-lookup.json`: the keys of the provider that accounts may use, with their
// balances and limits. A mistake in it refuses the start.

export interface KeySettings {
  readonly key: string
  /** The token that opens the management of the key. */
  readonly userToken: string
  readonly name: string
  /** Lookups that it begins with. */
  readonly lookups: number
  readonly dailyLimit: number | null
  readonly monthlyLimit: number | null
  /** Lookups of one address on the network per day. */
  readonly individualLimit: number | null
  /** Pages that may use it; every one when empty. */
  readonly allowedUrls: readonly string[]
  /** Personal data is left out of logs after so many days. */
  readonly redactDays: number
  /** Whether lookups name a licensee. */
  readonly licensees: 'none' | 'optional' | 'required'
}

/** What an account may use while there is no file. */
const exampleKey: KeySettings = {
  ...{ key: 'ak_example', userToken: 'uk_example', name: 'Example key', lookups: 100_000, dailyLimit: null },
  ...{ monthlyLimit: null, individualLimit: null, allowedUrls: [], redactDays: 28, licensees: 'optional' },
}
const mostKeys = 100
const mostLookups = 2_000_000_000

/** The keys in the file, already parsed; the first one serves calls without a key. Throws what to correct. */
export function readSettings(config: unknown): readonly KeySettings[] {
  if (config === undefined) return [exampleKey]
  const { keys, ...others } = membersOf(config, 'the file')
  refuseOthers(others, 'the file')
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > mostKeys)
    throw wrong('keys', `must be a list of 1 to ${mostKeys} keys`)
  const read = keys.map((one, at) => readKey(one, `keys[${at}]`))
  if (new Set(read.map(({ key }) => key)).size < read.length) throw wrong('keys', 'name a key twice')
  return read
}

function readKey(value: unknown, at: string): KeySettings {
  const { key, userToken, name, lookups, dailyLimit, monthlyLimit, individualLimit, ...rest } = membersOf(value, at)
  const { allowedUrls = exampleKey.allowedUrls, redactDays, licensees = exampleKey.licensees, ...others } = rest
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
  }
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
