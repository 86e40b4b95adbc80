// Judges responses as a shared cache does, such as a CDN in front of the gateway.
import assert from 'node:assert/strict'
import CachePolicy from 'http-cache-semantics'

/** Headers with which a provider instructs such caches, beyond `cache-control`. */
const targeted = ['surrogate-control', 'cdn-cache-control', 'x-accel-expires', 'edge-control']

/**
 * Asserts that such a cache never stores the response to a call. The request is one without `authorization`, for which
 * HTTP itself protects nothing.
 */
export function assertNotShared({ status, headers }: Pick<Response, 'status' | 'headers'>, what: string): void {
  const request = { method: 'GET', url: '/', headers: { host: 'gateway' } }
  const answer = { status, headers: Object.fromEntries(headers) }
  const policy = new CachePolicy(request, answer, { shared: true })
  assert.equal(policy.storable(), false, `a shared cache stores ${what}: ${headers.get('cache-control')}`)
  for (const name of targeted) assert.equal(headers.get(name), null, `${name} of ${what}`)
}
