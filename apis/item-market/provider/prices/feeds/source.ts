// What a source is: one feed of one marketplace, how it is asked, and what its rows are. Each connector makes one.
import type { FeedFailure } from './feed-error.ts'
import type { Entry } from './json-entries.ts'
import { type PhaseWord, readPhase } from './variants.ts'

/**
 * What a feed says of one item. Several rows of one name are one item: the lowest price counts and quantities add up. A row of a
 * phase counts for the item and for the phase.
 */
export interface FeedRow {
  readonly name: string
  readonly phase?: PhaseWord | undefined
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
  /** Notes for the operator that a part of the feed, which it can do without, was left out. */
  leftOut(part: string, why: FeedFailure): void
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

/** Texts that a database would refuse or change are no names: one of them must not fail a feed of thirty thousand. */
function isName(given: unknown): given is string {
  if (typeof given !== 'string' || given === '' || given.length > longestName) return false
  return given.isWellFormed() && !/\p{Cc}/u.test(given)
}

type Facts = Partial<Omit<FeedRow, 'name' | 'price' | 'phase'>> & {
  /** What the feed tells as the phase, whatever it is; a phase may also stand in the name. */
  readonly phase?: unknown
}

/** The row of a name and a price, or undefined when either is not one: feeds have rows for items that are not on offer. */
export function rowOf(
  given: unknown,
  price: number | undefined,
  { phase: told, ...facts }: Facts = {},
): FeedRow | undefined {
  if (price === undefined || !isName(given)) return undefined
  const { name, phase } = readPhase(given, told)
  return { quantity: null, ...facts, name, price, ...(phase === undefined ? {} : { phase }) }
}
