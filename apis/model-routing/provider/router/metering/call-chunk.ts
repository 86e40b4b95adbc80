// The form in which calls of one account are kept together in the ledger: what they have in common once per kind, and
// eight integers per call. A row per call with its index entries takes longer to write than all else that the router
// does for the call.
import { dayMs, utcDay } from '#provider'
import type { LedgerCall, LedgerEntry } from './metered-call.ts'
import { type Amount, storable, wholeCount } from './price.ts'
import type { MeteringTables } from './tables.ts'

export type CallChunkRow = MeteringTables['model_routing_calls']
export type DayRow = Omit<MeteringTables['model_routing_days'], 'cost'> & { cost: Amount }

/** Large enough that what a row costs is nothing per call, small enough to be read in a millisecond. */
const mostCalls = 500
/** Callers choose names of models, each of which has a total of its own. */
const mostKinds = 100
/** How far apart the calls of a chunk may have ended. */
export const longestChunkMs = 10_000
/** Hexadecimal digits: of the millisecond at which a call ended, and of its place in its chunk. */
const timeDigits = 12
const placeDigits = 3
/** Digits that tell a chunk apart from all others. */
const chunkDigits = 9
const callDigits = timeDigits + chunkDigits + placeDigits
const integersPerCall = 8
/** In the place of a cost that a number cannot hold. */
const otherCost = -1

/** Callers choose model names; a chunk must stay small. */
const nameLength = 200
/** Without NUL, which PostgreSQL cannot store, and without a lone surrogate. */
const nameOf = (name: string) => name.slice(0, nameLength).replaceAll('\0', '').toWellFormed()

/** Collects calls. It can be used again for another chunk, which saves what its lists have grown to. */
export class CallChunk {
  account = ''
  size = 0
  #id = ''
  #firstMs = 0
  #earliestMs = 0
  #latestMs = 0
  readonly #kinds: Kind[] = []
  /**
   * Behind `size` there is what an earlier chunk had. Calls wait here for a tenth of a second, and objects that wait
   * so long are what garbage collection costs most for.
   */
  readonly #integers: number[] = []
  readonly #otherCosts = new Map<number, Amount>()

  /** Begins a chunk with the time of its first call. `unique`: random hexadecimal digits. */
  begin(account: string, atMs: number, unique: string): void {
    this.account = account
    this.size = 0
    this.#id = unique.slice(0, chunkDigits)
    this.#firstMs = atMs
    this.#earliestMs = atMs
    this.#latestMs = atMs
    this.#kinds.length = 0
    this.#otherCosts.clear()
  }

