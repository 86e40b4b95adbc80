// The registry of the gateway's own errors: the only list of codes. Codes have the form `area.fact` and are never
// reused or renamed.

/** The party at fault, and the chance that the same call succeeds later. */
export interface ErrorInfo {
  readonly status: number
  readonly from: 'caller' | 'upstream' | 'gateway'
  readonly retry: boolean
  /** False if no provider was called and the caller is not at fault: no limit counts such a call. */
  readonly counted?: false
  /** The public sentence; each `{blank}` is filled when the error is created. */
  readonly say: string
}

export const errors = {
  'key.invalid': { status: 401, from: 'caller', retry: false, say: 'Send a valid key in the {header} header.' },
  'key.expired': {
    status: 401,
    from: 'caller',
    retry: false,
    say: 'This key has expired. Create a new one, or rotate it.',
  },
  'key.disabled': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'This key is disabled. Ask the operator to enable it.',
  },
  'key.scope': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'The scopes of this key do not allow {method} {path} of {api}.',
  },
  'key.address': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'This key may not be used from the address {address}.',
  },
  'key.agent': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'Agents may not use this key. Its owner can allow it: npx gatehouse keys agent <id> read.',
  },
  'key.grant': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'A key cannot grant more access than it has: {reason}.',
  },
  'agent.busy': {
    status: 429,
    from: 'caller',
    retry: true,
    say: 'This key has made too many requests at /mcp in this minute. Wait a minute.',
  },
  'admin.remote': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'The operator API answers only on the loopback address. Set GATEHOUSE_ADMIN_REMOTE=true to open it.',
  },
  'admin.host': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'This page is served only at localhost, at an IP address, or at the host of GATEHOUSE_PUBLIC_URL.',
  },
  'session.ended': {
    status: 401,
    from: 'caller',
    retry: false,
    say: 'This console session has ended. Sign in again with the operator key.',
  },
  'session.origin': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'Only pages of this gateway may use a console session. Programs send the operator key itself.',
  },
  'session.insecure': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'Signing in with the operator key from another machine needs HTTPS.',
  },
  'api.unknown': {
    status: 404,
    from: 'caller',
    retry: false,
    say: 'There is no API {slug}. GET /openapi lists the slugs.',
  },
  'endpoint.unknown': {
    status: 404,
    from: 'caller',
    retry: false,
    say: '{api} has no endpoint {path}. The nearest declared paths are in details.',
  },
  'method.unknown': { status: 405, from: 'caller', retry: false, say: '{path} supports {allow}, not {method}.' },
  'path.unsafe': {
    status: 400,
    from: 'caller',
    retry: false,
    say: 'The path is not in its normal form. Send it without dot segments, backslashes, encoded dots, or escapes that are encoded twice.',
  },
  'input.invalid': { status: 400, from: 'caller', retry: false, say: 'Invalid input: {problems}' },
  'body.too_large': { status: 413, from: 'caller', retry: false, say: 'The body may have at most {limit} bytes.' },
  'body.expanded': {
    status: 413,
    from: 'caller',
    retry: false,
    say: 'The body grows more than {times} times when it is decompressed. Send it with less compression, or with none.',
  },
  'body.encoding': {
    status: 415,
    from: 'caller',
    retry: false,
    say: 'Send the body unencoded, or with one of these encodings: {accepted}.',
  },
  'body.too_complex': {
    status: 400,
    from: 'caller',
    retry: false,
    say: 'The JSON body has more than {limit}. Send less of it in one call.',
  },
  'upload.not_stored': {
    status: 507,
    from: 'gateway',
    retry: true,
    counted: false,
    say: 'There is no room for the uploaded files at the moment. Call again later.',
  },
  'headers.too_large': {
    status: 431,
    from: 'caller',
    retry: false,
    say: 'The request headers are too many or too large.',
  },
  'request.malformed': { status: 400, from: 'caller', retry: false, say: 'The request is not valid HTTP/1.1.' },
  'request.expectation': { status: 417, from: 'caller', retry: false, say: 'Expect supports only 100-continue.' },
  'request.forwarded_for': {
    status: 400,
    from: 'caller',
    retry: false,
    say: 'The x-forwarded-for entry {entry} is not an IP address. Let each proxy send the address that called it.',
  },
  'request.loop': {
    status: 508,
    from: 'gateway',
    retry: false,
    say: 'The call has come back to the gateway that made it. Ask the operator to correct the address of the provider.',
  },
  'request.upgrade': {
    status: 426,
    from: 'caller',
    retry: false,
    say: '{path} is a WebSocket. Open it with a GET that has no body and the headers of an upgrade (RFC 6455).',
  },
  'request.handshake': {
    status: 400,
    from: 'caller',
    retry: false,
    say: 'The WebSocket handshake is not valid: {problem} (RFC 6455, section 4.2.1).',
  },
  'session.limit': {
    status: 429,
    from: 'caller',
    retry: true,
    say: 'The account has {limit} WebSocket sessions open, as many as it may. Close one first.',
  },
  'request.slow': { status: 408, from: 'caller', retry: true, say: 'The request did not arrive in time.' },
  'quota.minute': { status: 429, from: 'caller', retry: true, say: 'Rate limit reached: {limit} calls per minute.' },
  'quota.day': { status: 429, from: 'caller', retry: true, say: 'Daily limit reached: {limit} calls per day (UTC).' },
  'key.minute': {
    status: 429,
    from: 'caller',
    retry: true,
    say: 'Rate limit of this key reached: {limit} calls per minute.',
  },
  'key.day': {
    status: 429,
    from: 'caller',
    retry: true,
    say: 'Daily limit of this key reached: {limit} calls per day (UTC).',
  },
  'budget.spent': {
    status: 402,
    from: 'caller',
    retry: false,
    say: 'This call costs more than is left of the {budget}. {advice}',
  },
  'budget.held': {
    status: 429,
    from: 'caller',
    retry: true,
    say: 'Calls under way hold the rest of the {budget}. Call again.',
  },
  'webhook.address': {
    status: 400,
    from: 'caller',
    retry: false,
    say: 'The webhook cannot have this address: {problem}',
  },
  'provider_key.missing': {
    status: 403,
    from: 'caller',
    retry: false,
    say: '{api} needs your own provider key: PUT {base}/v1/me/provider-keys/{slug} with body {body}. For embedded answers instead: PUT {base}/v1/me/listings/{slug} with body {"provider":"embedded"}, or the header x-gateway-provider: embedded.',
  },
  'provider_key.refused': {
    status: 400,
    from: 'caller',
    retry: false,
    say: 'A provider key has 1 to 4096 characters and no line breaks or NUL.',
  },
  'provider_key.incomplete': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'The stored provider key of {api} has no {lacks}, which {api} needs now. Store the key again.',
  },
  'provider_key.token_refused': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'The token server of {api} refuses the stored client id and secret: {reason}. Check them there, then store them again.',
  },
  'provider_key.implausible': {
    status: 400,
    from: 'caller',
    retry: false,
    say: 'This cannot be a provider key: {reason}',
  },
  'provider.embedded_missing': {
    status: 501,
    from: 'gateway',
    retry: false,
    say: '{api} has no embedded provider here. Send x-gateway-provider: live, or set the listing to live.',
  },
  'provider.live_missing': {
    status: 501,
    from: 'gateway',
    retry: false,
    say: '{api} has no live provider here. The operator can name one with GATEHOUSE_UPSTREAMS.',
  },
  'provider.sample_only': {
    status: 501,
    from: 'gateway',
    retry: false,
    say: 'Here the embedded provider of {api} has sample data only, and this gateway serves none. Choose the live provider (x-gateway-provider: live), or have the operator {remedy}.',
  },
  'provider.unknown': { status: 400, from: 'caller', retry: false, say: 'x-gateway-provider is live or embedded.' },
  'sandbox.unknown': {
    status: 404,
    from: 'caller',
    retry: false,
    say: 'The account has no sandbox {name}. Make it: POST /v1/me/sandboxes with body {"name":"{name}"}.',
  },
  'sandbox.live': {
    status: 400,
    from: 'caller',
    retry: false,
    say: 'A sandbox answers with embedded providers only. Leave out x-gateway-provider: live, or x-gateway-sandbox.',
  },
  'sandbox.other': {
    status: 403,
    from: 'caller',
    retry: false,
    say: 'The key belongs to the sandbox {name}. Leave out x-gateway-sandbox, or name that one.',
  },
  'sandbox.elsewhere': {
    status: 503,
    from: 'gateway',
    retry: false,
    say: 'The files of the sandbox {name} are in the data folder of another machine. Send its calls there, or make it anew.',
  },
  'sandbox.busy': {
    status: 409,
    from: 'caller',
    retry: true,
    say: 'Calls are still under way in the sandbox {name}. Wait for them, then repeat this call.',
  },
  'sandbox.restarted': {
    status: 409,
    from: 'caller',
    retry: true,
    say: 'The sandbox {name} was reset at the same moment. Call again.',
  },
  'sandbox.fault': {
    status: 500,
    from: 'caller',
    retry: false,
    say: 'Rule {rule} of the sandbox asks for this error.',
  },
  'sandbox.fault_invalid': { status: 400, from: 'caller', retry: false, say: 'x-gateway-fault: {problem}' },
  'provider.busy': {
    status: 503,
    from: 'gateway',
    retry: true,
    counted: false,
    say: 'The embedded provider of {api} has too many calls waiting. Call again.',
  },
  'provider.warming': {
    status: 503,
    from: 'gateway',
    retry: true,
    counted: false,
    say: 'The embedded provider of {api} is still being prepared. Call again.',
  },
  'provider.restarted': {
    status: 503,
    from: 'gateway',
    retry: true,
    say: 'The embedded provider of {api} had to be started again. Call again.',
  },
  'provider.paused': {
    status: 429,
    from: 'caller',
    retry: true,
    say: 'A call of this account held the embedded provider of {api} until it had to be started again. Ask for less at once. Calls are accepted again in {seconds} s.',
  },
  'provider.deadline': {
    status: 504,
    from: 'gateway',
    retry: false,
    say: 'The embedded provider of {api} did not answer within {seconds} s. Ask for less at once.',
  },
  'upstream.unreachable': { status: 502, from: 'upstream', retry: true, say: '{api} could not be reached.' },
  'upstream.silent': { status: 504, from: 'upstream', retry: true, say: '{api} did not answer in time.' },
  'upstream.no_token': { status: 502, from: 'upstream', retry: true, say: 'The token server of {api} {problem}.' },
  'upstream.cut': {
    status: 502,
    from: 'upstream',
    retry: true,
    say: '{api} closed the connection before its response was complete.',
  },
  'upstream.invalid': { status: 502, from: 'upstream', retry: true, say: '{api} gave an answer that is not valid.' },
  'upstream.too_large': {
    status: 502,
    from: 'upstream',
    retry: false,
    say: '{api} gave an answer that is too large to be changed on the way.',
  },
  'upstream.head_too_large': {
    status: 502,
    from: 'upstream',
    retry: false,
    say: '{api} gave an answer whose headers are too large to be passed on.',
  },
  'upstream.too_complex': {
    status: 502,
    from: 'upstream',
    retry: false,
    say: '{api} gave an answer with more than {limit}, too much to be changed on the way. Ask for less at once.',
  },
  'upstream.circuit_open': {
    status: 503,
    from: 'upstream',
    retry: true,
    say: '{api} failed several times in a row. Calls resume in {seconds} s.',
  },
  'call.timeout': {
    status: 504,
    from: 'caller',
    retry: true,
    say: 'The call did not finish within the x-gateway-timeout of {timeout} ms.',
  },
  'gateway.starting': { status: 503, from: 'gateway', retry: true, say: 'This process is starting. Call again.' },
  'gateway.draining': { status: 503, from: 'gateway', retry: true, say: 'This process is shutting down. Call again.' },
  'gateway.busy': {
    status: 503,
    from: 'gateway',
    retry: true,
    say: 'This process has too many calls or connections open. Call again.',
  },
  'gateway.sessions_full': {
    status: 503,
    from: 'gateway',
    retry: true,
    counted: false,
    say: 'This process has too many WebSocket sessions open. Call again.',
  },
  'gateway.bodies_full': {
    status: 503,
    from: 'gateway',
    retry: true,
    counted: false,
    say: 'Too many request bodies are held at the moment. Call again, with fewer large bodies at once.',
  },
  'store.unavailable': {
    status: 503,
    from: 'gateway',
    retry: true,
    say: 'The database cannot be reached. Call again.',
  },
  'internal.bug': {
    status: 500,
    from: 'gateway',
    retry: false,
    say: 'The gateway failed. The request id names the entry in its log.',
  },
  'thing.unknown': { status: 404, from: 'caller', retry: false, say: 'There is no {thing} {id}.' },
  'thing.conflict': { status: 409, from: 'caller', retry: false, say: '{reason}' },
  'document.refused': { status: 400, from: 'caller', retry: false, say: 'The document cannot become an API: {reason}' },
  'import.unknown': { status: 501, from: 'gateway', retry: false, say: '{api} has no importer.' },
  'import.invalid': { status: 400, from: 'caller', retry: false, say: 'The file could not be imported: {reason}' },
} as const satisfies Record<string, ErrorInfo>

