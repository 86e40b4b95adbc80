// Alternatives to a handler's plain result: a response with its own status and headers, or an error in the provider's
// own words.

const replyMark: unique symbol = Symbol('reply')
/** A response with its own status or headers. */
export interface Reply<T> {
  readonly [replyMark]: true
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: T
}
/** Creates a response with its own status (default 200) or headers. */
export function reply<T>(body: T, options: { status?: number; headers?: Record<string, string> } = {}): Reply<T> {
  return { [replyMark]: true, status: options.status ?? 200, headers: options.headers ?? {}, body }
}
export function isReply(value: unknown): value is Reply<unknown> {
  return typeof value === 'object' && value !== null && replyMark in value
}

/** Thrown by a handler to respond with the provider's own status and body. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
    this.headers = headers
  }
}
/** Creates the error to throw: `throw refuse(404, { message: 'not found' })`. */
export function refuse(status: number, body: unknown, headers?: Record<string, string>): Refusal {
  return new Refusal(status, body, headers)
}
