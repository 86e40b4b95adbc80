// Encodes errors that cross between threads, keeping their kind: a failure of the registry, a refusal in the provider's
// words, a failed outbound call, or a bug with its stack. Structured clone would lose the class and its members.
import { Failure, Refusal } from '#define'
import { OutboundFailure, type OutboundReason } from '#define/outbound'
import { type ErrorCode, errors } from '#define/reflect'

interface PlainFailure {
  readonly kind: 'failure'
  readonly code: ErrorCode
  readonly message: string
  readonly notes: Omit<Failure['notes'], 'cause'>
  readonly cause: PlainError | undefined
}
interface PlainRefusal {
  readonly kind: 'refusal'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON, or unchanged if it is bytes or a string. */
  readonly body: unknown
  readonly isJson: boolean
}
interface PlainOutboundFailure {
  readonly kind: 'outbound'
  readonly reason: OutboundReason
  readonly message: string
}
interface PlainOther {
  readonly kind: 'error'
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  /** The code of a database or system error. */
  readonly code: string | undefined
}
export type PlainError = PlainFailure | PlainRefusal | PlainOutboundFailure | PlainOther

/** Returns the error as plain data. */
export function encodeError(error: unknown): PlainError {
  if (error instanceof Failure) {
    const { cause, ...notes } = error.notes
    return {
      kind: 'failure',
      code: error.code,
      message: error.message,
      notes: notes.details === undefined ? notes : { ...notes, details: plain(notes.details) },
      cause: cause === undefined ? undefined : encodeError(cause),
    }
  }
  if (error instanceof Refusal) {
    const isJson = error.body !== undefined && typeof error.body !== 'string' && !Buffer.isBuffer(error.body)
    const body = isJson ? JSON.stringify(error.body) : error.body
    return { kind: 'refusal', status: error.status, headers: error.headers, body, isJson }
  }
  if (error instanceof OutboundFailure) return { kind: 'outbound', reason: error.reason, message: error.message }
  if (!(error instanceof Error))
    return { kind: 'error', name: 'Error', message: String(error), stack: undefined, code: undefined }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { kind: 'error', name: error.name, message: error.message, stack: error.stack, code }
}

/** Restores the thrown error, except that causes keep only name, message and stack. */
export function decodeError(plainError: PlainError): Error {
  switch (plainError.kind) {
    case 'failure': {
      const { code, message, notes, cause } = plainError
      return new Failure(code in errors ? code : 'internal.bug', message, {
        ...notes,
        ...(cause === undefined ? {} : { cause: decodeError(cause) }),
      })
    }
    case 'refusal': {
      const { status, headers, body, isJson } = plainError
      return new Refusal(status, isJson && typeof body === 'string' ? JSON.parse(body) : bufferOr(body), headers)
    }
    case 'outbound':
      return new OutboundFailure(plainError.reason, plainError.message)
    case 'error': {
      const { name, message, stack, code } = plainError
      const error = new Error(message)
      error.name = name
      if (stack !== undefined) error.stack = stack
      return code === undefined ? error : Object.assign(error, { code })
    }
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null')

function bufferOr(body: unknown): unknown {
  return body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : body
}
