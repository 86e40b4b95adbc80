// What a source is: one feed of one marketplace, how it is requested, and what its rows are. Each connector makes one.
import type { FeedError } from './feed-error.ts'
import type { JsonEntry } from './json-entries.ts'
import { type PhaseName, readPhase } from './variants.ts'

/**
 * One row of a feed. Several rows of one name are one item: the lowest price counts and quantities add up. A row of a
 * phase counts for the item and for the phase.
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
/**
 * How a connector reads its marketplace. Address, rate limit, secret and bounds are taken care of. Throws FeedError.
 */
export interface FeedAccess {
  /** The body of a 200 response to a path below the source's address. */
  body(path: string, request?: FeedRequest): AsyncIterable<Buffer>
  /** The entries of the array or object that the member names in `target` lead to. */
  entries(path: string, target: readonly string[], request?: FeedRequest): AsyncGenerator<JsonEntry>
  /** Units of an amount in another currency by today's reference rate; undefined when it is not an amount. */
  unitsIn(currency: string): Promise<(value: unknown) => number | undefined>
  /** Logs that an optional part of the feed was left out. */
  leftOut(part: string, reason: FeedError): void
}
/** What is known of a source, however it is read. */
export interface SourceInfo {
  /** Number in the tables; never reused. */
  readonly id: number
  readonly key: string
  readonly title: string
  /** Key of the marketplace whose prices it brings. */
  readonly market: string
  readonly game: string
  /** Address of requests, which the operator's file may replace. */
  readonly base: string
  /** Milliseconds between readings. */
  readonly everyMs: number
  /** Milliseconds between requests to its host. */
  readonly gapMs: number
  /** Whether it is read by default. */
  readonly enabled: boolean
  /** A secret of the operator, and the header it is sent in. `needed`: nothing is read without it. */
  readonly secret?: { readonly header: string; readonly prefix: string; readonly needed: boolean }
}
/** A source that is read whole. */
export interface Source extends SourceInfo {
  /** Largest body. */
  readonly maxBytes: number
  rows(access: FeedAccess): AsyncIterable<FeedRow>
}

export const minuteMs = 60_000
export const mebibyte = 1024 * 1024

/** A member of an object; undefined where the value is not an object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

const maxNameLength = 200

/**
 * A string that a database would refuse or change is not a name: one of them must not fail a feed of thirty thousand.
 */
function isName(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || value.length > maxNameLength) return false
  return value.isWellFormed() && !/\p{Cc}/u.test(value)
}

type RowDetails = Partial<Omit<FeedRow, 'name' | 'price' | 'phase'>> & {
  /** What the feed reports as the phase, whatever it is; a phase may also be part of the name. */
  readonly phase?: unknown
}

/** The row of a name and a price; undefined when either is not one, since feeds list items that are not on offer. */
export function rowOf(
  feedName: unknown,
  price: number | undefined,
  { phase: feedPhase, ...details }: RowDetails = {},
): FeedRow | undefined {
  if (price === undefined || !isName(feedName)) return undefined
  const { name, phase } = readPhase(feedName, feedPhase)
  return { quantity: null, ...details, name, price, ...(phase === undefined ? {} : { phase }) }
}
