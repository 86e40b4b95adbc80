// The form in which the calls of one account are kept together: names once, and twelve integers per call. Writing it
// costs a fraction of a microsecond per call, where a row with its index entries costs about ten
// (docs/decisions/0035).
import type { CallChunkRow, CallSurface } from '#store'
import type { AnsweredBy, EndedCall, RecordedCall } from './recorded-call.ts'

const providers = ['live', 'embedded', 'gateway'] as const satisfies readonly AnsweredBy[]
const surfaces = ['http', 'mcp', 'console'] as const satisfies readonly CallSurface[]
const providerNumbers = { live: 0, embedded: 1, gateway: 2 } as const
const surfaceNumbers = { http: 0, mcp: 1, console: 2 } as const
const integersPerCall = 12
/** Times are kept in units of 10 µs. */
const unitsPerMs = 100

/** Collects calls. */
export class ChunkBuilder {
  readonly accountId: string
  readonly firstBeganMs: number
  size = 0
  #earliest: number
  #latest: number
  #failed = 0
  readonly #names = new Map<string, number>()
  readonly #ids: string[] = []
  readonly #integers: number[] = []

  /** `at` is when the first call began: the others are kept as distances from it. */
  constructor(accountId: string, at: number) {
    this.accountId = accountId
    this.firstBeganMs = at
    this.#earliest = at
    this.#latest = at
  }

  add(call: EndedCall, at: number): void {
    const { status, upstreamMs } = call
    if (at < this.#earliest) this.#earliest = at
    if (at > this.#latest) this.#latest = at
    if (status >= 400) this.#failed++
    this.size++
    this.#ids.push(call.id)
    // in the order in which `readChunk` takes them
    this.#integers.push(
      at - this.firstBeganMs,
      this.#numberOf(call.keyId),
      this.#numberOf(call.listing),
      this.#numberOf(call.endpoint),
      providerNumbers[call.provider],
      status,
      this.#numberOf(call.code),
      whole(call.ms * unitsPerMs),
      upstreamMs === undefined ? -1 : whole(upstreamMs * unitsPerMs),
      whole(call.bytesIn),
      whole(call.bytesOut),
      surfaceNumbers[call.surface],
    )
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
    const integers = JSON.stringify(this.#integers)
    return {
      ...{ first_at: this.#earliest, last_at: this.#latest, seq, account_id: this.accountId },
      ...{ calls: this.size, failed: this.#failed, names },
      data: `[${this.firstBeganMs},${names},${shortened(this.#ids)},${integers}]`,
    }
  }

  /** The ids, for those that are looked up by themselves. */
  ids(): readonly string[] {
    return this.#ids
  }
}

/** JSON has no other numbers than finite ones. */
function whole(value: number): number {
  const rounded = Math.round(value)
  return rounded > 0 && rounded < Number.MAX_SAFE_INTEGER ? rounded : 0
}

/**
 * What ids have in common, and the rest of each, as JSON. They are cut as one text, which takes half of the time that
 * cutting each takes.
 */
function shortened(ids: readonly string[]): string {
  const uncut = JSON.stringify(ids)
  const common = commonPrefix(ids)
  const cut = uncut.replaceAll(`"${common}`, '"')
  const isCommon = uncut.length - cut.length === common.length * ids.length
  return isCommon ? `"${common}",${cut}` : `"",${uncut}`
}

/** Of the first and the last id, without what JSON writes otherwise. It is likely to be common to all. */
function commonPrefix(ids: readonly string[]): string {
  const [first = ''] = ids
  const last = ids.at(-1) ?? ''
  let length = 0
  while (length < first.length && first.charCodeAt(length) === last.charCodeAt(length)) length++
  return /^[\w.-]*/.exec(first.slice(0, length))?.[0] ?? ''
}

/** Reads the calls of a chunk. Throws when it has not the form that `ChunkBuilder` gives it. */
export function readChunk({ account_id, data }: Pick<CallChunkRow, 'account_id' | 'data'>): RecordedCall[] {
  const value: unknown = JSON.parse(data)
  if (!Array.isArray(value)) throw new Error('a chunk of calls is not a list')
  const [began, names, common, ids, integers]: unknown[] = value
  if (typeof began !== 'number' || typeof common !== 'string') throw new Error('a chunk of calls has no beginning')
  if (!Array.isArray(names) || !Array.isArray(ids) || !Array.isArray(integers))
    throw new Error('a chunk of calls lacks its parts')
  const name = (number: unknown): string => String(names[Number(number)] ?? '')
  return ids.map((id: unknown, index) => {
    const [after, key, listing, endpoint, provider, status, code, ms, upstream, bytesIn, bytesOut, surface] =
      integers.slice(index * integersPerCall, (index + 1) * integersPerCall)
    return {
      id: common + String(id),
      at: began + Number(after),
      ...{ accountId: account_id, keyId: name(key), listing: name(listing), endpoint: name(endpoint) },
      provider: providers[Number(provider)] ?? 'gateway',
      status: Number(status),
      code: name(code),
      ms: Number(ms) / unitsPerMs,
      upstreamMs: Number(upstream) < 0 ? undefined : Number(upstream) / unitsPerMs,
      ...{ bytesIn: Number(bytesIn), bytesOut: Number(bytesOut) },
      surface: surfaces[Number(surface)] ?? 'http',
    }
  })
}
