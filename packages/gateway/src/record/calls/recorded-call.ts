// Recorded calls: without bodies, paths and query values.
import type { CallSurface } from '#store'
import type { RequestId } from '../../process/request-id.ts'

/**
 * The side that answered; 'gateway' means that it refused the call itself, or could not complete it, 'replay' that it
 * gave a recorded answer.
 */
export type AnsweredBy = 'live' | 'embedded' | 'gateway' | 'replay'

/** A call that has ended. */
export interface EndedCall {
  readonly id: string
  /** The id in parts, if this process made it. */
  readonly madeId?: RequestId | undefined
  readonly accountId: string
  readonly keyId: string
  readonly listing: string
  /** The endpoint's id; empty if the path has no endpoint. */
  readonly endpoint: string
  readonly provider: AnsweredBy
  readonly status: number
  /** Code of the gateway's own error; empty without an error. */
  readonly code: string
  readonly ms: number
  /** Milliseconds until the provider's first byte; undefined without one. */
  readonly upstreamMs: number | undefined
  readonly bytesIn: number
  readonly bytesOut: number
  readonly surface: CallSurface
  /** US dollars by the price of the endpoint, as a decimal string; undefined if the call cost nothing. */
  readonly cost?: string | undefined
}

/** A call in the record. `at` is its beginning, in milliseconds since the epoch; times are exact to 10 µs. */
export interface RecordedCall extends Omit<EndedCall, 'madeId'> {
  readonly at: number
}
