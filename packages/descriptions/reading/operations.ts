// The operations of a document. One that cannot be served is left out with its reason; none makes the others fail.
import { present } from '#define/present'
import type { Method } from '#define/reflect'
import type { DescribedParameter, DescribedServer, KeyScheme, Operation } from '../description.ts'
import { DescriptionRefused } from '../refused.ts'
import { bodyIn, responsesIn } from './contents.ts'
import type { Reading } from './context.ts'
import { below, isJson, type Json, memberOf, objectIn, textIn } from './json.ts'
import { securityIn } from './keys.ts'
import { operationIds } from './names.ts'
import { parametersIn } from './parameters.ts'
import { parameterOfPair, type ReadPath, readPath } from './paths.ts'
import { entriesOf, type Part, partIn } from './references.ts'
import { mostCommon, placesOf, serversIn } from './servers.ts'
import { docOf, lineOf } from './texts.ts'

const operationLimit = 15_000

interface OperationContext {
  readonly keys: Readonly<Record<string, KeyScheme>>
  /** The requirements of the document, for operations that have none of their own. */
  readonly security: readonly (readonly string[])[]
  /** The servers of the document. */
  readonly servers: readonly DescribedServer[]
  readonly variables: Readonly<Record<string, string>>
  /** The address that the operator has named. */
  readonly base: string | undefined
}
interface Operations {
  readonly operations: readonly Operation[]
  /** The servers of the document, or those that most operations name. */
  readonly servers: readonly DescribedServer[]
}

/** An operation that can be routed. */
interface Candidate {
  readonly method: Method
  readonly path: ReadPath
  readonly written: string
  readonly part: Part
  readonly item: Part
  readonly declaredId: string | undefined
  /** Servers of the operation or its path. */
  readonly servers: readonly DescribedServer[]
}

/** Reads every operation. Throws DescriptionRefused if there are too many. */
export function operationsIn(document: Json, context: OperationContext, reading: Reading): Operations {
  const all = candidatesIn(document, reading)
  const servers = context.servers.length > 0 ? context.servers : mostCommon(all.map((one) => one.servers))
  const candidates = servedAtHome(all, servers, { ...context, reading })
  const ids = operationIds(candidates.map(({ declaredId, method, path }) => ({ declaredId, method, path: path.path })))
  const operations = candidates.map((candidate, at) =>
    operationOf(candidate, present(ids[at]), { ...context, reading }),
  )
  return { operations, servers }
}

/** Keeps the operations of one address: that of the document, or the named one if some operations are served there. */
function servedAtHome(
  all: readonly Candidate[],
  servers: readonly DescribedServer[],
  { variables, base, reading }: Whole,
): readonly Candidate[] {
  const shared = placesOf(servers, variables)
  const named = base === undefined ? [] : placesOf([{ url: base, variables: {} }], {})
  const isOwn = ({ servers: own }: Candidate) => placesOf(own, variables).some((place) => named.includes(place))
  const isElsewhere = !named.some((place) => shared.includes(place)) && all.some(isOwn)
  const home = new Set(isElsewhere ? named : shared)
  return all.filter((candidate) => {
    const own = placesOf(candidate.servers, variables)
    const places = own.length > 0 ? own : isElsewhere ? shared : []
    if (places.length === 0 || places.some((place) => home.has(place))) return true
    const address = (own.length > 0 ? candidate.servers : servers)[0]?.url.slice(0, 200) ?? ''
    const reason = `This is served at ${address}. Add the document again with that base.`
    reading.leftOut.push({ pointer: candidate.part.pointer, reason, address })
    return false
  })
}

function candidatesIn(document: Json, reading: Reading): Candidate[] {
  const candidates: Candidate[] = []
  const seen = new Map<string, string>()
  let count = 0
  for (const [written, entry] of entriesOf({ value: memberOf(document, 'paths'), pointer: '/paths' })) {
    const item = reading.references.resolve(entry)
    if (!item || !isJson(item.value)) continue
    const path = readPath(written)
    for (const [verb, part] of entriesOf(item)) {
      const kind = kindOf(verb)
      if (kind === undefined || !isJson(part.value)) continue
      if (++count > operationLimit)
        throw new DescriptionRefused(
          part.pointer,
          `The document has more than ${operationLimit.toLocaleString('en')} operations.`,
        )
      const pointer = below(entry.pointer, verb)
      const key = typeof path === 'string' ? '' : `${verb.toLowerCase()} ${path.form}`
      const reason = reasonOf(path, kind, { twin: seen.get(key), item })
      if (reason !== undefined || typeof path === 'string' || kind === 'other') {
        reading.leftOut.push({ pointer, reason: reason ?? '' })
        continue
      }
      seen.set(key, written)
      const declaredId = textIn(part.value, 'operationId')
      const [servers = []] = [part, item]
        .map((one) => serversIn(partIn(one, 'servers')))
        .filter((list) => list.length > 0)
      candidates.push({ method: kind, path, written, part: { ...part, pointer }, item, declaredId, servers })
    }
  }
  return candidates
}

