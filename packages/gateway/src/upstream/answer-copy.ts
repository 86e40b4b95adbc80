// How a live answer is copied to somebody who looks at it, while it passes to the caller.
import type { Api, Endpoint } from '#define'

/** A live answer before its body. */
export interface AnswerHeader {
  readonly listing: string
  readonly api: Api
  /** Id of the endpoint. */
  readonly id: string
  readonly endpoint: Endpoint
  readonly status: number
  readonly contentType: string
  /** Content encoding of the body as it will be handed over. */
  readonly encoding: string | undefined
}
/** Receives the body of an answer while it passes. */
export interface AnswerCopy {
  push(bytes: Buffer): void
  /** Called once the body is complete; never for an answer that breaks off. */
  end(): void
}
/** Chooses the answers that are compared with what they declare (record/drift/sampler.ts). */
export interface DriftSampler {
  /** Returns where the body of this answer is copied to; undefined for answers that are not compared. */
  sample(header: AnswerHeader): AnswerCopy | undefined
}
