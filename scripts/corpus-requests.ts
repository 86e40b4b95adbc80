// Checks requests to public descriptions: an independent client builds them, a gateway sends them on, and what a
// provider received is compared with what was built.

import type { KeyPlace } from '#define/reflect'
import { apiOf, type Description, type Operation, readDescription } from '#descriptions'
import { listIn, memberOf } from '../packages/descriptions/reading/json.ts'
import {
  type BuiltRequest,
  buildRequest,
  differencesFrom,
  resolvedItem,
  sendBuilt,
} from '../tests/added-apis/built-requests.ts'
import { admin } from '../tests/added-apis/document.ts'
import { type OpenGateway, openGateway } from '../tests/harness/open-gateway.ts'
import { smallApi } from '../tests/harness/small-api.ts'
import { type Cleanup, openUpstream, type Received, sendJson, type Upstream } from '../tests/harness/upstream.ts'
import { callValuesOf } from './corpus-values.ts'

export interface RequestCounts {
  sent: number
  /** Arrived as built. */
  same: number
  /** The number of operations of which the client builds no request, by its reason. */
  readonly unbuilt: Map<string, number>
  /** Refused for their made-up path values: a backslash, or an escape inside an escape (outbound rule 5). */
  unsafe: number
  /** Requests that carried the stored key. */
  withKey: number
}
/** A gateway, and a provider that records. */
interface Judge {
  /** Sends requests of a description; returns a line for each that arrived otherwise. */
  check(text: string, counts: RequestCounts, limit: number): Promise<string[]>
}

const mostPerDescription = 40
const secret = 'corpus:Secret-4711'

/** Opens the judge; `t` closes it. */
export async function openJudge(t: Cleanup, seed: number): Promise<Judge> {
  const gateway = await openGateway(t, { apis: [smallApi()] })
  const upstream = await openUpstream(t, (_request, response) => sendJson(response, {}))
  const { accountId, key } = await gateway.account({ perMinute: 1_000_000, perDay: 10_000_000 })
  const judge = { gateway, upstream, accountId, key, seed }
  return { check: (text, counts, limit) => checkDescription(judge, { text, counts, limit }) }
}

interface Open {
  readonly gateway: OpenGateway
  readonly upstream: Upstream
  readonly accountId: string
  readonly key: string
  readonly seed: number
}
interface Task {
  readonly text: string
  readonly counts: RequestCounts
  readonly limit: number
}

async function checkDescription(open: Open, { text, counts, limit }: Task): Promise<string[]> {
  const { gateway, upstream, accountId } = open
  const document = withoutTokens(JSON.parse(text))
  const written = JSON.stringify(document)
  const description = await readDescription(written, { base: `${upstream.url}/v1` }).catch(() => undefined)
  if (!description) return []
  const query = `?slug=judged&base=${encodeURIComponent(`${upstream.url}/v1`)}`
  const added = await admin(gateway, 'POST', `/apis${query}`, written)
  if (added.status !== 201) return [`not added: ${added.message}`]
  const { auth } = apiOf(description, { slug: 'judged' })
  const places = auth.kind === 'own' ? auth.places : []
  if (places.length > 0) {
    const parts = places.flatMap(({ from }) => (typeof from === 'object' ? [[from.part, secret] as const] : []))
    const body = parts.length > 0 ? { parts: Object.fromEntries(parts) } : { key: secret }
    const stored = await admin(gateway, 'PUT', `/accounts/${accountId}/provider-keys/judged`, body)
    if (stored.status !== 200) return [`no key: ${stored.text.slice(0, 300)}`]
  }
  const problems: string[] = []
  for (const operation of chosen(description.operations, open.seed)) {
    if (counts.sent >= limit) break
    const found = await checkOperation(open, { document, description, operation, places, counts })
    for (const one of found) problems.push(`${operation.method} ${operation.path}: ${one}`)
  }
  await admin(gateway, 'DELETE', '/apis/judged')
  return problems
}

/** Returns operations from all over a description. */
function chosen(operations: readonly Operation[], seed: number): readonly Operation[] {
  const step = Math.max(1, Math.floor(operations.length / mostPerDescription))
  return operations.filter((_, at) => (at + seed) % step === 0).slice(0, mostPerDescription)
}

