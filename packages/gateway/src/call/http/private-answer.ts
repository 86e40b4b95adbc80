// Keeps responses to calls out of shared caches. The key of a call can be in any header or in the query, and only
// `Authorization` keeps a shared cache from storing the response (RFC 9111, section 3.5).

import { present } from '#define/present'
import { createLru } from '../../process/cache/lru.ts'

/**
 * Directives that are removed: they permit a shared cache to store the response, or are written again without their
 * list of fields.
 */
const replaced = new Set(['private', 'proxy-revalidate', 'public', 's-maxage'])

/**
 * Headers for the proxies between a provider and its callers, which the proxy in front of the gateway would obey: they
 * override `cache-control` (RFC 9213, nginx, Akamai), or name a file of the proxy to be sent.
 */
const forProxies =
  /^(?:(?:[\w-]+-)?cdn-cache-control|edge-control|surrogate-control|x-accel-(?:expires|redirect)|x-sendfile)$/

/** Reports whether a provider's header is meant for a proxy and not for callers. */
export function isForProxies(name: string): boolean {
  return forProxies.test(name)
}

/**
 * Makes the `cache-control` of a flat list of names and values forbid shared caches, whatever a provider permits.
 * Returns false if the list has no such header.
 */
export function keepPrivate(list: string[]): boolean {
  const first = indexOfCacheControl(list, 0)
  if (first < 0) return false
  let value = present(list[first + 1])
  for (let at = indexOfCacheControl(list, first + 2); at >= 0; at = indexOfCacheControl(list, at)) {
    value += `, ${list[at + 1]}`
    list.splice(at, 2)
  }
  list[first + 1] = privateValue(value)
  return true
}

const headerName = 'cache-control'

function indexOfCacheControl(list: readonly string[], from: number): number {
  for (let at = from; at < list.length; at += 2) {
    const name = present(list[at])
    if (name.length === headerName.length && name.toLowerCase() === headerName) return at
  }
  return -1
}

/** Cache of rewritten values; providers send the same few again and again. */
const knownValues = createLru<string, string>(200)
const longestKept = 200

function privateValue(value: string): string {
  const known = knownValues.get(value)
  if (known !== undefined) return known
  const made = makePrivate(value)
  if (value.length <= longestKept) knownValues.set(value, made)
  return made
}

/** Matches a value in which every quote is paired. */
const isPaired = /^[^"]*(?:"[^"]*"[^"]*)*$/
/** Matches the elements of a list whose commas can be quoted (RFC 9110, section 5.6). */
const elements = /(?:[^",]|"[^"]*")+/g
const directive = /^([\w!#$%&'*+.^`|~-]+)(?:=(?:[\w!#$%&'*+.^`|~-]+|"[^"]*"))?$/

/**
 * Keeps a value that already forbids shared caches; in any other, puts `private` before the directives that can stay.
 */
function makePrivate(value: string): string {
  if (!isPaired.test(value)) return 'private'
  const found = [...value.matchAll(elements)].map(([element]) => element.trim()).filter((element) => element !== '')
  const kept = found.filter((element) => {
    const name = directive.exec(element)?.[1]
    return name !== undefined && !replaced.has(name.toLowerCase())
  })
  const others = found.filter((element) => !kept.includes(element)).map((element) => element.toLowerCase())
  const names = kept.map((element) => element.toLowerCase())
  // a cache that knows `must-understand` ignores a `no-store` beside it
  const isForbidden = others.length > 0 || (names.includes('no-store') && !names.includes('must-understand'))
  return isForbidden && others.every((other) => other === 'private') ? value : ['private', ...kept].join(', ')
}
