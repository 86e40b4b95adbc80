// The route table of one API: maps a path below its mount to an endpoint and the values of its placeholders. A literal
// wins over a placeholder, a placeholder over a wildcard; a placeholder can be part of a segment (`/lists.{format}`).
import type { Api, Endpoint } from '#define'
import { present } from '#define/present'
import type { Method } from '#define/reflect'
import { pathNames } from '#define/reflect'
import { nearestOf } from './nearest.ts'

/** An endpoint with properties that are computed once. */
export interface Route {
  readonly id: string
  readonly endpoint: Endpoint
  /** True for a WebSocket, which only an upgrade opens. */
  readonly isSocket: boolean
  readonly names: readonly string[]
}
interface Match {
  readonly route: Route
  /** Percent-decoded once, in the order of `route.names`. */
  readonly values: readonly string[]
  /**
   * The path in its declared spelling, with the values and the trailing slash as sent: the only form that scopes and
   * the live provider see. It differs from the sent path only if literals match in any case.
   */
  readonly path: string
}
type MatchResult =
  | { readonly kind: 'found'; readonly match: Match }
  | { readonly kind: 'method'; readonly allow: readonly Method[] }
  | { readonly kind: 'unknown' }

export interface RouteTable {
  readonly routes: readonly Route[]
  /** Looks up a normalised but still encoded path; a trailing slash makes no difference. */
  match(method: string, path: string): MatchResult
  /** Returns the declared paths nearest to an unknown one, nearest first. */
  nearest(path: string): string[]
}

interface PathEntry {
  readonly template: string
  readonly pattern: RegExp
  /** The literals before the first and after the last placeholder, folded for comparison. */
  readonly beginning: string
  readonly ending: string
  /** Number of slashes in a matching path; undefined with a wildcard, which matches any number. */
  readonly slashes: number | undefined
  /** The declared literals around the values if literals match in any case, otherwise undefined. */
  readonly spelling: readonly string[] | undefined
  readonly weight: string
  readonly byMethod: Map<string, Route>
}

/** Patterns in order of precedence. */
interface Patterns {
  /** Candidates by last segment, for patterns that end with a literal segment. */
  readonly byLast: ReadonlyMap<string, readonly PathEntry[]>
  /** Candidates for all other paths. */
  readonly others: readonly PathEntry[]
}

/** The index of a table. */
interface Compiled {
  readonly literal: ReadonlyMap<string, PathEntry>
  /** Patterns by the path's number of slashes; index 0 is for paths with more slashes than any pattern. */
  readonly patterns: readonly Patterns[]
  /** Returns the key of a literal path: the path itself, or its lower case. */
  readonly fold: (path: string) => string
}

/** Compiles the table; throws if two endpoints share a method and path. */
export function compileRoutes(api: Api): RouteTable {
  const entries = new Map<string, PathEntry>()
  const routes: Route[] = []
  const fold = api.paths === 'case-insensitive' ? (path: string) => path.toLowerCase() : (path: string) => path
  for (const [id, endpoint] of Object.entries<Endpoint>({ ...api.endpoints, ...api.sockets })) {
    const isSocket = endpoint.socket !== undefined
    const route: Route = { id, endpoint, isSocket, names: pathNames(endpoint.path) }
    routes.push(route)
    addRoute(entries, route, api)
  }
  const literal = new Map<string, PathEntry>()
  const patterns: PathEntry[] = []
  for (const entry of entries.values()) {
    if (pathNames(entry.template).length === 0) literal.set(fold(withoutTrailingSlash(entry.template)), entry)
    else patterns.push(entry)
  }
  patterns.sort((a, b) => (a.weight < b.weight ? -1 : a.weight > b.weight ? 1 : 0))
  const templates = [...entries.values()].map((entry) => entry.template)
  const compiled: Compiled = { literal, patterns: bySlashes(patterns), fold }
  return {
    routes,
    match: (method, path) => lookUp(compiled, method, path),
    nearest: (path) => nearestOf(templates, path),
  }
}

