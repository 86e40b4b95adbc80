// Who would answer calls of the account, by listing, as the self-service API says with the caller's key.
import { parseJson } from '#provider'
import { callInProcess } from './in-process-call.ts'
import type { RunDeps } from './run-operation.ts'
import type { ToolCall } from './tool.ts'
import { isRecord } from './values.ts'

const listingsPath = '/v1/me/listings'

/** A few words by slug; empty where the scopes of the key do not cover the account. */
export async function listingStates(
  { request, key, disconnect, caller, client }: ToolCall,
  { calls }: Pick<RunDeps, 'calls'>,
): Promise<ReadonlyMap<string, string>> {
  if (caller.surface === 'market') return new Map()
  const parts = { method: 'GET', target: listingsPath, headers: {}, body: undefined }
  const origin = { request, port: 'gateway', key, client } as const
  const answer = await callInProcess(parts, origin, { deps: calls, disconnect }).answer
  const body = answer?.status === 200 ? parseJson(answer.body.toString('utf8')) : undefined
  const listings: unknown = Reflect.get(Object(body), 'listings')
  return new Map(Array.isArray(listings) ? listings.filter(isRecord).map(stateOf) : [])
}

function stateOf({ slug, provider, auth, providerKey }: Readonly<Record<string, unknown>>): [string, string] {
  const isKeyMissing = provider === 'live' && auth === 'own' && providerKey !== 'stored'
  return [String(slug), isKeyMissing ? 'live, but its key is missing' : String(provider)]
}
