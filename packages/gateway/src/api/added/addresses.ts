// The addresses to which an added API sends calls and keys. Whoever wrote the document may not be the operator: its
// addresses must be https and public, and connections to them go to public hosts only, whatever their names are
// resolved to. An address that the operator names may be any.
import { isIP } from 'node:net'
import type { Api, Endpoint } from '#define'
import type { Auth } from '#define/reflect'
import { isPublicAddress } from '../../upstream/public-address.ts'

/** The addresses that the operator has named. */
interface NamedAddresses {
  readonly base: string | undefined
  readonly tokenUrl: string | undefined
}

/** Marks all addresses of an API as public ones, but for those at the origins of the operator's own addresses. */
export function withPublicAddresses(api: Api, named: NamedAddresses): Api {
  // each declaration of a key stays one object, by which its token and its places are remembered
  const marked = new Map<Auth, Auth>()
  const authOf = (auth: Auth): Auth => {
    const known = marked.get(auth) ?? withPublicToken(auth, named)
    marked.set(auth, known)
    return known
  }
  const endpointOf = (endpoint: Endpoint): Endpoint =>
    endpoint.auth ? { ...endpoint, auth: authOf(endpoint.auth) } : endpoint
  return {
    ...api,
    auth: authOf(api.auth),
    upstream: api.upstream && { ...api.upstream, publicOnly: named.base === undefined },
    endpoints: Object.fromEntries(Object.entries(api.endpoints).map(([id, one]) => [id, endpointOf(one)])),
  }
}

function withPublicToken(auth: Auth, { base, tokenUrl }: NamedAddresses): Auth {
  if (auth.kind !== 'own' || !auth.token) return auth
  const { origin } = new URL(auth.token.url)
  const publicOnly = [base, tokenUrl].every((one) => one === undefined || URL.parse(one)?.origin !== origin)
  return { ...auth, token: { ...auth.token, publicOnly } }
}

/** Returns the reason why calls or keys cannot go to an address of the API, or undefined if all can. */
export function addressProblem(api: Api, named: NamedAddresses): string | undefined {
  const base = api.upstream?.base
  if (base == null)
    return 'The document names no https address for calls. Name one with base, such as https://api.example.com/v1.'
  const endpoints = Object.values<Endpoint>(api.endpoints)
  if (named.base === undefined && !isPublicHttps(base))
    return `The document sends calls to ${base.slice(0, 200)}, which is not a public https address. If you trust it, name it with base.`
  const tokens = [api.auth, ...endpoints.flatMap(({ auth }) => auth ?? [])].flatMap((auth) =>
    auth.kind === 'own' && auth.token?.publicOnly ? [auth.token.url] : [],
  )
  const wrongToken = tokens.find((address) => !isPublicHttps(address))
  if (wrongToken === undefined) return undefined
  return `The document gets tokens from ${wrongToken.slice(0, 200)}, which is not a public https address, and would send client secrets there. If you trust it, name it with tokenUrl.`
}

function isPublicHttps(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? host.split('.').findLast((label) => label !== '') !== 'localhost' : isPublicAddress(host)
}