  hasRoom(atMs: number): boolean {
    const spanMs = Math.max(atMs, this.#latestMs) - Math.min(atMs, this.#earliestMs)
    return this.size < mostCalls && this.#kinds.length < mostKinds && spanMs <= longestChunkMs
  }

  add(entry: LedgerEntry): void {
    const { endedAtMs: atMs, usage, cost } = entry
    if (atMs < this.#earliestMs) this.#earliestMs = atMs
    if (atMs > this.#latestMs) this.#latestMs = atMs
    const integers = this.#integers
    let next = this.size * integersPerCall
    // in the order in which `callsOf` takes them
    integers[next++] = atMs - this.#firstMs
    integers[next++] = this.#kindOf(entry)
    integers[next++] = wholeCount(usage.prompt)
    integers[next++] = wholeCount(usage.answer)
    integers[next++] = wholeCount(usage.cachedRead)
    integers[next++] = wholeCount(usage.cachedWrite)
    integers[next++] = wholeCount(usage.reasoning)
    const isExact = cost <= largestExact
    if (!isExact) this.#otherCosts.set(this.size, cost)
    integers[next] = isExact ? Number(cost) : otherCost
    this.size++
  }

  /** Calls of one chunk are of few kinds, mostly of one. */
  #kindOf(entry: LedgerEntry): number {
    const kinds = this.#kinds
    for (let at = 0; at < kinds.length; at++) {
      const kind = kinds[at]
      if (kind && isOfKind(entry, kind)) return at
    }
    kinds.push(kindOf(entry))
    return kinds.length - 1
  }

  row(): CallChunkRow {
    const length = this.size * integersPerCall
    const integers = length < this.#integers.length ? this.#integers.slice(0, length) : this.#integers
    const kinds = this.#kinds.map(({ key, endpoint, model, channel, upstreamModel, attempts, ended, isCounted }) => [
      ...[key, endpoint, nameOf(model), channel, nameOf(upstreamModel), attempts, ended],
      isCounted ? 1 : 0,
    ])
    const costs = Object.fromEntries([...this.#otherCosts].map(([at, cost]) => [at, String(cost)]))
    return {
      last_ms: this.#latestMs,
      id: this.#id,
      first_ms: this.#earliestMs,
      account: this.account,
      key_ids: JSON.stringify([...new Set(this.#kinds.map(({ key }) => key))]),
      calls: this.size,
      data: JSON.stringify([this.#firstMs, kinds, integers, costs]),
    }
  }

  /** Adds its calls to the totals of their days. */
  addTo(days: Map<string, DayRow>): void {
    let kind = -1
    let dayNumber = Number.NaN
    let sum: DayRow | undefined
    for (let place = 0; place < this.size; place++) {
      const number = (at: number) => this.#integers[place * integersPerCall + at] ?? 0
      const day = Math.floor((this.#firstMs + number(0)) / dayMs)
      if (!sum || number(1) !== kind || day !== dayNumber) {
        kind = number(1)
        dayNumber = day
        sum = dayOf(days, { account: this.account, kind: this.#kinds[kind], day: utcDay(day * dayMs) })
      }
      sum.calls += 1
      sum.prompt += number(2)
      sum.answer += number(3)
      sum.cost += storable(number(7) === otherCost ? (this.#otherCosts.get(place) ?? 0n) : BigInt(number(7)))
    }
  }
}

const largestExact = BigInt(Number.MAX_SAFE_INTEGER)

type Kind = Pick<LedgerCall, 'key' | 'endpoint' | 'model' | 'channel' | 'upstreamModel' | 'attempts' | 'ended'> &
  Pick<LedgerCall, 'isCounted'>

function kindOf({ call, outcome }: LedgerEntry): Kind {
  const { key, endpoint, model } = call
  const { channel, upstreamModel, attempts, ended } = outcome
  return { key, endpoint, model, channel, upstreamModel, attempts, ended, isCounted: isCountedHere(outcome) }
}

function isOfKind({ call, outcome }: LedgerEntry, kind: Kind): boolean {
  return (
    call.model === kind.model &&
    call.key === kind.key &&
    call.endpoint === kind.endpoint &&
    outcome.channel === kind.channel &&
    outcome.upstreamModel === kind.upstreamModel &&
    outcome.attempts === kind.attempts &&
    outcome.ended === kind.ended &&
    isCountedHere(outcome) === kind.isCounted
  )
}

const isCountedHere = ({ usage }: LedgerEntry['outcome']): boolean =>
  usage.prompt === undefined || usage.answer === undefined

interface DayOf {
  readonly account: string
  readonly kind: Kind | undefined
  readonly day: string
}
function dayOf(days: Map<string, DayRow>, { account, kind, day }: DayOf): DayRow {
  const { key = '', channel = '', model = '', upstreamModel = '' } = kind ?? {}
  // a free answer counts under the gateway's own model: nobody can fill the table by inventing model names
  const name = nameOf(channel === 'built-in' ? upstreamModel : model)
  const id = `${account} ${key} ${day} ${name}`
  const known = days.get(id)
  if (known) return known
  const created = { account, key_id: key, day, model: name, calls: 0, prompt: 0, answer: 0, cost: 0n }
  days.set(id, created)
  return created
}

/** The calls of a row, in the order in which they were added. Throws for a row of another form. */
export function callsOf({ id, account, data }: Pick<CallChunkRow, 'id' | 'account' | 'data'>): LedgerCall[] {
  const value: unknown = JSON.parse(data)
  const [firstMs, kinds, integers, costs]: unknown[] = Array.isArray(value) ? value : []
  if (typeof firstMs !== 'number' || !Array.isArray(kinds) || !Array.isArray(integers) || typeof costs !== 'object')
    throw new Error('a chunk of the ledger lacks its parts')
  const known = kinds.map(readKind)
  return Array.from({ length: integers.length / integersPerCall }, (_, place) => {
    const number = (at: number) => Number(integers[place * integersPerCall + at])
    const atMs = firstMs + number(0)
    return {
      ...(known[number(1)] ?? readKind([])),
      ...{ id: callId(atMs, id + place.toString(16).padStart(placeDigits, '0')), atMs, account },
      ...{ prompt: number(2), answer: number(3), cachedRead: number(4), cachedWrite: number(5), reasoning: number(6) },
      cost: BigInt(number(7) === otherCost ? String(Reflect.get(costs ?? {}, place)) : number(7)),
    }
  })
}

function readKind(kind: unknown): Kind {
  const [key, endpoint, model, channel, upstreamModel, attempts, ended, counted] = Array.isArray(kind)
    ? kind.map(String)
    : []
  return {
    ...{ key: key ?? '', endpoint: endpoint ?? '', model: model ?? '', channel: channel ?? '' },
    ...{ upstreamModel: upstreamModel ?? '', attempts: Number(attempts), ended: ended ?? '' },
    isCounted: counted === '1',
  }
}

/** Ids of calls sort by time. */
function callId(atMs: number, rest: string): string {
  return Math.max(0, atMs).toString(16).padStart(timeDigits, '0') + rest
}

/** Comes after the ids of all calls until `atMs`, and before those of later ones. */
export const idAfter = (atMs: number): string => callId(atMs + 1, '').padEnd(callDigits, '0')

/** When the call of an id ended; undefined for what is no id. */
export function timeOfId(id: string): number | undefined {
  return idForm.test(id) ? Number.parseInt(id.slice(0, timeDigits), 16) : undefined
}
const idForm = new RegExp(`^[0-9a-f]{${callDigits}}$`)
