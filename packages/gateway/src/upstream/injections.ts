// What a stored key puts into a request: each place of its declaration, with the value as it is written there.
import { fail } from '#define'
import type { KeyPlace, OwnKey } from '#define/reflect'
import { type KeyParts, partsOf, tokenOf } from '../account/vault/key-parts.ts'
import { refuseUnsafe, reveal, type Secret } from '../process/secret.ts'

/** The values of a key, ready to be sent. */
export interface Injections {
  /** Headers as alternating names and values, without cookies. */
  readonly headers: readonly string[]
  /** Headers from which the provider reads a key, where only an inserted one may be. */
  readonly headerNames: ReadonlySet<string>
  /** Encoded pairs of the query. */
  readonly query: readonly string[]
  readonly queryNames: ReadonlySet<string>
  /** Encoded values of placeholders. */
  readonly path: ReadonlyMap<string, string>
  /** Pairs of the cookie header. */
  readonly cookies: readonly string[]
}

/** Cache of earlier results by key and declaration: neither changes, so no key is checked twice. */
const known = new WeakMap<Secret, WeakMap<OwnKey, Injections>>()

/**
 * Returns the additions of a key to the requests of an endpoint. Checks every value again before it is sent; it was
 * also checked when it was stored (docs/architecture.md, outbound rule 10). Fails with 'provider_key.refused', and with
 * 'provider_key.incomplete' if the key was stored for an earlier declaration.
 */
export function injectionsOf(key: Secret, auth: OwnKey, title: string): Injections {
  const ofKey = known.get(key) ?? new WeakMap<OwnKey, Injections>()
  const earlier = ofKey.get(auth)
  if (earlier) return earlier
  const injections = inject(auth, valuesOf(key, title))
  known.set(key, ofKey.set(auth, injections))
  return injections
}

function inject({ places, also }: OwnKey, valueAt: (place: KeyPlace) => string): Injections {
  const headers: string[] = []
  const headerNames = new Set(also)
  const query: string[] = []
  const queryNames = new Set<string>()
  const path = new Map<string, string>()
  const cookies: string[] = []
  for (const place of places) {
    const { name } = place
    const value = valueAt(place)
    if (place.in === 'header') {
      headers.push(name, value)
      headerNames.add(name)
    } else if (place.in === 'query') {
      query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
      queryNames.add(name)
    } else if (place.in === 'path') path.set(name, encodeURIComponent(value))
    else cookies.push(`${name}=${value}`)
  }
  return { headers, headerNames, query, queryNames, path, cookies }
}

/** Returns a function from a place to its value there, checked. */
function valuesOf(key: Secret, title: string): (place: KeyPlace) => string {
  const parts = partsOf(key)
  return (place) => {
    const text = textFor(place, key, parts)
    if (text === undefined) {
      const lacks = typeof place.from === 'object' ? place.from.part : place.from
      throw fail('provider_key.incomplete', { api: title, lacks })
    }
    checkText(text, place)
    return place.prefix + (place.basic ? Buffer.from(text).toString('base64') : text)
  }
}

function textFor({ from }: KeyPlace, key: Secret, parts: KeyParts | undefined): string | undefined {
  if (from === 'key') return parts ? undefined : reveal(key)
  if (!parts) return undefined
  return from === 'token' ? tokenOf(parts) : parts.get(from.part)
}

/** Fails with 'provider_key.refused' if the text cannot be in that place. A header holds only Latin-1. */
function checkText(text: string, place: KeyPlace): void {
  try {
    refuseUnsafe(text)
  } catch {
    throw fail('provider_key.refused', {}, { note: 'the key contains a control character' })
  }
  if ((place.in === 'header' || place.in === 'cookie') && !place.basic && /[^\x20-\xff]/.test(text))
    throw fail('provider_key.refused', {}, { note: 'the key does not fit into a header' })
  if (place.in === 'cookie' && text.includes(';'))
    throw fail('provider_key.refused', {}, { note: 'the key does not fit into a cookie' })
}
