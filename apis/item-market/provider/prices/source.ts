// What a source is: one feed of one marketplace, how it is asked, and what its rows are. Each connector makes one.
import type { Entry } from './json-entries.ts'

/** What a feed says of one item. Several rows of one name are one item: the lowest price counts and quantities add up. */
export interface FeedRow {
  readonly name: string
  /** Units of 1/100 US cent. */
  readonly price: number
  /** Copies on offer; null when not told. */
  readonly quantity: number | null
  readonly bid?: number | undefined
  readonly volume?: number | undefined
}
export interface FeedRequest {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}
/** How a connector gets at its marketplace; address, throttle, secret and bounds are seen to. Throws FeedFailure. */
export interface FeedAccess {
  /** The body of a 200 answer to a path below the source's address. */
  body(path: string, request?: FeedRequest): AsyncIterable<Buffer>
  /** The entries of the array or object at a place of that body. */
  entries(path: string, place: readonly string[], request?: FeedRequest): AsyncGenerator<Entry>
  /** Units of an amount in another currency by today's reference rate; undefined when it is no amount. */
  unitsIn(currency: string): Promise<(value: unknown) => number | undefined>
}
/** What is known of a source, however it is read. */
export interface SourceFacts {
  /** Number in the tables; never given again. */
  readonly id: number
  readonly key: string
  readonly title: string
  /** Key of the marketplace whose prices it brings. */
  readonly market: string
  readonly game: string
  /** Address that requests go to; the operator's file may put another in its place. */
  readonly base: string
  /** Milliseconds between readings. */
  readonly everyMs: number
  /** Milliseconds between requests to its host. */
  readonly gapMs: number
  /** Whether it is read without the operator saying so. */
  readonly enabled: boolean
  /** A sealed text of the operator, and the header it goes in. `needed`: nothing is read without. */
  readonly secret?: { readonly header: string; readonly prefix: string; readonly needed: boolean }
}
/** A source that is read whole. */
export interface Source extends SourceFacts {
  /** Largest body. */
  readonly maxBytes: number
  rows(access: FeedAccess): AsyncIterable<FeedRow>
}

export const minuteMs = 60_000
export const mebibyte = 1024 * 1024

/** A member of an entry, undefined where the entry is no object. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

const longestName = 200

/** The row of a name and a price, or undefined when either is not one: feeds have rows for items that are not on offer. */
export function rowOf(name: unknown, price: number | undefined, facts: Partial<FeedRow> = {}): FeedRow | undefined {
  if (typeof name !== 'string' || name === '' || name.length > longestName || price === undefined) return undefined
  return { quantity: null, ...facts, name, price }
}