const methods: Readonly<Record<string, Method>> = {
  get: 'GET',
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
}
const others = new Set(['head', 'options', 'trace', 'query'])

function kindOf(verb: string): Method | 'other' | undefined {
  if (Object.hasOwn(methods, verb.toLowerCase())) return methods[verb.toLowerCase()]
  return others.has(verb.toLowerCase()) || verb === 'additionalOperations' ? 'other' : undefined
}

interface Circumstances {
  /** The path that the same requests match. */
  readonly twin: string | undefined
  readonly item: Part
}

function reasonOf(path: ReadPath | string, kind: Method | 'other', { twin, item }: Circumstances): string | undefined {
  if (typeof path === 'string') return path
  if (kind === 'other')
    return memberOf(item.value, 'get') === undefined
      ? 'The gateway serves GET, POST, PUT, PATCH and DELETE.'
      : 'The gateway serves GET, POST, PUT, PATCH and DELETE, and answers HEAD wherever it serves GET.'
  return twin === undefined ? undefined : `The same requests match ${twin}; they are sent on through that one.`
}

interface Whole extends OperationContext {
  readonly reading: Reading
}

function operationOf(candidate: Candidate, id: string, { reading, keys, security }: Whole): Operation {
  const { method, path, part, item, declaredId } = candidate
  const { value } = part
  const doc = docOf(memberOf(value, 'description')) ?? docOf(memberOf(item.value, 'description'))
  const summary = lineOf(memberOf(value, 'summary')) ?? lineOf(doc) ?? wordsOf(declaredId) ?? `${method} ${path.path}`
  const parameters = parametersIn([partIn(item, 'parameters'), partIn(part, 'parameters')], reading)
  const body = bodyIn(partIn(part, 'requestBody'), reading)
  const named = body ? besideBody(parameters, part, reading) : parameters
  return {
    id,
    ...(declaredId === undefined || declaredId === id ? {} : { declaredId: declaredId.slice(0, 500) }),
    method,
    path: path.path,
    summary,
    ...(doc === undefined || doc === summary ? {} : { doc }),
    tags: tagsIn(value),
    ...(memberOf(value, 'deprecated') === true ? { deprecated: true } : {}),
    parameters: withPath(named, path),
    ...(body ? { body } : {}),
    responses: responsesIn(partIn(part, 'responses'), reading),
    security: securityIn(memberOf(value, 'security'), keys) ?? security,
    pointer: part.pointer,
  }
}

/** Leaves out a parameter called body, since clients and agents give the body by that name. */
function besideBody(parameters: readonly DescribedParameter[], part: Part, reading: Reading): DescribedParameter[] {
  const others = parameters.filter((one) => one.name !== 'body' || one.in === 'path')
  if (others.length < parameters.length)
    reading.leftOut.push({
      pointer: `${part.pointer}/parameters`,
      reason: 'A parameter called body is not declared beside a body. Callers may send it nevertheless.',
    })
  return others
}

/** Adds the parameters that only the path names, and leaves out those of placeholders that it does not have. */
function withPath(parameters: readonly DescribedParameter[], { path, query }: ReadPath): DescribedParameter[] {
  const names = [...path.matchAll(/\{([^{}]+)\}|\/\*(\w+)/g)].map(([, plain, rest]) => plain ?? rest ?? '')
  const inPath = names.map(
    (name): DescribedParameter =>
      parameters.find((one) => one.in === 'path' && one.name === name) ?? {
        name,
        in: 'path',
        required: true,
        style: 'simple',
        explode: false,
        schema: { type: 'string' },
        examples: [],
      },
  )
  const others = parameters.filter((one) => one.in !== 'path')
  const written = query
    .filter(([name]) => !others.some((one) => one.in === 'query' && one.name === name))
    .map(parameterOfPair)
  return [...inPath, ...others, ...written]
}

function tagsIn(value: unknown): string[] {
  const tags = memberOf(value, 'tags')
  if (!Array.isArray(tags)) return []
  return tags.slice(0, 20).flatMap((tag) => lineOf(tag) ?? [])
}

/** Converts `listPetOwners` and `list_pet_owners` to `List pet owners`. */
function wordsOf(id: string | undefined): string | undefined {
  const words = id
    ?.slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word))
    .join(' ')
  return words === undefined || words === '' ? undefined : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the entries of the webhooks, which are requests of the provider and no operations. */
export function webhooksIn(document: Json): readonly string[] {
  return Object.keys(objectIn(document, 'webhooks'))
}
