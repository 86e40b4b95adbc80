// What of a request decides which recorded answer is its own: declared parameters, typed, and digests of the rest. Keys
// are left out, wherever they stand.
import { present } from '#define/present'
import type { Auth } from '#define/reflect'
import { paramInfoOf } from '#define/reflect'
import { cookiePairs, type QueryPair, type Route } from '#derive'
import { type AnswerRequest, canonicalJson, isRecord, sha256 } from '../account/answers/kept-answer.ts'
import type { Wanted } from '../account/answers/kept-answers.ts'
import { hasBody, headerOf, type RoutedCall } from './call.ts'
import { ownKeyForm } from './identify.ts'
import type { Listing } from './listings.ts'

/** The parts of a request, as a call and other records of requests have them. */
interface RequestParts {
  readonly listing: Listing
  readonly route: Route
  readonly pathValues: readonly string[]
  readonly query: readonly QueryPair[]
  /** Typed parameters by name. */
  readonly values: Readonly<Record<string, unknown>>
  readonly body: Buffer | undefined
  /** The body parsed as declared; undefined for one that is not parsed. */
  readonly bodyValue: unknown
  /** Returns the value of a header by its name in lower case. */
  readonly header: (name: string) => string | undefined
}

/** The longest body that is part of what is compared. */
export const mostComparedBytes = 2 * 1024 * 1024

/** Returns the request of a call for comparison; undefined if its body was not read, or is too long. */
export function wantedBy(call: RoutedCall): Wanted | undefined {
  if (call.body === undefined ? hasBody(call) : call.body.length > mostComparedBytes) return undefined
  const header = (name: string) => headerOf(call, name)
  return { request: requestOf({ ...partsOf(call), header }), header: (name) => header(name) ?? '' }
}

const partsOf = ({ listing, route, pathValues, query, values, body, bodyValue }: RoutedCall) => ({
  listing,
  route,
  pathValues,
  query,
  values,
  body,
  bodyValue,
})

/** Returns the parts of a request that decide about its answer. */
export function requestOf(parts: RequestParts): AnswerRequest {
  const { listing, route, body } = parts
  const places = keyPlacesOf(route.endpoint.auth ?? listing.api.auth)
  const params: Record<string, unknown> = {}
  for (const name of Object.keys(parts.values).sort()) {
    const value = parts.values[name]
    if (value !== undefined && !isKey(name, route, places)) params[name] = withoutOwnKeys(value)
  }
  return {
    listing: listing.slug,
    endpoint: route.id,
    params,
    body: body === undefined || body.length === 0 ? null : bodyDigest(parts, body),
    other: otherDigest(parts, places),
  }
}

/** Returns the keys of its own that a caller sends, in any place: an answer that repeats one is kept without it. */
export function sentKeys(call: RoutedCall): string[] {
  const { route, listing, query, pathValues, values, bodyValue } = call
  const places = keyPlacesOf(route.endpoint.auth ?? listing.api.auth)
  const named = (name: string) => places.has(name.toLowerCase())
  const { params, body } = route.endpoint
  const texts: unknown[] = [...places].map((name) => headerOf(call, name)?.replace(/^[\w-]+ +(?=\S+$)/, ''))
  texts.push(...cookiePairs(headerOf(call, 'cookie') ?? '').map(({ value }) => value))
  texts.push(...query.filter(({ name }) => named(name)).map(({ value }) => value))
  texts.push(...route.names.map((name, at) => (named(name) ? pathValues[at] : undefined)))
  const members = isRecord(bodyValue) ? bodyValue : {}
  for (const [shapes, from] of [[params, values] as const, [body?.fields ?? {}, members] as const])
    for (const [name, shape] of Object.entries(shapes)) {
      const { secret, credential } = paramInfoOf(shape)
      if (secret || credential) texts.push(from[name])
    }
  return texts.filter((text) => typeof text === 'string').filter((text) => text.length >= shortestKey)
}

/** Shortest masked value: a shorter one would be masked all over an answer. */
const shortestKey = 6

/**
 * Returns the values of the query that no declared parameter has. Any may be a key that nobody has declared: an answer
 * that repeats one is not kept. Headers that are not declared reach no provider.
 */
