// The gateway's own errors, made of the codes of the registry.
import { errors } from './error-codes.ts'
import type { ErrorInfo } from './error-info.ts'

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
