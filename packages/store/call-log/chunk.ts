// The format of a chunk: shared properties once per kind, and eight integers per call. Writing a call this way costs a
// microsecond or two, compared with 14 to 27 for a row with its index entries (docs/decisions/0096).

/** A call as stored in a log. */
export interface LogEntry {
  /** Whole milliseconds since the epoch. */
  readonly at: number
  /** Properties shared with other calls; the log defines each member. */
  readonly kind: readonly string[]
  /** Safe integers. */
  readonly numbers: readonly [number, number, number, number, number, number]
  /** A non-integer value of the call. */
  readonly text?: string | undefined
}

/** A chunk in its table. */
export interface ChunkRow {
  /** The times of its earliest and latest calls. */
  first_at: number
  last_at: number
  /** Distinguishes chunks that end at the same time. */
  seq: number | string
  account_id: string
  calls: number
  /** JSON; contains every member of the chunk's kinds. */
  names: string
  /** JSON: `[start, kinds, integers, texts]`; times are relative to the start, texts are keyed by the call's index. */
  data: string
}

/** Longest time between two calls of a chunk. */
export const longestChunkMs = 10_000
/** Large enough that names and index entries cost nothing per call, small enough to read in a millisecond. */
const maxCalls = 500
/** Bounds the names of a chunk, and the comparisons per call. */
const maxKinds = 100
const integersPerCall = 8

/** Unwritten calls of one account, with a sum for their owner to add them to. */
export class OpenChunk<Sum> {
  readonly sum: Sum
  readonly #accountId: string
  readonly #startMs: number
  readonly #kinds: (readonly string[])[] = []
  readonly #integers: number[] = []
  readonly #texts: Record<number, string> = {}
  // most calls have the same kind as the previous one
  #latestKind = 0

  constructor(accountId: string, startMs: number, sum: Sum) {
    this.#accountId = accountId
    this.#startMs = startMs
    this.sum = sum
  }

  get #calls(): number {
    return this.#integers.length / integersPerCall
  }

  get isFull(): boolean {
    return this.#calls >= maxCalls || this.#kinds.length >= maxKinds
  }

  add({ at, kind, numbers, text }: LogEntry): void {
    if (text !== undefined) this.#texts[this.#calls] = text
    this.#integers.push(at - this.#startMs, this.#numberOf(kind), ...numbers)
  }

  #numberOf(kind: readonly string[]): number {
    const latest = this.#kinds[this.#latestKind]
    if (latest && isSame(kind, latest)) return this.#latestKind
    const known = this.#kinds.findIndex((other) => isSame(kind, other))
    this.#latestKind = known < 0 ? this.#kinds.push(kind) - 1 : known
    return this.#latestKind
  }

  row(seq: number | string): ChunkRow {
    const delays = this.#integers.filter((_, index) => index % integersPerCall === 0)
    return {
      first_at: this.#startMs + Math.min(...delays),
      last_at: this.#startMs + Math.max(...delays),
      seq,
      account_id: this.#accountId,
      calls: this.#calls,
      names: JSON.stringify([...new Set(this.#kinds.flat())]),
      data: JSON.stringify([this.#startMs, this.#kinds, this.#integers, this.#texts]),
    }
  }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

/** Reads the calls of a chunk from its parsed data, in insertion order. Throws for data of another form. */
export function entriesOf(data: unknown): LogEntry[] {
  const [startMs, kinds, integers, texts]: unknown[] = Array.isArray(data) ? data : []
  if (typeof startMs !== 'number' || !Array.isArray(kinds) || !isIntegers(integers) || !isRecord(texts))
    throw new Error('a chunk of calls lacks its parts')
  const known = kinds.map((kind) => (Array.isArray(kind) ? kind.map(String) : undefined))
  const textsByPlace = new Map(Object.entries(texts))
  return Array.from({ length: integers.length / integersPerCall }, (_, place) => {
    const number = (at: number) => Number(integers[place * integersPerCall + at])
    const kind = known[number(1)]
    if (!kind) throw new Error('a chunk of calls lacks a kind')
    const text = textsByPlace.get(String(place))
    return {
      at: startMs + number(0),
      kind,
      text: text === undefined ? undefined : String(text),
      numbers: [number(2), number(3), number(4), number(5), number(6), number(7)],
    }
  })
}

function isIntegers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length % integersPerCall === 0 && value.every(Number.isSafeInteger)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
