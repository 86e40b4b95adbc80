// What the embedded providers answer to recorded reads.
import { Failure, type ProviderKit, Refusal } from '#define'
import { paramInfoOf } from '#define/reflect'
import { bodyForHandler, type QueryPair, readForm, readPairs } from '#derive'
import { declaredAnswerOf } from '../../record/drift/compare.ts'
import type { SentRequest } from '../../record/drift/drift-thread.ts'
import type { DeclaredAnswer } from '../../record/drift/finding.ts'
import type { DeclaredParts, RequestBody } from '../../record/har/exchange.ts'
import type { KnownRequest } from './har-requests.ts'

/** Sends a recorded read to the embedded provider; returns its answer as JSON, or why there is none. */
export async function embeddedAnswerOf(
  request: KnownRequest,
  sent: SentRequest,
  ask: ProviderKit['ask'],
): Promise<{ readonly json: string } | { readonly reason: string }> {
  if (sent.status >= 300) return { reason: `it was answered with ${sent.status}, which has no declared shape` }
  const { listing, route } = request
  if (!('schema' in Object(declaredOf(request).result))) return { reason: 'its answer is not JSON' }
  const input = inputOf(request, sent)
  if (typeof input === 'string') return { reason: input }
  try {
    const value = await ask(listing.providerSlug, route.id, input)
    return { json: JSON.stringify(value) ?? 'null' }
  } catch (error) {
    if (error instanceof Refusal) return { reason: `the embedded provider answers it with ${error.status}` }
    if (error instanceof Failure) return { reason: `the embedded provider refuses it: ${error.code}` }
    throw error
  }
}

/** Returns the declaration of the answers to a request. */
export const declaredOf = ({ listing, route }: KnownRequest): DeclaredAnswer =>
  declaredAnswerOf(listing.api, route.endpoint)

/** Returns the declared parts of a request, without what is a secret or a key. */
export function partsOf({ route: { endpoint }, isOurs }: KnownRequest): DeclaredParts {
  const renamed = isOurs ? {} : (endpoint.upstream?.rename ?? {})
  const query = namesOf(endpoint.params).map((name) => renamed[name] ?? name)
  const { schema, fields } = endpoint.body ?? {}
  return {
    query: new Set(query),
    headers: new Set(),
    body: schema === undefined ? 'none' : fields === undefined ? 'whole' : new Set(namesOf(fields)),
  }
}

function namesOf(members: KnownRequest['route']['endpoint']['params']): string[] {
  return Object.entries(members)
    .filter(([, shape]) => !paramInfoOf(shape).secret && !paramInfoOf(shape).credential)
    .map(([name]) => name)
}

const mostPairs = 1000

/** Returns the pairs of a query, under the names that callers of the gateway use. */
export function queryOf({ route: { endpoint }, isOurs }: KnownRequest, url: string): QueryPair[] {
  const declared = new Map(Object.entries(endpoint.upstream?.rename ?? {}).map(([ours, theirs]) => [theirs, ours]))
  const pairs = readPairs(new URL(url).search.slice(1), mostPairs) ?? []
  return isOurs ? pairs : pairs.map((pair) => ({ ...pair, name: declared.get(pair.name) ?? pair.name }))
}

/** Returns the value of a body, parsed as its endpoint declares. */
export function bodyValueOf({ route: { endpoint } }: KnownRequest, { contentType, text }: RequestBody): unknown {
  return contentType.startsWith('application/x-www-form-urlencoded')
    ? readForm(readPairs(text, mostPairs) ?? [], endpoint)
    : parsed(text)
}

/** Returns the input of a handler, or why there is none. */
function inputOf(request: KnownRequest, { url, requestBody }: SentRequest): Readonly<Record<string, unknown>> | string {
  const { listing, route, pathValues } = request
  const { endpoint } = route
  const query = queryOf(request, url)
  const compiled = listing.compiled(route)
  const { values, problems } = compiled.reader({ pathValues, query, header: () => undefined, hasStoredKey: true })
  if (problems[0]) return `its parameter ${problems[0].name} ${problems[0].problem}`
  if (!endpoint.body) return values
  if (!requestBody) return endpoint.body.required ? 'the body of its request was not saved' : values
  const body = bodyValueOf(request, requestBody)
  const [problem] = compiled.bodyCheck?.(body) ?? []
  if (problem) return `its body: ${problem.name} ${problem.problem}`
  return { ...values, body: bodyForHandler(endpoint.body, body) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
