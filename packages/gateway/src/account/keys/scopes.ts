// Scopes: the permitted uses of a key, by listing, method and path. A key without scopes is not restricted.
import { fail } from '#define'

/** A permission. `slug` '*' means every listing; no methods means every method; no path means every path. */
export interface Scope {
  readonly slug: string
  readonly methods?: readonly string[]
  /** A path below the listing's mount. A '*' at its end makes it a prefix of whole segments. */
  readonly path?: string
}

/**
 * The properties matched against scopes: the listing, the method in upper case, and the normalised path below the
 * listing's mount.
 */
interface ScopedCall {
  readonly slug: string
  readonly method: string
  readonly path: string
}

const maxScopes = 100
const maxPathLength = 1000
const slugPattern = /^(\*|[a-z0-9][a-z0-9-]{0,63})$/
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Reports whether one of the caller's scopes allows the call. HEAD is allowed where GET is. */
export function permits(caller: { readonly scopes: readonly Scope[] | null }, call: ScopedCall): boolean {
  return caller.scopes === null || caller.scopes.some((scope) => allows(scope, call))
}

function allows(scope: Scope, { slug, method, path }: ScopedCall): boolean {
  if (scope.slug !== '*' && scope.slug !== slug) return false
  const { methods } = scope
  if (methods && !methods.includes(method) && !(method === 'HEAD' && methods.includes('GET'))) return false
  return scope.path === undefined || coversPath(scope.path, path)
}

/**
 * Reports whether a pattern covers a path. '/a/*' and '/a*' cover '/a', '/a/' and '/a/b', never '/ab': a prefix ends
 * where a segment ends.
 */
function coversPath(pattern: string, path: string): boolean {
  if (!pattern.endsWith('*')) return path === pattern
  const prefix = pattern.slice(0, -1).replace(/\/$/, '')
  return path === prefix || path.startsWith(`${prefix}/`)
}

/** Parses untrusted scopes; the result has no other members. Fails with 'input.invalid'. */
export function readScopes(value: unknown): Scope[] | null {
  if (value === null || value === undefined) return null
  if (!Array.isArray(value) || value.length === 0 || value.length > maxScopes)
    throw refusal(`scopes is a list of 1 to ${maxScopes} scopes, or null for no restriction`)
  return value.map(readScope)
}

function readScope(value: unknown): Scope {
  if (typeof value !== 'object' || value === null) throw refusal('a scope is an object with slug, methods and path')
  const { slug, methods, path, ...rest } = { slug: undefined, methods: undefined, path: undefined, ...value }
  // a misspelt restriction must not be dropped silently
  const unknown = Object.keys(rest)[0]
  if (unknown !== undefined) throw refusal(`a scope has slug, methods and path, not "${unknown.slice(0, 40)}"`)
  if (typeof slug !== 'string' || !slugPattern.test(slug))
    throw refusal('the slug of a scope is the slug of a listing or "*"')
  return {
    slug,
    ...(methods != null && { methods: readMethods(methods) }),
    ...(path != null && { path: readPath(path) }),
  }
}

function readMethods(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0)
    throw refusal('the methods of a scope are a list such as ["GET", "POST"]')
  return value.map((method: unknown) => {
    const name = typeof method === 'string' ? method.toUpperCase() : ''
    if (!knownMethods.has(name)) throw refusal(`the methods of a scope are among ${[...knownMethods].join(', ')}`)
    return name
  })
}

function readPath(value: unknown): string {
  if (typeof value !== 'string' || value.length > maxPathLength || !/^\/[^*\s\\?#]*\*?$/.test(value))
    throw refusal('the path of a scope begins with "/", and "*" stands only at its end')
  if (/\/\/|\/\.{1,2}(\/|$)/.test(value)) throw refusal('the path of a scope has no empty or dot segments')
  return value
}

function refusal(problems: string): Error {
  return fail('input.invalid', { problems })
}
