// Verifies a stored provider key with one live call to the endpoint that the API declares for this, with its example
// input and without a caller. The request follows the rules of every live call (upstream/request.ts).
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { fail } from '#define'
import { present } from '#define/present'
import { type Example, paramInfoOf, pathNames } from '#define/reflect'
import type { Route } from '#derive'
import { readPairs } from '#derive'
import type { Vault } from '../../account/vault/vault.ts'
import { createIncoming, establishRoute, type Incoming, type RoutedCall } from '../../call/call.ts'
import type { Listing } from '../../call/listings.ts'
import { chosenId } from '../../process/request-id.ts'
import type { Pools } from '../../upstream/pools.ts'
import { buildRequest, type UpstreamRequest } from '../../upstream/request.ts'
import type { Tokens } from '../../upstream/tokens.ts'
import type { Catalog } from './catalog.ts'

export interface VerifyDeps {
  readonly catalog: Catalog
  readonly vault: Vault
  readonly pools: Pools
  readonly tokens: Tokens
}
/**
 * The result of a verification. `ok` is true if the provider answered with success; `status` is that of its response.
 */
export interface Verdict {
  readonly ok: boolean
  readonly status: number
}
/**
 * Calls the provider of an API with the account's stored key. Fails with 'thing.unknown' if no key is stored,
 * 'thing.conflict' if the API has no endpoint for it or no live provider, and 'upstream.…' if the provider does not
 * answer. Only the status of the response is passed on.
 */
export type Verify = (accountId: string, slug: string) => Promise<Verdict>

const timeoutMs = 15_000
const discardLimit = 64 * 1024
const concurrencyLimit = 32
/**
 * The limit of concurrent verifications of an account: a slow provider, or an operator's own, holds each for
 * `timeoutMs`.
 */
const accountLimit = 8
const pairLimit = 1000

/**
 * Creates the verifier. Concurrent requests to verify one key share a call, because some providers count such calls.
 */
export function createVerify(deps: VerifyDeps): Verify {
  const underWay = new Map<string, Promise<Verdict>>()
  return (accountId, slug) => {
    const id = `${accountId}/${slug}`
    const running = underWay.get(id)
    if (running) return running
    const own = [...underWay.keys()].filter((one) => one.startsWith(`${accountId}/`)).length
    if (underWay.size >= concurrencyLimit || own >= accountLimit)
      throw fail('gateway.busy', {}, { retryAfterS: 1, note: 'too many verifications' })
    const verdict = verify(deps, accountId, slug).finally(() => underWay.delete(id))
    underWay.set(id, verdict)
    return verdict
  }
}

async function verify(
  { catalog, vault, pools, tokens }: VerifyDeps,
  accountId: string,
  slug: string,
): Promise<Verdict> {
  const { api, auth, listings, examples } = catalog.ownKeyApi(slug)
  const listing = listings.find((one) => one.target)
  const example = api.verify === undefined ? undefined : examples[api.verify]
  if (!listing || api.verify === undefined || !example)
    throw fail('thing.conflict', { reason: `${api.title} has no way to check whether a provider key is accepted.` })
  const key = await vault.open(accountId, api.slug)
  if (!key) throw fail('thing.unknown', { thing: 'provider key for', id: api.slug })
  const call = exampleCall(listing, api.verify, example)
  const order = auth.token && { key, source: auth.token, title: api.title, received: {} }
  call.providerKey = order ? await tokens.keyWithToken({ accountId, slug: api.slug }, order) : key
  return ask({ method: call.method, sent: buildRequest(call, listing, true) }, pools, api.title)
}

/** Returns the call that a caller would make with the example's input. */
function exampleCall(listing: Listing, endpointId: string, example: Example): RoutedCall {
  const route = listing.table.routes.find(({ id }) => id === endpointId)
  if (!route) throw fail('internal.bug', {}, { note: `${listing.slug} has no endpoint ${endpointId} to verify with` })
  const { path, pathValues } = fillPath(route, example)
  const search = new URLSearchParams()
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(example.params ?? {})) {
    const shape = route.endpoint.params[name]
    if (pathNames(route.endpoint.path).includes(name)) continue
    if (shape && paramInfoOf(shape).in === 'header') headers[name.toLowerCase()] = String(value)
    else search.append(name, String(value))
  }
  const call = incomingWithoutConnection(route.endpoint.method, headers)
  establishRoute(call, listing, route)
  call.path = path
  call.pathValues = pathValues
  call.rawQuery = search.toString()
  call.query = readPairs(call.rawQuery, pairLimit) ?? []
  call.provider = 'live'
  return call
}

function fillPath({ endpoint }: Route, { params }: Example): { path: string; pathValues: string[] } {
  const names = pathNames(endpoint.path)
  const pathValues = names.map((name) => String(params?.[name] ?? ''))
  const path = names.reduce(
    (filled, name, index) => filled.replace(`{${name}}`, encodeURIComponent(present(pathValues[index]))),
    endpoint.path,
  )
  return { path, pathValues }
}

/** Returns an incoming request whose body is never read and whose response is never written. */
function incomingWithoutConnection(method: string, headers: Record<string, string>): Incoming {
  const request = new IncomingMessage(new Socket())
  request.method = method
  request.headers = { accept: 'application/json', ...headers }
  return createIncoming(chosenId('verify'), { request, response: new ServerResponse(request), port: 'gateway' })
}

interface Question {
  readonly method: string
  readonly sent: UpstreamRequest
}

async function ask(question: Question, pools: Pools, title: string): Promise<Verdict> {
  const { method, sent } = question
  const { pool } = pools.origin(sent.target.origin)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await pool.request({ method, path: sent.path, headers: sent.headers, signal })
    await answer.body.dump({ limit: discardLimit, signal }).catch(() => undefined)
    return { ok: answer.statusCode >= 200 && answer.statusCode < 300, status: answer.statusCode }
  } catch (error) {
    // the error itself is dropped: it can quote the request, including the key
    const note = error instanceof Error ? error.name : 'unknown error'
    if (signal.aborted) throw fail('upstream.silent', { api: title }, { note })
    throw fail('upstream.unreachable', { api: title }, { note })
  }
}
