// A recorded answer, and what of its request tells it from others. Nothing here knows HTTP or a database.
import { hash } from 'node:crypto'

/** The parts of a request that decide which answer is its own. They hold no key. */
export interface AnswerRequest {
  readonly listing: string
  readonly endpoint: string
  /** Declared parameters by name, typed. */
  readonly params: Readonly<Record<string, unknown>>
  /** Digest of the body in canonical form; null without a body. */
  readonly body: string | null
  /** Digest of what is sent beside the declared parameters; null if there is none. */
  readonly other: string | null
}

/** One piece of a stream: milliseconds since the first one, and bytes. */
export type Beat = readonly [ms: number, bytes: number]

export interface KeptAnswer {
  readonly request: AnswerRequest
  /** The values of the request headers by which the provider chose this answer; '' for a missing one. */
  readonly varies: Readonly<Record<string, string>>
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly status: number
  /** Names in lower case, with values; a name can be repeated. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** The pieces of a stream; null for an answer that is sent at once. */
  readonly beats: readonly Beat[] | null
}

/** The request headers that may decide between several answers (RFC 9110, section 12.5.5). */
export const varying = ['accept', 'accept-language'] as const

/** Returns the digest under which answers to equal requests are found. */
export function digestOf({ listing, endpoint, params, body, other }: AnswerRequest): string {
  return sha256(canonicalJson([listing, endpoint, params, body, other]))
}

/** Returns the digest of a text or bytes, in hex. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content)
}

/** Serialises a JSON value with the members of each object in order of their names. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => (isRecord(member) ? sorted(member) : member)) ?? 'null'
}

function sorted(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  // a member named __proto__ stays one
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}

/** Reports whether a JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value of a header of a kept answer. */
export function keptHeader({ headers }: Pick<KeptAnswer, 'headers'>, name: string): string | undefined {
  return headers.find(([one]) => one === name)?.[1]
}
