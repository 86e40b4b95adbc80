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
  /** Returns the expression, which is compiled with the first path that may fit. */
  readonly pattern: () => RegExp
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

/** A pattern with its place in the order of precedence. */
interface Ranked {
  readonly entry: PathEntry
  readonly rank: number
}
/** Patterns in order of precedence. */
interface Patterns {
  /** Routes that end with a literal segment, by that segment. */
  readonly byLast: Map<string, Ranked[]>
  readonly others: Ranked[]
}
/** Patterns by the literal segments before the first placeholder, with a final slash. */
type ByPrefix = Map<string, Patterns>

/** The index of a table. */
interface Compiled {
  readonly literal: ReadonlyMap<string, PathEntry>
  /** Patterns without a wildcard by the path's number of slashes. */
  readonly bySlashes: readonly ByPrefix[]
  /** Patterns with a wildcard, which match any number of slashes. */
  readonly wild: ByPrefix
  /** Returns the key of a literal path: the path itself, or its lower case. */
  readonly fold: (path: string) => string
}

/** Compiles the table; throws if two endpoints share a method and path. */
export function compileRoutes(api: Api): RouteTable {
  const steps = compiling(api)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Compiles the table like `compileRoutes`, awaiting `pause` between endpoints: there can be thousands. */
export async function compileRoutesInSteps(api: Api, pause: () => Promise<void>): Promise<RouteTable> {
  const steps = compiling(api)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await pause()
  }
}

function* compiling(api: Api): Generator<undefined, RouteTable> {
  const entries = new Map<string, PathEntry>()
  const routes: Route[] = []
  const fold = api.paths === 'case-insensitive' ? (path: string) => path.toLowerCase() : (path: string) => path
  for (const [id, endpoint] of Object.entries<Endpoint>({ ...api.endpoints, ...api.sockets })) {
    const isSocket = endpoint.socket !== undefined
    const route: Route = { id, endpoint, isSocket, names: pathNames(endpoint.path) }
    routes.push(route)
    addRoute(entries, route, api)
    yield
  }
  const literal = new Map<string, PathEntry>()
  const patterns: PathEntry[] = []
  for (const entry of entries.values()) {
    if (pathNames(entry.template).length === 0) literal.set(fold(withoutTrailingSlash(entry.template)), entry)
    else patterns.push(entry)
    yield
  }
  patterns.sort((a, b) => (a.weight < b.weight ? -1 : a.weight > b.weight ? 1 : 0))
  const templates = [...entries.values()].map((entry) => entry.template)
  const compiled: Compiled = { literal, ...indexOf(patterns), fold }
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
      pattern: compiledOnce(() => patternOf(path, inAnyCase ? 'i' : '')),
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

function compiledOnce(compile: () => RegExp): () => RegExp {
  let compiled: RegExp | undefined
  return () => {
    compiled ??= compile()
    return compiled
  }
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

/** Indexes sorted patterns, so that a look-up costs the same however many there are. */
function indexOf(patterns: readonly PathEntry[]): Pick<Compiled, 'bySlashes' | 'wild'> {
  const most = patterns.reduce((count, { slashes = 0 }) => Math.max(count, slashes), 0)
  const bySlashes: ByPrefix[] = Array.from({ length: most + 1 }, () => new Map())
  const wild: ByPrefix = new Map()
  for (const [rank, entry] of patterns.entries()) {
    const home = entry.slashes === undefined ? wild : present(bySlashes[entry.slashes])
    const prefix = entry.beginning.slice(0, entry.beginning.lastIndexOf('/') + 1)
    const group = home.get(prefix) ?? { byLast: new Map(), others: [] }
    home.set(prefix, group)
    const last = lastOf(entry)
    const list = last === undefined ? group.others : (group.byLast.get(last) ?? [])
    if (last !== undefined) group.byLast.set(last, list)
    list.push({ entry, rank })
  }
  return { bySlashes, wild }
}

/** Returns the patterns that may match a path, in order of precedence. */
function candidatesFor({ bySlashes, wild }: Compiled, path: string): readonly Ranked[] {
  const last = lastSegment(path)
  const own = bySlashes[slashesIn(path)]
  const found: (readonly Ranked[])[] = []
  const take = (list: readonly Ranked[] | undefined) => {
    if (list !== undefined && list.length > 0) found.push(list)
  }
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const prefix = path.slice(0, at + 1)
    for (const group of [own?.get(prefix), wild.get(prefix)]) {
      if (!group) continue
      take(group.byLast.get(last))
      take(group.others)
    }
  }
  const [only = []] = found
  return found.length > 1 ? found.flat().sort((a, b) => a.rank - b.rank) : only
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

function lookUp(compiled: Compiled, method: string, sent: string): MatchResult {
  const { literal, fold } = compiled
  const path = withoutTrailingSlash(sent)
  const folded = fold(path)
  const exact = literal.get(folded)
  const route = exact?.byMethod.get(method)
  if (exact && route) return { kind: 'found', match: { route, values: [], path: declared(exact, sent, []) } }
  const allow: Method[] = exact ? methodsOf(exact) : []
  for (const { entry } of candidatesFor(compiled, folded)) {
    const mayFit = folded.startsWith(entry.beginning) && folded.endsWith(entry.ending)
    const groups = mayFit ? entry.pattern().exec(path) : null
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
