// Scripts of models in the form in which they are followed.
import type { FinishReason } from '../wire/stream-event.ts'

export interface Script {
  readonly rules: readonly ScriptRule[]
  readonly pace: Pace | undefined
}

export interface ScriptRule {
  readonly match: ScriptMatch
  /** At least one; further matches get the last. */
  readonly answers: readonly ScriptedAnswer[]
}

/** Conditions on a call; undefined ones always hold. */
export interface ScriptMatch {
  /** A name, in which `*` stands for any characters. */
  readonly model: string | undefined
  /** The number of turns that the model has had. */
  readonly turn: number | undefined
  /** The user's last message that has text. */
  readonly text: TextMatch | undefined
  /** Results of tools since the model's last turn, one after the other on lines of their own. */
  readonly toolResult: TextMatch | undefined
  readonly system: TextMatch | undefined
}

/** A pattern is in the syntax of RE2. */
export type TextMatch = { readonly equals: string } | { readonly contains: string } | { readonly pattern: string }

export type ScriptedAnswer = { readonly error: ScriptedError } | ScriptedContent

export interface ScriptedError {
  readonly status: number
  readonly message: string | undefined
  readonly code: string | undefined
  readonly retryAfterS: number | undefined
}

export interface ScriptedContent {
  readonly blocks: readonly ScriptedBlock[]
  readonly finish: FinishReason
  /** Counts of tokens; those that are undefined are counted. */
  readonly usage: { readonly input: number | undefined; readonly output: number | undefined }
}

export type ScriptedBlock =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'toolCall'
      readonly id: string | undefined
      readonly name: string
      /** An object as JSON. */
      readonly input: string
    }

/** Pace at which a stream arrives. */
export interface Pace {
  /** Milliseconds until the first piece. */
  readonly firstMs: number
  /** Pieces a second; a piece is a word, or 40 characters of a long one. */
  readonly perSecond: number
  /** The share, from 0 to 1, by which the time between two pieces differs. */
  readonly jitter: number
}
