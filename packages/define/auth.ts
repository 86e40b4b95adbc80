// The ways in which providers accept their key, and the surfaces on which an API can be offered.

/** The provider needs no key. */
interface Keyless {
  readonly kind: 'keyless'
}
/**
 * The content of a place: the whole stored key, one of its named parts, or the token that the gateway gets with it.
 */
type KeySource = 'key' | 'token' | { readonly part: string }

/** A place of a request in which the provider expects a key. */
export interface KeyPlace {
  readonly in: 'header' | 'query' | 'path' | 'cookie'
  /** Name of the header (in lower case), parameter, placeholder or cookie. */
  readonly name: string
  /** Prefix of the value, such as `Bearer `. */
  readonly prefix: string
  readonly from: KeySource
  /** True for a value that is stored as `user:password` and sent in base64 (RFC 7617). */
  readonly basic: boolean
}

/**
 * The server from which the gateway gets tokens with the stored parts `client_id` and `client_secret` (RFC 6749,
 * section 4.4). Tokens are kept and renewed; they go into each place whose source is `token`.
 */
export interface TokenSource {
  /** Absolute http(s) address without credentials or fragment. Nothing in a call changes it. */
  readonly url: string
  readonly scopes: readonly string[]
  /** The place of the client's id and secret: the Authorization header, which servers must accept, or the body. */
  readonly client: 'basic' | 'body'
  /** True if the address is that of somebody other than the operator, and must be a public one. */
  readonly publicOnly?: boolean
}

/** The provider identifies the account by the account's own stored key. */
export interface OwnKey {
  readonly kind: 'own'
  /** At least one; all of them are filled in each call. */
  readonly places: readonly KeyPlace[]
  /** Set if a place takes a token. */
  readonly token: TokenSource | undefined
  /** True if calls go out without a key when none is stored. */
  readonly optional: boolean
  /** Other headers in which this provider's SDKs send a key; dropped when ours is injected. */
  readonly also: readonly string[]
  /** Parameter of the `Authorization` header in which SDKs send the key: `SCHEME api_key="…"` (RFC 9110, 11.4). */
  readonly authParam?: string | undefined
  /** Placeholder for the stored key in requests; a gateway key there means the same, and any other value stays. */
  readonly standIn?: string | undefined
}
export type Auth = Keyless | OwnKey

interface OwnKeyOptions {
  readonly optional?: boolean
  readonly also?: readonly string[]
  readonly authParam?: string
  readonly standIn?: string
}
interface SeveralOptions extends OwnKeyOptions {
  readonly token?: TokenOptions
}
interface TokenOptions {
  readonly url: string
  readonly scopes?: readonly string[]
  readonly client?: TokenSource['client']
}

const several = (places: readonly KeyPlace[], { token, ...options }: SeveralOptions = {}): OwnKey => ({
  kind: 'own',
  places,
  token: token && { scopes: [], client: 'basic', ...token },
  optional: options.optional ?? false,
  also: options.also ?? [],
  authParam: options.authParam,
  standIn: options.standIn,
})

/** Words for the places of a key with several parts. */
export const keyPlace = {
  /** A header (lower-case name), with an optional prefix. */
  header: (name: string, from: KeySource, prefix = ''): KeyPlace => ({
    in: 'header',
    name: headerToken(name).toLowerCase(),
    prefix,
    from,
    basic: false,
  }),
  query: (name: string, from: KeySource): KeyPlace => ({ in: 'query', name, prefix: '', from, basic: false }),
  path: (name: string, from: KeySource): KeyPlace => ({ in: 'path', name, prefix: '', from, basic: false }),
  cookie: (name: string, from: KeySource): KeyPlace => ({
    in: 'cookie',
    name: headerToken(name),
    prefix: '',
    from,
    basic: false,
  }),
  /** The Authorization header of HTTP Basic; the value is stored as `user:password`. */
  basic: (from: KeySource): KeyPlace => ({ in: 'header', name: 'authorization', prefix: 'Basic ', from, basic: true }),
}

/** Returns a name of a header or cookie. Throws unless it is a token (RFC 9110, section 5.6.2): others split heads. */
function headerToken(name: string): string {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is not a name of a header`)
  return name
}

export const keyless: Keyless = { kind: 'keyless' }
export const ownKey = {
  /** A key in a header (lower-case name), with an optional prefix. */
  header: (name: string, prefix = '', options: OwnKeyOptions = {}): OwnKey =>
    several([keyPlace.header(name, 'key', prefix)], options),
  /** A key in the query. */
  query: (name: string, options: OwnKeyOptions = {}): OwnKey => several([keyPlace.query(name, 'key')], options),
  /** A key in the path placeholder of that name. */
  path: (name: string, options: OwnKeyOptions = {}): OwnKey => several([keyPlace.path(name, 'key')], options),
  /** A key in a cookie. */
  cookie: (name: string, options: OwnKeyOptions = {}): OwnKey => several([keyPlace.cookie(name, 'key')], options),
  /** HTTP Basic: the account stores `user:password`. */
  basic: (options: OwnKeyOptions = {}): OwnKey => several([keyPlace.basic('key')], options),
  /** OAuth 2.0 client credentials: the account stores `client_id` and `client_secret`, and tokens go out as Bearer. */
  clientCredentials: (token: TokenOptions, options: OwnKeyOptions = {}): OwnKey =>
    several([keyPlace.header('authorization', 'token', 'Bearer ')], { ...options, token }),
  /**
   * A key of several parts, each in its places; all sources must be parts or, with `token`, also the token. An endpoint
   * may use some of the parts of its API.
   */
  several,
}

/** Parts that a token source needs. */
export const clientParts = ['client_id', 'client_secret'] as const

/** Returns the names of the parts that are stored together, in order; none if the stored key is a single text. */
export function keyPartsOf({ places, token }: OwnKey): string[] {
  const parts = places.flatMap(({ from }) => (typeof from === 'object' ? [from.part] : []))
  return [...new Set(token ? [...clientParts, ...parts] : parts)]
}

/** The properties that distinguish one surface from another. */
export interface Surface {
  readonly name: 'hosted' | 'market' | 'self' | 'operator'
  /** Path prefix; `{slug}` stands for the listing. */
  readonly mount: string
  /** Header that carries the caller's key. */
  readonly keyHeader: string
  /** The kind of keys that open the surface. */
  readonly keys: 'hosted' | 'market' | 'operator'
  /** True if calls count against the plan of the account. */
  readonly counted: boolean
  /** True if undeclared body members and query parameters are refused; otherwise they are ignored. */
  readonly strict: boolean
}
export const hosted: Surface = {
  name: 'hosted',
  mount: '/v1/proxy/{slug}',
  keyHeader: 'x-gateway-key',
  keys: 'hosted',
  counted: true,
  strict: false,
}
export const market: Surface = {
  name: 'market',
  mount: '',
  keyHeader: 'x-api-key',
  keys: 'market',
  counted: true,
  strict: false,
}
export const self: Surface = {
  name: 'self',
  mount: '/v1',
  keyHeader: 'x-gateway-key',
  keys: 'hosted',
  counted: false,
  strict: true,
}
export const operator: Surface = {
  name: 'operator',
  mount: '/v1/admin',
  keyHeader: 'x-gateway-admin-key',
  keys: 'operator',
  counted: false,
  strict: true,
}