export type ErrorCode = keyof typeof errors
type BlanksIn<S extends string> = S extends `${infer _}{${infer Name}}${infer Rest}`
  ? (Name extends `"${string}` ? never : Name) | BlanksIn<Rest>
  : never
type Blanks<C extends ErrorCode> = { readonly [K in BlanksIn<(typeof errors)[C]['say']>]: string | number }

/**
 * Additions to the public sentence: `note` and `cause` go only to the log, `details` and `retryAfterS` to the caller.
 */
interface FailureNotes {
  readonly note?: string
  readonly cause?: unknown
  readonly details?: unknown
  readonly retryAfterS?: number
  readonly allow?: string
  /** The status in place of the code's own, for errors that a caller has asked for. */
  readonly status?: number
}

/** An error of the registry, thrown to end the call. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ErrorCode
  readonly info: ErrorInfo
  readonly notes: FailureNotes
  constructor(code: ErrorCode, message: string, notes: FailureNotes) {
    super(message, notes.cause === undefined ? undefined : { cause: notes.cause })
    this.code = code
    const info: ErrorInfo = errors[code]
    this.info = notes.status === undefined ? info : { ...info, status: notes.status }
    this.notes = notes
  }
}

/** Creates an error of the registry; every blank must be filled: `throw fail('quota.minute', { limit: 60 })`. */
export function fail<const C extends ErrorCode>(code: C, blanks: Blanks<C>, notes: FailureNotes = {}): Failure {
  const values: Readonly<Record<string, string | number>> = blanks
  const message = errors[code].say.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? String(values[name]) : whole,
  )
  return new Failure(code, message, notes)
}