interface OneOperation {
  readonly document: object
  readonly description: Description
  readonly operation: Operation
  readonly places: readonly KeyPlace[]
  readonly counts: RequestCounts
}

async function checkOperation(open: Open, task: OneOperation): Promise<string[]> {
  const { gateway, upstream, key } = open
  const { counts, operation, places } = task
  const built = await builtFor(open, task)
  if (typeof built === 'string') {
    counts.unbuilt.set(built, (counts.unbuilt.get(built) ?? 0) + 1)
    return []
  }
  upstream.received.length = 0
  const headers = { 'x-gateway-key': key, 'x-gateway-provider': 'live' }
  const answer = await sendBuilt(`${gateway.baseUrl}/v1/proxy/judged`, built, headers)
  counts.sent++
  const [received] = upstream.received
  if (!received && isUnsafe(built, answer.text)) {
    counts.unsafe++
    return []
  }
  if (!received) return [`${answer.status} ${answer.text.slice(0, 300)} for ${built.target.slice(0, 200)}`]
  const { plain, hasKey } = withoutKey(received, places)
  if (hasKey) counts.withKey++
  const differences = differencesFrom(built, plain, '/v1')
  if (differences.length === 0) counts.same++
  return differences.map((one) => `${one} (${operation.id})`)
}

function isUnsafe({ target }: BuiltRequest, answer: string): boolean {
  const [path = ''] = target.split('?', 1)
  return answer.includes('path.unsafe') && /%5c|%25[0-9a-f]{2}/i.test(path)
}

/** Builds the request; returns the reason if the client does not. */
async function builtFor({ seed }: Open, task: OneOperation): Promise<BuiltRequest | string> {
  const { document, description, operation, places } = task
  const [, , token = ''] = operation.pointer.split('/')
  const path = token.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    const verb = operation.method.toLowerCase()
    const resolved = await resolvedItem(document, path)
    if (!resolved || memberOf(resolved, verb) === undefined) return 'the path is not resolved'
    const raw = withoutKeys(memberOf(resolved, verb), places)
    const item = { ...withoutKeys(resolved, places), [verb]: raw }
    const values = callValuesOf(operation, { raw, schemas: description.schemas, places, seed: `${seed}` })
    return await buildRequest(document, { path, method: operation.method, item }, values)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return reason.replace(/(?<=parameter )\S+/i, '…').slice(0, 80)
  }
}

/** Leaves out parameters that the gateway fills, or that belong to HTTP. */
function withoutKeys(value: unknown, places: readonly KeyPlace[]): Record<string, unknown> {
  const parameters = listIn(value, 'parameters').filter((one) => {
    const [name, place] = [String(memberOf(one, 'name')), memberOf(one, 'in')]
    const isOfHttp = place === 'header' && /^(?:accept|authorization|content-type)$/i.test(name)
    return !isOfHttp && !places.some((key) => key.in === place && key.name.toLowerCase() === name.toLowerCase())
  })
  return { ...Object(value), parameters }
}

/** Takes the stored key out of what arrived. */
function withoutKey(received: Received, places: readonly KeyPlace[]): { plain: Received; hasKey: boolean } {
  let { url } = received
  let hasKey = false
  const headers = { ...received.headers }
  for (const { in: place, name, basic } of places) {
    if (place === 'query') {
      const pair = `${encodeURIComponent(name)}=${encodeURIComponent(secret)}`
      const shorter = url.replace(`?${pair}&`, '?').replace(`?${pair}`, '').replace(`&${pair}`, '')
      hasKey ||= shorter !== url
      url = shorter
    } else {
      const sent = String(headers[place === 'cookie' ? 'cookie' : name.toLowerCase()] ?? '')
      hasKey ||= sent.includes(basic ? Buffer.from(secret).toString('base64') : secret)
    }
  }
  return { plain: { ...received, url, headers }, hasKey }
}

/** Leaves client credentials as tokens that are stored: no token server answers here. */
function withoutTokens(document: object): object {
  return JSON.parse(JSON.stringify(document), (name, value) => (name === 'tokenUrl' ? undefined : value))
}
