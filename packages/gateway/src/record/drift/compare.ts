// Compares an answer with what its endpoint declares: status and content type here, the shape of JSON in
// compare-shape.ts.
import type { Api, Endpoint } from '#define'
import { isRaw } from '#define/reflect'
import { withDefinitions } from '#derive'
import { compareShape } from './compare-shape.ts'
import type { Comparison, DeclaredAnswer, Finding, SeenAnswer } from './finding.ts'

/** Returns an endpoint's declaration of its answers. */
export function declaredAnswerOf({ schemas = {} }: Api, endpoint: Endpoint): DeclaredAnswer {
  const { status = 200, returns, streams } = endpoint
  const common = { status, streams: streams !== undefined }
  if (!isRaw(returns)) return { ...common, result: { schema: JSON.stringify(withDefinitions(returns, schemas)) } }
  return { ...common, result: returns.raw === 'empty' ? 'empty' : { contentType: essenceOf(returns.contentType) } }
}

/** Compares an answer, whose body is decoded. */
export function compareAnswer(declared: DeclaredAnswer, answer: SeenAnswer): Comparison {
  const { status } = answer
  if (status === 304) return same
  if (status >= 400) return usualErrors.has(status) ? same : found(statusFinding(declared, status))
  if (status !== declared.status) return found(statusFinding(declared, status))
  const seen = essenceOf(answer.contentType)
  if (declared.streams && seen === 'text/event-stream') return same
  const { result } = declared
  if (result === 'empty') return answer.body.length === 0 ? same : found(retyped('nothing', shownType(seen), 'info'))
  if ('contentType' in result) {
    const fits = seen === result.contentType || result.contentType === anyBytes
    return fits ? same : found(retyped(result.contentType, shownType(seen), 'warning'))
  }
  if (!isJson(seen)) return found(retyped(jsonType, shownType(seen), 'breaking'))
  const value = parsed(answer.body)
  return value === undefined
    ? found(retyped(jsonType, 'no JSON', 'breaking'))
    : compareShape(JSON.parse(result.schema), value.json)
}

const same: Comparison = { findings: [], isCut: false }
const found = (finding: Finding): Comparison => ({ findings: [finding], isCut: false })
const jsonType = 'application/json'
const anyBytes = 'application/octet-stream'

/** Statuses of refusals that any provider may send. */
const usualErrors: ReadonlySet<number> = new Set([
  400, 401, 402, 403, 404, 405, 406, 408, 409, 410, 412, 413, 414, 415, 422, 429, 500, 501, 502, 503, 504,
])

function statusFinding({ status: declared }: DeclaredAnswer, seen: number): Finding {
  const severity = seen >= 400 ? 'warning' : 'breaking'
  return { pointer: '', kind: 'status', declared: String(declared), seen: String(seen), severity }
}

function retyped(declared: string, seen: string, severity: Finding['severity']): Finding {
  return { pointer: '', kind: 'retyped', declared, seen, severity }
}

/** Returns a content type without its parameters. */
function essenceOf(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** Returns a content type as it may be stored: a registered one, not whatever a provider wrote there. */
function shownType(essence: string): string {
  if (essence === '') return 'no content type'
  return /^[a-z]+\/[a-z0-9.+-]{1,60}$/.test(essence) ? essence : 'an invalid content type'
}

function isJson(essence: string): boolean {
  return essence === jsonType || essence.endsWith('+json') || essence === 'text/json'
}

function parsed(body: Uint8Array): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(new TextDecoder().decode(body)) }
  } catch {
    return undefined
  }
}
