// Collects calls in memory until they are taken to be written: per account in chunks, and the failed ones as sums by
// kind and hour. No I/O, no timers; bounded in calls, and in how many refusals of one key are kept one by one.
import { type CallChunkRow, type CallErrorsTable, type CallIdsTable, longestChunkMs } from '#store'
import { timeOfRequestId } from '../http/request-id.ts'
import { ChunkBuilder } from './chunk.ts'
import type { EndedCall } from './recorded-call.ts'

/** What is to be written. */
export interface CollectedCalls {
  readonly chunks: CallChunkRow[]
  readonly ids: CallIdsTable[]
  readonly errors: CallErrorsTable[]
}
export interface Recorder {
  /** Calls that have not been taken yet. */
  readonly size: number
  /**
   * Adds a call that ends at `nowMs`. False when it is not kept: there is no room, or its key was refused too often in
   * this minute.
   */
  add(call: EndedCall, nowMs: number): boolean
  /** Removes and returns everything, ready to be written. */
  take(): CollectedCalls
}
export interface RecorderDeps {
  readonly randomBytes: (count: number) => Buffer
  /** How many more calls there is room for; called for each chunk. */
  readonly room: () => number
}

/** Large enough that names and index entries cost nothing, small enough to be read in a millisecond. */
const callsPerChunk = 500
/** Calls that took longer began at other times than most of their chunk; they have chunks of their own. */
const longCallMs = 5000
const spanMs = longestChunkMs / 2
/** Builders kept for later chunks. */
const maxSpare = 32
const maxKinds = 10_000
/**
 * Refusals for used-up limits cost a caller nothing, so that one in a loop could fill the record; they are all counted.
 */
const refusalsPerMinute = 60
const maxRefusedKeys = 10_000
const minuteMs = 60_000
const hourMs = 3_600_000
/** How far the time in an id may be from the time of its call, for the call to be found by it. */
export const idToleranceMs = 1000

export function createRecorder({ randomBytes, room }: RecorderDeps): Recorder {
  const open = new Map<string, ChunkBuilder>()
  const spare: ChunkBuilder[] = []
  let sealed: CallChunkRow[] = []
  let ids: CallIdsTable[] = []
  let errors = new Map<string, CallErrorsTable>()
  let size = 0
  let refusals = new Map<string, number>()
  let refusalMinute = 0
  // each process begins to count elsewhere, so that no two chunks have the same position
  let seq = randomBytes(6).readUIntBE(0, 6)

  function isRefusedTooOften({ keyId, code }: EndedCall, nowMs: number): boolean {
    if (!code.startsWith('quota.') && !code.startsWith('key.')) return false
    const minute = Math.floor(nowMs / minuteMs)
    if (minute !== refusalMinute) {
      refusalMinute = minute
      refusals = new Map()
    }
    const count = refusals.get(keyId)
    if (count === undefined && refusals.size >= maxRefusedKeys) return true
    refusals.set(keyId, (count ?? 0) + 1)
    return (count ?? 0) >= refusalsPerMinute
  }

  function addError(call: EndedCall, at: number): void {
    const { accountId, listing, endpoint, provider, status, code } = call
    const bucket = Math.floor(at / hourMs) * hourMs
    const id = `${accountId} ${bucket} ${listing} ${endpoint} ${provider} ${status} ${code}`
    const known = errors.get(id)
    if (known) {
      known.calls++
      known.last_at = Math.max(known.last_at, at)
      known.first_at = Math.min(known.first_at, at)
      known.example_id = call.id
    } else if (errors.size < maxKinds)
      errors.set(id, {
        ...{ account_id: accountId, bucket, listing, endpoint, provider, status, code },
        ...{ calls: 1, first_at: at, last_at: at, example_id: call.id },
      })
  }

  function builderFor(call: EndedCall, at: number): ChunkBuilder | undefined {
    const name = call.ms < longCallMs ? call.accountId : `${call.accountId} ${Math.floor(at / spanMs)}`
    const known = open.get(name)
    if (known && known.size < callsPerChunk && Math.abs(at - known.firstBeganMs) < spanMs) return known
    if (known) seal(known)
    open.delete(name)
    if (size >= room()) return undefined
    const builder = spare.pop() ?? new ChunkBuilder()
    builder.begin(call.accountId, at)
    open.set(name, builder)
    return builder
  }

  function seal(builder: ChunkBuilder): void {
    seq = (seq + 1) % 2 ** 48
    sealed.push(builder.row(seq))
    if (spare.length < maxSpare) spare.push(builder)
  }

  return {
    get size() {
      return size
    },
    add(call, nowMs) {
      // a time that was not measured must not block the others
      const at = Math.round(Number.isFinite(call.ms) ? nowMs - call.ms : nowMs)
      // an answer that broke off has the status with which it began
      if (call.status >= 400 || call.code !== '') addError(call, at)
      if (isRefusedTooOften(call, nowMs)) return false
      const builder = builderFor(call, at)
      if (!builder) return false
      builder.add(call, at)
      size++
      const time = call.madeId?.time ?? timeOfRequestId(call.id)
      if (time === undefined || Math.abs(time - at) > idToleranceMs)
        ids.push({ id: call.id, at, account_id: call.accountId })
      return true
    },
    take() {
      for (const builder of open.values()) seal(builder)
      const taken = { chunks: sealed, ids, errors: [...errors.values()] }
      open.clear()
      sealed = []
      ids = []
      errors = new Map()
      size = 0
      return taken
    },
  }
}
