// Lookups in the operator's imported lists. A list that was never imported yields undefined.
import { isIPv4 } from 'node:net'
import type { BinRecord } from '../checks/card.ts'
import type { Place } from '../checks/distance.ts'
import { foldedAddress } from '../checks/folding.ts'
import type { Db } from '../history/store.ts'
import type { Address } from '../order/order.ts'
import { sampleCity } from './cities.ts'

const listKinds = ['bin', 'proxy', 'forwarder', 'city'] as const
export type ListKind = (typeof listKinds)[number]

export interface Lists {
  bin(bin: string): Promise<BinRecord | undefined>
  /** Undefined without an imported list. */
  isProxy(ip: string): Promise<boolean | undefined>
  isForwarder(address: Address): Promise<boolean | undefined>
  /** Looks a city up in the import, else in the sample. */
  city(keys: readonly string[]): Promise<{ readonly place: Place; readonly isSample: boolean } | undefined>
  /** Drops the cached ids of published imports. */
  refresh(): void
}

const knownForMs = 60_000

export function createLists(db: Db, now: () => number): Lists {
  let known: { readonly readMs: number; readonly batches: Promise<ReadonlyMap<string, string>> } | undefined

  /** Returns the published import of a kind; undefined if there is no complete one. */
  async function batchOf(kind: ListKind): Promise<string | undefined> {
    if (!known || Math.abs(now() - known.readMs) > knownForMs) known = { readMs: now(), batches: readBatches(db) }
    return (await known.batches).get(kind)
  }
  /** Returns the value of the first key that the list has. */
  async function find(kind: ListKind, keys: readonly string[]): Promise<unknown> {
    const batch = await batchOf(kind)
    if (batch === undefined) return undefined
    const rows = await db
      .selectFrom('fraud_screening_lists')
      .select(['key', 'value'])
      .where('kind', '=', kind)
      .where('batch', '=', batch)
      .where('key', 'in', [...keys])
      .execute()
    const values = new Map(rows.map(({ key, value }) => [key, value]))
    const value = keys.map((key) => values.get(key)).find((one) => one !== undefined)
    return value === undefined ? undefined : JSON.parse(value)
  }
  const has = async (kind: ListKind) => (await batchOf(kind)) !== undefined

  return {
    async bin(bin) {
      const record = await find('bin', prefixesOf(bin))
      return record === undefined ? undefined : binRecordOf(record)
    },
    isProxy: async (ip) => ((await has('proxy')) ? (await find('proxy', networksOf(ip))) !== undefined : undefined),
    async isForwarder(address) {
      const key = forwarderKey(address)
      if (key === undefined || !(await has('forwarder'))) return undefined
      return (await find('forwarder', [key])) !== undefined
    },
    async city(keys) {
      const found = placeOf(await find('city', keys))
      if (found) return { place: found, isSample: false }
      const sample = (await has('city')) ? undefined : sampleCity(keys.at(-1) ?? '')
      return sample && { place: sample, isSample: true }
    },
    refresh() {
      known = undefined
    },
  }
}

async function readBatches(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('fraud_screening_imports').selectAll().execute()
  return new Map(rows.map(({ kind, batch }) => [kind, batch]))
}

/** Returns prefixes, longest first: lists have numbers of six to nine digits. */
function prefixesOf(bin: string): string[] {
  return Array.from({ length: bin.length - 5 }, (_none, at) => bin.slice(0, bin.length - at))
}

/** Returns the networks that could list an address: from the address itself to a /8, in IPv6 from /128 to /16. */
export function networksOf(ip: string): string[] {
  const [longest, shortest] = isIPv4(ip) ? [32, 8] : [128, 16]
  return Array.from({ length: longest - shortest + 1 }, (_none, at) => networkKey(ip, longest - at))
}

/** Returns the first address of a network and its length, such as `192.0.2.0/24`. */
export function networkKey(ip: string, length: number): string {
  const bits = isIPv4(ip) ? 32 : 128
  const shift = BigInt(bits - length)
  const first = (numberOf(ip) >> shift) << shift
  return `${first.toString(16).padStart(bits / 4, '0')}/${length}`
}

function numberOf(ip: string): bigint {
  if (isIPv4(ip)) return ip.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
  const [left = '', right] = ip.replace(/(?<!\d)\d+\.\d+\.\d+\.\d+$/, hexGroups).split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(left), groups(right ?? '')]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}

/** Expands the last 32 bits of an IPv6 address if they are written like an IPv4 address (RFC 4291, 2.2). */
function hexGroups(ip: string): string {
  const value = numberOf(ip)
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`
}

/** Returns street and postal code, normalised for comparison; undefined unless both are present. */
export function forwarderKey({
  street,
  zip,
  country,
}: Pick<Address, 'street' | 'zip' | 'country'>): string | undefined {
  if (street === undefined || zip === undefined) return undefined
  return `${country ?? ''} ${foldedAddress(zip)} ${foldedAddress(street)}`
}

function binRecordOf(value: unknown): BinRecord {
  const { country, prepaid } = Object(value)
  return {
    ...(typeof country === 'string' ? { country } : {}),
    ...(typeof prepaid === 'boolean' ? { prepaid } : {}),
  }
}

function placeOf(value: unknown): Place | undefined {
  const { latitude, longitude } = Object(value)
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
}
