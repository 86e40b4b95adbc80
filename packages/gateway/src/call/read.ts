// Reads a call: parameters to typed values, and a declared JSON or form body. All problems of a call are reported in
// one 400.
import { fail } from '#define'
import type { Problem } from '#derive'
import { readPairs } from '#derive'
import { mostComparedBytes } from './asked-for.ts'
import type { RoutedCall } from './call.ts'
import { headerOf } from './call.ts'
import { holdFor } from './hold-body.ts'
import { type BufferedBody, readWholeBody } from './http/body.ts'
import type { HeldBodies } from './http/held-bodies.ts'
import type { Compiled } from './listings.ts'
import { bodyKindOf, readBody } from './read-body.ts'
import { canOmitCredential } from './require-key.ts'
import { withCallTimeout } from './timeouts.ts'

const pairLimit = 1000
const longestTimeoutMs = 3_600_000

export interface ReadDeps {
  readonly bodies: HeldBodies
}

/** Sets `call.query`, `call.values`, `call.timeoutMs` and the body; throws `input.invalid` or `body.too_large`. */
export function read(call: RoutedCall, { bodies }: ReadDeps): void | Promise<void> {
  const compiled = call.listing.compiled(call.route)
  const problems: Problem[] = []
  readParameters(call, compiled, problems)
  readTimeout(call, problems)
  refuseTooLong(call, compiled)
  const kind = bodyKindOf(call, compiled.body, problems)
  if (kind !== 'json' && kind !== 'form') {
    refuse(problems)
    sendContinue(call)
    return call.answers && holdCompared(call, compiled, bodies)
  }
  // read despite earlier problems: the body can hold the missing parameters, and the caller gets all problems at once
  sendContinue(call)
  const waiting = readBody(call, { compiled, kind, problems, bodies })
  if (waiting) return withCallTimeout(call, waiting).then(() => refuse(takeFromBody(call, problems)))
  refuse(takeFromBody(call, problems))
}

/** Reads a body that is otherwise passed on unread: a recorded answer is found by it, too. */
function holdCompared(call: RoutedCall, compiled: Compiled, bodies: HeldBodies): void | Promise<void> {
  const { headers } = call.request
  const length = Number(headers['content-length'] ?? Number.NaN)
  if (!(length > 0 && length <= mostComparedBytes) || headers['content-encoding'] !== undefined) return
  const body = readWholeBody(call.request, compiled, { hold: holdFor(call, bodies) })
  const take = ({ raw }: BufferedBody) => {
    call.body = raw
    call.bytesIn = raw.length
  }
  if (body instanceof Promise) return withCallTimeout(call, body).then(take)
  take(body)
}

/** Answers `Expect: 100-continue` (RFC 9110, section 10.1.1), which the server leaves to this phase. */
function sendContinue({ request, response }: RoutedCall): void {
  if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue()
}

function readParameters(call: RoutedCall, compiled: Compiled, problems: Problem[]): void {
  const query = readPairs(call.rawQuery, pairLimit)
  if (!query) {
    problems.push({ name: 'query', problem: `must be at most ${pairLimit} pairs with valid percent-encoding` })
    return
  }
  call.query = query
  const read = compiled.reader({
    pathValues: call.pathValues,
    query,
    header: (name) => headerOf(call, name),
    hasStoredKey: canOmitCredential(call),
  })
  call.values = read.values
  problems.push(...read.problems)
  if (compiled.unknownParameters) problems.push(...compiled.unknownParameters(query))
}

function readTimeout(call: RoutedCall, problems: Problem[]): void {
  const header = headerOf(call, 'x-gateway-timeout')
  if (header === undefined) return
  const timeoutMs = /^\d{1,7}$/.test(header) ? Number(header) : 0
  if (timeoutMs < 1 || timeoutMs > longestTimeoutMs)
    problems.push({ name: 'x-gateway-timeout', problem: `must be 1 to ${longestTimeoutMs} milliseconds` })
  else call.timeoutMs = timeoutMs
}

/** Refuses a declared length over the limit before a byte of the body is read. */
function refuseTooLong(call: RoutedCall, { bodyBytes }: Compiled): void {
  const declared = Number(call.request.headers['content-length'] ?? 0)
  if (declared > bodyBytes) throw fail('body.too_large', { limit: bodyBytes })
}

/** Takes missing parameters that the API also accepts in the body; returns the problems that remain. */
function takeFromBody(call: RoutedCall, problems: readonly Problem[]): Problem[] {
  const { bodyValue } = call
  const fields = typeof bodyValue === 'object' && bodyValue !== null ? bodyValue : {}
  return problems.filter((problem) => {
    const value: unknown = isAcceptedInBody(call, problem) ? Reflect.get(fields, problem.name) : undefined
    if (value === undefined || value === null || value === '') return true
    call.values[problem.name] = value
    return false
  })
}

/** Reports whether the problem is a missing parameter that the declared body has a field for. */
function isAcceptedInBody({ route }: RoutedCall, { name, problem }: Problem): boolean {
  return problem === 'is required' && Object.hasOwn(route.endpoint.body?.fields ?? {}, name)
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length === 0) return
  const sentence = problems.map(({ name, problem }) => `${name} ${problem}`).join('; ')
  throw fail('input.invalid', { problems: sentence }, { details: { problems } })
}
