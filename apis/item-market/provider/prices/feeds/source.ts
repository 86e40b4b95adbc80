// The types of a source: one feed of one marketplace, its requests, and its rows. Each connector exports one.
import type { FeedError } from './feed-error.ts'
import type { JsonEntry } from './json-entries.ts'
import { type PhaseName, readPhase } from './variants.ts'

/**
 * One row of a feed. Rows with equal names are merged: the lowest price counts and quantities add up. A row of a phase
 * counts for the item and for the phase.
 */
export interface FeedRow {
  readonly name: string
  readonly phase?: PhaseName | undefined
  /** Units of 1/100 US cent. */
  readonly price: number
  /** Copies on offer; null when not reported. */
  readonly quantity: number | null
  readonly bid?: number | undefined
  readonly volume?: number | undefined
}
export interface FeedRequest {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}
/** A connector's access to its marketplace, which handles address, rate limit, secret and bounds. Throws FeedError. */
export interface FeedAccess {
  /** Returns the body of a 200 response to a path below the source's address. */
  body(path: string, request?: FeedRequest): AsyncIterable<Buffer>
  /** Yields the entries of the array or object at the path `target`. */
  entries(path: string, target: readonly string[], request?: FeedRequest): AsyncGenerator<JsonEntry>
  /**
   * Returns a converter of amounts in another currency to units at today's reference rate; undefined for an invalid
   * amount.
   */
  unitsIn(currency: string): Promise<(value: unknown) => number | undefined>
  /** Logs that an optional part of the feed was skipped. */
  leftOut(part: string, reason: FeedError): void
}
/** Properties of a source. */
export interface SourceInfo {
  /** Number in the tables; never reused. */
  readonly id: number
  readonly key: string
  readonly title: string
  /** Key of the marketplace of its prices. */
  readonly market: string
  readonly game: string
  /** Base address of requests, which the operator's file can override. */
  readonly base: string
  /** Milliseconds between readings. */
  readonly everyMs: number
  /** Milliseconds between requests to its host. */
  readonly gapMs: number
  /** True if it is read by default. */
  readonly enabled: boolean
  /** A secret of the operator, and its header. `needed` if the source cannot be read without it. */
  readonly secret?: { readonly header: string; readonly prefix: string; readonly needed: boolean }
}
/** A source read as a whole feed. */
export interface Source extends SourceInfo {
  /** Size limit of the body. */
  readonly maxBytes: number
  rows(access: FeedAccess): AsyncIterable<FeedRow>
}

export const minuteMs = 60_000
export const mebibyte = 1024 * 1024

/** Returns a member of an object; undefined if the value is not an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

const maxNameLength = 200

/**
 * Reports whether a value is a string that databases store unchanged: one bad name must not fail a feed of thirty
 * thousand.
 */
function isName(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > maxNameLength) return false
  return value.isWellFormed() && !/\p{Cc}/u.test(value)
}

type RowDetails = Partial<Omit<FeedRow, 'name' | 'price' | 'phase'>> & {
  /** Phase as reported by the feed; some feeds write it in the name instead. */
  readonly phase?: unknown
}

/**
 * Returns the row of a name and a price; undefined if either is invalid or there are no copies, because feeds list
 * items that are not on offer.
 */
export function rowOf(
  feedName: unknown,
  price: number | undefined,
  { phase: feedPhase, ...details }: RowDetails = {},
): FeedRow | undefined {
  const trimmed = typeof feedName === 'string' ? feedName.trim() : feedName
  if (price === undefined || details.quantity === 0 || !isName(trimmed)) return undefined
  const { name, phase } = readPhase(trimmed, feedPhase)
  return { quantity: null, ...details, name, price, ...(phase === undefined ? {} : { phase }) }
}
