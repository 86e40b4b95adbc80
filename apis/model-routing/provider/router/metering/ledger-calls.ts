// The router's calls in the form of the call log (packages/store/call-log), their ids, and what they add to the totals
// of their day.
import { utcDay } from '#provider'
import { type Amount, storable } from '#provider/budgets'
import {
  type CallLog,
  type ChunkCollector,
  type ChunkRow,
  createChunkCollector,
  entriesOf,
  type LogEntry,
  type LoggedCall,
  lastId,
} from '#store/call-log'
import type { LedgerCall, LedgerEntry } from './metered-call.ts'
import { wholeCount } from './price.ts'
import type { MeteringTables } from './tables.ts'

export type DayRow = Omit<MeteringTables['model_routing_days'], 'cost'> & { cost: Amount }
/** The totals of a chunk by key and model. A chunk is within one day. */
export type DaySums = Map<string, DayRow>

export const ledgerTable = 'model_routing_calls'
export const ledger: CallLog<LedgerCall> = { table: ledgerTable, read: callsOf }

/** Hexadecimal digits of an id: the millisecond at which a call ended, its chunk, and its place in the chunk. */
const digits = { time: 12, chunk: 9, place: 3 }
const idForm = /^[0-9a-f]{24}$/
const firstRest = '0'.repeat(digits.chunk + digits.place)
const largestExact = BigInt(Number.MAX_SAFE_INTEGER)

/** `newId` returns at least nine random hexadecimal digits. */
export function createLedgerCollector(newId: () => string): ChunkCollector<DaySums> {
  return createChunkCollector({ newSeq: () => newId().slice(0, digits.chunk), newSum: (): DaySums => new Map() })
}

/** Adds a call to its chunk and to the totals of its day. */
export function collect(collector: ChunkCollector<DaySums>, entry: LedgerEntry): void {
  const sums = collector.add(entry.call.account, entryOf(entry))
  if (sums) addToDay(sums, entry)
}

/** Limit of model names, which callers choose; a chunk must stay small. */
const nameLength = 200
/** Replaces NUL, which PostgreSQL cannot store, and lone surrogates. */
const nameOf = (name: string) => name.slice(0, nameLength).replaceAll('\0', '').toWellFormed()

function entryOf({ endedAtMs: at, call, outcome, usage, cost }: LedgerEntry): LogEntry {
  const { channel, attempts, ended } = outcome
  const isCounted = outcome.usage.prompt === undefined || outcome.usage.answer === undefined
  const [model, upstreamModel] = [nameOf(call.model), nameOf(outcome.upstreamModel)]
  const isExact = cost <= largestExact
  return {
    at,
    kind: [call.key, call.endpoint, model, channel, upstreamModel, String(attempts), ended, isCounted ? '1' : '0'],
    numbers: [
      wholeCount(usage.prompt),
      wholeCount(usage.answer),
      wholeCount(usage.cachedRead),
      wholeCount(usage.cachedWrite),
      wholeCount(usage.reasoning),
      isExact ? Number(cost) : 0,
    ],
    text: isExact ? undefined : String(cost),
  }
}

/** Reads the calls of a chunk, in the order in which they were added. Throws for a row of another form. */
export function callsOf({ seq, account_id: accountId, data }: Pick<ChunkRow, 'seq' | 'account_id' | 'data'>) {
  return entriesOf(JSON.parse(data)).map(({ at, kind, numbers, text }, place): LedgerCall => {
    const [key = '', endpoint = '', model = '', channel = '', upstreamModel = '', attempts, ended = '', counted] = kind
    const [prompt, answer, cachedRead, cachedWrite, reasoning, cost] = numbers
    return {
      id: callId(at, seq + place.toString(16).padStart(digits.place, '0')),
      at,
      accountId,
      key,
      endpoint,
      model,
      channel,
      upstreamModel,
      attempts: Number(attempts),
      ended,
      prompt,
      answer,
      cachedRead,
      cachedWrite,
      reasoning,
      cost: BigInt(text ?? cost),
      isCounted: counted === '1',
    }
  })
}

function addToDay(sums: DaySums, { endedAtMs, call, outcome, usage, cost }: LedgerEntry): void {
  // a free answer counts under the gateway's own model: invented names of models cannot fill the table
  const model = nameOf(outcome.channel === 'built-in' ? outcome.upstreamModel : call.model)
  const id = `${call.key} ${model}`
  const zero = { account: call.account, key_id: call.key, model, calls: 0, prompt: 0, answer: 0, cost: 0n }
  const sum = sums.get(id) ?? { ...zero, day: utcDay(endedAtMs) }
  sum.calls += 1
  sum.prompt += wholeCount(usage.prompt)
  sum.answer += wholeCount(usage.answer)
  sum.cost += storable(cost)
  sums.set(id, sum)
}

/** Ids of calls sort by time. */
function callId(at: number, rest: string): string {
  return Math.max(0, at).toString(16).padStart(digits.time, '0') + rest
}

/** Returns the position of an id in the ledger; undefined for another string. */
export function positionOf(id: string): LoggedCall | undefined {
  if (!idForm.test(id)) return undefined
  const at = Number.parseInt(id.slice(0, digits.time), 16)
  const isFirst = id.endsWith(firstRest)
  return { at: isFirst ? at - 1 : at, id: isFirst ? lastId : id, accountId: '' }
}

/** Returns the id of a position. One that is before all calls of its time has the first id of the next. */
export function idOf({ at, id }: LoggedCall): string {
  return id === lastId ? callId(at + 1, firstRest) : id
}
