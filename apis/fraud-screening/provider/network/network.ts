// Facts about an IP address from all databases, in one form: the files differ in content and in names (SOURCES 6.2).
import type { Log } from '#define'
import { continentOf } from '../checks/countries.ts'
import type { Databases } from './databases.ts'
import type { MmdbFile } from './mmdb-file.ts'
import { isSpecial } from './special-addresses.ts'
import { usageTypeOf } from './usage-type.ts'

export interface Network {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | undefined
  readonly region: string | undefined
  readonly city: string | undefined
  readonly latitude: number | undefined
  readonly longitude: number | undefined
  /** Name in the IANA time zone database. */
  readonly timeZone: string | undefined
  readonly isp: string | undefined
  readonly domain: string | undefined
  readonly mobileCountryCode: string | undefined
  readonly mobileNetworkCode: string | undefined
  /** The databases' own term: `Cable/DSL`, `Cellular`, `Corporate`, `Dialup`. */
  readonly connection: string | undefined
  /** The provider's own term (SOURCES 2.3). */
  readonly usageType: string | undefined
  /** True if it hides its user; undefined if the databases do not say. */
  readonly isProxy: boolean | undefined
  /** Name and date of the file with the country. */
  readonly source: string | undefined
}

/** Looks up an address in all databases; the first file with a fact wins. */
export function readNetwork(ip: string, { files }: Databases, log: Log): Network {
  // registries assign no country to private addresses, but an operator might have a file of internal networks
  const asked = isSpecial(ip) ? files.slice(0, -1) : files
  const records = asked.map((file) => ({ file, record: recordOf(file, ip, log) }))
  const first = <T>(read: (record: unknown) => T | undefined): T | undefined => {
    for (const { record } of records) {
      const value = record === undefined ? undefined : read(record)
      if (value !== undefined) return value
    }
    return undefined
  }
  const isp = first((record) => textIn(record, ...ispNames))
  const connection = first(
    (record) => textIn(record, 'connection_type') ?? textIn(at(record, 'traits'), 'connection_type'),
  )
  const userType = first((record) => textIn(record, 'user_type') ?? textIn(at(record, 'traits'), 'user_type'))
  const isHosting = first((record) => flagIn(record, 'is_hosting_provider'))
  const mobileCountryCode = first((record) => textIn(record, 'mobile_country_code'))
  return {
    isp,
    connection,
    mobileCountryCode,
    country: first(countryIn),
    region: first((record) => nameIn(at(record, 'subdivisions', 0)) ?? textIn(record, 'state1')),
    city: first((record) => nameIn(at(record, 'city')) ?? textIn(record, 'city')),
    latitude: first((record) => degreesIn(record, 'latitude', 90)),
    longitude: first((record) => degreesIn(record, 'longitude', 180)),
    timeZone: first((record) => textIn(at(record, 'location'), 'time_zone') ?? textIn(record, 'timezone')),
    domain: first((record) => textIn(record, 'domain')),
    mobileNetworkCode: first((record) => textIn(record, 'mobile_network_code')),
    usageType: usageTypeOf({ userType, connection, isp, isHosting, isMobile: mobileCountryCode !== undefined }),
    isProxy: first(proxyIn),
    source: sourceOf(records.find(({ record }) => countryIn(record) !== undefined)?.file),
  }
}

const ispNames = ['isp', 'organization', 'autonomous_system_organization', 'as_name', 'as_organization'] as const

const sourceOf = (file: MmdbFile | undefined) => file && `${file.name.replace(/\.mmdb$/, '')} ${file.built}`

function recordOf(file: MmdbFile, ip: string, log: Log): unknown {
  try {
    return file.get(ip)
  } catch (error) {
    log.warn('a record of an IP database is damaged', { problem: error instanceof Error ? error.message : '' })
    return undefined
  }
}

function countryIn(record: unknown): string | undefined {
  const code = textIn(at(record, 'country'), 'iso_code') ?? textIn(record, 'country_code', 'country')
  return code !== undefined && continentOf(code) !== undefined ? code : undefined
}

function degreesIn(record: unknown, name: string, most: number): number | undefined {
  const value = at(at(record, 'location'), name) ?? at(record, name)
  const degrees = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof degrees === 'number' && Math.abs(degrees) <= most ? degrees : undefined
}

/** Reads the proxy flags. A database of anonymous addresses has only true flags, so other records mean unknown. */
function proxyIn(record: unknown): boolean | undefined {
  const names = ['is_anonymous', 'is_anonymous_vpn', 'is_anonymous_proxy', 'is_public_proxy', 'is_tor_exit_node']
  const isAny = (holder: unknown) => names.some((name) => flagIn(holder, name))
  return isAny(record) || isAny(at(record, 'traits')) ? true : undefined
}

function flagIn(record: unknown, name: string): true | undefined {
  return at(record, name) === true ? true : undefined
}

const nameIn = (record: unknown) => textIn(at(record, 'names'), 'en')

const maxLength = 200

function textIn(record: unknown, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = at(record, name)
    if (typeof value === 'string' && value !== '') return value.slice(0, maxLength)
  }
  return undefined
}

/** Returns a nested member of a record from a file; undefined if any step is missing. */
function at(record: unknown, ...path: readonly (string | number)[]): unknown {
  let value = record
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = new Map<string | number, unknown>(Object.entries(value)).get(String(name))
  }
  return value
}