function addRoute(entries: Map<string, PathEntry>, route: Route, { slug, paths }: Api): void {
  const { method, path } = route.endpoint
  const inAnyCase = paths === 'case-insensitive'
  const exact = withoutTrailingSlash(path).replace(placeholder, (part) => (part.startsWith('{') ? '{}' : '*'))
  const key = inAnyCase ? exact.toLowerCase() : exact
  let entry = entries.get(key)
  if (!entry) {
    entry = {
      template: path,
      pattern: patternOf(path, inAnyCase ? 'i' : ''),
      beginning: key.slice(0, key.search(/[{*]|$/)),
      ending: key.slice(Math.max(key.lastIndexOf('}'), key.lastIndexOf('*')) + 1),
      slashes: key.includes('*') ? undefined : slashesIn(key),
      spelling: inAnyCase ? withoutTrailingSlash(path).split(placeholder) : undefined,
      weight: weightOf(path),
      byMethod: new Map(),
    }
    entries.set(key, entry)
  }
  if (entry.byMethod.has(method)) throw new Error(`${slug}: ${method} ${path} is declared twice`)
  entry.byMethod.set(method, route)
}

const placeholder = /\{[^{}]+\}|\*\w+/g

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Converts the path of an endpoint to a regular expression. */
export function patternOf(path: string, flags: string): RegExp {
  const source = withoutTrailingSlash(path).replace(/\{[^{}]+\}|\*\w+|[.+?^$()[\]\\|]/g, (part) => {
    if (part.startsWith('{')) return '([^/]+?)'
    return part.startsWith('*') ? '(.+)' : `\\${part}`
  })
  // sources checked in scripts/check/patterns.test.ts
  return new RegExp(`^${source}$`, flags)
}

/** Sorts literal segments before mixed ones before placeholders before wildcards, segment by segment. */
function weightOf(path: string): string {
  return withoutTrailingSlash(path)
    .split('/')
    .map((segment) => {
      if (segment.startsWith('*')) return '3'
      if (/^\{[^{}]+\}$/.test(segment)) return '2'
      return segment.includes('{') ? '1' : '0'
    })
    .join('')
}

/** Groups patterns by number of slashes; entry 0, which no path has, is for paths with more. */
function bySlashes(patterns: readonly PathEntry[]): Patterns[] {
  const most = Math.max(0, ...patterns.map(({ slashes }) => slashes ?? 0))
  const result: Patterns[] = []
  for (let count = 0; count <= most; count++)
    result.push(byLast(patterns.filter(({ slashes }) => slashes === undefined || (count > 0 && slashes === count))))
  return result
}

function byLast(patterns: readonly PathEntry[]): Patterns {
  const lasts = new Set(patterns.flatMap((entry) => lastOf(entry) ?? []))
  const fitting = (last: string | undefined) => patterns.filter((entry) => (lastOf(entry) ?? last) === last)
  return { byLast: new Map([...lasts].map((last) => [last, fitting(last)])), others: fitting(undefined) }
}

/** Returns the last segment, if it is entirely literal. */
function lastOf({ ending }: PathEntry): string | undefined {
  return ending.includes('/') ? lastSegment(ending) : undefined
}

const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function slashesIn(path: string): number {
  let count = 0
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) count++
  return count
}

function lookUp({ literal, patterns, fold }: Compiled, method: string, sent: string): MatchResult {
  const path = withoutTrailingSlash(sent)
  const folded = fold(path)
  const exact = literal.get(folded)
  const route = exact?.byMethod.get(method)
  if (exact && route) return { kind: 'found', match: { route, values: [], path: declared(exact, sent, []) } }
  const allow: Method[] = exact ? methodsOf(exact) : []
  const candidates = patterns[slashesIn(path)] ?? patterns[0]
  for (const entry of candidates?.byLast.get(lastSegment(folded)) ?? candidates?.others ?? []) {
    const mayFit = folded.startsWith(entry.beginning) && folded.endsWith(entry.ending)
    const groups = mayFit ? entry.pattern.exec(path) : null
    if (!groups) continue
    const route = entry.byMethod.get(method)
    if (route) {
      const values = decodeAll(groups)
      return values
        ? { kind: 'found', match: { route, values, path: declared(entry, sent, groups) } }
        : { kind: 'unknown' }
    }
    allow.push(...methodsOf(entry))
  }
  return allow.length > 0 ? { kind: 'method', allow: [...new Set(allow)] } : { kind: 'unknown' }
}

const methodsOf = ({ byMethod }: PathEntry): Method[] => [...byMethod.values()].map(({ endpoint }) => endpoint.method)

/** Restores the declared spelling of a path. `groups` holds the values, still encoded, from index 1. */
function declared({ spelling }: PathEntry, sent: string, groups: readonly string[]): string {
  if (!spelling) return sent
  const path = spelling.reduce((before, literal, index) => before + present(groups[index]) + literal)
  return path.length < sent.length ? `${path}/` : path
}

function decodeAll(groups: RegExpExecArray): string[] | undefined {
  try {
    const values: string[] = []
    for (let i = 1; i < groups.length; i++) values.push(decoded(present(groups[i])))
    return values
  } catch {
    return undefined // a stray % names no declared path
  }
}

const decoded = (text: string) => (text.includes('%') ? decodeURIComponent(text) : text)
