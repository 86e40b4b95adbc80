// The order in which a reference page shows the operations of an API: groups by the resource in their paths, and
// aliases inside the operation that they repeat.
import type { Api, Endpoint } from '#define'

interface NamedEndpoint {
  readonly id: string
  readonly endpoint: Endpoint
}
export interface OutlinedOperation extends NamedEndpoint {
  /** The same call at other addresses or in other versions. */
  readonly aliases: readonly NamedEndpoint[]
}
export interface OutlineGroup {
  /** Empty where an API has no groups. */
  readonly title: string
  readonly operations: readonly OutlinedOperation[]
}

const fewest = 6
const general = 'general'

/** Returns the groups in the order of their first operation. Every operation of the API occurs once. */
export function outlineOf({ endpoints, sockets }: Pick<Api, 'endpoints' | 'sockets'>): OutlineGroup[] {
  const all = Object.entries<Endpoint>({ ...endpoints, ...sockets }).map(([id, endpoint]) => ({ id, endpoint }))
  const byTarget = Map.groupBy(all, ({ endpoint }) => targetOf(endpoint, endpoints))
  const own = byTarget.get(undefined) ?? []
  const operations = own.map((one) => ({ ...one, aliases: byTarget.get(one.id) ?? [] }))
  const keys = groupKeys(own.map(({ endpoint }) => endpoint))
  const groups = Map.groupBy(operations, ({ endpoint }) => keys.get(endpoint) ?? general)
  if (groups.size === 1 || own.length < fewest) return [{ title: '', operations }]
  return [...groups].map(([key, members]) => ({ title: titleOf(key, members), operations: members }))
}

/**
 * Returns the operation inside which an alias is shown: one with the same contract, or the same path but for versions.
 */
function targetOf(endpoint: Endpoint, endpoints: Api['endpoints']): string | undefined {
  const seen = new Set<Endpoint>()
  let at = endpoint
  let found: string | undefined
  // an alias may repeat another alias
  while (at.alias !== undefined && !seen.has(at)) {
    seen.add(at)
    const target = endpoints[at.alias]
    if (!target || target.method !== at.method || !isRepeated(at, target)) break
    found = at.alias
    at = target
  }
  return at === endpoint || seen.has(at) ? undefined : found
}

function isRepeated(alias: Endpoint, target: Endpoint): boolean {
  return resourceOf(alias).join('/') === resourceOf(target).join('/') || contractOf(alias) === contractOf(target)
}

const contractOf = ({ params, body, returns }: Endpoint) => JSON.stringify([params, body, returns])

const version = /^(?:api|v\d+(?:alpha|beta)?|alpha|beta)$/

/** Returns the literal parts of the path, without versions and suffixes. */
function resourceOf({ path }: Endpoint): string[] {
  const parts = path.split('/').filter((part) => /^[^{*]/.test(part) && !version.test(part))
  return parts.map((part) => part.split('.', 1).join(''))
}

/** A larger group is divided by the next part of the path. */
const mostTogether = 10

/** Returns the key of each operation's group. An operation that would be alone belongs to `general`. */
function groupKeys(endpoints: readonly Endpoint[]): ReadonlyMap<Endpoint, string> {
  const keyAt = (endpoint: Endpoint, depth: number) => {
    const parts = resourceOf(endpoint)
    return singular(parts[Math.min(depth, parts.length - 1)] ?? general)
  }
  const first = new Map(endpoints.map((endpoint) => [endpoint, keyAt(endpoint, 0)]))
  const large = new Set([...byKey(first)].filter(([, members]) => members.length > mostTogether).map(([key]) => key))
  const next = new Map([...first].map(([one, key]) => [one, large.has(key) ? keyAt(one, 1) : key]))
  const sizes = byKey(next)
  const isAlone = (key: string) => sizes.get(key)?.length === 1
  const joined = new Map([...next].map(([one, key]) => [one, isAlone(key) ? (first.get(one) ?? key) : key]))
  const last = byKey(joined)
  return new Map([...joined].map(([one, key]) => [one, last.get(key)?.length === 1 ? general : key]))
}

function byKey(keys: ReadonlyMap<Endpoint, string>): Map<string, [Endpoint, string][]> {
  return Map.groupBy(keys, ([, key]) => key)
}

function singular(part: string): string {
  const word = part.toLowerCase().replaceAll('-', '_')
  return word
    .replace(/ies$/, 'y')
    .replace(/ches$/, 'ch')
    .replace(/([^s])s$/, '$1')
}

/** Returns the word of the paths behind the key, in the plural if any path has that. */
function titleOf(key: string, operations: readonly OutlinedOperation[]): string {
  const written = operations.flatMap(({ endpoint }) => resourceOf(endpoint)).filter((part) => singular(part) === key)
  const longest = written.reduce((best, part) => (part.length > best.length ? part : best), '')
  const words = (longest || key).replaceAll(/[-_]/g, ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
