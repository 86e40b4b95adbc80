// The provider that would answer each listing for the account, according to the self-service API with the caller's key.
import { parseJson } from '#provider/import'
import { callInProcess } from './in-process-call.ts'
import type { RunDeps } from './run-operation.ts'
import { callFor, type ToolCall } from './tool.ts'
import { isRecord } from './values.ts'

const listingsPath = '/v1/me/listings'

/** Returns a few words by slug; empty if the scopes of the key do not cover the account. */
export async function listingStates(
  call: ToolCall,
  { calls }: Pick<RunDeps, 'calls'>,
): Promise<ReadonlyMap<string, string>> {
  const { request, key, disconnect, caller, client } = callFor(call, 'hosted')
  if (caller.surface === 'market') return new Map()
  const parts = { method: 'GET', target: listingsPath, headers: {}, body: undefined }
  const origin = { request, port: 'gateway', key, client } as const
  const answer = await callInProcess(parts, origin, { deps: calls, disconnect }).answer
  const body = answer?.status === 200 ? parseJson(answer.body.toString('utf8')) : undefined
  const { listings }: { readonly listings?: unknown } = Object(body)
  return new Map(Array.isArray(listings) ? listings.filter(isRecord).map(stateOf) : [])
}

function stateOf({ slug, provider, auth, providerKey }: Readonly<Record<string, unknown>>): [string, string] {
  const isKeyMissing = provider === 'live' && auth === 'own' && providerKey !== 'stored'
  return [String(slug), isKeyMissing ? 'live, but its key is missing' : String(provider)]
}
