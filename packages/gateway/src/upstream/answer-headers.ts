// Which headers of a provider's answer reach the caller, and under which name.
import type { IncomingHttpHeaders } from 'node:http'
import type { Target } from '../call/listings.ts'
import type { Needles } from './masking.ts'
import { maskText } from './masking.ts'

/** Hop-by-hop (RFC 9110, 7.6.1), or about the provider's own host, which the gateway's is not. */
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
  'x-gateway-provider',
])
/** Names that the gateway gives a meaning of its own. */
const renamed = /^(?:x-ratelimit-|ratelimit(?:-|$)|x-request-id$)/
const validValue = /^[\t\x20-\x7e\x80-\xff]*$/

export interface AnswerHeaderFacts {
  readonly needles: Needles | undefined
  /** The provider's address and the listing's, for links that a client will follow. */
  readonly target: Target
  readonly listingBase: string
  /** Drops what no longer describes a body that is changed on the way. */
  readonly changed: boolean
}

/** The provider's headers as a flat list of names and values. */
export function answerHeaders(headers: IncomingHttpHeaders, facts: AnswerHeaderFacts): string[] {
  const list: string[] = []
  // a repeated Connection header is a list, and both count
  const alsoDropped = headers.connection === undefined ? '' : String(headers.connection).toLowerCase()
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || dropped.has(name) || name.startsWith('access-control-')) continue
    if (alsoDropped !== '' && alsoDropped.split(',').some((one) => one.trim() === name)) continue
    if (
      facts.changed &&
      (name === 'content-encoding' ||
        name === 'etag' ||
        name === 'content-md5' ||
        name === 'digest' ||
        name === 'accept-ranges')
    )
      continue
    const outName = renamed.test(name) ? `x-upstream-${name.replace(/^x-/, '')}` : name
    if (typeof value === 'string') push(list, outName, passedValue(name, value, facts))
    else for (const one of value) push(list, outName, passedValue(name, one, facts))
  }
  return list
}

function push(list: string[], name: string, value: string): void {
  if (validValue.test(value)) list.push(name, value)
}

/** Masks an echoed key; `Link` targets at the provider come back as targets at the gateway (RFC 8288). */
function passedValue(name: string, value: string, facts: AnswerHeaderFacts): string {
  const masked = facts.needles ? maskText(value, facts.needles) : value
  return name === 'link' ? masked.replace(/<([^<>]*)>/g, (_whole, link: string) => `<${moved(link, facts)}>`) : masked
}

function moved(link: string, { target, listingBase }: AnswerHeaderFacts): string {
  const fromRoot = link.startsWith('/') && !link.startsWith('//')
  const below = belowOf(link, fromRoot ? target.prefix : target.origin + target.prefix)
  return below === undefined ? link : listingBase + below
}

/** What follows the base in a link below it: `/a` and `/a?b` are below `/a`, `/ab` is not. */
function belowOf(link: string, base: string): string | undefined {
  const rest = link.startsWith(base) ? link.slice(base.length) : undefined
  return rest === '' || rest?.startsWith('/') || rest?.startsWith('?') || rest?.startsWith('#') ? rest : undefined
}
