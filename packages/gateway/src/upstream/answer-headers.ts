// Chooses and renames the headers of a provider's response that reach the caller (docs/architecture.md, outbound rules
// 3 and 4).
import type { IncomingHttpHeaders } from 'node:http'
import { isForProxies } from '../call/http/private-answer.ts'
import { type LocationOptions, locationHeader } from './location.ts'
import { type KeyForms, maskString } from './masking.ts'

/**
 * Headers that are dropped: hop-by-hop (RFC 9110, section 7.6.1), or about the provider's host rather than the
 * gateway's.
 */
const dropped = new Set([
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'nel',
  'proxy-authenticate',
  'proxy-connection',
  'public-key-pins',
  'report-to',
  'reporting-endpoints',
  'server-timing',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-gateway-answer',
  'x-gateway-provider',
  'x-gateway-sandbox',
  'x-gateway-fault',
])
/** Reports whether a header of a provider may reach callers under its own name. */
export const isPassed = (name: string): boolean => !dropped.has(name) && !renamed.test(name)

/** Matches names to which the gateway gives its own meaning. */
const renamed = /^(?:x-ratelimit-|ratelimit(?:-|$)|x-request-id$)/
const validValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers that no longer hold for a body changed in transit. */
const bodyHeaders = new Set(['accept-ranges', 'content-encoding', 'content-md5', 'digest', 'etag'])

/**
 * Options of the headers, with the addresses of the provider and the listing for links and redirects that a client will
 * follow.
 */
interface AnswerHeaderOptions extends LocationOptions {
  readonly keyForms: KeyForms | undefined
  /** True if headers that describe the body are to be dropped. */
  readonly changesBody: boolean
  /** True if the answer has a cost of this gateway's own. */
  readonly hasCost: boolean
}

/** Adds the provider's headers to a flat list of names and values. */
export function addAnswerHeaders(list: string[], headers: IncomingHttpHeaders, options: AnswerHeaderOptions): void {
  // a repeated Connection header is a list: all values count
  const alsoDropped = namedIn(headers.connection)
  for (const name in headers) {
    const value = headers[name]
    const outName = outNameOf(name)
    if (value === undefined || outName === '' || alsoDropped?.includes(name)) continue
    if (options.changesBody && bodyHeaders.has(name)) continue
    if (options.hasCost && name === 'x-gateway-cost') continue
    if (name === 'location') pushLocation(list, String(value), options)
    else if (typeof value === 'string') push(list, outName, passedValue(name, value, options))
    else for (const one of value) push(list, outName, passedValue(name, one, options))
  }
}

/** Returns the names that the Connection header makes hop-by-hop. `keep-alive` and `close` name no header. */
function namedIn(connection: string | readonly string[] | undefined): string[] | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined
  return String(connection)
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
}

/** Returns the name under which a provider's header reaches the caller. */
export function callerName(name: string): string {
  return renamed.test(name) ? `x-upstream-${name.replace(/^x-/, '')}` : name
}

/** Cache of decisions: providers send the same few names again and again. */
const outNames = new Map<string, string>()
const maxOutNames = 2000

/** Returns the name under which a header is passed on, or '' if it is dropped. */
function outNameOf(name: string): string {
  const cached = outNames.get(name)
  if (cached !== undefined) return cached
  if (outNames.size >= maxOutNames) outNames.clear()
  const isPassed = !dropped.has(name) && !name.startsWith('access-control-') && !isForProxies(name)
  const outName = isPassed ? callerName(name) : ''
  outNames.set(name, outName)
  return outName
}

function push(list: string[], name: string, value: string): void {
  if (validValue.test(value)) list.push(name, value)
}

/** Adds the location, masked again once it is absolute: the path of the request can contain the key. */
function pushLocation(list: string[], value: string, options: AnswerHeaderOptions): void {
  const [name, location] = locationHeader(passedValue('location', value, options), options)
  push(list, name, passedValue(name, location, options))
}

/** Masks an echoed key, and turns `Link` targets at the provider into targets at the gateway (RFC 8288). */
function passedValue(name: string, value: string, options: AnswerHeaderOptions): string {
  const masked = options.keyForms ? maskString(value, options.keyForms) : value
  return name === 'link'
    ? masked.replace(/<([^<>]*)>/g, (_whole, link: string) => `<${atGateway(link, options)}>`)
    : masked
}

function atGateway(link: string, { target, baseUrl, slug }: AnswerHeaderOptions): string {
  const fromRoot = link.startsWith('/') && !link.startsWith('//')
  const below = belowOf(link, fromRoot ? target.prefix : target.origin + target.prefix)
  return below === undefined ? link : `${baseUrl}/v1/proxy/${slug}${below}`
}

/**
 * Returns the part of a link after its base, for links below the base. `/a` and `/a?b` are below `/a`; `/ab` is not.
 */
function belowOf(link: string, base: string): string | undefined {
  const rest = link.startsWith(base) ? link.slice(base.length) : undefined
  return rest === '' || rest?.startsWith('/') || rest?.startsWith('?') || rest?.startsWith('#') ? rest : undefined
}
