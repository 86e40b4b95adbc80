// The ways in which providers accept their key, and the surfaces on which an API can be offered.

/** The provider needs no key. */
interface Keyless {
  readonly kind: 'keyless'
}
/** The provider identifies the account by the account's own stored key. */
export interface OwnKey {
  readonly kind: 'own'
  readonly in: 'header' | 'query' | 'path'
  readonly name: string
  /** Prefix of the key, such as `Bearer `. */
  readonly prefix: string
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
const own = (location: OwnKey['in'], name: string, prefix: string, options: OwnKeyOptions): OwnKey => ({
  kind: 'own',
  in: location,
  name,
  prefix,
  optional: options.optional ?? false,
  also: options.also ?? [],
  authParam: options.authParam,
  standIn: options.standIn,
})

export const keyless: Keyless = { kind: 'keyless' }
export const ownKey = {
  /** A key in a header (lower-case name), with an optional prefix. */
  header: (name: string, prefix = '', options: OwnKeyOptions = {}): OwnKey =>
    own('header', name.toLowerCase(), prefix, options),
  /** A key in the query. */
  query: (name: string, options: OwnKeyOptions = {}): OwnKey => own('query', name, '', options),
  /** A key in the path placeholder of that name. */
  path: (name: string, options: OwnKeyOptions = {}): OwnKey => own('path', name, '', options),
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
