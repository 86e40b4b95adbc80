// Ends a rehearsal, in which a call is checked like any other but not sent: reports the request, its recipient, and the
// number of calls left.
import { compileReader } from '#derive'
import type { Quota } from '../account/quota/quota.ts'
import { keySubject, limitsCalls, planOf, quotaSubject } from './admit.ts'
import { type Answerer, hasBody, headerOf, type RoutedCall } from './call.ts'
import { canOmitCredential } from './require-key.ts'
import { withStoreTimeout } from './timeouts.ts'

/** The result of a rehearsal. */
export interface Rehearsed {
  readonly request: string
  /** The provider that would answer. */
  readonly provider: Answerer | undefined
  /** True if the body was checked against its declaration; null without a body. */
  readonly bodyChecked: boolean | null
  /** Violations of the declaration that are left to the provider to refuse. */
  readonly doubts: readonly string[]
  /** Calls left in this minute and day; null if calls are not counted. */
  readonly callsLeft: { readonly minute: number; readonly day: number } | null
}
interface RehearseDeps {
  readonly quota: Pick<Quota, 'state'>
}

export async function rehearse(call: RoutedCall, { quota }: RehearseDeps): Promise<void> {
  const { response, provider } = call
  const rehearsed: Rehearsed = {
    request: `${call.method} ${call.target}`,
    provider,
    bodyChecked: hasBody(call) ? call.bodyValue !== undefined : null,
    doubts: doubtsAbout(call),
    callsLeft: await callsLeft(call, quota),
  }
  response.writeHead(200, ['content-type', 'application/json'])
  response.end(JSON.stringify(rehearsed))
}

async function callsLeft(
  { caller, listing }: RoutedCall,
  quota: RehearseDeps['quota'],
): Promise<Rehearsed['callsLeft']> {
  if (!caller || !listing.api.surface.counted) return null
  const { limits, keyId, plan } = caller
  const counters = [quota.state(quotaSubject(listing, caller), plan)]
  if (limitsCalls(limits)) counters.push(quota.state(keySubject(keyId), planOf(limits)))
  const states = await withStoreTimeout(Promise.all(counters))
  return {
    minute: Math.min(...states.map(({ remainingMinute }) => remainingMinute)),
    day: Math.min(...states.map(({ remainingDay }) => remainingDay)),
  }
}

/** Checks the parts of a call that an endpoint passes on unchecked, for its provider to refuse in its own way. */
function doubtsAbout(call: RoutedCall): string[] {
  const { route, listing, pathValues, query, bodyValue } = call
  if (route.endpoint.invalid !== 'provider') return []
  const reader = compileReader({ ...route, endpoint: { ...route.endpoint, invalid: 'gateway' } })
  const header = (name: string) => headerOf(call, name)
  const { problems } = reader({ pathValues, query, header, hasStoredKey: canOmitCredential(call) })
  const ofBody = bodyValue === undefined ? [] : (listing.compiled(route).bodyCheck?.(bodyValue) ?? [])
  return [...problems, ...ofBody].map(({ name, problem }) => `${name} ${problem}`)
}
