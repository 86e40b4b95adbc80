// Asks a provider whether it accepts a stored provider key: one live call of the endpoint that the API names for this, with
// its example input and no caller behind it. The rules of what leaves are those of every live call (upstream/request.ts).
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Example } from '#define'
import { factsOf, fail, pathNames } from '#define'
import { readPairs } from '#derive'
import { type Call, makeCall } from '../call/call.ts'
import type { Listing } from '../call/listings.ts'
import type { Pools } from '../upstream/pools.ts'
import { buildRequest, type UpstreamRequest } from '../upstream/request.ts'
import type { Vault } from '../vault/vault.ts'
import type { Catalog } from './catalog.ts'

export interface VerifyParts {
  readonly catalog: Catalog
  readonly vault: Vault
  readonly pools: Pools
}
/** `ok`: the provider answered with success. `status` is that of its answer. */
export interface Verdict {
  readonly ok: boolean
  readonly status: number
}
/**
 * Calls the provider of an API with the key that the account has stored. Fails with 'thing.unknown' when none is stored,
 * 'thing.conflict' when the API has no endpoint for it or no live provider, and 'upstream.…' when the provider does not
 * answer. Nothing of the answer but its status comes back.
 */
export type Verify = (accountId: string, slug: string) => Promise<Verdict>

const longestMs = 15_000
const droppedBytes = 64 * 1024
const mostAtOnce = 32

/** Makes the verifier. The same key is never asked about twice at the same time, because some providers count such calls. */
export function createVerify(parts: VerifyParts): Verify {
  const underWay = new Map<string, Promise<Verdict>>()
  return (accountId, slug) => {
    const place = `${accountId}/${slug}`
    const running = underWay.get(place)
    if (running) return running
    if (underWay.size >= mostAtOnce) throw fail('gateway.busy', {}, { retryAfterS: 1, note: 'too many verifications' })
    const asked = verify(parts, accountId, slug).finally(() => underWay.delete(place))
    underWay.set(place, asked)
    return asked
  }
}

async function verify({ catalog, vault, pools }: VerifyParts, accountId: string, slug: string): Promise<Verdict> {
  const { api, listings, examples } = catalog.ownKeyApi(slug)
  const listing = listings.find((one) => one.target)
  const example = api.verify === undefined ? undefined : examples[api.verify]
  if (!listing || api.verify === undefined || !example)
    throw fail('thing.conflict', { reason: `${api.title} has no way to ask whether a provider key is accepted.` })
  const key = await vault.open(accountId, api.slug)
  if (!key) throw fail('thing.unknown', { thing: 'provider key for', id: api.slug })
  const call = callOf(listing, api.verify, example)
  call.providerKey = key
  return ask({ method: call.method, sent: buildRequest(call, listing, true) }, pools, api.title)
}

/** The call that a caller would have made with the example's input. */
function callOf(listing: Listing, endpointId: string, example: Example): Call {
  const route = listing.table.routes.find(({ id }) => id === endpointId)
  if (!route) throw fail('internal.bug', {}, { note: `${listing.slug} has no endpoint ${endpointId} to verify with` })
  const inPath = pathNames(route.endpoint.path)
  const values = inPath.map((name) => String(example.params?.[name] ?? ''))
  const path = inPath.reduce(
    (filled, name, at) => filled.replace(`{${name}}`, encodeURIComponent(values[at] ?? '')),
    route.endpoint.path,
  )
  const search = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(example.params ?? {})) {
    const shape = route.endpoint.params[name]
    if (inPath.includes(name)) continue
    if (shape && factsOf(shape).in === 'header') headers[name.toLowerCase()] = String(value)
    else search.append(name, String(value))
  }
  const call = emptyCall(route.endpoint.method, headers)
  Object.assign(call, { listing, route, path, pathValues: values, rawQuery: search.toString(), provider: 'live' })
  call.query = readPairs(call.rawQuery, 1000) ?? []
  return call
}

/** A call without a connection: its request is never read and its answer never written. */
function emptyCall(method: string, headers: Record<string, string>): Call {
  const request = new IncomingMessage(new Socket())
  request.method = method
  request.headers = { accept: 'application/json', ...headers }
  return makeCall('verify', { request, response: new ServerResponse(request), port: 'gateway' })
}

interface Question {
  readonly method: string
  readonly sent: UpstreamRequest
}

async function ask(question: Question, pools: Pools, title: string): Promise<Verdict> {
  const { method, sent } = question
  const { pool } = pools.origin(sent.target.origin)
  const signal = AbortSignal.timeout(longestMs)
  try {
    const answer = await pool.request({ method, path: sent.path, headers: sent.headers, signal })
    await answer.body.dump({ limit: droppedBytes, signal }).catch(() => undefined)
    return { ok: answer.statusCode >= 200 && answer.statusCode < 300, status: answer.statusCode }
  } catch (error) {
    // The error itself goes nowhere: what it quotes of the request could hold the key.
    const note = error instanceof Error ? error.name : 'unknown error'
    if (signal.aborted) throw fail('upstream.silent', { api: title }, { note })
    throw fail('upstream.unreachable', { api: title }, { note })
  }
}
