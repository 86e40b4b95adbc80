// A provider behind a gateway, for the provider's own SDK: the test says how the provider answers, the SDK is given the
// gateway's address and a gateway key.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { openUpstream, type Received, type Upstream } from '../harness/upstream.ts'

export interface SdkWorld extends Upstream {
  /** Address of the listing at the gateway. */
  readonly base: string
  /** The key of an account that has stored `providerKey`. */
  readonly gatewayKey: string
}

/** The stored provider key. */
export const providerKey = 'provider-key-Qm7xT2vB9s'

export type Answer = (request: Received, response: ServerResponse) => void | Promise<void>

/** Opens the provider of an API and a gateway in front of it. */
export async function openProvider(t: TestContext, slug: string, answer: Answer): Promise<SdkWorld> {
  const upstream = await openUpstream(t, answer)
  const gateway = await openGateway(t, {
    apis: await loadApis(apisFolder, slug),
    upstreams: { [slug]: upstream.url },
  })
  const { accountId, key } = await gateway.account()
  await gateway.storeKey(accountId, slug, providerKey)
  return { ...upstream, base: `${gateway.baseUrl}/v1/proxy/${slug}`, gatewayKey: key }
}

/** The stored key is in this header and nowhere else, and of the gateway's own only its token reached the provider. */
export function assertKeyOnlyIn(request: Received, header: string, value: string): void {
  assert.equal(request.headers[header], value)
  const strings = [request.url, ...request.rawHeaders, request.body.toString('latin1')]
  assert.deepEqual(
    strings.filter((text) => text.includes(providerKey)),
    [value],
  )
  assert.deepEqual(
    strings.filter((text) => text.includes('gh_live_')),
    [],
  )
  assert.deepEqual(
    Object.keys(request.headers).filter((name) => name.startsWith('x-gateway-')),
    ['x-gateway-hop'],
  )
}

/** A request that must be there. */
export function received({ received: all }: Upstream, index = -1): Received {
  const request = all.at(index)
  assert.ok(request, 'nothing reached the provider')
  return request
}

/** Fields and files of a multipart body. */
export function formOf(request: Received): Promise<FormData> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  return new Response(new Uint8Array(request.body), { headers }).formData()
}
