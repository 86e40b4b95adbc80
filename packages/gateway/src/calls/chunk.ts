// The form in which the calls of one account are kept together: names once, what calls have in common once per kind,
// and eight integers per call. Writing it costs a fraction of a microsecond per call, where a row with its index
// entries costs about ten (docs/decisions/0035).
import type { CallChunkRow, CallSurface } from '#store'
import type { AnsweredBy, EndedCall } from './recorded-call.ts'

export const providers = ['live', 'embedded', 'gateway'] as const satisfies readonly AnsweredBy[]
export const surfaces = ['http', 'mcp', 'console'] as const satisfies readonly CallSurface[]
const providerNumbers = { live: 0, embedded: 1, gateway: 2 } as const
const surfaceNumbers = { http: 0, mcp: 1, console: 2 } as const
export const integersPerKind = 7
export const integersPerCall = 8
/** Times are kept in units of 10 µs. */
export const unitsPerMs = 100

/** Collects calls. It can be used again for another chunk, which saves what it has grown to. */
export class ChunkBuilder {
  accountId = ''
  firstBeganMs = 0
  size = 0
  #earliest = 0
  #latest = 0
  #failed = 0
  readonly #names = new Map<string, number>()
  readonly #kinds: number[] = []
  readonly #kindNumbers = new Map<string, number>()
  /**
   * Behind `size` there is what an earlier chunk had. Were there a new list for each chunk, or ids kept as
   * strings, that would be half of what outlives a garbage collection.
   */
  readonly #integers: number[] = []
  /** What the ids begin with that this process made. */
  #process = ''
  /** All other ids, by the index of their call. */
  #otherIds: Record<number, string> = {}
  /** Most calls are of the kind of the previous one. */
  #latestCall: EndedCall | undefined
  #latestKind = 0

  /** Begins a chunk. `at` is when its first call began: the others are kept as distances from it. */
  begin(accountId: string, at: number): void {
    this.accountId = accountId
    this.firstBeganMs = at
    this.size = 0
    this.#earliest = at
    this.#latest = at
    this.#failed = 0
    this.#names.clear()
    this.#kinds.length = 0
    this.#kindNumbers.clear()
    this.#process = ''
    this.#otherIds = {}
    this.#latestCall = undefined
  }

  add(call: EndedCall, at: number): void {
    const { upstreamMs } = call
    if (at < this.#earliest) this.#earliest = at
    if (at > this.#latest) this.#latest = at
    if (call.status >= 400) this.#failed++
    const integers = this.#integers
    let next = this.size * integersPerCall
    // in the order in which `readChunk` takes them
    integers[next++] = at - this.firstBeganMs
    integers[next++] = this.#kindOf(call)
    integers[next++] = whole(call.ms * unitsPerMs)
    integers[next++] = upstreamMs === undefined ? -1 : whole(upstreamMs * unitsPerMs)
    integers[next++] = whole(call.bytesIn)
    integers[next++] = whole(call.bytesOut)
    this.#addId(call, next)
    this.size++
  }

  #addId({ id, madeId }: EndedCall, next: number): void {
    if (this.#process === '' && madeId) this.#process = madeId.process
    const isMade = madeId !== undefined && madeId.process === this.#process
    if (!isMade) this.#otherIds[this.size] = id
    this.#integers[next] = isMade ? madeId.time - this.firstBeganMs : 0
    this.#integers[next + 1] = isMade ? madeId.count : -1
  }

  #kindOf(call: EndedCall): number {
    if (this.#latestCall && isSameKind(call, this.#latestCall)) return this.#latestKind
    const { keyId, listing, endpoint, provider, status, code, surface } = call
    const name = `${keyId} ${listing} ${endpoint} ${provider} ${status} ${code} ${surface}`
    let kind = this.#kindNumbers.get(name)
    if (kind === undefined) {
      kind = this.#kindNumbers.size
      this.#kindNumbers.set(name, kind)
      this.#kinds.push(
        this.#numberOf(keyId),
        this.#numberOf(listing),
        this.#numberOf(endpoint),
        providerNumbers[provider],
        status,
        this.#numberOf(code),
        surfaceNumbers[surface],
      )
    }
    this.#latestCall = call
    this.#latestKind = kind
    return kind
  }

  #numberOf(name: string): number {
    let number = this.#names.get(name)
    if (number === undefined) {
      number = this.#names.size
      this.#names.set(name, number)
    }
    return number
  }

  /** The chunk as a row. `seq` tells it apart from others that end at the same time. */
  row(seq: number): CallChunkRow {
    const names = JSON.stringify([...this.#names.keys()])
    const kinds = JSON.stringify(this.#kinds)
    const ids = JSON.stringify([this.#process, this.#otherIds])
    const length = this.size * integersPerCall
    const integers = JSON.stringify(length < this.#integers.length ? this.#integers.slice(0, length) : this.#integers)
    return {
      ...{ first_at: this.#earliest, last_at: this.#latest, seq, account_id: this.accountId },
      ...{ calls: this.size, failed: this.#failed, names },
      data: `[${this.firstBeganMs},${names},${kinds},${ids},${integers}]`,
    }
  }
}

function isSameKind(one: EndedCall, other: EndedCall): boolean {
  return (
    one.endpoint === other.endpoint &&
    one.status === other.status &&
    one.keyId === other.keyId &&
    one.listing === other.listing &&
    one.provider === other.provider &&
    one.code === other.code &&
    one.surface === other.surface
  )
}

/** JSON has no other numbers than finite ones. */
function whole(value: number): number {
  const rounded = Math.round(value)
  return rounded > 0 && rounded <= Number.MAX_SAFE_INTEGER ? rounded : 0
}