export function undeclaredTexts({ route, query, values }: RoutedCall): string[] {
  const { params } = route.endpoint
  const texts = query
    .filter(({ name, value }) => value.length >= shortestUndeclared && !Object.hasOwn(params, name))
    .map(({ value }) => value)
  if (texts.length === 0) return texts
  // of an object that a description declares, the query has one pair for each member
  const declared = new Set(leavesOf(values))
  return texts.filter((text) => !declared.has(text))
}

/** Shortest value of meaning: a shorter one is in many an answer by chance. */
const shortestUndeclared = 8

function leavesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.values(value).flatMap(leavesOf)
}

/** Returns the names, in lower case, under which keys of the provider are sent, in any place. */
export function keyPlacesOf(auth: Auth): ReadonlySet<string> {
  const names = ['authorization', 'cookie', 'proxy-authorization', 'x-api-key']
  if (auth.kind === 'own') names.push(...auth.places.map(({ name }) => name), ...auth.also)
  return new Set(names.map((name) => name.toLowerCase()))
}

/** Reports whether a declared parameter is a key, or a cookie, of which nobody knows what it is. */
function isKey(name: string, { endpoint }: Route, places: ReadonlySet<string>): boolean {
  const shape = endpoint.params[name]
  const info = shape && paramInfoOf(shape)
  if (info?.credential || info?.secret || info?.in === 'cookie') return true
  return places.has(name.toLowerCase())
}

/** Replaces gateway keys, which some clients send wherever the provider's key belongs. */
function withoutOwnKeys(value: unknown): unknown {
  const text = canonicalJson(value)
  return ownKeyForm.test(text) ? text.replace(/(gh_(?:live|market|admin)_)\w+/g, '$1…') : value
}

/** The longest JSON that is compared by its values; what is longer is compared byte by byte. */
const mostCanonicalBytes = 256 * 1024

/** Returns the digest of a body, which the order of members and the boundary of a form do not change. */
function bodyDigest({ header, bodyValue }: RequestParts, body: Buffer): string {
  const type = header('content-type') ?? ''
  if (bodyValue !== undefined && body.length <= mostCanonicalBytes && !hasLongNumber(body))
    return sha256(canonicalJson(bodyValue))
  const boundary = /^multipart\/.*boundary="?([^";,]{1,70})/i.exec(type)?.[1]
  return sha256(boundary === undefined ? body : body.toString('latin1').replaceAll(boundary, ''))
}

/** Reports whether the body can hold a number that a double does not: two such numbers are not one. */
const hasLongNumber = (body: Buffer) => /\d{16}/.test(body.toString('latin1'))

/**
 * Returns the digest of what is sent beside the declared parameters and changes the answer: other pairs of the query,
 * declared cookies and secrets, and a key that is itself the subject of the call.
 */
function otherDigest(
  { route, query, header, pathValues, values }: RequestParts,
  places: ReadonlySet<string>,
): string | null {
  const { params } = route.endpoint
  const pairs = query
    .filter(
      ({ name, value }) => !Object.hasOwn(params, name) && !places.has(name.toLowerCase()) && !ownKeyForm.test(value),
    )
    .map(({ name, value }) => [name, value] as const)
  const cookies = cookiePairs(header('cookie') ?? '')
    .filter(({ name }) => Object.hasOwn(params, name) && !places.has(name.toLowerCase()))
    .map(({ name, value }) => [`cookie ${name}`, value] as const)
  const subjects = route.names.flatMap((name, at) => {
    const value = present(pathValues[at])
    return places.has(name.toLowerCase()) && !ownKeyForm.test(value) ? [[`path ${name}`, value] as const] : []
  })
  const hidden = Object.entries(values).flatMap(([name, value]) => {
    const info = params[name] && paramInfoOf(params[name])
    return info?.secret && !info.credential && !places.has(name.toLowerCase())
      ? [[`secret ${name}`, value] as const]
      : []
  })
  const all = [...pairs, ...cookies, ...subjects, ...hidden].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return all.length === 0 ? null : sha256(canonicalJson(all))
}
