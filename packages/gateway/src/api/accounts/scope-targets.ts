// Valid targets of scopes: the listings of this gateway, the self-service API, and their endpoints. A scope without a
// target would make a key that is refused everywhere, and only its first caller would notice.
import { type Endpoint, fail } from '#define'
import { isMadeOf } from '#define/texts'
import { likelyMeant } from '#derive'
import type { Scope } from '../../account/keys/scopes.ts'
import type { Listing } from '../../call/listings.ts'

/** Fails with 'input.invalid' if a scope names no listing, or no endpoint of it. The scopes are valid otherwise. */
export type RefuseUnknownTargets = (scopes: readonly Scope[] | null) => void

/** Creates the check for the listings of the loaded APIs and the endpoints of the self-service API. */
export function createRefuseUnknownTargets(
  listings: readonly Listing[],
  selfService: Readonly<Record<string, Endpoint>>,
): RefuseUnknownTargets {
  const endpointsOf = new Map<string, readonly Endpoint[]>([['me', Object.values(selfService)]])
  for (const { slug, api } of listings)
    endpointsOf.set(slug, Object.values<Endpoint>({ ...api.endpoints, ...api.sockets }))
  const slugs = [...endpointsOf.keys()]
  const all = [...endpointsOf.values()].flat()

  return (scopes) => {
    const problems = (scopes ?? []).flatMap((scope, index) => {
      const endpoints = scope.slug === '*' ? all : endpointsOf.get(scope.slug)
      const problem = endpoints ? problemOfTarget(scope, endpoints) : problemOfSlug(scope.slug, slugs)
      return problem === undefined ? [] : [{ name: `scopes.${index}`, problem }]
    })
    if (problems.length === 0) return
    const sentence = problems.map(({ name, problem }) => `${name} ${problem}`).join('; ')
    throw fail('input.invalid', { problems: sentence }, { details: { problems } })
  }
}

function problemOfSlug(slug: string, slugs: readonly string[]): string {
  const meant = likelyMeant(slugs, slug)
  const advice = meant === undefined ? 'GET /docs lists the slugs' : `did you mean ${meant}?`
  return `names ${slug}, which is not a listing; ${advice}`
}

/** Returns the reason why no endpoint is within the scope, or undefined if one is. */
function problemOfTarget({ slug, path, methods }: Scope, endpoints: readonly Endpoint[]): string | undefined {
  const within = path === undefined ? endpoints : endpoints.filter((endpoint) => covers(path, endpoint.path))
  if (path !== undefined && within.length === 0) {
    const meant = likelyMeant([...new Set(endpoints.map((endpoint) => endpoint.path))], path)
    const advice = meant === undefined ? 'the reference of the API has the paths' : `did you mean ${meant}?`
    return `names ${path.slice(0, 120)}, where ${slug} has no endpoint; ${advice}`
  }
  // the endpoints of GET answer HEAD
  const allowed = new Set(methods?.map((method) => (method === 'HEAD' ? 'GET' : method)))
  if (methods === undefined || within.some(({ method }) => allowed.has(method))) return undefined
  const known = [...new Set(within.map(({ method }) => method))].sort()
  return `allows ${methods.join(', ')}, where ${slug} has only ${known.join(', ')}`
}

/** Reports whether a scope's path can cover calls of the endpoint with this path template. */
function covers(path: string, template: string): boolean {
  const isPrefix = path.endsWith('*')
  const segments = segmentsOf(isPrefix ? path.slice(0, -1) : path)
  const declared = segmentsOf(template)
  for (const [index, segment] of segments.entries()) {
    const name = declared[index]
    if (name?.startsWith('*')) return true
    if (name === undefined || !isMadeOf(segment, name.split(/\{[^{}]+\}/), 1)) return false
  }
  return isPrefix || segments.length === declared.length
}

function segmentsOf(path: string): string[] {
  return path.replace(/^\//, '').replace(/\/$/, '').split('/').filter(Boolean)
}
