// A phase of calls whose API takes tokens: adds the token to the stored key, before the call is sent.
import type { RoutedCall } from '../call/call.ts'
import { withCallTimeout } from '../call/timeouts.ts'
import type { Tokens } from './tokens.ts'

export interface AddTokenDeps {
  readonly tokens: Tokens
}

/** Sets `call.providerKey` to the key with its token. Synchronous when there is one, and for all other calls. */
export function addToken(call: RoutedCall, { tokens }: AddTokenDeps): void | Promise<void> {
  const { caller, listing, route, providerKey, provider } = call
  const auth = route.endpoint.auth ?? listing.api.auth
  if (auth.kind !== 'own' || !auth.token || !providerKey || provider !== 'live' || !caller) return
  const { slug, title } = listing.api
  const owner = { accountId: caller.accountId, slug }
  const order = { key: providerKey, source: auth.token, title, received: call.request.headers }
  const key = tokens.keyWithToken(owner, order)
  if (key instanceof Promise)
    return withCallTimeout(call, key).then((bought) => {
      call.providerKey = bought
    })
  call.providerKey = key
}
