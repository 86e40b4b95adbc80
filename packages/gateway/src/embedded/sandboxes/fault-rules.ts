// Fault rules: which calls they match, and what they do to them.
import { createHash } from 'node:crypto'

/** The effect on a call. `delayMs` may go with any of the others, of which there is at most one. */
export interface FaultAction {
  /** Answers with this status, in the form of the provider's errors. */
  readonly status?: number
  /** Seconds in `retry-after` of that answer. */
  readonly retryAfter?: number
  /** Replaces the answer, or that of `status`: JSON that does not end, no bytes, or this JSON. */
  readonly body?: 'malformed' | 'empty' | Record<string, unknown>
  /** Cuts the connection: before the head, after so many bytes of the body, or after `stream:N` events. */
  readonly cut?: string
  /** Never answers. */
  readonly silent?: boolean
  readonly delayMs?: number
}

interface FaultMatch {
  /** Slug of a listing; any by default. */
  readonly api?: string
  /** Id of an endpoint; any by default. */
  readonly endpoint?: string
  /** Numbers of the matching calls to which the rule applies, from 1. */
  readonly nth?: number[]
  /** Number of matching calls that are spared first. */
  readonly after?: number
  /** A share of the calls from 0 to 1, the same ones for the same seed. */
  readonly share?: number
}

export interface FaultRule {
  readonly match: FaultMatch
  readonly do: FaultAction
}

/** Reports whether a rule is about calls of an endpoint. */
export function isAbout({ match }: FaultRule, call: { readonly api: string; readonly endpoint: string }): boolean {
  return (match.api ?? call.api) === call.api && (match.endpoint ?? call.endpoint) === call.endpoint
}

/** Reports whether a rule applies to the call with this number among those it is about, from 1. */
export function appliesTo({ match }: FaultRule, number: number, seed: string): boolean {
  if (match.nth && !match.nth.includes(number)) return false
  if (match.after !== undefined && number <= match.after) return false
  return match.share === undefined || drawn(`${seed}:${number}`) < match.share
}

/** Returns a number from 0 to below 1, always the same for a text. */
function drawn(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
}

/** The forms of `cut`. */
export const cutPattern = '^(head|[0-9]{1,9}|stream:[0-9]{1,6})$'

/** Returns the problem of an action, as the end of a sentence; undefined if it can be done. */
export function problemOf(action: FaultAction): string | undefined {
  const { status, retryAfter, body, cut, silent, delayMs } = action
  const effects = [status !== undefined || body !== undefined, cut !== undefined, silent === true]
  const count = effects.filter((isSet) => isSet).length
  if (count > 1) return 'has one of status (or body), cut and silent'
  if (count === 0 && delayMs === undefined) return 'has at least one of status, body, cut, silent and delayMs'
  if (retryAfter !== undefined && status === undefined) return 'has retryAfter only with status'
  return undefined
}

/** Reads a rule from the header of a call, such as `status=429;times=2`. Returns the problem if it cannot be read. */
export function readFaultHeader(text: string): { readonly action: FaultAction; readonly times: number } | string {
  const found: Partial<Record<FaultWord, string>> = {}
  for (const part of text.slice(0, 200).split(';')) {
    const [name = '', value = ''] = part.trim().split('=', 2)
    if (!isWord(name)) return `${name.slice(0, 20)} is none of ${Object.keys(forms).join(', ')}`
    if (!forms[name].pattern.test(value)) return `${name} is ${forms[name].says}`
    found[name] = value
  }
  const action: { -readonly [M in keyof FaultAction]: FaultAction[M] } = {}
  for (const name of ['status', 'retryAfter', 'delayMs'] as const)
    if (found[name] !== undefined) action[name] = Number(found[name])
  if (found.cut !== undefined) action.cut = found.cut
  if (found.body === 'malformed' || found.body === 'empty') action.body = found.body
  if (found.silent !== undefined) action.silent = true
  const times = found.times === undefined ? Number.POSITIVE_INFINITY : Number(found.times)
  return problemOf(action) ?? { action, times }
}

const forms = {
  status: { pattern: /^[45]\d\d$/, says: 'a status from 400 to 599' },
  retryAfter: { pattern: /^\d{1,5}$/, says: 'a number of seconds' },
  delayMs: { pattern: /^(?:\d{1,5}|1[01]\d{4}|120000)$/, says: 'a number of milliseconds, at most 120000' },
  cut: { pattern: new RegExp(cutPattern), says: 'head, a number of bytes, or stream:N for N events' },
  body: { pattern: /^(?:malformed|empty)$/, says: 'malformed or empty' },
  silent: { pattern: /^(?:true)?$/, says: 'written without a value' },
  times: { pattern: /^[1-9]\d{0,5}$/, says: 'a whole number from 1' },
} as const
type FaultWord = keyof typeof forms

const isWord = (name: string): name is FaultWord => Object.hasOwn(forms, name)
