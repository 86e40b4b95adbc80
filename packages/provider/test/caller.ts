// Calls handlers by path as the gateway does: route, typed parameters, body defaults, the response's status, headers
// and body.
import { type Api, isReply, Refusal } from '#define'
import { isRaw, type OpenedProvider } from '#define/reflect'
import {
  bodyCheckOf,
  bodyForHandler,
  type Check,
  checkOf,
  compileReader,
  compileRoutes,
  type Reader,
  type Route,
  readPairs,
} from '#derive'

/** The parts of a call besides its path. */
interface WorldCall {
  readonly method?: string
  /** A JSON value, fields of which some are files, bytes, or the value that a declared stream passes to the handler. */
  readonly body?: unknown
  /** Headers by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly account?: string
  readonly key?: string
  readonly signal?: AbortSignal
}
export interface WorldResponse<Body = Record<string, unknown>> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON as a client parses it; bytes and streams unchanged; undefined for an empty body. */
  readonly body: Body
}
type Handlers = OpenedProvider['handlers']
/** `Body` is the type the test expects; a successful JSON body has been validated against the declaration. */
export type Caller = <Body = Record<string, unknown>>(path: string, call?: WorldCall) => Promise<WorldResponse<Body>>

/** Creates a caller. A call that violates the declaration rejects with its problems: no handler would see it. */
export function createCaller(api: Api, handlers: () => Promise<Handlers>, account: string): Caller {
  const table = compileRoutes(api)
  const readers = new Map<string, Reader>()
  const checks = new Map<string, Check>()
  const mount = api.surface.mount.replace('{slug}', api.slug)

  function inputOf(route: Route, path: string, { search, pathValues, call }: RequestParts): Record<string, unknown> {
    const reader = readers.get(route.id) ?? compileReader(route)
    readers.set(route.id, reader)
    const header = (name: string) => call.headers?.[name]
    const query = readPairs(search, 5000) ?? []
    const { values, problems } = reader({ pathValues, query, header, hasStoredKey: false })
    if (problems.length > 0) throw new Error(`${path}: ${JSON.stringify(problems)}`)
    const { body } = route.endpoint
    if (!body) return values
    const wrong = body.schema && isJsonBody(call.body) ? bodyCheckOf(body.schema)(call.body) : []
    if (wrong.length > 0 && route.endpoint.invalid !== 'provider') throw new Error(`${path}: ${JSON.stringify(wrong)}`)
    return { ...values, body: bodyForHandler(body, call.body) }
  }

  function checkResult(route: Route, path: string, body: unknown): void {
    const { returns } = route.endpoint
    if (isRaw(returns) || body === undefined || isAsyncIterable(body)) return
    const check = checks.get(route.id) ?? checkOf(returns, 'result')
    checks.set(route.id, check)
    const wrong = check(body)
    if (wrong.length > 0) throw new Error(`${path} answers what it does not declare: ${JSON.stringify(wrong)}`)
  }

  return async <Body>(path: string, call: WorldCall = {}) => {
    const { method = 'GET', headers = {}, key = 'key_test', signal = neverAborted } = call
    // queries can contain further question marks
    const [, pathname = '', search = ''] = /^([^?]*)\??(.*)$/s.exec(path) ?? []
    const result = table.match(method, pathname)
    if (result.kind !== 'found') throw new Error(`${method} ${path} is ${result.kind}`)
    const { route, values: pathValues } = result.match
    const input = inputOf(route, path, { search, pathValues, call }) as never // read by the declaration just above
    const baseUrl = `http://gateway.test${mount}`
    const request = { method, path: pathname, query: new URLSearchParams(search), headers, baseUrl }
    try {
      const handler = (await handlers())[route.id]
      if (!handler) throw new Error(`${route.id} has no handler`)
      const answer = await handler(input, { account: call.account ?? account, key, request, signal })
      const reply = isReply(answer) ? answer : { status: route.endpoint.status ?? 200, headers: {}, body: answer }
      const body = asReceived(reply.body)
      // the declaration describes JSON; callers can request another form
      const { 'content-type': contentType = 'application/json' }: Partial<Record<string, string>> = reply.headers
      const isJson = contentType.startsWith('application/json')
      if (reply.status < 300 && isJson) checkResult(route, path, body)
      return { status: reply.status, headers: reply.headers, body: body as Body }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, headers: error.headers, body: asReceived(error.body) as Body }
    }
  }
}

interface RequestParts {
  readonly search: string
  readonly pathValues: readonly string[]
  readonly call: WorldCall
}
const neverAborted = new AbortController().signal

function isJsonBody(body: unknown): boolean {
  return body !== undefined && !Buffer.isBuffer(body) && !isAsyncIterable(body) && !hasFiles(body)
}

/** True for a multipart body: only those have files, and their fields are not checked before the handler. */
function hasFiles(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.values(body).some((value) => value?.blob instanceof Blob)
}

function asReceived(body: unknown): unknown {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body) || isAsyncIterable(body)) return body
  return JSON.parse(JSON.stringify(body))
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
