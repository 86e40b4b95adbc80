// One call as it is kept: no bodies, no paths and no query values.
import type { CallSurface } from '#store'
import type { RequestId } from '../http/request-id.ts'

/** Who answered; 'gateway' answered itself: it refused the call, or could not complete it. */
export type AnsweredBy = 'live' | 'embedded' | 'gateway'

/** A call that has ended. */
export interface EndedCall {
  readonly id: string
  /** The id in parts, where this process made it. */
  readonly madeId?: RequestId | undefined
  readonly accountId: string
  readonly keyId: string
  readonly listing: string
  /** Empty where the path has no endpoint. */
  readonly endpoint: string
  readonly provider: AnsweredBy
  readonly status: number
  /** Code of the gateway's own error; empty without one. */
  readonly code: string
  readonly ms: number
  /** Until the provider's first byte; undefined without one. */
  readonly upstreamMs: number | undefined
  readonly bytesIn: number
  readonly bytesOut: number
  readonly surface: CallSurface
}

/** A call in the record. `at` is when it began, in milliseconds since the epoch; times are exact to 10 µs. */
export interface RecordedCall extends Omit<EndedCall, 'madeId'> {
  readonly at: number
}
