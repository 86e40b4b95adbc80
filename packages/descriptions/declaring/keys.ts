// How keys are sent: one alternative of the document's requirements is chosen for the whole listing, since an account
// stores one key for it.

import { keyless, ownKey } from '#define'
import { type Auth, type KeyPlace, keyPlace } from '#define/reflect'
import type { Description, KeyScheme, Operation } from '../description.ts'
import { DescriptionRefused } from '../refused.ts'

/** The places in which the keys of a listing are sent. */
interface KeyPlan {
  /** The rule for operations without one of their own. */
  readonly auth: Auth
  /** The names of the schemes whose keys are stored; empty without a key. */
  readonly schemes: readonly string[]
  /** Returns how an operation differs, and what it lacks if its requirement cannot be met. */
  of(operation: Operation): OperationKeys
}
export interface OperationKeys {
  readonly auth: Auth | undefined
  /** The schemes that the operation needs beside the stored ones. */
  readonly lacks: readonly string[]
}

/** Plans the keys. `chosen` names the schemes of an alternative; throws DescriptionRefused if there is none. */
export function keyPlanOf(description: Description, chosen?: readonly string[]): KeyPlan {
  const schemes = chosen ? named(description, chosen) : usual(description)
  const distinct = distinctOf(schemes, description)
  const places = new Map(distinct.map((name) => [name, placeOf(name, description, distinct)]))
  const isDemanded = description.operations.some(({ security }) => isMetBy(security, schemes) && !isOptional(security))
  const auth = authOf(schemes, { description, places, optional: !isDemanded })
  const parts = new Map<string, Auth>()
  return {
    auth,
    schemes: distinct,
    of({ security }) {
      if (schemes.length === 0)
        return { auth: undefined, lacks: security.some((names) => names.length === 0) ? [] : (security.at(0) ?? []) }
      if (security.length === 0) return { auth: isDemanded ? keyless : undefined, lacks: [] }
      const met = security.find((names) => names.length > 0 && names.every((name) => schemes.includes(name)))
      const optional = isOptional(security)
      if (!met) {
        const [first = []] = security.filter((names) => names.length > 0)
        return { auth: keyless, lacks: optional ? [] : first.filter((name) => !schemes.includes(name)) }
      }
      if (met.length === schemes.length && optional === !isDemanded) return { auth: undefined, lacks: [] }
      const key = JSON.stringify([met, optional])
      const known = parts.get(key) ?? authOf(met, { description, places, optional })
      parts.set(key, known)
      return { auth: known, lacks: [] }
    },
  }
}

/** Leaves out schemes that send their key where another one does. */
function distinctOf(schemes: readonly string[], { keys }: Description): readonly string[] {
  const seen = new Set<string>()
  return schemes.filter((name) => {
    const scheme = keys[name]
    const place = scheme?.kind === 'apiKey' ? `${scheme.in} ${scheme.name.toLowerCase()}` : name
    return !seen.has(place) && seen.add(place)
  })
}

type Security = Operation['security']

const isOptional = (security: Security) => security.length === 0 || security.some((names) => names.length === 0)
const isMetBy = (security: Security, schemes: readonly string[]) =>
  security.some((names) => names.length > 0 && names.every((name) => schemes.includes(name)))

function named({ keys }: Description, chosen: readonly string[]): readonly string[] {
  for (const name of chosen) {
    if (Object.hasOwn(keys, name) && isKeepable(keys[name])) continue
    const known = Object.keys(keys).filter((one) => isKeepable(keys[one]))
    const choice = known.length > 0 ? `It may be ${known.join(', ')}.` : 'The document has none that can be kept.'
    throw new DescriptionRefused('/components/securitySchemes', `There is no key ${name}. ${choice}`)
  }
  return chosen
}

/** Returns the alternative that most operations accept as their first that can be kept. */
function usual({ keys, operations }: Description): readonly string[] {
  const votes = new Map<string, { readonly names: readonly string[]; count: number }>()
  for (const { security } of operations) {
    const names = security.find((one) => one.length > 0 && one.every((name) => isKeepable(keys[name])))
    if (!names) continue
    const key = JSON.stringify(names)
    const vote = votes.get(key)
    if (vote) vote.count++
    else votes.set(key, { names, count: 1 })
  }
  const most = [...votes.values()].reduce<{ names: readonly string[]; count: number } | undefined>(
    (best, vote) => (best && best.count >= vote.count ? best : vote),
    undefined,
  )
  if (most) return most.names
  // some documents declare how a key is sent and forget to require it
  const isForgotten = operations.every(({ security }) => security.length === 0)
  return isForgotten
    ? Object.keys(keys)
        .filter((name) => isKeepable(keys[name]))
        .slice(0, 1)
    : []
}

function isKeepable(scheme: KeyScheme | undefined): boolean {
  return scheme !== undefined && scheme.kind !== 'unsupported'
}

interface Context {
  readonly description: Description
  readonly places: ReadonlyMap<string, KeyPlace>
  readonly optional: boolean
}

function authOf(schemes: readonly string[], { description, places, optional }: Context): Auth {
  const used = schemes.flatMap((name) => places.get(name) ?? [])
  if (used.length === 0) return keyless
  const token = schemes
    .map((name) => tokenOf(description.keys[name], description.base))
    .find((one) => one !== undefined)
  return ownKey.several(used, { optional, ...(token ? { token } : {}) })
}

/** Returns the place of a scheme: the whole stored key if it is the only one, otherwise a part of its own. */
function placeOf(name: string, { keys, base }: Description, schemes: readonly string[]): KeyPlace {
  const scheme = keys[name]
  const source = schemes.length === 1 ? 'key' : { part: partName(name, keys, schemes) }
  if (scheme?.kind === 'apiKey') return keyPlace[scheme.in](scheme.name, source)
  if (scheme?.kind === 'basic') return keyPlace.basic(source)
  const isToken = tokenOf(scheme, base) !== undefined
  return keyPlace.header('authorization', isToken ? 'token' : source, 'Bearer ')
}

/** Names a part by the header or parameter that it goes to, as people know it; by its scheme if that is not unique. */
function partName(name: string, keys: Description['keys'], schemes: readonly string[]): string {
  const nameOf = (one: string) => {
    const scheme = keys[one]
    return scheme?.kind === 'apiKey' ? scheme.name : one
  }
  const own = nameOf(name)
  return schemes.filter((one) => nameOf(one) === own).length === 1 ? own : name
}

interface Token {
  readonly url: string
  readonly scopes: readonly string[]
}

/** Returns where tokens come from, if the scheme has client credentials with an address. */
function tokenOf(scheme: KeyScheme | undefined, base: string | undefined): Token | undefined {
  if (scheme?.kind !== 'oauth2') return undefined
  const { tokenUrl: written, chosen = [] } = scheme.flows.find(({ flow }) => flow === 'clientCredentials') ?? {}
  if (written === undefined || !URL.canParse(written, base)) return undefined
  const url = new URL(written, base)
  const isPlain = url.username === '' && url.password === '' && url.hash === ''
  return isPlain && (url.protocol === 'https:' || url.protocol === 'http:')
    ? { url: url.href, scopes: chosen }
    : undefined
}

/** Returns how a key is sent, in words for people. */
export function placeInWords({ in: place, name, prefix, basic }: KeyPlace): string {
  if (basic) return 'user:password in the Authorization header (Basic)'
  const shown = prefix === '' ? '' : ` after "${prefix.trim()}"`
  return place === 'query' ? `the query parameter ${name}` : `the ${place} ${name}${shown}`
}
